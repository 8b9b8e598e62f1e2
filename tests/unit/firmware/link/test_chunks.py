"""Chunks of a file from a host that can be slow, wrong, or dead."""

import struct
from random import Random
from zlib import crc32

import pytest

from pingware.link import chunks as blocks_module
from pingware.link.chunks import BrokenChunk, Chunks, StandIn, Stray
from pingware.shared.chunk_format import CHUNK_BYTES, HEAD, HEAD_BYTES, MARK

QUIET_MS = 20
WHOLE_MS = 40

DATA = Random(4).randbytes(2 * CHUNK_BYTES)
BYTE_MS = 0.008


class Serial:
    """The port, its stand-in and its alarm, as in MicroPython, with a separate clock.

    A read takes the available bytes. If there are none, it asks the stand-in, and waits for bytes
    or the alarm. Otherwise it would wait forever.
    """

    def __init__(self):
        self.byte_ms = BYTE_MS
        self.now_ms = 0.0
        self.coming = []  # pairs of ms and bytes
        self.stand_in = None
        self.rings_ms = None

    def sends(self, data, at_ms=0.0):
        self.coming.append((at_ms, bytearray(data)))

    def _take(self):
        for at_ms, data in self.coming:
            if at_ms <= self.now_ms and data:
                self.now_ms += self.byte_ms
                return data.pop(0)
        return None

    def _wait(self):
        times = [at_ms for at_ms, data in self.coming if data and at_ms > self.now_ms]
        if self.rings_ms is not None:
            times.append(self.rings_ms)
        assert times, "this read would never return"
        self.now_ms = max(self.now_ms, min(times))
        if self.rings_ms is not None and self.now_ms >= self.rings_ms:
            self.rings_ms = None
            self._callback(self)

    def readinto(self, buffer):
        one = bytearray(1)
        for place in range(len(buffer)):
            byte = self._take()
            while byte is None:
                if self.stand_in is not None and self.stand_in.readinto(one):
                    byte = one[0]
                else:
                    self._wait()
                    byte = self._take()
            buffer[place] = byte
        return len(buffer)

    def dupterm(self, stand_in):
        self.stand_in = stand_in

    def init(self, mode, period, callback):
        assert mode == 0
        self.rings_ms, self._callback = self.now_ms + period, callback

    def deinit(self):
        self.rings_ms = None

    def register(self, stream, _flags):
        assert stream is self

    def ipoll(self, wait_ms):
        until_ms = self.now_ms + wait_ms
        times = [max(at_ms, self.now_ms) for at_ms, data in self.coming if data]
        if times and min(times) <= until_ms:
            self.now_ms = min(times)
            return [(self, 1)]
        self.now_ms = until_ms
        return []


@pytest.fixture
def serial():
    return Serial()


@pytest.fixture
def chunks(serial):
    return Chunks(serial, serial.dupterm, serial, lambda: serial)


def chunk(data, at=0, size=CHUNK_BYTES):
    piece = data[at : at + size]
    return struct.pack(HEAD, MARK, len(piece), crc32(data[: at + len(piece)])) + piece


def take(serial, chunks, count=CHUNK_BYTES, crc=0):
    """Waits for a chunk and reads it."""
    assert chunks.is_coming(1000)
    return chunks.read_next(count, crc)


def test_blocks_arrive_in_order_with_the_crc_of_all_data(serial, chunks):
    serial.sends(chunk(DATA) + chunk(DATA, CHUNK_BYTES))
    first, crc = take(serial, chunks)
    assert (bytes(first), crc) == (DATA[:CHUNK_BYTES], crc32(DATA[:CHUNK_BYTES]))
    second, crc = take(serial, chunks, crc=crc)
    assert (bytes(second), crc) == (DATA[CHUNK_BYTES:], crc32(DATA))
    assert (serial.stand_in, serial.rings_ms) == (None, None)


def test_blocks_shrink_to_1_kb_if_memory_lacks_4_kb(serial, monkeypatch):
    def room(size):
        if size > 2048:
            raise MemoryError
        return bytearray(size)

    monkeypatch.setattr(blocks_module, "bytearray", room, raising=False)
    small = Chunks(serial, serial.dupterm, serial, lambda: serial)
    assert small.size == 1024
    serial.sends(chunk(DATA, size=1024))
    assert bytes(take(serial, small, 1024)[0]) == DATA[:1024]


# "pingblock" in chunks of 5: mark 2, length, CRC-32 of the file up to here (of all nine bytes it
# is 0x524f048e), all little-endian, then the bytes. tests/unit/pingblock/connection/test_files.py
# has the same chunks for the host's end.
GOLDEN = (b"\x02\x05\x00\x65\xb4\x97\xb2pingb", b"\x02\x04\x00\x8e\x04\x4f\x52lock")


def test_golden_blocks_are_read_byte_for_byte(serial, chunks):
    serial.sends(b"".join(GOLDEN))
    first, crc = take(serial, chunks, 5)
    assert (bytes(first), crc & 0xFFFFFFFF) == (b"pingb", 0xB297B465)
    second, crc = take(serial, chunks, 4, crc)
    assert (bytes(second), crc & 0xFFFFFFFF) == (b"lock", 0x524F048E)


@pytest.mark.parametrize(("pause_ms", "thrown"), [(19, True), (21, False)])
def test_bytes_after_20_ms_of_silence_are_not_thrown_away(serial, chunks, pause_ms, thrown):
    serial.sends(b"x" * 8000, at_ms=pause_ms)
    assert chunks.throw_away() is thrown
    assert serial.now_ms >= 20


def test_stand_in_gives_a_zero_byte_only_after_the_alarm():
    """MicroPython takes the number of bytes from the answer. None means no bytes."""
    stand_in, buffer = StandIn(), bytearray(b"x")
    assert stand_in.readinto(buffer) is None
    assert (buffer, stand_in.gave) == (b"x", False)
    stand_in.ring(None)
    assert stand_in.readinto(buffer) == 1
    assert (buffer, stand_in.gave) == (b"\0", True)
    assert stand_in.write(b"lost") == 4


@pytest.mark.parametrize("size", [1, 2, 505, 506, 4095, 4096])
def test_last_block_may_be_short(serial, chunks, size):
    serial.sends(chunk(DATA, 0, size))
    assert bytes(take(serial, chunks, size)[0]) == DATA[:size]


def test_wait_for_a_silent_host_ends_in_time(serial, chunks):
    assert not chunks.is_coming(5)
    assert serial.now_ms == 5


def test_block_from_a_slow_host_arrives_whole(serial, chunks):
    whole = chunk(DATA)
    for at in range(0, len(whole), 512):
        serial.sends(whole[at : at + 512], WHOLE_MS / 20 * at / 512)
    assert bytes(take(serial, chunks)[0]) == DATA[:CHUNK_BYTES]


def test_slow_device_loses_nothing_after_the_alarm(serial, chunks):
    serial.byte_ms = 0.1
    serial.sends(chunk(DATA))
    assert bytes(take(serial, chunks)[0]) == DATA[:CHUNK_BYTES]
    assert serial.now_ms > 2 * WHOLE_MS


@pytest.mark.parametrize("cut", [1, 2, HEAD_BYTES, 500, 513, CHUNK_BYTES, CHUNK_BYTES + 6])
def test_host_that_dies_during_a_block_does_not_delay_device(serial, chunks, cut):
    serial.sends(chunk(DATA)[:cut])
    with pytest.raises(BrokenChunk, match="cut off"):
        take(serial, chunks)
    assert serial.now_ms < WHOLE_MS + 5
    assert (serial.stand_in, serial.rings_ms) == (None, None)


@pytest.mark.parametrize(
    "bit", [8, 23, 24, 55, 56, 5000, (CHUNK_BYTES + HEAD_BYTES) * 8 - 1, None]
)
def test_flipped_bit_or_chunk_of_another_place_is_noticed(serial, chunks, bit):
    spoilt = bytearray(chunk(DATA, 0 if bit else CHUNK_BYTES))
    if bit:
        spoilt[bit // 8] ^= 1 << bit % 8
    serial.sends(spoilt)
    with pytest.raises(BrokenChunk, match="damaged"):
        take(serial, chunks)


@pytest.mark.parametrize("byte", b"\n\r ")
def test_line_ends_the_transfer_and_only_one_byte_is_read(serial, chunks, byte):
    serial.sends(bytes([byte]) + b'{"id":1}')
    with pytest.raises(Stray) as stray:
        take(serial, chunks)
    assert stray.value.byte == byte
    assert serial.coming[0][1] == b'{"id":1}'


@pytest.mark.parametrize("byte", [0, 1, 3, ord("{"), 255])
def test_bytes_other_than_a_block_start_are_refused(serial, chunks, byte):
    serial.sends(bytes([byte]) + chunk(DATA))
    with pytest.raises(BrokenChunk, match="not a block"):
        take(serial, chunks)


@pytest.mark.parametrize("size", [0, 1, 100, 3 * CHUNK_BYTES])
def test_rest_is_thrown_away_until_the_line_is_quiet(serial, chunks, size):
    serial.sends(bytes(size))
    rounds = 0
    for _ in chunks.rounds():
        if not chunks.throw_away():
            break
        rounds += 1
    assert not any(data for _, data in serial.coming)
    assert rounds <= 4
    assert serial.now_ms <= size * BYTE_MS + rounds * WHOLE_MS + QUIET_MS + 1


def test_flood_is_not_thrown_away_for_ever(serial, chunks):
    serial.sends(bytes(40 * CHUNK_BYTES))
    assert all(chunks.throw_away() for _ in chunks.rounds())
    assert chunks.is_coming(0)
