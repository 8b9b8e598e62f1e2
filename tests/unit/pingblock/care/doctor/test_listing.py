"""Rows of ``devices``: each kind of Pico, in each state that it can be in."""

import pytest

from pingblock.care.doctor import listing
from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, PortFacts
from pingblock.common.micropython import PICOS
from pingblock.common.owner import Holder


@pytest.fixture
def row(monkeypatch):
    """Returns the listed row of a port with these facts."""

    def of(**facts):
        port = PortFacts("COM1", "E660", "Board", **facts)
        monkeypatch.setattr(listing.ports, "ports", lambda only: (port,) if only == "COM1" else ())
        monkeypatch.setattr(listing, "drives", list)
        [only] = listing.listed("COM1")
        return only.boards, only.runs, only.say

    return of


@pytest.mark.parametrize("pico", PICOS, ids=lambda pico: pico.name)
def test_each_pico_is_listed_with_its_firmware_and_state(row, pico):
    for facts, runs, says in (
        ({"answers": PINGBLOCK, "version": "1.2.0"}, "pingblock", "Pingblock 1.2.0"),
        ({"answers": PROMPT}, "prompt", "MicroPython without Pingblock"),
        (
            {"answers": PROMPT, "frozen": True},
            "interrupted",
            "Pingblock, interrupted: 'pingblock restart' starts it",
        ),
        *(
            ({**at, "safe_mode": "crash"}, "safe_mode", "Pingblock in safe mode")
            for at in ({"answers": PROMPT}, {"answers": PROMPT, "frozen": True})
        ),
    ):
        found = row(machine=pico.machine, **facts)
        assert found == ((pico.name,), runs, f"{pico.label}: {says}")


@pytest.mark.parametrize(
    ("facts", "runs", "say"),
    [
        ({"answers": PROMPT, "machine": "Pimoroni Tiny 2350 with RP2350"}, PROMPT, "Pimoroni Tin"),
        ({"answers": SILENT, "say": "Odd."}, SILENT, "does not answer"),
        ({"answers": STRANGER, "say": "A kettle."}, STRANGER, "no Pingblock"),
        ({"say": "It broke."}, "", "It broke."),
        ({"holders": (Holder(12, "minicom"),)}, "", "in use by minicom"),
        ({"permitted": False}, "", "you have no permission"),
    ],
)
def test_port_without_a_known_board_is_listed_with_reason(row, facts, runs, say):
    boards, told, sentence = row(**facts)
    assert (boards, told) == ((), runs)
    assert sentence.startswith(say)


@pytest.mark.parametrize(("number", "chip"), [("RPI-RP2", "rp2040"), ("RP2350", "rp2350")])
def test_drive_is_listed_with_both_boards_of_its_chip(monkeypatch, tmp_path, number, chip):
    (tmp_path / "INFO_UF2.TXT").write_text(f"Board-ID: {number}\n")
    monkeypatch.setattr("pingblock.care.flash.drive.places", lambda: [tmp_path])
    monkeypatch.setattr(listing.ports, "ports", lambda only: ())
    [drive] = listing.listed()
    kinds = [pico for pico in PICOS if pico.chip == chip]
    assert (drive.drive, drive.runs) == (str(tmp_path), "bootsel")
    assert drive.boards == tuple(pico.name for pico in kinds)
    assert drive.say == f"{kinds[0].label} or {kinds[1].label}: in BOOTSEL mode"
