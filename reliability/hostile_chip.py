"""A hostile program at the cable of the emulated chip. After each batch of lines, the device is
checked.

The device's answers are compared with those of the same sources on this Python, because words on
the chip have 32 bits. Allowed actions are skipped: a program can restart the device, or mute it.
"""

from __future__ import annotations

import struct
from random import Random
from typing import Any

import numpy as np
from benchmarks.firmware_changes import Flashed

from pingblock.errors import PingblockError
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench
from pingware.games.registry import NAMES
from pingware.shared import protocol
from reliability import hostile_lines

_READY_MS = 1200.0
ANSWER_MAX_MS = 2000.0
FIRST_SAMPLE_MS = 1.0
_RAM_BYTES = 6000  # memory for names of players, weights and a calibration, which stay
_QUIET_MS = 60_000.0
TOO_MUCH = "less in one line"
_BLOCK_ENDS_MS = 3000.0
_PLACE = "/sounds/x.snd"
_LEAVES = ("bootsel", "update", "put", "remove")
_MUTES = (b'"mute_lock"', b'"cap"', b'"level"', b'"volume"', b'"reset"', b'"restart"')
_LOADS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("game", {"name": name}) for name in (*NAMES[1:], NAMES[0])),  # their code stays loaded
    *((name, {}) for name in ("settings", "log", "sounds", "odds", "worms", "help", "battery")),
    ("selftest", {"sweep": True}),
    ("files", {"folder": "/"}),
    ("update", {"what": "state"}),
    ("worms_calibrate", {"at_deg": 90}),
    ("worms_calibrate", {"end": "cancel"}),
    ("worms_set", {"players": 2}),
    ("seed", {"seed": None}),
)


class Hostile:
    """A hostile program, and the device that it attacks.

    Args:
        seed: seed for the lines that it sends.
        device: the device, or None for the download.
    """

    def __init__(self, seed: int, device: Flashed | None = None) -> None:
        flash = (device or Flashed()).flash()
        self.bench = Bench(lambda sink: ChipEngine(sink, flash=flash))
        self.lines = 0
        self.compared = 0
        self._chance = Random(seed)
        self._id = 1_000_000
        self.bench.advance_to(_READY_MS)
        for name, fields in _LOADS:  # load each part that a request can load
            self.bench.request(name, **fields)
        self._quiet()
        self._ram_free = self._status()["ram_free"]

    def _status(self) -> dict[str, Any]:
        found: dict[str, Any] = self.bench.request("status", memory=True)["ok"]
        return found

    def batch(self, lines: int) -> list[str]:
        """Sends this many lines, with noise between them. Each is answered. Returns the faults."""
        found = []
        for _ in range(lines):
            if self._chance.random() < 0.1:
                self._noise()
            found += self._one()
        return found + self.spoil_a_file() + self.flood() + self._answers() + self.check()

    def _noise(self) -> None:
        """Sends bytes that are not a whole line. At the end, they must not become a line."""
        noise = hostile_lines.noise(self._chance)
        whole = noise + b"\n"
        if does_what_it_may(whole, expected(whole)):
            return
        self.bench.send(noise)
        self.bench.advance(self._chance.uniform(0, 30))
        self.bench.send(b"\n")
        self.bench.advance(300)

    def _one(self) -> list[str]:
        """Sends a line, and compares the answer."""
        self._id += 1
        line = hostile_lines.line(self._id, self._chance)
        meant = expected(line)
        if does_what_it_may(line, meant):
            return []
        self.lines += 1
        self.bench.send(line)
        answered = self._wait_for(meant)
        if answered is None:
            return [f"no answer to {line!r}"]
        self.compared += 1
        if "error" in meant and answered != meant:
            return [f"{line!r} is answered by {answered} instead of {meant}"]
        return []

    def _wait_for(self, meant: dict[str, Any]) -> dict[str, Any] | None:
        """Returns the answer with the expected id, or None if it does not come in time."""
        tap, bench, id = self.bench.parts.tap, self.bench, meant.get("id")
        until_ms = bench.now_ms + ANSWER_MAX_MS
        tap.replies.pop(id, None)
        tap.replies.pop(None, None)
        while bench.now_ms < until_ms:
            bench.advance(2.0)
            if TOO_MUCH in str(tap.replies.get(None)):  # the chip needs at most 25 ms for a line
                return meant
            if id in tap.replies:
                answer: dict[str, Any] = tap.replies.pop(id)
                return {key: answer[key] for key in ("id", "ok", "error") if key in answer}
        return None

    def spoil_a_file(self) -> list[str]:
        """Sends a damaged file block with a request in it. The device must ignore the request."""
        self._quiet()  # otherwise the device waits
        bench, tap = self.bench, self.bench.parts.tap
        size = self._chance.randint(600, 3000)
        self._offer(size)
        id, hidden = self._id, self._id + 1
        self._id += 1
        if not bench.events("put"):
            return [f"no file is accepted: {tap.replies.get(id)}"]
        tap.events[:] = [event for event in tap.events if event["kind"] != "put"]
        inside = b"\n" + protocol.encode({"id": hidden, "do": "press"})
        # bytes that can begin a block, whose content the device cannot know
        mark = self._chance.choice((2, ord("x")))
        head = struct.pack("<BHI", mark, size, self._chance.getrandbits(32))
        bench.send(head + (inside * (size // len(inside) + 1))[:size])
        bench.advance(_BLOCK_ENDS_MS)
        found = []
        if "error" not in tap.replies.pop(id, {}):
            found.append("a damaged block is not refused")
        if hidden in tap.replies:
            found.append("a request within a damaged block is obeyed")
        return found + self._answers()

    def _offer(self, size: int) -> None:
        """Offers a file, and waits until it can be sent."""
        bench = self.bench
        self._id += 1
        put = {"id": self._id, "do": "put", "path": _PLACE, "size": size, "crc32": 1}
        bench.send(protocol.encode(put))
        until_ms = bench.now_ms + ANSWER_MAX_MS
        while bench.now_ms < until_ms and not bench.events("put"):
            bench.advance(2.0)

    def _answers(self) -> list[str]:
        try:
            self.bench.send(b"\n")
            self.bench.advance(50)
            self.bench.request("hello")
        except PingblockError:
            return ["the next good line is not answered"]
        return []

    def flood(self) -> list[str]:
        """Sends lines for a second without reading answers."""
        bench = self.bench
        bench.engine.host_reads(bench.now_ms * 1000, False)
        for _ in range(10):
            line = hostile_lines.line(1, self._chance)
            if not does_what_it_may(line, expected(line)):
                self.lines += 1
                bench.send(line[: bench.engine.room])
            bench.advance(100)
        bench.engine.host_reads(bench.now_ms * 1000, True)
        bench.advance(1000)
        return []

    def check(self) -> list[str]:
        """Returns what a batch has damaged on the device, or an empty list."""
        self._quiet()
        bench, found = self.bench, []
        status = self._status()
        if self._ram_free - status["ram_free"] > _RAM_BYTES:
            found.append(f"free memory fell from {self._ram_free} to {status['ram_free']}")
        at_ms = bench.now_ms
        bench.press(bounce=CLEAN)
        bench.advance(50)
        steps = bench.parts.sound.waveform(at_ms * 1000)
        moved = steps.times_us[np.diff(steps.levels, prepend=steps.levels[:1]) != 0]
        late = [us for us in moved if us >= at_ms * 1000]
        if not late or late[0] / 1000 - at_ms > FIRST_SAMPLE_MS:
            found.append("a press is not answered within 1 ms")
        if len(bench.events("reset")) > 1:
            found.append("the device restarted")
        if any("crash" in name for name in bench.engine.device_files()):  # type: ignore[attr-defined]
            found.append("there is a crash note")
        bench.parts.sound.forget(bench.engine.now_us - 1_000_000)
        return found

    def _quiet(self) -> None:
        """Stops the worms, and waits until all sounds are over."""
        bench = self.bench
        bench.request("worms", run="stop")
        until_ms = bench.now_ms + _QUIET_MS
        quiet = 0
        while quiet < 40 and bench.now_ms < until_ms:
            bench.advance(50)
            quiet = quiet + 1 if bench.parts.sound.idle else 0


def expected(line: bytes) -> dict[str, Any]:
    """Returns the message in a line, or the answer that refuses the line."""
    try:
        return dict(protocol.decode(line))
    except protocol.ProtocolError as wrong:
        return dict(wrong.reply())


def does_what_it_may(line: bytes, meant: dict[str, Any]) -> bool:
    """Returns whether a line can restart or mute the device, or is not a request."""
    if "error" in meant:
        return False
    return meant.get("do") in _LEAVES or any(word in line for word in _MUTES)
