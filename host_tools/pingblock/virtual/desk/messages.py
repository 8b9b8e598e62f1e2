"""The link between the desk engine and its MicroPython process: batches of records.

A batch consists of records: kind (1 byte), time in ns (8), length (4), payload. Numbers are
little-endian. ``sim/host.py`` and ``engine/port/line.c`` are the other end.

Kinds to the process: ``R`` run until, ``p`` pin drive (gpio, level or 255 = release), ``s`` serial
bytes, ``r`` host reads (0 or 1), ``o`` port open (0 or 1), ``u`` cable (0 or 1), ``a`` the answer
to an ADC read, ``c`` the settings (JSON), sent once. Kinds from it: ``D`` the time limit is
reached, ``P`` pin (gpio, level), ``W`` PWM (gpio, freq, duty), ``L`` one speaker level (level,
top), ``B`` a sequence of speaker samples, ``A`` an ADC read (channel), ``S`` serial bytes, ``K``
clocks (system, USB: 0 or 1), ``E`` one word of the tap, ``X`` uncaught exception (text), ``F``
fault (text), ``G`` time of the watchdog's reset (ns, 0 never), ``!`` reset (cause, state that
survives), ``H`` the firmware hangs.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from typing import NamedTuple

_RECORD = struct.Struct("<BqI")
_BLOCK = struct.Struct("<IIHBB")
_SIZE = 10  # offset of the byte with the size of a sample
LET_GO = 255


class Record(NamedTuple):
    """A message: its kind, time (ns since first power-on) and payload."""

    kind: str
    at_ns: int
    payload: bytes = b""


def pack(records: list[Record]) -> bytes:
    """Returns a batch that can be sent."""
    return b"".join(
        _RECORD.pack(ord(kind), at_ns, len(payload)) + payload for kind, at_ns, payload in records
    )


def unpack(body: bytes) -> list[Record]:
    """Returns the records of a batch."""
    records = []
    place = 0
    while place < len(body):
        kind, at_ns, size = _RECORD.unpack_from(body, place)
        place += _RECORD.size
        records.append(Record(chr(kind), at_ns, body[place : place + size]))
        place += size
    return records


def joined(records: list[Record]) -> Iterator[Record]:
    """Yields the records. Consecutive sequences of speaker samples are joined."""
    run: list[bytes] = []  # payloads of the sequence. Only the first has its head.
    head, began_ns, due_ns, item_ns, size = b"", 0, 0, 0, 1
    for record in records:
        kind, at_ns, payload = record
        if run and kind == "B" and at_ns == due_ns and payload[: _BLOCK.size] == head:
            run.append(payload[_BLOCK.size :])
            due_ns += (len(payload) - _BLOCK.size) // size * item_ns
            continue
        if run:
            yield Record("B", began_ns, b"".join(run))
            run = []
        if kind == "B" and (item_ns := _item_ns(payload)):
            run, head, began_ns, size = [payload], payload[: _BLOCK.size], at_ns, payload[_SIZE]
            due_ns = at_ns + (len(payload) - _BLOCK.size) // size * item_ns
        else:
            yield record
    if run:
        yield Record("B", began_ns, b"".join(run))


def _item_ns(payload: bytes) -> int:
    """Returns how many ns a sample of a ``B`` record lasts, or 0 if that is not a whole number."""
    numerator, denominator, *_ = _BLOCK.unpack_from(payload)
    return numerator if denominator == 1 else 0


def block(payload: bytes) -> tuple[float, array[int], int]:
    """Returns (period_us, levels, top) of a ``B`` record.

    A DMA write that is narrower than the register fills all of its lanes (RP2040 datasheet 2.1.4),
    so bytes and half words reach both channels alike, and a word contains one level for each
    channel.
    """
    numerator, denominator, top, size, channel = _BLOCK.unpack_from(payload)
    data = payload[_BLOCK.size :]
    period_us = numerator / denominator / 1000 if denominator else 0.0
    if size == 1:
        return period_us, array("H", (257 * level for level in data)), top
    levels = array("H", data)
    return period_us, levels[channel::2] if size == 4 else levels, top
