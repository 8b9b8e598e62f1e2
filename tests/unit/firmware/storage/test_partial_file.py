"""A file in pieces is written step by step, survives power cuts, and is put in place at once."""

import os
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from pingware.storage import partial_file
from pingware.storage.partial_file import PartialFile, crc_steps, kept_at

DATA = Random(5).randbytes(50_000)
PIECE = 2048


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "sounds" / "jump.snd")


def begun(path, at=0):
    made = PartialFile(path)
    made.go_on_at(at)
    made.open()
    return made


def write(made, data):
    """Writes ``data`` step by step. Returns (length, whether that step was to complete it)."""
    steps = []
    made.add(memoryview(data))
    while made.data or made.is_due:
        due = made.is_due
        made.write()
        steps.append((made.at, due))
    return steps


def all_steps(made, data=DATA, block=4096):
    return [step for at in range(0, len(data), block) for step in write(made, data[at:][:block])]


def blocks_by_littlefs():
    """Yields the bytes that fit in 1, 2, 3, ... blocks, which begin with pointers (DESIGN.md)."""
    held = 0
    for number in range(200):
        pointers = (number & -number).bit_length() if number else 0  # ctz + 1
        held += 4096 - 4 * pointers
        yield held


def test_block_ends_are_those_of_littlefs():
    assert [kept_at(number + 1) for number in range(200)] == list(blocks_by_littlefs())


def test_received_file_appears_whole_only_when_it_is_complete(path):
    made = begun(path)
    all_steps(made)
    made.close()
    assert not Path(path).exists()
    *_, crc = made.read()
    assert crc == crc32(DATA)
    made.replace_file()
    assert Path(path).read_bytes() == DATA
    assert os.listdir(Path(path).parent) == ["jump.snd"]


@pytest.mark.parametrize("block", [1, 7, 1000, 2048, 4096, 50_000])
def test_any_block_size_gives_the_same_file_in_small_steps(path, block):
    data = DATA[: 40 * block]
    made = begun(path)
    before = 0
    for at, due in all_steps(made, data, block):
        assert at - before <= PIECE
        assert not (due and at != before)
        before = at
    made.close()
    made.replace_file()
    assert Path(path).read_bytes() == data


def test_transfer_continues_after_kept_bytes_and_syncs_every_fourth_block(path):
    assert kept_at(12) < len(DATA) < kept_at(16)
    assert PartialFile(path).size() == 0
    first = begun(path)
    write(first, DATA[:9000])
    first.close()
    again = PartialFile(path)
    assert again.size() == 9000
    *_, crc = again.read()
    assert crc == crc32(DATA[:9000])
    again.go_on_at(9000)
    again.open()
    assert again.at == 9000
    steps = all_steps(again, DATA[9000:])
    assert [at for at, due in steps if due] == [kept_at(4), kept_at(8), kept_at(12)]
    again.close()
    again.replace_file()
    assert Path(path).read_bytes() == DATA


def test_new_transfer_from_the_start_replaces_earlier_bytes(path):
    for data in (DATA, b"short"):
        made = begun(path)
        write(made, data)
        made.close()
    made.replace_file()
    assert Path(path).read_bytes() == b"short"


def test_step_that_erases_flash_is_known_before_the_write(path):
    """A block's first byte needs an erase, and so can the completion of the file."""
    made = begun(path)
    begins = {0, *blocks_by_littlefs()}
    for at in range(0, len(DATA), 4096):
        made.add(memoryview(DATA[at : at + 4096]))
        while made.data or made.is_due:
            before, due, said = made.at, made.is_due, made.erases
            made.write()
            assert said == (due or any(begin in begins for begin in range(before, made.at)))
    made.close()


def test_abandoned_transfer_leaves_only_the_old_file(path):
    Path(path).parent.mkdir()
    Path(path).write_bytes(b"old")
    made = begun(path)
    write(made, DATA)
    made.close()
    made.close()
    made.give_up()
    assert os.listdir(Path(path).parent) == ["jump.snd"]
    assert Path(path).read_bytes() == b"old"


def test_full_flash_keeps_the_unwritten_bytes(path, monkeypatch):
    class Full:
        def write(self, data):
            raise OSError(28)

    made = begun(path)
    made.close()
    made._file = Full()
    made.add(memoryview(b"x"))
    with pytest.raises(OSError, match="28"):
        made.write()
    assert (made.at, bytes(made.data)) == (0, b"x")


@pytest.mark.parametrize("size", [0, 1, 2047, 2048, 2049, 10_000])
def test_crc_of_a_file_is_computed_in_steps(tmp_path, size):
    (tmp_path / "x").write_bytes(DATA[:size])
    steps = list(crc_steps(str(tmp_path / "x")))
    assert len(steps) == -(-size // partial_file._READ_BYTES)
    assert ([0, *steps])[-1] == crc32(DATA[:size])
