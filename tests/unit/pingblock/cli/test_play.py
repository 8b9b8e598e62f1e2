"""When ``pingblock play`` reports ready, its page can open. The desktop chooses the browser."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from types import SimpleNamespace

import pytest

from pingblock.block.state import BlockState
from pingblock.errors import BadInput
from pingblock.serve_page import launch
from pingblock.virtual.engines import choose

COMMAND = (sys.executable, "-m", "pingblock", "play", "--no-open", "--http")


@pytest.mark.parametrize(
    ("end", "language", "query"),
    [(signal.SIGINT, (), ""), (signal.SIGHUP, ("--language", "de_AT"), "?lang=de")],
)
def test_page_is_served_until_a_signal_arrives(end, language, query):
    command = [*COMMAND, "0", "--json", *language]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        url = json.loads(server.stdout.readline())["url"]
        found = re.fullmatch(r"http://127\.0\.0\.1:\d+/(.*)#token=[\w-]{16}&engine=(\w+)", url)
        assert found.groups() == (query, choose(None).name)
        with urllib.request.urlopen(url) as answer:
            assert b'data-hand="block"' in answer.read()
        server.send_signal(end)
        assert (server.wait(), server.stdout.read()) == (0, "")


def test_port_in_use_is_named():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BadInput, match=f"TCP port {port} cannot be opened: Address already"):
            launch.play("wasm", 1, port, pytest.fail)


def test_last_change_of_the_owner_is_kept_at_exit(monkeypatch, tmp_path):
    """The change must be stored at once, and not only with the next second."""

    class Host(launch.DeviceHost):
        async def open(self, opening, keep):
            pass

        async def close(self):
            return BlockState({"/settings.a": b"3"})

    ends = []
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(launch, "DeviceHost", Host)
    signals = SimpleNamespace(SIGINT=2, SIGTERM=15, signal=lambda number, end: ends.append(end))
    monkeypatch.setattr(launch, "signal", signals)
    asyncio.run(launch._serve(launch.Opening("wasm"), 0, lambda *urls: ends[0](), share=False))
    assert launch.Kept.load().block.files == {"/settings.a": b"3"}


def test_guests_get_the_page_in_the_chosen_language(monkeypatch, call):
    urls = ("http://127.0.0.1:1/#token=x&engine=desk", "http://192.0.2.7:1/#at=abc")
    monkeypatch.setattr(launch, "play", lambda engine, seed, port, ready, share: ready(*urls))
    _, out, _ = call("play", "--no-open", "--share", "--language", "de")
    assert "\nGuests on this network open: http://192.0.2.7:1/?lang=de#at=abc\n" in out


def test_old_command_name_points_to_play(call):
    code, out, err = call("virtual", "play")
    assert (code, out) == (2, "")
    assert err.endswith("Use 'pingblock play'.\n")


@pytest.mark.parametrize(
    ("platform", "names", "opens"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "of a laptop"}, False),
        *(("darwin", {}, True), ("win32", {}, True)),
    ],
)
def test_browser_is_opened_only_on_a_desktop(monkeypatch, platform, names, opens):
    opened = []
    monkeypatch.setattr(launch.webbrowser, "open", lambda url: opened.append(url) or True)
    monkeypatch.setattr(launch.sys, "platform", platform)
    monkeypatch.setattr(launch.os, "environ", names)
    assert launch.open_browser("http://127.0.0.1:8421/") is opens
    assert len(opened) == opens
