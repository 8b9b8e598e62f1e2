"""Pin maps are electrically right, each pin has one number, and the wiring table agrees."""

from pathlib import Path

import pytest
from tests.data.boards import other_pins

from pingblock.boards.board import BOARD, firmware_files, gpios
from pingblock.boards.pins import ADC, INPUT, OUTPUT, PWM, BoardPin, pins_of
from pingblock.boards.wiring import electrical, faults
from pingware.boards import rev_a

ROOT = Path(__file__).resolve().parents[4]
BOARDS = pytest.mark.parametrize("board", [rev_a, other_pins], ids=lambda board: board.NAME)


def test_rev_a_has_the_designed_pins_and_is_default_board():
    assert gpios(rev_a) == {
        **{"cell_load": 12, "lever": 13, "block_button": 14, "check_button": 15, "speaker": 16},
        **{"amp_shutdown": 17, "light_red": 18, "light_green": 19, "light_blue": 20},
        **{"servo_supply": 21, "servo": 22, "vbus_sense": 24, "cell_sense": 26, "vsys_sense": 29},
    }
    assert BOARD is rev_a
    assert firmware_files(BOARD) == {}


@BOARDS
def test_pins_and_divider_ratios_match_the_board_module(board):
    fitted = {name: gpio for name, gpio in board.GPIO.items() if gpio is not None}
    senses = {"vbus_sense": board.VBUS_SENSE, "vsys_sense": board.VSYS_SENSE}
    assert gpios(board) == {**fitted, **senses}
    ratios = [pin.ratio for pin in pins_of(board) if pin.kind == ADC]
    assert ratios == [board.CELL_RATIO, board.VSYS_RATIO]


@BOARDS
def test_pins_of_each_board_have_no_fault(board):
    assert faults(pins_of(board)) == []


def pwm(name, gpio, part):
    return BoardPin(name, gpio, PWM, "", part=part)


BUTTON = BoardPin("button", 5, INPUT, "", pull_up=True)
SPEAKER = pwm("speaker", 16, "speaker")


@pytest.mark.parametrize(
    ("fault", "pins"),
    [
        ("button and amp are both GP5.", [BUTTON, BoardPin("amp", 5, OUTPUT, "")]),
        ("speaker and servo share PWM slice 0.", [SPEAKER, pwm("servo", 1, "servo")]),
        (
            "red and blue are the same channel of a PWM slice.",
            [pwm("red", 2, "light"), pwm("blue", 18, "light")],
        ),
        (
            "speaker: the speaker's driver writes channel A of a slice, GP17 is B.",
            [pwm("speaker", 17, "speaker")],
        ),
        ("cell: GP22 has no converter.", [BoardPin("cell", 22, ADC, "")]),
        ("button: an input from outside needs a pull-up.", [BoardPin("button", 5, INPUT, "")]),
    ],
)
def test_wrong_pin_is_found(fault, pins):
    assert faults(pins) == [fault]


def test_good_pins_report_no_fault():
    light = [pwm("red", 18, "light"), pwm("green", 19, "light")]
    senses = [BoardPin("vbus", 24, INPUT, ""), BoardPin("cell", 26, ADC, "")]
    assert faults([BUTTON, SPEAKER, *light, *senses]) == []


def test_electrical_facts_are_derived_from_the_pin_record():
    key = BoardPin("key", 5, INPUT, "", "down = low", pull_up=True)
    assert electrical(key) == "input, internal pull-up, down = low"
    green = BoardPin("green", 19, PWM, "", "active high")
    assert electrical(green) == "PWM slice 1 B, active high"
    vsys = BoardPin("vsys", 29, ADC, "", ratio=3)
    assert electrical(vsys) == "ADC3 through a 1/3 divider"
    assert electrical(BoardPin("amp", 17, OUTPUT, "", "high = on")) == "output, high = on"


def test_wiring_table_in_the_hardware_guide_lists_14_pins():
    """``tests/unit/tools/docs/test_printed.py`` compares it with the pin map."""
    guide = (ROOT / "hardware" / "README.md").read_text()
    table = guide.split("<!-- wiring table -->\n")[1].split("<!-- end -->")[0]
    assert table.count("\n") == 14 + 2
    assert "| speaker | GP16 | 21 | amplifier input through the RC filter |" in table


def test_first_try_in_the_readme_uses_pins_of_rev_a():
    text = " ".join((ROOT / "README.md").read_text().split())
    gpio = gpios(rev_a)
    assert f"one button between GP{gpio['block_button']} and ground" in text
    assert f"amplified speaker on GP{gpio['speaker']}." in text
