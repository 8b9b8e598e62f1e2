"""Hostile or invalid files and values: each ends soon, with a sentence."""

import os
import threading
from pathlib import Path

import pytest

from pingblock.common.input_file import parse_json, read_file, read_text
from pingblock.common.plain_text import plain
from pingblock.errors import BadInput

DIGITS = "9" * 100_000
READERS = [
    "settings import {} --port virtual",
    "sounds check {}",
    "sounds render {} {folder}/out.wav",
    "virtual run {}",
    "virtual sweep {} --seeds 1",
    "virtual sweep {scenario} --seeds 1 --against {}",
    "flash {}",
    "table board check {}",
    "table board edit {}",
    "table storm --json --log {}",
    "table storm --json --players A,B --option board=@{}",
]
TEXTS = [
    "[" * 200_000,  # deep nesting
    DIGITS,
    f'{{"product": "pingblock", "schema": {DIGITS}}}',
    f"[{'.'.join('a' * 100_000)}]",  # a key with many parts
    f"format = {DIGITS}",
    f"format = 1\nx = {'9' * 4999}\n",
    "\0" * 1000,
    '{"a": "\\ud800"}',  # half a character
    '{"at_ms": 1, "do": "\\u001b[2J\\u202e", "product": "pingblock", "schema": "\\u001b[2J"}',
]
# A file name that would clear a terminal's screen, and change the direction of the text after it.
NAME = "hostile\x1b[2J\x9b\u202e"


@pytest.fixture
def fails(call, tmp_path):
    """Calls a command line with a hostile file. Returns its sentence."""
    scenario = tmp_path / "good.jsonl"
    scenario.write_text('{"at_ms": 1200, "do": "press"}\n')

    def run(line, path):
        words = line.format(path, folder=tmp_path, scenario=scenario).split()
        code, out, err = call(*words)
        assert code == 2, (out, err)
        said = out + err
        assert "should not have happened" not in said
        assert len(said) < 2000
        assert plain(said, lines=True) == said
        return said

    return run


@pytest.mark.parametrize("line", READERS)
def test_input_that_is_not_a_file_is_refused_at_once(fails, line, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # If a command opens the pipe, it reads an end instead of waiting forever.
    threading.Thread(target=lambda: pipe.open("wb").close(), daemon=True).start()
    assert "it is a pipe, not a file" in fails(line, pipe)
    assert "it is a device, not a file" in fails(line, "/dev/zero")
    assert "it is a folder, not a file" in fails(line, tmp_path)
    if "--log" not in line:  # a log would begin
        assert "No such file" in fails(line, tmp_path / "none")


@pytest.mark.parametrize("line", READERS)
def test_hostile_texts_end_in_one_sentence(fails, line, tmp_path):
    path = tmp_path / NAME
    for text in TEXTS:
        path.unlink(missing_ok=True)
        path.write_text(text)
        fails(line, path)


@pytest.mark.parametrize("name", ["servo", "volume", "fortune_deck", "run_s", "names"])
def test_hostile_values_of_settings_end_in_sentences(refused, name):
    for value in ("[" * 100_000, "9" * 5000, "{" * 9999):
        words = ("settings", "set", f"{name}={value}", "--port", "virtual")
        assert len(refused(f"{name} is ", *words)) < 2000


def test_read_file_keeps_its_limit_and_reads_pipes(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"123")
    assert read_file(path, 3) == b"123"
    for most, size in ((2, "2 bytes"), (0, "0 bytes")):
        with pytest.raises(BadInput, match=f"too long: at most {size}"):
            read_file(path, most)
    reader, writer = os.pipe()
    os.write(writer, b"\xef\xbb\xbfhello")
    os.close(writer)
    assert read_text(Path(f"/dev/fd/{reader}"), 99) == "hello"
    os.close(reader)


def test_json_error_names_line_and_column():
    with pytest.raises(BadInput, match=r"Expecting value \(line 2, column 1\)"):
        parse_json("[1,\n]")
    with pytest.raises(BadInput, match="not UTF-8"):
        parse_json(b"\xff")


def test_unusable_cache_folder_is_named_with_a_remedy(call, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    code, _, err = call("press", "--port", "virtual:chip")
    assert code == 1
    assert f"The cache folder {tmp_path / 'file' / 'pingblock'}" in err
    assert "cannot be created: Not a directory. Fix that, or set XDG_CACHE_HOME" in err
