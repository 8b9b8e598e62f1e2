"""The library puts files on a running device: completely or not at all, in all tested cases."""

import struct
from random import Random
from zlib import crc32

import pytest
from benchmarks.fake_serial import FakeSerial
from tests import slots_image
from tests.scenarios.trials.cable import POLL_S
from tests.scenarios.trials.endings import WATCHDOG_MS
from tests.seldom import seldom

from pingblock.connection.files import FileInfo
from pingblock.errors import NoAnswer, Refused
from pingblock.virtual.chip.engine import ChipEngine
from pingware.shared.chunk_format import CHUNK_BYTES, HEAD, MARK
from pingware.storage.file_policy import FILE_MAX_BYTES

PATH = "/sounds/jump.snd"
OLD, NEW = Random(1).randbytes(5000), Random(2).randbytes(3 * CHUNK_BYTES + 77)
LONG = Random(3).randbytes(40_000)
GONE_MS = 2500  # By then, a device has noticed that its host is gone.
LINE_MS = 60.0


class Failing(FakeSerial):
    """A port whose program dies once it has written a number of bytes of blocks."""

    def __init__(self, board, dies_after):
        super().__init__(board.bench.engine, board.forwarder, POLL_S)
        self._left = dies_after

    def write(self, data, /):
        if data[0] != MARK:
            return super().write(data)
        super().write(data[: self._left])
        if len(data) >= self._left:
            raise KeyboardInterrupt
        self._left -= len(data)
        return len(data)


def on_flash(board, path=PATH):
    """Returns the content of the device's flash at ``path``, or None if there is no such file."""
    files = {
        "/" + name.lstrip("/"): data for name, data in board.bench.engine.device_files().items()
    }
    return files.get(path)


def block(data, at=0, size=CHUNK_BYTES, **wrong):
    """Returns the block of ``data`` at ``at``, with the ``wrong`` fields in its head."""
    piece = data[at : at + size]
    head = {"mark": MARK, "length": len(piece), "crc": crc32(data[: at + size]), **wrong}
    return struct.pack(HEAD, *head.values()) + piece


def begun(board, data, path=PATH):
    """Opens a device and offers ``data``. Returns its session, which waits for a block."""
    device = board.device().open()
    session = device._opened()
    session.begin("put", {"path": path, "size": len(data), "crc32": crc32(data)})
    assert session.step("put", 5.0)["at"] == 0
    return session


def to_the_end(session):
    """Waits for the answer to a request that takes long."""
    while session.step("put", 5.0):
        pass


@pytest.mark.pico2
def test_file_is_put_replaced_listed_and_removed(any_board):
    board = any_board()
    told = []
    with board.device() as device:
        assert device.files("/sounds") == {}
        device.put(PATH, NEW, lambda done, of: told.append((done, of)))
        assert on_flash(board) == NEW
        assert device.files("/sounds") == {"jump.snd": FileInfo(len(NEW), crc32(NEW))}
        device.put(PATH, b"")
        assert on_flash(board) == b""
        assert (device.remove(PATH), device.remove(PATH)) == (True, False)
    assert told == [(at, len(NEW)) for at in (0, 4096, 8192, 12288, len(NEW))]
    assert on_flash(board) is None


@pytest.mark.rules
def test_long_file_list_is_complete(any_board):
    names = [f"tune_{n:02}.a-very-long-name.snd" for n in range(35)]
    board = any_board(**{f"/sounds/{name}": name.encode() for name in names})
    with board.device() as device:
        found = device.files("/sounds")
    assert found == {name: FileInfo(len(name), crc32(name.encode())) for name in names}


@pytest.mark.rules
def test_paths_outside_sounds_are_refused(any_board):
    board = any_board()
    before = board.bench.engine.device_files()
    places = {
        "/main.py": "bad_path",
        "/sounds/../main.py": "bad_path",
        "/sounds/sub/x": "bad_path",
        "/settings.a": "bad_path",
        "/sounds/.part": "bad_path",
        "/sounds/Jump.snd": "bad_path",
        "/sounds/": "bad_path",
        "/a/app.mpy": "bad_path",
    }
    with board.device() as device:
        for path, code in places.items():
            # Programs of ours cannot do this, because ``device.put`` refuses invalid paths.
            for do, given in (("put", {"size": 1, "crc32": crc32(b"x")}), ("remove", {})):
                with pytest.raises(Refused) as refused:
                    device.request(do, path=path, **given)
                assert refused.value.code == code, path
    assert board.bench.engine.device_files() == before


@pytest.mark.rules
def test_oversized_file_is_refused_before_writing(any_board):
    board = any_board(**{PATH: OLD})
    with board.device() as device, pytest.raises(Refused, match="at most 131072 bytes"):
        device.put(PATH, bytes(FILE_MAX_BYTES + 1))
    assert on_flash(board, "/sounds/.part") is None
    assert on_flash(board) == OLD


CUTS = (
    0,
    1,
    6,
    7,
    8,
    500,
    CHUNK_BYTES + 6,
    CHUNK_BYTES + 7,
    2 * CHUNK_BYTES,
    3 * CHUNK_BYTES + 90,
)


# Cuts between bytes of a block test the rules. On the chip, one of each kind is enough.
@pytest.mark.parametrize(
    ("engine", "cuts"),
    [("desk", CUTS), ("chip", [500]), *[seldom("chip", [n]) for n in (0, CUTS[-1])]],
    ids=lambda value: value if isinstance(value, str) else str(value[0]),
)
def test_put_resumes_after_a_host_died_with_old_file_intact(any_board, cuts):
    board = any_board(**{PATH: OLD})
    for cut in cuts:
        dying = board.device(Failing(board, cut)).open()
        with pytest.raises(KeyboardInterrupt):
            dying.put(PATH, NEW)
        assert on_flash(board) == OLD
        told = []
        with board.device() as device:
            assert device.status()["draws"] == 0
            device.put(PATH, NEW, lambda done, _all, told=told: told.append(done))
            assert on_flash(board) == NEW
            device.put(PATH, OLD)
        assert told[0] == cut // (CHUNK_BYTES + 7) * CHUNK_BYTES


@pytest.mark.rules
def test_device_answers_again_after_its_host_stopped(any_board):
    board = any_board()
    begun(board, NEW).send(block(NEW)[:1000])
    board.bench.advance(GONE_MS)
    assert board.bench.request("hello")["ok"]["product"] == "pingblock"
    begun(board, NEW)
    board.bench.advance(GONE_MS)
    assert board.bench.request("hello")["ok"]["product"] == "pingblock"
    begun(board, NEW)
    for typed in (b"\r\x03", b"print(6 * 7)\r"):  # mpremote asks for the prompt with these bytes.
        board.bench.advance(500)
        board.bench.send(typed)
    board.bench.advance(500)
    assert "42" in [event["text"] for event in board.bench.events("text")]


@pytest.mark.rules
def test_next_host_is_answered_soon_wherever_the_last_stopped(any_board):
    board = any_board()
    # before a block, within one, after one
    for sent, within_ms in ((b"", 200), (block(NEW)[:1000], 1300), (block(NEW), 200)):
        begun(board, NEW).send(sent)
        began_ms = board.bench.now_ms
        with board.device() as device:
            assert device.status()["lines_refused"] == 0
        assert board.bench.now_ms - began_ms < within_ms


BROKEN = {
    "crc": block(NEW, crc=1),
    "length": block(NEW, length=17),
    "longer than a block": block(NEW, length=60_000),
    "mark": block(NEW, mark=7),
    "short": block(NEW)[:-1],
    "junk behind a good one": block(NEW) + b"x\npress\n" * 20,
    "junk": b"press\n" * 200,
    "ways out": b"x" + b"\r\x03" * 17_000,
    "other block": block(NEW, CHUNK_BYTES),
}


@pytest.mark.rules
def test_broken_block_ends_the_transfer_and_keeps_the_file(any_board):
    board = any_board(**{PATH: OLD})
    for name, sent in BROKEN.items():
        session = begun(board, NEW)
        session.send(sent)
        with pytest.raises(Refused) as refused:
            to_the_end(session)
        assert refused.value.code == "broken", name
        with board.device() as device:
            assert device.status()["draws"] == 0, name
            assert on_flash(board) == OLD, name
            device.put(PATH, NEW)
            assert on_flash(board) == NEW, name
            device.put(PATH, OLD)


class Noisy(FakeSerial):
    """A port that damages the program's data, each block once."""

    def __init__(self, board):
        super().__init__(board.bench.engine, board.forwarder, POLL_S)
        self._spoilt = set()

    def write(self, data, /):
        if data[0] == MARK and data not in self._spoilt:
            self._spoilt.add(data)
            data = (data[:-1] + b"\x00", b"garbage" + data, data[:40])[len(self._spoilt) % 3]
        return super().write(data)


@pytest.mark.rules
def test_library_resends_a_corrupted_block(any_board):
    board = any_board()
    with board.device(Noisy(board)) as device:
        device.put(PATH, NEW)
    assert on_flash(board) == NEW


@pytest.mark.rules
def test_wrong_checksum_of_a_file_discards_it(any_board):
    board = any_board(**{PATH: OLD})
    device = board.device().open()
    session = device._opened()
    session.begin("put", {"path": PATH, "size": 100, "crc32": 1})
    session.step("put", 5.0)
    session.send(block(NEW[:100]))
    with pytest.raises(Refused, match="nothing is changed"):
        session.step("put", 5.0)
    assert on_flash(board) == OLD
    assert on_flash(board, "/sounds/.part") is None


@pytest.mark.rules
def test_part_of_another_file_is_not_used(any_board):
    board = any_board()
    with pytest.raises(KeyboardInterrupt):
        board.device(Failing(board, 2 * (CHUNK_BYTES + 7) + 1)).open().put(PATH, LONG)
    board.bench.advance(GONE_MS)
    assert on_flash(board, "/sounds/.part") == LONG[: 2 * CHUNK_BYTES]
    with board.device() as device:
        device.put("/sounds/other.snd", NEW)
        assert list(device.files("/sounds")) == ["other.snd"]
    assert on_flash(board, "/sounds/other.snd") == NEW


def test_transfer_resumes_after_unplugging_and_after_power_loss(any_board):
    board = any_board()
    cut = 6 * (CHUNK_BYTES + 7) + 1
    with pytest.raises(KeyboardInterrupt):
        board.device(Failing(board, cut)).open().put(PATH, LONG)
    board.bench.unplug()
    board.bench.advance(500)
    board.bench.plug()
    board.bench.advance(500)
    with board.device() as device, pytest.raises(NoAnswer):
        device.put(PATH, LONG, lambda done, _all: done > cut and board.bench.power_off())
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.advance(1500)
    told = []
    with board.device() as device:
        device.put(PATH, LONG, lambda done, _all: told.append(done))
    assert told[0] >= 4 * CHUNK_BYTES - 100
    assert on_flash(board) == LONG


def test_press_during_a_transfer_sounds_soon_and_whole(any_board):
    board = any_board("coins", 3)
    pressed = []

    def press(done, _all):
        if not pressed and done > 10_000:
            pressed.append(board.bench.now_ms)
            board.bench.press()

    with board.device() as device:
        device.put(PATH, LONG, press)
        took_ms = board.bench.now_ms - pressed[0]
        assert device.status()["underruns"] == 0
        assert device.status()["draws"] == 1
    onsets = [onset.at_ms for onset in board.bench.heard().onsets if onset.at_ms > pressed[0]]
    assert len(onsets) == 3
    assert onsets[0] - pressed[0] <= LINE_MS
    assert took_ms > 1000, "the file was written during the sound"
    assert on_flash(board) == LONG


def test_file_put_during_a_sound_waits_for_its_end(any_board):
    board = any_board("laugh")
    with board.device(timeout_s=1.5) as device:
        device.press()
        device.put(PATH, NEW)
        assert device.status()["underruns"] == 0
    assert on_flash(board) == NEW


@pytest.mark.rules
def test_many_files_in_a_row_cause_neither_faults_nor_resets(engine, any_board):
    board = any_board()
    with board.device() as device:
        for turn in range(8):
            device.put(PATH, LONG[turn:])
        assert device.status()["faults"] == {}
    assert on_flash(board) == LONG[7:]
    assert engine != "chip" or board.bench.now_ms > WATCHDOG_MS
    assert [event["cause"] for event in board.bench.events("reset")] == ["power_on"]


def in_pieces():
    """Returns the image of a device whose memory has only pieces below 3 kB from 4 s on."""
    comb = b"""
import asyncio, gc
plain = asyncio.run_until_complete
def pieces():
    found = []
    try:
        while True:
            found.append(bytearray(2300))
    except MemoryError:
        return found[::2] + found[-1:]
async def comb():
    await asyncio.sleep(4)
    gc.collect()
    kept = [None] * 40
    kept[0] = pieces()
    gc.collect()
    await asyncio.sleep(60)
def beside(main):
    asyncio.create_task(comb())
    return plain(main)
asyncio.run_until_complete = beside
"""
    return slots_image.changed({}, "import comb\n", {"comb": comb})


def test_file_arrives_in_small_blocks_if_memory_is_fragmented(boards):
    board = boards(lambda sink: ChipEngine(sink, micropython=in_pieces()))
    board.bench.advance_to(1500)
    told = []
    with board.device() as device:
        device.files("/sounds")  # This loads the code that receives files.
        board.bench.advance_to(5000)
        assert board.bench.request("status", memory=True)["ok"]["ram_largest"] < CHUNK_BYTES
        device.put(PATH, OLD, lambda done, of: told.append(done))
    assert on_flash(board) == OLD
    assert told == [0, 1024, 2048, 3072, 4096, len(OLD)]
