from types import SimpleNamespace

import pytest

from pingblock.discovery import Found, choose, picos
from pingblock.errors import NoDevice


def port(device, vid=0x2E8A, serial_number="E660", description="Board in FS mode"):
    return SimpleNamespace(
        device=device, vid=vid, serial_number=serial_number, description=description
    )


@pytest.fixture
def plugged(monkeypatch):
    """Plugs ports in; nothing is named in the environment."""
    monkeypatch.delenv("PINGBLOCK_PORT", raising=False)

    def plug(*ports):
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(ports))

    return plug


def test_only_ports_of_the_picos_maker_are_listed_by_name(plugged):
    other, hidden = port("/dev/ttyUSB0", vid=0x0403), port("/dev/ttyS0", vid=None)
    plugged(port("/dev/ttyACM1"), other, hidden, port("/dev/ttyACM0", 0x2E8A, None, None))
    assert picos() == [
        Found("/dev/ttyACM0", "", ""),
        Found("/dev/ttyACM1", "E660", "Board in FS mode"),
    ]


def test_the_only_pico_is_taken(plugged):
    plugged(port("COM3"), port("COM1", vid=None))
    assert choose() == "COM3"


def test_no_pico_is_a_clear_error(plugged):
    plugged()
    with pytest.raises(NoDevice, match=r"No Pico is plugged in.*--port"):
        choose()


def test_several_picos_are_named_with_their_serial_numbers(plugged):
    plugged(port("COM4", serial_number="B"), port("COM3", serial_number="A"))
    with pytest.raises(NoDevice, match=r"COM3 \(A\), COM4 \(B\).*--port"):
        choose()


def test_named_port_wins_over_the_environment_and_that_over_what_is_found(plugged, monkeypatch):
    plugged(port("COM3"))
    monkeypatch.setenv("PINGBLOCK_PORT", "COM8")
    assert choose() == "COM8"
    assert choose("COM9") == "COM9"
    monkeypatch.setenv("PINGBLOCK_PORT", "")
    assert choose() == "COM3"
