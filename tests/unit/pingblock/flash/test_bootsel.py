"""A board at MicroPython's prompt is asked which chip it has before it enters BOOTSEL mode."""

from types import SimpleNamespace

import pytest

from pingblock.common.micropython import PICO, PICO_W
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


def test_a_file_for_a_w_goes_onto_no_pico_at_the_prompt(board):
    done = board("Raspberry Pi Pico with RP2040")
    with pytest.raises(WrongDevice, match=r"for a Raspberry Pi Pico W .*COM7 is a .*Pico with RP"):
        bootsel.ask("COM7", PICO_W)
    assert done == ["restarted"]
    done[:] = ["Raspberry Pi Pico W with RP2040"]
    bootsel.ask("COM7", PICO_W)
    assert done == ["import machine; machine.bootloader()", "restarted"]


@pytest.mark.parametrize(("name", "other"), [("rev_a", PICO_W), ("rev_a_w", PICO)])
def test_a_pingblock_that_is_the_other_kind_stays_as_it_is(monkeypatch, name, other):
    requests = []

    class Device:
        hello = SimpleNamespace(board=name)
        request = staticmethod(requests.append)

        def __init__(self, port, timeout_s):
            pass

        __enter__ = lambda self: self  # noqa: E731
        __exit__ = lambda self, *error: None  # noqa: E731

    monkeypatch.setattr(bootsel, "Device", Device)
    monkeypatch.setattr(bootsel, "state", lambda device: SimpleNamespace(mpy=6 | 3 << 8 | 4 << 10))
    with pytest.raises(WrongDevice, match="image --board pico"):
        bootsel.ask("COM7", other)
    assert requests == []
    bootsel.ask("COM7", {PICO: PICO_W, PICO_W: PICO}[other])
    assert requests == ["bootsel"]
