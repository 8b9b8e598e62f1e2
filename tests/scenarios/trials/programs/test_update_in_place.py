"""``pingblock update`` as a real program, over a cable, for firmware that runs in place."""

import json
import re

import pytest
from benchmarks.ports import TcpPort
from tests import slots_image
from tests.version import VERSION

from pingblock.image.slot_image import CONTENT
from pingblock.virtual.chip.engine import ChipEngine

COUNT = 16  # offset of frozen_table_t.count in the content, see slot.h
WATCHDOG_MS = 4200
UPDATE = ("pingblock", "--json", "--port", "{port}", "update")
A, B = 0, 1
OURS, OTHER = slots_image.OURS, slots_image.OTHER


@pytest.fixture
def older(boards):
    """Opens a device with other firmware in slot a."""
    flash = slots_image.flash({A: slots_image.other_firmware().at(A, 1)})
    return boards(lambda sink: ChipEngine(sink, flash=flash))


def runs(board):
    return board.bench.request("hello")["ok"]["board"]


def failed(board, *words):
    """Runs a program that must fail. Returns its error."""
    with board.started(*words) as program:
        program.serve(lambda: program.process.poll() is not None)
        said, _ = program.process.communicate()
    assert program.process.returncode == 1
    return json.loads(said)["error"]


def test_update_runs_once_and_can_be_rolled_back(older):
    older.bench.request("volume", level=3)
    older.bench.advance(4000)
    told = json.loads(older.run(*UPDATE))
    assert (told["updated"], told["slot"], told["version"]) == (True, "b", VERSION)
    assert runs(older) == OURS
    again = json.loads(older.run(*UPDATE))
    assert (again["updated"], again["up_to_date"], again["bytes"]) == (False, True, 0)
    found = json.loads(older.run(*UPDATE, "state"))
    assert found == {
        **{"slot": "b", "running": "b", "state": "confirmed", "why": ""},
        "other": "good",
    }
    status = json.loads(older.run("pingblock", "--json", "--port", "{port}", "status"))
    assert status["firmware"] == found
    back = json.loads(older.run(*UPDATE, "rollback"))
    assert (back["slot"], runs(older)) == ("a", OTHER)
    assert older.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert older.plays()


def test_dry_run_writes_nothing(older):
    before = older.bench.engine.flash_image()
    said = older.run("pingblock", "--port", "{port}", "update", "--dry-run")
    assert "unchanged" in said
    assert older.bench.engine.flash_image() == before


def test_rollback_without_older_firmware_is_refused(older):
    assert failed(older, *UPDATE, "rollback")["code"] == "no_other"
    assert runs(older) == OTHER


def test_rollback_to_firmware_that_crashes_gives_the_reason(boards):
    crashing = slots_image.small("def run():\n    raise ValueError('on purpose')\n")
    parts = {A: slots_image.firmware().at(A, 2), B: crashing.at(B, 1)}
    flash = slots_image.flash(parts)
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    error = failed(board, *UPDATE, "rollback")
    assert error["code"] == "rolled_back"
    assert "to slot a, because the firmware in slot b crashed" in error["say"]
    assert (runs(board), board.plays()) == (OURS, True)


def test_status_explains_why_a_damaged_slot_was_rejected(boards):
    slot = bytearray(slots_image.other_firmware().at(B, 2))
    slot[CONTENT + COUNT : CONTENT + COUNT + 4] = bytes(4)
    flash = slots_image.flash({B: bytes(slot)})
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    board.bench.advance(WATCHDOG_MS)
    said = board.run("pingblock", "--port", "{port}", "status")
    assert re.sub(r"\s+", " ", said).count(
        "firmware slot a plays; slot b was rejected, because its firmware was damaged: the next"
        " update replaces it"
    )
    assert runs(board) == OURS


def test_install_on_firmware_in_place_is_refused(older):
    error = failed(older, "pingblock", "--json", "--port", "{port}", "install", "--yes")
    assert "'install' is not needed" in error["say"]
    older.bench.advance(3000)
    assert (runs(older), older.plays()) == (OTHER, True)


def test_doctor_suggests_the_image_that_ends_safe_mode(boards):
    board = boards(lambda sink: ChipEngine(sink, flash=slots_image.flash({A: b""})))
    error = failed(board, *UPDATE)
    assert error["code"] == "at_prompt"
    doctor = ("pingblock", "--json", "--port", "{port}", "doctor")
    with board.started(*doctor, over=TcpPort) as program:
        program.serve(lambda: program.process.poll() is not None)
        said, _ = program.process.communicate()
    (found,) = (each for each in json.loads(said)["findings"] if each["code"] == "safe_mode")
    assert found["fix"].startswith("pingblock flash pico --port ")


def test_restart_ends_an_interruption_by_mpremote(older):
    older.mpremote("exec", "print(6 * 7)")
    older.run("pingblock", "--port", "{port}", "restart")
    assert (runs(older), older.plays()) == (OTHER, True)
