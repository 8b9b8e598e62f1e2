"""Files of the page: which requests are allowed, and which headers a browser gets."""

import re

import pytest

from pingblock.errors import Unavailable
from pingblock.make_page import page_data, page_device, page_firmware
from pingblock.serve_page.launch import MAKERS
from pingblock.serve_page.page_files import PageFiles

HOST = "127.0.0.1:8421"


@pytest.fixture
def files(tmp_path):
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<h1>Block</h1>")
    (page / "main.js").write_text("start();")
    (tmp_path / "secret.txt").write_text("no")
    return PageFiles({r"here\.bin": lambda: {"here.bin": b"\0asm"}}, page)


def test_file_comes_with_type_and_policy(files):
    status, headers, body = files.reply("/", HOST)
    assert (status, body) == (200, b"<h1>Block</h1>")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    # frames and windows work as on other sites
    assert "Cross-Origin-Embedder-Policy" not in headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';")
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert f"connect-src 'self' ws://{HOST};" in policy


def test_cached_file_is_not_sent_again(files):
    _, headers, _ = files.reply("/main.js", HOST)
    assert files.reply("/main.js", HOST, headers["ETag"])[::2] == (304, b"")
    assert files.reply("/main.js", HOST, '"of before"')[::2] == (200, b"start();")


@pytest.mark.parametrize("path", ["/../secret.txt", "//etc/passwd", "/nothing.js", "/a/../../x"])
def test_files_outside_the_page_are_not_sent(files, path):
    assert files.reply(path, HOST)[0] == 404


def test_built_files_are_offered_only_if_they_can_be_built(files, tmp_path):
    assert files.reply("/here.bin", HOST)[::2] == (200, b"\0asm")

    def cannot():
        raise Unavailable("no module")

    makers = {r"here\.bin": cannot, r"words\.json": lambda: {"words.json": b"{}"}}
    without = PageFiles(makers, tmp_path)
    assert without.reply("/here.bin", HOST)[0] == 404
    assert without.reply("/words.json", HOST)[0] == 200


def test_files_are_built_only_when_asked_for(tmp_path):
    asked = []

    def made(name):
        return lambda: asked.append(name) or {name: b"{}"}

    files = PageFiles({name: made(name) for name in ("engine.bin", "firmware.json")}, tmp_path)
    for missing in ("favicon.ico", "tables/python/python.bin", "engine.bin.map", "a/engine.bin"):
        assert files.reply(f"/{missing}", HOST)[0] == 404
    assert asked == []
    for there in ("engine.bin", "firmware.json", "engine.bin"):
        assert files.reply(f"/{there}", HOST)[0] == 200
    assert asked == ["engine.bin", "firmware.json"]


@pytest.mark.parametrize(
    "make",
    [page_data.data_files, page_device.device_data, page_firmware.firmware_packs],
)
def test_built_files_are_found_by_their_paths(make):
    [paths] = [paths for paths, maker in MAKERS.items() if maker == make]
    assert [name for name in make() if not re.fullmatch(paths, name)] == []
