"""Plan of an install, from what a board holds."""

import ast
from hashlib import sha256

import pytest

from pingblock.common.firmware import firmware_dir
from pingblock.common.micropython import PICO
from pingblock.errors import WrongDevice
from pingblock.install.board import Board, check_runs
from pingblock.install.plan import SHADOWED, plan, shadowing

MPY = bytes((ord("M"), 6, 3, 31))
FIRMWARE = {"app.mpy": MPY + b"new", "manifest.txt": b"1"}
RESCUE = {"main.py": b"main", "slot": b"/a", "start/app.mpy": b"start"}


def board(files=None, slot="", trial="", folders=()):
    hashes = {path: sha256(data).hexdigest() for path, data in (files or {}).items()}
    return Board(PICO, "1.24.1", 6 | 3 << 8, "e6", hashes, tuple(folders), slot, trial)


def on(slot, firmware=FIRMWARE, **changes):
    """A board with firmware in a slot, which is in force."""
    files = {f"/{slot}/{name}": data for name, data in firmware.items()}
    files |= {f"/{name}": data for name, data in RESCUE.items()}
    files["/slot"] = f"/{slot}".encode()
    return board({**files, **changes.pop("more", {})}, f"/{slot}", **changes)


OLD = {"app.mpy": b"old", "manifest.txt": b"0"}


def test_a_bare_board_gets_all_in_slot_a():
    steps = plan(board(), FIRMWARE, RESCUE)
    assert list(steps.staged) == ["/a/app.mpy", "/a/manifest.txt"]
    assert list(steps.switches) == ["/start/app.mpy", "/slot", "/main.py"]
    assert steps.switches["/slot"] == b"/a"
    assert steps.folders() == ["/a", "/start"]
    assert steps.bare
    assert steps.size == 7 + 1 + 5 + 2 + 4


@pytest.mark.parametrize(("now", "target"), [("a", "b"), ("b", "a")])
def test_new_firmware_goes_beside_the_old_and_the_slot_is_the_last_switch(now, target):
    steps = plan(on(now, OLD), FIRMWARE, RESCUE)
    assert list(steps.staged) == [f"/{target}/app.mpy", f"/{target}/manifest.txt"]
    assert steps.switches == {"/slot": f"/{target}".encode()}
    assert steps.removed == ()
    assert not steps.bare


def test_what_is_there_already_is_not_written_again():
    steps = plan(on("a", OLD, more={"/b/app.mpy": FIRMWARE["app.mpy"]}), FIRMWARE, RESCUE)
    assert list(steps.staged) == ["/b/manifest.txt"]
    assert "/b/app.mpy" in steps.kept
    assert all(plan(on(slot), FIRMWARE, RESCUE).is_empty for slot in ("a", "b"))
    steps = plan(on("b", more={"/start/app.mpy": b"other"}), FIRMWARE, RESCUE)
    assert (steps.staged, list(steps.switches)) == ({}, ["/start/app.mpy"])


def test_files_of_the_layout_without_slots_and_of_a_cut_switch_go():
    files = {"/app.mpy": b"", "/app_tasks.mpy": b"", "/main.py": b"old", "/apples.txt": b""}
    steps = plan(board({**files, "/slot.new": b"/b"}, folders=["new"]), FIRMWARE, RESCUE)
    assert steps.removed == ("/app.mpy", "/app_tasks.mpy", "/slot.new")
    assert steps.old_stage
    assert list(steps.switches)[-1] == "/main.py"
    assert not steps.bare


def test_what_does_not_belong_in_the_new_slot_goes_and_a_trial_ends():
    more = {"/b/app_gone.mpy": b"", "/a/app_gone.mpy": b""}  # the old slot stays
    assert plan(on("a", OLD, more=more), FIRMWARE, RESCUE).removed == ("/b/app_gone.mpy",)
    files = {"/slot": b"/start", "/trial": b"a!b"}
    steps = plan(on("a", OLD, more=files, trial="a!b"), FIRMWARE, RESCUE)
    assert "/trial" in steps.removed
    assert steps.switches["/slot"] == b"/b"


def test_another_micropython_is_refused():
    check_runs(board(), FIRMWARE)
    newer = Board(PICO, "2.0", 7 | 3 << 8, "e6", {}, (), "", "")
    with pytest.raises(WrongDevice, match=r"MicroPython 2\.0, which cannot run"):
        check_runs(newer, FIRMWARE)


def test_files_that_would_run_in_the_place_of_ours_are_found():
    used = board(
        {"/boot.py": b"", "/asyncio.py": b"", "/time.mpy": b"", "/notes.py": b"", "/main.py": b""},
        folders=("json", "lib", "a"),
    )
    assert shadowing(used) == ("/asyncio.py", "/boot.py", "/json", "/time.mpy")
    assert shadowing(on("a")) == ()


def test_the_names_are_those_that_the_firmware_imports():
    own = {"app", "pingware", "pins", "safe", "typing"}  # ours, and for type checkers alone
    found = {"boot"}  # which MicroPython runs by itself
    for path in firmware_dir().rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {each.name.split(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module.split(".")[0])
    assert set(SHADOWED) == found - own
