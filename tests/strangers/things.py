"""Links, scenarios, logs, game boards, sounds and backups of hostile strangers.

Each function gets a ``Canary`` and returns text or bytes. Another kind is another dict in
``THINGS``, and another case is another line in its dict.
"""

from __future__ import annotations

import json
import struct
import zlib
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Maker = Callable[["Canary"], str | bytes]
PRESS = {"at_ms": 1200, "do": "press", "for_ms": 60}
SECRET = "the-secret-of-this-computer"


@dataclass(frozen=True)
class Canary:
    """Files outside of every device.

    Args:
        folder: folder that contains only ``secret``.
    """

    folder: Path

    @property
    def path(self) -> str:
        """Path of a file that must never exist."""
        return str(self.folder / "dead")

    @property
    def program(self) -> bytes:
        """Returns a device's program that leaves its device if it can."""
        return (
            f"try:\n import os\n os.system('touch {self.path}')\nexcept Exception: pass\n"
            f"try:\n open('/..{self.path}', 'w').close()\nexcept Exception: pass\n"
            f"open('{self.path}', 'w').close()\n"
        ).encode()


HOUR = {**PRESS, "at_ms": 3_600_000}


def session(files: dict[str, Any] | None = None, actions: Any = (PRESS,), **more: Any) -> Any:
    """Returns a session as the page writes it. ``files`` contains bytes, or invalid base64."""
    texts = {
        path: b64encode(data).decode() if isinstance(data, bytes) else data
        for path, data in (files or {}).items()
    }
    begun = {"version": 1, "seed": 1, "chance": 1, "files": texts}
    return {**begun, "actions": list(actions) if isinstance(actions, tuple) else actions, **more}


def link(value: Any) -> str:
    """Returns a link with a session in it. If the session is bytes, they are used as the JSON."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")
    return f"http://pingblock.example/#engine=desk&session={packed}"


def unpacked(address: str | bytes) -> Any:
    """Returns the session in a link, without a check."""
    text = str(address).partition("session=")[2]
    packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return json.loads(zlib.decompress(packed, -15))


def lines(actions: Iterable[Any]) -> str:
    """Returns a scenario with these actions."""
    return "".join(json.dumps(action) + "\n" for action in actions)


def typed(canary: Canary) -> list[dict[str, Any]]:
    """Returns the actions that bring a device to its prompt, and type a program there."""
    program = f"__import__('os').system('touch {canary.path}')\r"
    return [
        {"at_ms": 1000, "do": "serial", "line": "\r\x03", "raw": True},
        {"at_ms": 1200, "do": "serial", "line": program, "raw": True},
    ]


# Paths that a file on a device cannot have. Each would reach or damage another file.
PATHS: dict[str, Callable[[Canary], str]] = {
    "parents": lambda canary: "/" + "../" * 9 + canary.path.lstrip("/"),
    "parents_inside": lambda canary: "/sounds/" + "../" * 9 + canary.path.lstrip("/"),
    "two_slashes": lambda canary: "/" + canary.path,
    "no_slash": lambda canary: "../" * 9 + canary.path.lstrip("/"),
    "backslashes": lambda canary: "/" + "..\\" * 9 + canary.path.lstrip("/").replace("/", "\\"),
    "drive": lambda canary: "/C:" + canary.path,
    "null": lambda canary: f"/a\0{canary.path}",
    "dot": lambda canary: "/./a",
    "root": lambda canary: "/",
    "empty": lambda canary: "",
    "folder": lambda canary: "/a/",
    "long_name": lambda canary: "/" + "a" * 256,
    "long_name_in_bytes": lambda canary: "/" + "ä" * 128,
    "deep": lambda canary: "/a" * 300,
    "half_a_character": lambda canary: "/\ud800",
    "line_end": lambda canary: "/a\nb",
    "device_folder": lambda canary: "/.frozen",
}

# In a terminal, this moves the cursor, sets the clipboard, and changes the direction of the text
# after it.
CONTROLS = "\x1b[2J\x1b]52;c;eA==\x07\x9b1A\u202e"

# Programs for a device that would use all resources of a computer. The device can hang, but this
# computer must not.
PROGRAMS = {
    "prints": b"while True: print('x' * 1000)\n",
    "prints_events": b'while True: print(\'{"event": "x"}\')\n',
    "line_without_an_end": b"import sys\nwhile True: sys.stdout.write('x' * 1000)\n",
    "fills_the_heap": b"a = []\nwhile True: a.append(bytes(10000))\n",
    "toggles": b"from machine import Pin\np = Pin(2, Pin.OUT)\nwhile 1: p.value(1); p.value(0)\n",
    "computes_in_c": b"import re\nre.match('(a|aa)+$', 'a' * 60 + 'b')\n",
    "multiplies": b"x = 3 ** (10 ** 7)\n",
    "toggles_slowly": b"from machine import Pin\nimport time\np = Pin(2, Pin.OUT)\n"
    b"while 1: p.value(1); p.value(0); time.sleep_us(3)\n",
    "rests": b"import time\nwhile 1: sum(range(3000)); time.sleep_us(500)\n",
    "sorts": b"a = list(range(9000))\nwhile 1: a.sort(key=lambda x: -x)\n",
}

MOST_FILES = {f"/f{n}": b"" for n in range(10_000)}
MOST_ACTIONS = [{"at_ms": 1, "do": "plug"}] * 400_000

LINKS: dict[str, Maker] = {
    **{
        f"path_{name}": lambda canary, path=path: link(session({path(canary): b"x"}))
        for name, path in PATHS.items()
    },
    "program": lambda canary: link(session({"/main.py": canary.program})),
    "typed": lambda canary: link(session(actions=typed(canary))),
    "misuse": lambda canary: link(
        session(
            {"/main.py": f"from sim import interrupts\ninterrupts.fault({CONTROLS!a})".encode()}
        )
    ),
    "outside_memory": lambda canary: link(
        session(
            {"/main.py": b"import machine\nfor n in range(1 << 20): machine.mem32[4 * n] = -1"}
        )
    ),
    **{
        f"program_{name}": lambda canary, data=data: link(session({"/main.py": data}, (HOUR,)))
        for name, data in PROGRAMS.items()
    },
    "actions": lambda canary: link(session(actions=MOST_ACTIONS)),
    "files": lambda canary: link(session(MOST_FILES)),
    "big_file": lambda canary: link(session({"/x": bytes(2_000_000)})),
    "fields": lambda canary: link(session(actions=[{str(n): 0 for n in range(200_000)}])),
    "lists": lambda canary: link(b"[" + b"[]," * 1_200_000 + b"[]]"),
    "zeros": lambda canary: link(bytes(100_000_000)),
    "spaces": lambda canary: link(json.dumps(session()).encode() + b" " * 50_000_000),
    "no_base64": lambda canary: link(session({"/x": "?"})),
    "number": lambda canary: link(session({"/x": 5})),
    "file_and_folder": lambda canary: link(session({"/x": b"", "/x/y": b""})),
}

SCENARIOS: dict[str, Maker] = {
    "typed": lambda canary: lines(typed(canary)),
    "actions": lambda canary: lines(MOST_ACTIONS[:150_000]),
    "bytes": lambda canary: b" " * 5_000_000,
    "fields": lambda canary: json.dumps({str(n): 0 for n in range(200_000)}),
    "late": lambda canary: lines([PRESS, {"at_ms": 1e15, "do": "press"}]),
    "infinite": lambda canary: '{"at_ms": 1e999, "do": "press"}\n',
    "controls": lambda canary: lines([{"at_ms": 1, "do": CONTROLS}]),
}

LOGS: dict[str, Maker] = {
    "header_alone": lambda canary: '{"pingblock_table": 1}\n',
    "board_by_path": lambda canary: table_log({"board": f"@{canary.folder / 'secret'}"}),
    "deep": lambda canary: '{"pingblock_table": ' + "[" * 200_000,
    "controls": lambda canary: table_log({CONTROLS: CONTROLS}),
    "records": lambda canary: table_log({}) + '{"step": {}}\n' * 200_000,
}

BOARDS: dict[str, Maker] = {
    "extends_a_path": lambda canary: f'format = 1\nextends = "{canary.folder / "secret"}"\n',
    "extends_parents": lambda canary: 'format = 1\nextends = "../../boards/hideout"\n',
    "controls": lambda canary: f"format = 1\nname = {json.dumps(CONTROLS)}\n",
    "deep": lambda canary: "format = 1\nx = " + "[" * 50_000,
    "keys": lambda canary: "format = 1\n" + "".join(f"k{n} = 1\n" for n in range(20_000)),
}


def _wav(size: int, samples: int, rate_hz: int = 22_050) -> bytes:
    kind = struct.pack("<HHIIHH", 1, 1, rate_hz, 2 * rate_hz, 2, 16)
    head = b"RIFF" + struct.pack("<I", min(36 + size, 2**32 - 1)) + b"WAVEfmt "
    return head + struct.pack("<I", 16) + kind + b"data" + struct.pack("<I", size) + bytes(samples)


SOUNDS: dict[str, Maker] = {
    "four_gigabytes.wav": lambda canary: _wav(2**32 - 40, 2000),
    "slow.wav": lambda canary: _wav(2_000_000, 2_000_000, rate_hz=1),
    "chunks.wav": lambda canary: b"RIFF\xff\xff\xff\x7fWAVE" + b"junk\0\0\0\0" * 200_000,
    f"{CONTROLS}.wav": lambda canary: b"nothing",
    "notes.rtttl": lambda canary: "x:d=1,o=5,b=25:" + "a," * 2_000_000,
    "repeats.tune": lambda canary: "tempo 60\n" + "C4 999999\n" * 100_000,
}

BACKUPS: dict[str, Maker] = {
    "names": lambda canary: backup({f"k{n}": 1 for n in range(200_000)}),
    "controls": lambda canary: backup({"profile": CONTROLS}),
    "values": lambda canary: backup({"names": ["x" * 5_000_000]}),
    "path": lambda canary: backup({f"../../{canary.path}": 1}),
    "number": lambda canary: '{"product": "pingblock", "schema": 1e999}',
}

THINGS: dict[str, dict[str, Maker]] = {
    "link": LINKS,
    "scenario": SCENARIOS,
    "log": LOGS,
    "board": BOARDS,
    "sound": SOUNDS,
    "backup": BACKUPS,
}


def table_log(options: dict[str, Any]) -> str:
    """Returns the beginning of a game's log."""
    header = {"pingblock_table": 1, "game": "storm", "version": 1, "options": options}
    return json.dumps(header | {"players": ["A", "B"], "seed": 1}) + "\n"


def backup(settings: dict[str, Any]) -> str:
    """Returns a file of settings as ``settings export`` writes it."""
    return json.dumps({"product": "pingblock", "schema": 1, "settings": settings})
