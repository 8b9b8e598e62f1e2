"""A board at MicroPython's prompt is asked which chip it has before it enters BOOTSEL mode."""

import pytest

from pingblock.errors import NoAnswer, WrongDevice
from pingblock.flash import bootsel


@pytest.fixture
def board(monkeypatch):
    """Plugs in a board without our firmware; returns the lines sent to its prompt."""
    done = []

    class Prompt:
        def __init__(self, port):
            assert port == "COM7"

        def __enter__(self):
            return self

        def __exit__(self, *_error):
            done.append("restarted")

        def ask(self, program):
            assert program == "import os; print(repr(os.uname().machine))"
            return done.pop()

        def leave(self, how):
            done.append(how)

    def silent(port, timeout_s):
        raise NoAnswer("It is at the prompt.")

    monkeypatch.setattr(bootsel, "Prompt", Prompt)
    monkeypatch.setattr(bootsel, "Device", silent)

    def plugged(machine):
        done.append(machine)
        return done

    return plugged


@pytest.mark.parametrize("machine", ["Raspberry Pi Pico with RP2040", "My board with RP2040"])
def test_any_board_with_an_rp2040_enters_bootsel_mode(board, machine):
    done = board(machine)
    bootsel.ask("COM7")
    assert done == ["import machine; machine.bootloader()", "restarted"]


def test_another_chip_is_refused_and_starts_anew(board):
    done = board("ESP32 module with ESP32")
    with pytest.raises(WrongDevice, match="another chip"):
        bootsel.ask("COM7")
    assert done == ["restarted"]
