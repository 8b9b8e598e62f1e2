"""The host's side of files over the link: its messages, and its reaction to failures."""

import struct
import sys
from random import Random
from zlib import crc32

import pytest
from tests.unit.pingblock.device_on_wire import Wire

from pingblock import Device
from pingblock.connection.files import FileInfo
from pingblock.errors import LinkLost, NoAnswer, Refused
from pingware.shared import protocol
from pingware.shared.chunk_format import HEAD, HEAD_BYTES, MARK

DATA = Random(6).randbytes(5000)
BLOCK = 1000
PATH = "/sounds/x"


class Receiver(Wire):
    """A fake device that receives files in small blocks.

    ``spoils`` contains the numbers of the blocks (from 0) that arrive damaged. ``kept`` is a part
    that the device has from an earlier transfer.
    """

    def __init__(self, kept=b"", spoils=(), **replies):
        super().__init__(put=self._put, **replies)
        self.kept = self.got = kept
        self.spoils = set(spoils)
        self.turn = -1
        self.waits = 0  # number of progress messages before each answer
        self.whole = None
        self._request = None
        self._left_over = False  # the rest of a damaged block, which includes the line after it

    def write(self, data, /):
        if data[:1] != bytes([MARK]):
            if self._request is not None:
                assert data == b"\n", "the device would take it for a block"
                self._refuse("ended")
            if self._left_over:
                self._left_over = not data.endswith(b"\n")
                return len(data)
            return super().write(data)
        if self.fails:
            raise self.fails
        assert self._request is not None, "the device would take it for lines"
        self.turn += 1
        _, size, crc = struct.unpack_from(HEAD, data)
        piece = data[HEAD_BYTES:]
        assert size == len(piece) <= BLOCK
        assert crc == crc32(self.got + piece)
        if self.turn in self.spoils:
            self._refuse("broken")
            self._left_over = True
        else:
            self.got += piece
            self._next()
        return len(data)

    def _put(self, request):
        self._request = request
        if request.get("at", -1) == 0:
            self.got = b""
        self._tell(crc32=crc32(self.got), block=BLOCK)
        if len(self.got) == request["size"]:
            self._next()

    def _next(self):
        for _ in range(self.waits):
            self.now_s += 4
            self._event(waits=True)
        if len(self.got) < self._request["size"]:
            return self._tell()
        self.whole, self.got = self.got, b""
        request, self._request = self._request, None
        assert crc32(self.whole) == request["crc32"]
        return self.tells(protocol.ok(request["id"], {"size": len(self.whole)}))

    def _tell(self, **more):
        self._event(at=len(self.got), **more)

    def _event(self, **fields):
        self.tells(protocol.event("put", id=self._request["id"], **fields))

    def _refuse(self, code):
        request, self._request = self._request, None
        self.tells(protocol.error(request["id"], code, "No."))


@pytest.fixture
def receiver():
    """Returns a fake device that receives files, and the link to it."""
    wire = Receiver()
    with Device(wire, clock=wire.clock) as device:
        yield wire, device


def put(wire, data=DATA, path=PATH):
    """Puts ``data`` on the device. Returns the events of its progress."""
    told = []
    with Device(wire, clock=wire.clock) as device:
        device.put(path, data, lambda done, whole: told.append((done, whole)))
    return told


def test_file_is_sent_in_blocks_with_progress():
    wire = Receiver()
    assert put(wire) == [(done, 5000) for done in (0, 1000, 2000, 3000, 4000, 5000)]
    assert wire.whole == DATA
    request = {"do": "put", "path": PATH, "size": 5000, "crc32": crc32(DATA)}
    assert wire.asked[1:] == [request]
    for size in (0, 1, BLOCK, BLOCK + 1):
        put(wire, DATA[:size])
        assert wire.whole == DATA[:size]


# the same as in tests/unit/firmware/link/test_chunks.py for the device's end
GOLDEN = (b"\x02\x05\x00\x65\xb4\x97\xb2pingb", b"\x02\x04\x00\x8e\x04\x4f\x52lock")


def test_sent_blocks_equal_the_golden_bytes(monkeypatch):
    class Recorder(Receiver):
        sent = ()

        def write(self, data, /):
            self.sent += (data,) if data[:1] == b"\x02" else ()
            return super().write(data)

    monkeypatch.setattr(sys.modules[__name__], "BLOCK", 5)
    wire = Recorder()
    put(wire, b"pingblock")
    assert wire.sent == GOLDEN


@pytest.mark.parametrize("at", [1, 999, 1000, 4999, 5000])
def test_received_part_is_not_sent_again(at):
    wire = Receiver(kept=DATA[:at])
    assert put(wire)[0] == (at, 5000)
    assert wire.whole == DATA
    assert wire.turn + 1 == -(-(5000 - at) // BLOCK)


def test_beginning_of_another_file_is_not_continued():
    wire = Receiver(kept=b"x" * 3000)
    assert put(wire)[-1] == (5000, 5000)
    assert wire.whole == DATA
    assert [request.get("at") for request in wire.asked[1:]] == [None, 0]


@pytest.mark.parametrize("spoils", [{0}, {4}, {1, 3, 5}, {0, 1, 2}, {0, 2, 4, 6, 8}])
def test_spoilt_blocks_are_sent_again(spoils):
    wire = Receiver(spoils=spoils)
    put(wire)
    assert wire.whole == DATA


def test_transfer_ends_if_the_link_spoils_every_block():
    wire = Receiver(spoils=range(100))
    with pytest.raises(Refused) as refused:
        put(wire)
    assert refused.value.code == "broken"
    assert wire.turn < 10


@pytest.mark.parametrize("code", ["no_room", "bad_path", "in_force", "flash", "bad_crc"])
def test_refused_put_is_not_repeated(code):
    wire = Wire(put=protocol.ProtocolError(code, "No."))
    with pytest.raises(Refused) as refused:
        put(wire)
    assert refused.value.code == code
    assert len(wire.asked) == 2


def test_waiting_device_is_waited_for_but_not_a_silent_one():
    wire = Receiver()
    wire.waits = 3
    put(wire)
    assert (wire.whole, wire.now_s > 50) == (DATA, True)
    wire.replies["put"] = lambda request: None
    with pytest.raises(NoAnswer, match="'put' within 5 s"):
        put(wire)


def test_lost_link_raises_and_the_next_transfer_continues(receiver):
    def tears(done, _whole):
        if done == 2000:
            wire.fails = OSError("gone")

    wire, device = receiver
    with pytest.raises(LinkLost):
        device.put(PATH, DATA, tears)
    wire.fails, wire._request = None, None
    assert put(wire)[0] == (2000, 5000)
    assert wire.whole == DATA


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_interrupted_transfer_ends_on_the_device_too(receiver, error):
    def stops(done, _whole):
        if done == 3000:
            raise error

    wire, device = receiver
    with pytest.raises(error):
        device.put(PATH, DATA, stops)
    assert wire.got == DATA[:3000]
    assert device.status()["draws"] == 0
    device.put(PATH, DATA)
    assert wire.whole == DATA


def test_no_block_is_sent_after_the_device_gave_up(receiver):
    def is_slow(done, _whole):
        if done == 2000 and wire._request is not None and wire.now_s < 60:
            wire.now_s += 60
            wire._refuse("late")

    wire, device = receiver
    device.put(PATH, DATA, is_slow)
    assert wire.whole == DATA
    assert wire.asked[1]["do"] == wire.asked[2]["do"] == "put"


def test_events_during_a_transfer_are_kept_and_foreign_steps_ignored(receiver):
    def meanwhile(done, _whole):
        told.append(done)
        if done == 2000:
            wire.tells({"event": "put", "id": "old", "at": 4999})

    told = []
    wire, device = receiver
    wire.tells({"event": "put", "id": "old", "at": 77}, {"event": "press", "button": "block"})
    device.put(PATH, DATA, meanwhile)
    assert [event["event"] for event in device.events(0.1)] == ["press"]
    assert told == [0, 1000, 2000, 3000, 4000, 5000]
    assert (wire.whole, wire.turn) == (DATA, 4), "five different blocks must be sent"


def test_files_are_listed_page_by_page():
    names = [f"{n}.snd" for n in range(5)]

    def page(request):
        left = [name for name in names if name > request.get("after", "")]
        return {"files": {name: [7, 8] for name in left[:2]}, "more": len(left) > 2}

    wire = Wire(files=page)
    with Device(wire, clock=wire.clock) as device:
        assert device.files("/sounds") == {name: FileInfo(7, 8) for name in names}
    assert [asked.get("after") for asked in wire.asked[1:]] == [None, "1.snd", "3.snd"]


def test_remove_reports_whether_the_file_existed():
    there = [True, False]
    wire = Wire(remove=lambda request: {"removed": there[len(wire.asked) - 2]})
    with Device(wire, clock=wire.clock) as device:
        assert [device.remove(PATH), device.remove(PATH)] == there
    assert wire.asked[1:] == [{"do": "remove", "path": PATH}] * 2
