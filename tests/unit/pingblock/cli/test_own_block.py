"""The user's virtual block: `--port virtual` opens it, uses it and stores it, on every engine."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Wall

from pingblock.block import owning
from pingblock.block.keeper import Keeper, open_own
from pingblock.block.kept import Kept, make_folder
from pingblock.block.owning import ENGINE, PAGE, PORT, WHY, own, own_alone, running
from pingblock.block.state import BlockState, Pack
from pingblock.common.output_file import state_folder
from pingblock.common.owner import Holder
from pingblock.connection.device import Device
from pingblock.connection.transport import open_port
from pingblock.errors import BadInput, PortBusy
from pingblock.serve.tcp_listener import TcpListener
from pingblock.virtual.parts.battery import Cell

RISE = "rise:d=8,o=5,b=160:c,e,g,4c6\n"
VIRTUAL = ("--port", "virtual:wasm")
OTHER = "virtual:desk"


@pytest.fixture
def store():
    """The file of the stored block, in a folder of this test."""
    make_folder()
    return state_folder("page.json")


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(owning, "WAIT_S", 0.0)


@pytest.fixture
def done(call):
    """Runs a command that must succeed. Returns its output."""

    def run(*words):
        code, out, err = call(*words)
        assert code == 0, err
        return out

    return run


@pytest.fixture
def fails(call):
    """Runs a command that must fail with a sentence that matches a pattern."""

    def run(says, *words):
        code, out, err = call(*words)
        assert (code > 0, out) == (True, "")
        assert re.search(says, err), err

    return run


def test_next_command_finds_settings_and_sounds_on_any_engine(done, tmp_path, usable_desk):
    song = tmp_path / "rise.rtttl"
    song.write_text(RISE)
    done("volume", "3", *VIRTUAL)
    done("sounds", "put", "laugh", song, *VIRTUAL)
    assert done("volume", "--port", OTHER).startswith("volume 3,")
    sounds = json.loads(done("sounds", "list", "--json", "--port", OTHER))["sounds"]
    own = [each["name"] for each in sounds if each["source"] != "built-in"]
    assert own == ["laugh"]


def test_new_block_neither_reads_nor_writes_the_stored_one(done, store):
    done("volume", "3", *VIRTUAL)
    before = store.read_bytes()
    assert done("volume", "--port", "virtual:new:wasm").startswith("volume 6,")
    done("volume", "2", "--port", "virtual:new:wasm")
    assert store.read_bytes() == before
    owner = own_alone()
    assert done("volume", "--port", "virtual:new:wasm").startswith("volume 6,")
    owner.release()


@pytest.mark.parametrize("name", ["virtual:table", "virtual:new:table", "virtual:wasm:new"])
def test_unknown_engine_lists_engines_and_names_of_the_port(fails, name):
    says = "There is no engine '.*'virtual:new' or 'virtual:new:ENGINE'"
    fails(says, "volume", "--port", name)


def test_block_of_an_unclosed_program_is_stored_at_exit(store):
    code = "from pingblock import Device; d = Device('virtual:wasm').open(); d.volume(2); d[0]"
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    with Device("virtual:wasm") as device:
        assert device.volume().volume == 2


def test_cells_and_clock_are_stored_and_do_not_age_unused(store):
    begun = BlockState({}, Pack(Cell(1100, 1.2), 2), 5.0, 1000.0)
    with open_own("wasm", None, begun, lambda parts: parts) as bench:
        assert [each.open_mv for each in bench.parts.battery.cells] == [1100, 1100]
        bench.unplug()
        bench.advance(2000)
        ended = Keeper(bench, begun).finish()
    assert ended.pack == begun.pack
    assert 5.0 < ended.drawn_mah < 6.0
    assert ended.clock_ms == pytest.approx(3000, abs=1)
    kept = Kept("a" * 16, BlockState())
    kept.save(ended)
    assert Kept.load().block.fields() == ended.fields()
    store.touch()
    assert Kept.load().block.fields() == ended.fields()


def test_kept_files_include_no_programs(make_bench):
    own = {"/settings.a": b"1", "/battery.b": b"2", "/sounds/laugh.snd": b"3"}
    others = ("/main.py", "/settings.py", "/settings/x.py", "/a/x.mpy", "/crash.txt", "/seed")
    bench = make_bench(None)
    bench.engine.device_files = lambda: {**own, **dict.fromkeys(others, b"x")}
    assert BlockState().after(bench).files == own


def test_second_command_waits_5_s_then_names_the_owner(done, fails, monkeypatch):
    wall = Wall()
    naps = []

    def nap(for_s):
        naps.append(for_s)
        wall.sleep(for_s)
        if len(naps) == 3:
            owner.release()

    monkeypatch.setattr(owning, "time", SimpleNamespace(monotonic=wall.monotonic, sleep=nap))
    owner = own_alone()
    assert done("volume", *VIRTUAL).startswith("volume 6,")
    owner, began_s = own_alone(), wall.now_s
    fails(r"in use by .*\(process \d+\): stop that first.*'virtual:new'", "volume", *VIRTUAL)
    assert wall.now_s - began_s == pytest.approx(5.1, abs=0.2)
    owner.release()


def test_second_program_joins_a_noted_port_or_gets_the_reason(impatient):
    owner = own_alone()
    assert running() is None
    owner.note(**{PORT: "socket://x", ENGINE: "chip"})
    assert isinstance(own(PORT), Holder)
    assert running().says[ENGINE] == "chip"
    owner.note(**{PAGE: "http://x", WHY: "it plays a link now"})
    assert running() is None
    with pytest.raises(PortBusy, match="and it plays a link now: stop that first"):
        own(PORT)
    owner.release()
    assert running() is None


def test_busy_block_error_names_its_process_but_not_its_token(fails, monkeypatch):
    owner, listener = own_alone(), TcpListener(token="secret-token")
    owner.note(**{PORT: listener.name, ENGINE: "wasm"})
    first = open_port("virtual")
    monkeypatch.setattr(owning, "WAIT_S", 0.0)
    says = r"^pingblock: virtual is in use by .*\(process \d+\): stop that"
    fails(says, "volume", "--port", "virtual")
    first.close()
    listener.close()
    fails("^pingblock: virtual has just been closed by", "volume", "--port", "virtual")
    owner.release()


def test_running_block_on_another_engine_is_not_used(fails):
    owner = own_alone()
    owner.note(**{PORT: "socket://127.0.0.1:9", ENGINE: "chip"})
    fails("runs on the engine chip, and is in use by .*Name it 'virtual'", "volume", *VIRTUAL)
    owner.release()


@pytest.mark.parametrize("content", ["{", "[]", '{"token": 5, "files": {}}'])
def test_damaged_store_is_set_aside_each_time_under_new_name(done, store, capsys, content):
    for name in ("page.json.damaged", "page.json.damaged.2", "page.json.damaged.3"):
        store.write_text(content)
        Kept.load()
        said = capsys.readouterr().err
        assert f"It is now {name}; the device starts as new. To use it again" in said
        assert store.with_name(name).read_text() == content
        assert not store.exists()


def test_unreadable_store_is_not_overwritten(store, capsys):
    store.mkdir()
    Kept.load().save(BlockState())
    assert store.with_name("page.json.damaged").is_dir()
    assert "cannot be used" in capsys.readouterr().err


def test_wrong_cells_in_the_store_count_as_damage():
    fields = BlockState().fields()
    for wrong in ({"openMv": 1e9}, {"count": 0}, {"ohm": "x"}, {"count": True}):
        with pytest.raises(BadInput):
            BlockState.of({**fields, "cells": {**fields["cells"], **wrong}})
    with pytest.raises(BadInput):
        BlockState.of({**fields, "clockMs": -1})
    assert BlockState.of({"files": {}}) == BlockState()


def test_stored_files_that_do_not_fit_are_set_aside(done, store, capsys):
    Kept("a" * 16, BlockState()).save(BlockState({"/sounds/laugh.snd": bytes(4_000_000)}))
    assert done("volume", *VIRTUAL).startswith("volume 6,")
    assert store.with_name("page.json.damaged").is_file()


def test_unusable_folder_is_named_and_new_block_still_works(fails, done):
    folder = state_folder("").parent
    folder.mkdir(parents=True)
    folder.joinpath("pingblock").write_text("in the way")
    fails(
        r"XDG_STATE_HOME to a folder that you can write to\. 'virtual:new' is a fresh",
        "volume",
        *VIRTUAL,
    )
    assert done("volume", "--port", "virtual:new:wasm").startswith("volume 6,")


def test_unusable_lock_is_named_with_a_remedy(fails, store):
    store.with_name("page.lock").mkdir()
    says = r"page\.lock cannot be opened: .*XDG_STATE_HOME to a folder that you can write to\."
    fails(f"{says} 'virtual:new' is a fresh", "volume", *VIRTUAL)
    fails(says, "virtual", "reset")


def test_doctor_lists_an_unusable_store_as_a_finding(call, store):
    store.with_name("page.lock").mkdir()
    code, out, _ = call("doctor", "--json", *VIRTUAL)
    found = {each["section"]: each for each in json.loads(out)["findings"]}
    assert (code, len(found) > 1) == (1, True)
    assert "page.lock cannot be opened" in found["port"]["say"]


def test_reset_makes_the_block_new_and_keeps_a_copy(done, store):
    done("volume", "3", *VIRTUAL)
    token = Kept.load().token
    former = json.loads(done("virtual", "reset", "--json"))["former"]
    assert Kept.load() == Kept(token, BlockState())
    assert done("volume", *VIRTUAL).startswith("volume 6,")
    store.write_bytes(Path(former).read_bytes())
    assert done("volume", *VIRTUAL).startswith("volume 3,")


def test_reset_is_refused_while_another_program_uses_the_block(fails, impatient):
    owner = own_alone()
    fails("is in use by .*stop that first", "virtual", "reset")
    owner.release()


@pytest.mark.parametrize("name", ["virtual", "virtual:new", "virtual:wasm"])
def test_monitor_once_on_virtual_block_fails_because_nobody_presses(fails, name):
    fails(
        "Only this command can reach .*start 'pingblock play'", "monitor", "--once", "--port", name
    )
