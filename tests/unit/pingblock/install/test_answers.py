"""Output of a board at the prompt is trusted as little as words over the link."""

from types import SimpleNamespace

import pytest
from mpremote.transport import TransportExecError

from pingblock.errors import Refused, WrongDevice
from pingblock.install.board import survey
from pingblock.install.prompt import Prompt

SURVEYED = {
    "machine": "Raspberry Pi Pico with RP2040",
    "release": "1.24.1",
    "mpy": 4870,
    "uid": b"\xe6" * 8,
    "files": {"/main.py": "00"},
    "folders": ["a"],
    "slot": "1 a\n",
    "trial": "",
    "frozen": "",
}


def answered(said):
    """Surveys a board whose prompt prints this."""
    prompt = object.__new__(Prompt)
    prompt.port, prompt.run = "COM3", lambda program: said
    return survey(prompt)


def test_board_is_read_and_its_files_keep_their_lines():
    found = answered(f"noise\n{SURVEYED!r}\n")
    assert (found.uid, found.slot) == ("e6" * 8, "1 a\n")


@pytest.mark.parametrize("name", SURVEYED)
def test_wrong_type_is_a_wrong_device(name):
    for other in (None, 7, ["x"], {}, "x"):
        said = repr({**SURVEYED, name: other})
        if type(other) is type(SURVEYED[name]) and name != "machine":
            answered(said)
        else:
            with pytest.raises(WrongDevice):
                answered(said)


@pytest.mark.parametrize("said", ["", "boot\x1b[2J", "(", "[" * 500, "__import__('os')"])
def test_what_is_no_value_is_a_wrong_device(said):
    with pytest.raises(
        WrongDevice, match=r"COM3 answered '.*', which MicroPython does not"
    ) as wrong:
        answered(said)
    assert "\x1b" not in str(wrong.value)


def test_error_of_the_board_is_shown_without_control_characters():
    prompt = Prompt("COM3", lambda _: SimpleNamespace(write=None, close=None))
    with pytest.raises(Refused, match="OSError: ␛"), prompt._failing("It failed"):
        raise TransportExecError(1, "OSError: \x1b[2J")
