"""The state of ``pingblock play`` has one owner, and is saved before the address is printed."""

import json
import os
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager

import pytest

COMMAND = (sys.executable, "-m", "pingblock", "play", "--no-open", "--json", "--engine", "wasm")


@contextmanager
def playing(state, *options, full=False):
    """Runs ``play`` with a state folder. Yields the process and its first output."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    here = {**os.environ, "XDG_STATE_HOME": str(state)}
    command = [*COMMAND, "--http", "0", *options]
    if full:
        command = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *command]
    with subprocess.Popen(command, env=here, **pipes) as process:
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


def token(url):
    return url.partition("#token=")[2].partition("&")[0]


def test_killed_server_returns_with_the_same_token(tmp_path):
    """This also works after a kill, which leaves the lock's file with the old address."""
    found = []
    for _ in range(2):
        with playing(tmp_path) as (process, told):
            process.kill()
            process.wait()
        assert "joins" not in told
        found.append(token(told["url"]))
    assert found[0] == found[1]
    kept = tmp_path / "pingblock" / "page.json"
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700


def test_second_play_joins_the_first_and_names_its_process(tmp_path):
    with playing(tmp_path) as (first, told):
        before = (tmp_path / "pingblock" / "page.json").read_bytes()
        with playing(tmp_path, "--seed", "3") as (second, again):
            assert again == {"url": told["url"], "joins": True}
            assert second.wait() == 0
            assert f"(process {first.pid}) is already running" in second.stderr.read()
        after = json.loads((tmp_path / "pingblock" / "page.json").read_bytes())
        assert {**after, "clockMs": 0} == {**json.loads(before), "clockMs": 0}
        assert first.poll() is None
        first.send_signal(signal.SIGINT)
        assert first.wait() == 0


def test_unusable_state_folder_is_reported_at_the_start(tmp_path):
    (tmp_path / "pingblock").write_text("in the way")
    with playing(tmp_path) as (process, told):
        assert token(told["url"])
        process.kill()
        says = process.stderr.read()
    assert says.startswith(f"pingblock: The folder {tmp_path / 'pingblock'} cannot be used: File")
    assert "Settings and sounds are not saved" in says


@pytest.mark.skipif(os.name != "posix", reason="only there a process can be kept from writing")
def test_full_disk_is_reported_at_the_start(tmp_path):
    """A limit of 0 bytes per file allows empty files, like a full disk."""
    with playing(tmp_path, full=True) as (process, told):
        assert token(told["url"])
        process.kill()
        says = process.stderr.read()
    place = tmp_path / "pingblock" / "page.json"
    assert says.startswith(f"pingblock: {place} cannot be written: File too large")
    assert "Settings and sounds are not saved" in says


@pytest.mark.parametrize("kept", ["", "5", '{"token": "", "files": {}}', "[" * 100_000, "\ud800"])
def test_unreadable_state_gives_a_new_token_that_is_kept(tmp_path, monkeypatch, kept):
    from pingblock.block.kept import Kept
    from pingblock.block.state import BlockState

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "pingblock").mkdir()
    place = tmp_path / "pingblock" / "page.json"
    place.write_bytes(kept.encode(errors="surrogatepass"))
    place.chmod(0o644)
    found = Kept.load()
    found.save(found.block)
    assert len(found.token) == 16
    assert Kept.load() == Kept(found.token, BlockState())
    if os.name == "posix":
        assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_commands_reach_the_running_block_and_are_stored(tmp_path, monkeypatch, call):
    """`virtual serve` also continues with the block that `play` has stored."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    virtual = ("--port", "virtual")
    with playing(tmp_path) as (first, _):
        assert call("volume", "3", *virtual)[1].startswith("volume 3,")
        [listed] = json.loads(call("devices", "--json")[1])[-1:]
        assert (listed["port"], f"process {first.pid}" in listed["say"]) == ("virtual", True)
        found = json.loads(call("doctor", "--json", *virtual)[1])["findings"]
        assert [each["code"] for each in found if each["section"] == "port"] == ["answers"]
        assert [each["level"] for each in found if each["code"] == "runs"] == ["ok"]
        refused = call("volume", "--port", "virtual:chip")[2]
        assert "The virtual block runs on the engine wasm, and is" in refused
        assert f"(process {first.pid}): stop that first" in call("virtual", "serve")[2]
        first.send_signal(signal.SIGINT)
        assert first.wait() == 0
    serve = [sys.executable, "-m", "pingblock", "virtual", "serve", "--json", "--tcp", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
        try:
            url = json.loads(process.stdout.readline())["url"]
            assert call("volume", *virtual)[1].startswith("volume 3,")
            assert call("volume", "4", "--port", url)[1].startswith("volume 4,")
            process.send_signal(signal.SIGTERM)
            assert process.wait() == 0
        finally:
            process.kill()
    assert call("volume", *virtual)[1].startswith("volume 4,")
