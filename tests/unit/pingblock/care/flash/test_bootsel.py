"""A board at MicroPython's prompt must name its chip before it enters BOOTSEL mode."""

from types import SimpleNamespace

import pytest

from pingblock.care.flash import bootsel
from pingblock.common.micropython import PICO, PICO_W
from pingblock.errors import NoAnswer, Refused, WrongDevice


@pytest.fixture(params=[NoAnswer("At the prompt."), Refused("unknown_request", "Too old.")])
def board(monkeypatch, request):
    """Plugs in a Pico without our firmware, or with one that lacks the BOOTSEL mode.

    Returns the lines that were sent to its prompt.
    """
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
        raise request.param

    monkeypatch.setattr(bootsel, "Prompt", Prompt)
    monkeypatch.setattr(bootsel, "Device", silent)

    def plugged(machine):
        done.append(machine)
        return done

    return plugged


PICO_SAYS = "Raspberry Pi Pico with RP2040"
PICO_W_SAYS = "Raspberry Pi Pico W with RP2040"


@pytest.mark.parametrize(
    ("machine", "wanted"),
    [
        (PICO_SAYS, None),
        ("My board with RP2040", None),
        (PICO_W_SAYS, PICO_W),
        (PICO_W_SAYS, PICO),
    ],
)
def test_fitting_board_enters_bootsel_mode(board, machine, wanted):
    done = board(machine)
    bootsel.ask("COM7", wanted)
    assert done == ["import machine; machine.bootloader()", "restarted"]


@pytest.mark.parametrize(
    ("machine", "wanted", "why"),
    [
        ("ESP32 module with ESP32", None, "another chip"),
        (PICO_SAYS, PICO_W, r"for a Raspberry Pi Pico W .*COM7 is a .*Pico with RP"),
    ],
)
def test_other_board_is_refused_and_restarted(board, machine, wanted, why):
    done = board(machine)
    with pytest.raises(WrongDevice, match=why):
        bootsel.ask("COM7", wanted)
    assert done == ["restarted"]


def test_pico_without_the_needed_radio_is_refused_unchanged(monkeypatch):
    requests = []

    class Device:
        hello = SimpleNamespace(board="rev_a")
        request = staticmethod(requests.append)

        def __init__(self, port, timeout_s):
            pass

        __enter__ = lambda self: self  # noqa: E731
        __exit__ = lambda self, *error: None  # noqa: E731

    monkeypatch.setattr(bootsel, "Device", Device)
    monkeypatch.setattr(bootsel, "state", lambda device: SimpleNamespace(mpy=6 | 3 << 8 | 4 << 10))
    with pytest.raises(WrongDevice, match="image --board pico"):
        bootsel.ask("COM7", PICO_W)
    assert requests == []
    bootsel.ask("COM7", PICO)
    assert requests == ["bootsel"]
