"""Compares a device's version with that at a place that the user names."""

import json
import threading
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler

import pytest

from pingblock.care.update import check
from pingblock.errors import BadInput, Unavailable

SUMS = "0a  pingblock-0.9.1-pico.uf2\n0b  pingblock-0.10.0-py3-none-any.whl\n0c  other-1.28.0\n"


def test_newest_version_is_found_by_numbers(tmp_path):
    (tmp_path / "SHA256SUMS").write_text(SUMS)
    assert check.newest(str(tmp_path / "SHA256SUMS")) == "0.10.0"
    assert check.newest(str(tmp_path)) == "0.10.0"
    assert check.is_newer("0.10.0", "0.9.1")
    assert not check.is_newer("0.9.1", "0.9.1")


def test_version_is_read_from_file_names_or_json(tmp_path):
    (tmp_path / "pingblock-0.2.0-pico2-block.uf2").write_bytes(b"x")
    (tmp_path / "pingblock_0.3.0.zip").write_bytes(b"x")
    assert check.newest(str(tmp_path)) == "0.3.0"
    assert check.newest(str(tmp_path / "pingblock-0.2.0-pico2-block.uf2")) == "0.2.0"
    (tmp_path / "json").write_text(json.dumps({"info": {"version": "1.2.3"}, "releases": {}}))
    assert check.newest(str(tmp_path / "json")) == "1.2.3"


@pytest.mark.parametrize(
    "text",
    ["", "[1]", "3", '{"info": {"version": 3}}', '{"info": 1}', "[" * 5000, "pingblock-1.2.pico"],
)
def test_place_without_a_version_is_refused(tmp_path, text):
    (tmp_path / "list").write_text(text)
    with pytest.raises(BadInput, match="names no version of Pingblock"):
        check.newest(str(tmp_path / "list"))


def test_unreadable_place_is_reported(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        check.newest(str(tmp_path / "none"))
    with pytest.raises(Unavailable, match="does not answer"):
        check.newest("http://127.0.0.1:9/SHA256SUMS")
    with pytest.raises(Unavailable, match="does not answer"):
        check.newest("http://[/")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_url_of_folder_list_or_file_gives_the_version(tmp_path):
    (tmp_path / "SHA256SUMS").write_text(SUMS)
    (tmp_path / "pingblock-0.10.0-py3-none-any.whl").write_bytes(b"\xff of no version")
    with HTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at = f"http://127.0.0.1:{server.server_port}/"
        for name in ("", "SHA256SUMS", "pingblock-0.10.0-py3-none-any.whl"):
            assert check.newest(at + name) == "0.10.0"
        with pytest.raises(Unavailable, match="404"):
            check.newest(at + "pingblock-0.11.0-py3-none-any.whl")
        server.shutdown()
