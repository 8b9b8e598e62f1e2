"""Output of a board at the prompt is trusted as little as words over the link."""

from types import SimpleNamespace

import pytest

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


@pytest.fixture
def board(monkeypatch):
    """A prompt that prints what it is given."""

    class Printer(Prompt):
        def __init__(self):
            self.port = "COM3"

    made = Printer()
    return lambda said: monkeypatch.setattr(made, "run", lambda program: said) or made


def test_board_is_read_and_its_files_keep_their_lines(board):
    found = survey(board(f"noise\n{SURVEYED!r}\n"))
    assert (found.uid, found.slot) == ("e6" * 8, "1 a\n")


@pytest.mark.parametrize("name", SURVEYED)
@pytest.mark.parametrize("other", [None, 7, ["x"], {}, "x"])
def test_wrong_type_is_a_wrong_device(board, name, other):
    said = repr({**SURVEYED, name: other})
    if type(other) is type(SURVEYED[name]) and name != "machine":
        survey(board(said))
    else:
        with pytest.raises(WrongDevice):
            survey(board(said))


@pytest.mark.parametrize("said", ["", "boot\x1b[2J", "(", "[" * 500, "__import__('os')"])
def test_what_is_no_value_is_a_wrong_device(board, said):
    with pytest.raises(WrongDevice, match="COM3 gave an answer that makes no sense") as wrong:
        survey(board(said))
    assert "\x1b" not in str(wrong.value)


def test_error_of_the_board_is_shown_without_control_characters():
    from mpremote.transport import TransportExecError

    stream = SimpleNamespace(write=None, close=None)
    prompt = Prompt("COM3", lambda _: stream)
    with pytest.raises(Refused, match="OSError: ␛"), prompt._failing("It failed"):
        raise TransportExecError(1, "OSError: \x1b[2J")
