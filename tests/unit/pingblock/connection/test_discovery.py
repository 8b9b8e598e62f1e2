from types import SimpleNamespace

import pytest

from pingblock.connection.discovery import Found, choose, picos
from pingblock.errors import NoDevice

ONE = "E66058388341B52A"


def port(device, vid=0x2E8A, serial_number="E660", description="Board in FS mode"):
    return SimpleNamespace(
        device=device, vid=vid, serial_number=serial_number, description=description
    )


@pytest.fixture
def plugged(monkeypatch):
    """Plugs ports in. The environment names no port."""
    monkeypatch.delenv("PINGBLOCK_PORT", raising=False)

    def plug(*ports):
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(ports))

    return plug


def test_only_ports_with_the_vendor_id_of_picos_are_listed(plugged):
    other, hidden = port("/dev/ttyUSB0", vid=0x0403), port("/dev/ttyS0", vid=None)
    plugged(port("/dev/ttyACM1"), other, hidden, port("/dev/ttyACM0", 0x2E8A, None, None))
    assert picos() == [
        Found("/dev/ttyACM0", "", ""),
        Found("/dev/ttyACM1", "E660", "Board in FS mode"),
    ]


def test_named_port_precedes_environment_and_the_only_pico(plugged, monkeypatch):
    plugged(port("COM3"), port("COM1", vid=None))
    assert choose() == "COM3"
    monkeypatch.setenv("PINGBLOCK_PORT", "COM8")
    assert choose() == "COM8"
    assert choose("COM9") == "COM9"
    monkeypatch.setenv("PINGBLOCK_PORT", "")
    assert choose() == "COM3"


def test_several_picos_are_named_with_their_serial_numbers(plugged):
    plugged(port("COM4", serial_number="B"), port("COM3", serial_number="A"))
    board = "Board in FS mode"
    with pytest.raises(NoDevice) as several:
        choose()
    assert f"COM3 (A, {board}), COM4 (B, {board})" in str(several.value)
    assert several.value.option == "--port names a port."


def test_without_a_pico_the_other_ports_are_named(plugged):
    plugged(port("/dev/ttyUSB0", 0x0403, "FT1", "FT232R"), port("/dev/ttyS0", None, None, "n/a"))
    says = r"here: /dev/ttyS0, /dev/ttyUSB0 \(FT1, FT232R\)\. 'pingblock doctor'"
    with pytest.raises(NoDevice, match=says):
        choose()
    plugged()
    says = r"No Pico is plugged in.*no serial port\. 'pingblock doctor' .*'virtual'"
    with pytest.raises(NoDevice, match=says):
        choose()


@pytest.mark.parametrize("named", ["E66058388341B52A", "e66058388341b52a", "b52a"])
def test_board_is_found_by_its_serial_number_at_any_port(plugged, monkeypatch, named):
    plugged(port("COM3", serial_number="E66058388341B52B"), port("COM7", serial_number=ONE))
    assert choose(named) == "COM7"
    monkeypatch.setenv("PINGBLOCK_PORT", named)
    assert choose() == "COM7"


def test_ambiguous_end_of_a_serial_number_lists_its_boards(plugged):
    plugged(port("COM3", serial_number="11AAAA"), port("COM4", serial_number="22AAAA"))
    with pytest.raises(NoDevice, match=r"matches several .*COM3 \(11AAAA.*COM4 \(22AAAA"):
        choose("aaaa")
    plugged(port("COM3", serial_number="11AAAA"), port("COM4", serial_number="AAAA"))
    assert choose("AAAA") == "COM4"


def test_short_or_unknown_names_are_left_unchanged(plugged):
    plugged(port("COM3", serial_number=ONE))
    assert [choose(name) for name in ("52A", "COM9", "virtual")] == ["52A", "COM9", "virtual"]
