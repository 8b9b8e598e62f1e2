"""Hostile lines on this computer: the same sources on CPython and on MicroPython's unix port."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from zlib import crc32

from tests.unit.firmware.micropython import printed

from pingblock.common.declared import DECLARATIONS
from pingblock.errors import Unavailable
from pingware.shared import protocol
from reliability import hostile_lines

_SCRIPT = Path(__file__).parents[1] / "tests" / "unit" / "firmware" / "link" / "answers.py"
_NOISE = 0.1  # share of the lines that are noise


@dataclass(frozen=True)
class Part:
    """Several lines of a seed: one experiment of the ledger."""

    seed: int
    count: int

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"{self.count} lines, seed {self.seed}"


def lines(part: Part) -> list[bytes]:
    """Returns the lines of a part, including noise."""
    chance = Random(part.seed)
    return [
        hostile_lines.noise(chance) if chance.random() < _NOISE else hostile_lines.line(id, chance)
        for id in range(part.count)
    ]


def micropython() -> str:
    """Returns the command of the unix port. Raises Unavailable if this computer has none."""
    found = shutil.which("micropython", path=str(Path(sys.executable).parent))
    if found is None:
        raise Unavailable("There is no MicroPython unix port for this machine.")
    return found


def different(part: Part) -> list[tuple[bytes, str, str]]:
    """Returns each line to which the two Pythons answer differently, with both answers."""
    sent = lines(part)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lines")
        path.write_text("".join(line.hex() + "\n" for line in sent))
        here, there = (printed(each, _SCRIPT, path) for each in (sys.executable, micropython()))
    assert len(here) == len(there) == len(sent)
    rows = zip(sent, here, there, strict=True)
    return [row for row in rows if row[1] != row[2] and _meant(row[1]) != _meant(row[2])]


def _meant(answer: str) -> object:
    """Returns an answer's value, because the two Pythons write some characters differently."""
    return json.loads(bytes.fromhex(answer))


def corrupt(sent: list[bytes]) -> list[bytes]:
    """Returns the accepted lines with a wrong CRC-32."""
    return [line for line in sent if _is_taken(line.strip()) and not _fits(line.strip())]


def _fits(line: bytes) -> bool:
    body, star, digits = line[:-9], line[-9:-8], line[-8:].lower()
    is_word = line.lower() in (b"help", b"status", b"battery", b"press")
    return is_word or (star == b"*" and digits == b"%08x" % crc32(body))


def _is_taken(line: bytes) -> bool:
    try:
        protocol.decode(line, DECLARATIONS)
    except protocol.ProtocolError:
        return False
    return True


def result(part: Part) -> str:
    """Returns "same", or a sentence that begins with "lost" and contains the first wrong line."""
    if taken := corrupt(lines(part)):
        return f"lost: {len(taken)} corrupt lines are taken, first {taken[0]!r}"
    found = different(part)
    if not found:
        return "same"
    line, here, there = found[0]
    texts = (bytes.fromhex(here).decode(), bytes.fromhex(there).decode())
    return f"lost: {len(found)} lines, first {line!r}: {texts[0]} here, {texts[1]} there"
