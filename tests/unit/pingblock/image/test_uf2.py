import hashlib
import http.client
import io
import struct
import urllib.error

import pytest
from tests.uf2_files import of_binary

from pingblock.errors import BadInput, MissingFile, Unavailable
from pingblock.image import uf2
from pingblock.virtual import published


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty user's cache, no PINGBLOCK_UF2, and no network."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PINGBLOCK_UF2", raising=False)

    def unreachable(url, timeout):
        raise urllib.error.URLError("no route to host")

    monkeypatch.setattr(published.urllib.request, "urlopen", unreachable)
    return tmp_path / "pingblock"


def expect(monkeypatch, content):
    monkeypatch.setattr(published, "SHA256", hashlib.sha256(content).hexdigest())


def test_variable_names_the_uf2_file_or_raises_an_error(cache, tmp_path, monkeypatch):
    mine = tmp_path / "mine.uf2"
    mine.write_bytes(b"any version")
    monkeypatch.setenv("PINGBLOCK_UF2", str(mine))
    assert published.uf2_path() == mine
    monkeypatch.setenv("PINGBLOCK_UF2", "/nowhere/x.uf2")
    with pytest.raises(MissingFile, match=r"PINGBLOCK_UF2 names /nowhere/x\.uf2"):
        published.uf2_path()


def test_wrong_hash_names_the_file_and_both_hashes(cache, monkeypatch):
    cache.mkdir()
    (cache / published.NAME).write_bytes(b"tampered")
    with pytest.raises(BadInput) as told:
        published.uf2_path()
    for part in (
        str(cache / published.NAME),
        published.SHA256,
        hashlib.sha256(b"tampered").hexdigest(),
    ):
        assert part in str(told.value)


@pytest.mark.parametrize("error", [urllib.error.URLError("none"), http.client.IncompleteRead(b"")])
def test_missing_network_error_contains_the_download_command(cache, monkeypatch, error):
    def fails(url, timeout):
        raise error

    monkeypatch.setattr(published.urllib.request, "urlopen", fails)
    with pytest.raises(Unavailable) as told:
        published.uf2_path()
    assert f"curl -fL --create-dirs -o {cache / published.NAME} {published.URL}" in str(told.value)


def test_download_is_checked_and_kept(cache, monkeypatch):
    expect(monkeypatch, b"fresh")
    calls = []

    def reply(url, timeout):
        calls.append((url, timeout))
        return io.BytesIO(b"fresh")

    monkeypatch.setattr(published.urllib.request, "urlopen", reply)
    assert published.uf2_path().read_bytes() == b"fresh"
    assert published.uf2_path().read_bytes() == b"fresh"
    assert calls == [(published.URL, published.DOWNLOAD_TIMEOUT_S)]


def test_wrong_download_is_not_kept(cache, monkeypatch):
    page = io.BytesIO(b"page")
    monkeypatch.setattr(published.urllib.request, "urlopen", lambda url, timeout: page)
    with pytest.raises(BadInput, match="SHA-256"):
        published.uf2_path()
    assert list(cache.iterdir()) == []


def block(address, payload):
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0, address, len(payload), 0, 1, 0)
    return (head + payload).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def test_blocks_are_unpacked_to_offsets_in_flash():
    content = block(0x10000000, b"a" * 256) + block(0x10000100, b"b" * 100)
    assert uf2.flash_blocks(content) == [(0, b"a" * 256), (256, b"b" * 100)]


def test_program_is_padded_to_whole_sectors():
    found = uf2.flash_blocks(of_binary(b"a" * 4097, "rp2040"))
    assert [offset for offset, _page in found] == list(range(0, 8192, 256))
    assert b"".join(page for _offset, page in found) == b"a" * 4097 + b"\xff" * 4095


A_BLOCK = block(0x10000000, b"a")


@pytest.mark.parametrize(
    "content",
    [A_BLOCK[:-1], b"x" * 512, block(0x20000000, b"a"), A_BLOCK[:-4] + b"nope"],
    ids=["short", "magic", "not flash", "end"],
)
def test_damaged_files_are_refused_with_the_block(content):
    with pytest.raises(BadInput, match=r"[bB]lock 0"):
        uf2.flash_blocks(content)
