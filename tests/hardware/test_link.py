"""The link's socket has the shape of VGA, so a VGA cable must not harm any pin of the Pico."""

import pytest
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import meter_deck
from tools.hardware.library import LINK
from tools.hardware.meter_deck import HIGH, NONE, Deck, Probe, Scene, node
from tools.hardware.products import ROOT

# VESA's analog interface: each contact of a computer's socket, with its highest voltage and its
# resistor. Contact 9 supplies 5 V, and 12 to 15 are signals of 5 V. Some computers do not use 4
# and 11.
VIDEO, VIDEO_V, VIDEO_OHM = ("1", "2", "3"), 1.0, 75.0
GROUND = ("5", "6", "7", "8", "10")
PIN_LEAST_V, PIN_MOST_V = -0.5, 3.8  # RP2040: from 0.5 V below ground to 0.5 V above 3.3 V
PINS_MOST_MA = 50  # RP2040: maximum sum of the currents of its pins


def pins_at(contacts, volts, ohm, supply, high=()):
    """Returns V at each GPIO of the link while a source is joined to each of some contacts."""
    names = [pin.name for pin in LINK.pins if pin.number in contacts]
    joined = tuple((BLOCK.net_of("J1", name), f"{volts:g}", ohm) for name in names)
    refs = frozenset(part.ref for part in BLOCK.parts)
    scene = Scene(BLOCK, refs, supply=supply, joined=joined, high=frozenset(high))
    nets = [BLOCK.net_of("J1", name) for name in ("LEVER", "SERVO", "SUPPLY_ON", "SAG")]
    deck = Deck(scene, NONE, HIGH)
    return dict(
        zip(nets, meter_deck.read((deck, Probe("volts", node(n))) for n in nets), strict=True)
    )


def test_link_contacts_are_video_or_ground_in_vga_sockets():
    assert {pin.number for pin in LINK.pins} <= {*VIDEO, *GROUND}


@pytest.mark.parametrize("supply", ["", "cells", "usb"])
def test_vga_signal_at_any_contact_harms_no_pin(supply):
    for pin in LINK.pins:
        volts, ohm = (VIDEO_V, VIDEO_OHM) if pin.number in VIDEO else (0.0, 0.1)
        found = pins_at((pin.number,), volts, ohm, supply)
        assert all(PIN_LEAST_V < each < PIN_MOST_V for each in found.values()), (pin, found)


def test_serial_port_voltage_would_exceed_the_limits_of_pins():
    """A serial port's driver has 15 V and 300 Ohm."""
    assert max(pins_at(("3",), 15.0, 300.0, "cells").values()) > PIN_MOST_V
    assert min(pins_at(("3",), -15.0, 300.0, "cells").values()) < PIN_LEAST_V


def test_monitor_would_take_too_much_current_from_pins():
    """A monitor has 75 Ohm to ground at each contact of the picture. So SAFETY.md forbids it."""
    driven = pins_at(VIDEO, 0.0, VIDEO_OHM, "usb", high=("servo", "servo_supply"))
    assert all(PIN_LEAST_V < volts < PIN_MOST_V for volts in driven.values())
    amps = sum(driven[net] for net in ("SERVO", "SERVO_SUPPLY")) / VIDEO_OHM
    assert 1000 * amps > PINS_MOST_MA
    assert "75 Ohm" in (ROOT / "hardware" / "SAFETY.md").read_text(encoding="utf-8")
