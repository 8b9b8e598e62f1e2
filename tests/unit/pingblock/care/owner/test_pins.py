"""The file ``/pins`` on the host: the valid changes, and the file that the device gets."""

import json

import pytest
from tests.unit.pingblock.device_on_wire import Wire

from pingblock.boards.board import BOARD, gpios
from pingblock.care.owner.pins import USUAL, DevicePins, changed, read
from pingblock.connection.device import Device
from pingblock.errors import BadInput, WrongDevice
from pingware.shared.stored_json import parsed, slot_bytes

BUTTON = BOARD.GPIO["block_button"]


def test_wiring_is_read_from_the_device():
    told = {"inputs": {}, "sweep": False, "sounds": False, "pins": {"speaker": 10}, "base": False}
    wire = Wire(selftest=told)
    with Device(wire, clock=wire.clock) as device:
        assert read(device) == DevicePins({"speaker": 10}, False)


def test_firmware_without_a_pin_file_must_be_updated():
    wire = Wire(selftest={"inputs": {}, "sweep": False, "sounds": False})
    with Device(wire, clock=wire.clock) as device, pytest.raises(WrongDevice, match="update"):
        read(device)


def test_usual_wiring_has_every_pin_that_can_be_moved():
    assert USUAL.pins == {
        name: gpio
        for name, gpio in gpios(BOARD).items()
        if name not in ("vbus_sense", "vsys_sense")
    }
    assert USUAL.own == {}
    assert "Own pins: none; the apple base is fitted." in USUAL.text()


def test_changes_are_kept_and_shown():
    made = changed(USUAL, ["speaker=10", "amp_shutdown=11", "base=no"])
    assert (made.own, made.base) == ({"speaker": 10, "amp_shutdown": 11}, False)
    assert "| speaker | GP10 | 14 |" in made.text()
    assert "servo" not in made.text()
    assert made.text().endswith("Own pins: amp_shutdown=11, speaker=10; without the apple base.")
    assert changed(made, ["speaker=16", "amp_shutdown=17", "base=yes"]) == USUAL


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([f"speaker={BUTTON}"], f"block_button and speaker are both GP{BUTTON}."),
        (["speaker=11"], "channel A of a slice, GP11 is B"),
        (["light_red=6"], "light_red and servo share PWM slice 3"),
        (["cell_sense=5"], "GP5 has no converter"),
        (["lever=23"], "'lever=23' is not a GPIO at the edge"),
        (["lever=29"], "'lever=29' is not a GPIO at the edge"),
        (["lever=x"], "'lever=x' is not a GPIO"),
        (["lever"], "'lever' is not a GPIO"),
        (["speeker=10"], "speaker"),
        (["vbus_sense=3"], "vbus_sense"),
        (["base=maybe"], "write base=yes or base=no"),
    ],
)
def test_impossible_wiring_is_refused(words, says):
    with pytest.raises(BadInput, match=says):
        changed(USUAL, words)


def test_pins_of_a_missing_base_are_free():
    assert changed(USUAL, ["base=no", "light_red=22"]).own == {"light_red": 22}


@pytest.mark.parametrize("wrong", [b"", b"0", b"\xff" * 40, slot_bytes(1, "{}")[:-1]])
def test_damaged_content_is_noticed(wrong):
    assert parsed(slot_bytes(7, json.dumps({"a": 1}))) == (7, '{"a": 1}')
    with pytest.raises(ValueError, match="The CRC does not fit"):
        parsed(wrong)
