"""Boots a device on the chip after a cut, and checks what it knows and whether it plays."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from zlib import crc32

from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.flash_log import FlashLog

from pingblock.common.micropython import PICO
from pingblock.image import file_system, uf2
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.virtual_device import Bench
from pingware.games.registry import NAMES

UP_MS = 400.0  # a healthy device has sent its hello by this time after power-on
# A trial that hangs, three crashes in a row, a watchdog of 8 s: any way to the end takes less.
SETTLES_MS = 60_000.0
_STEP_MS = 20.0
_PRESS_MS = 120.0  # time until a press is reported
_SAVE_MS, _SAVE_STEP_MS = 15_000.0, 250.0
_PROMPT_MS = 300.0
PLAYING, PROMPT, DEAD = "playing", "prompt", "dead"
VOLUMES = (9, 8)  # volumes that a check saves, but no operation does
# Settings of games that are not chosen, by the hashes of the code and of the stored settings. A
# device reads them on request, which takes half of a cut's time, so they are read only once for
# each.
_of_games: dict[tuple[str, str], dict[str, object]] = {}


@dataclass(frozen=True)
class Known:
    """State of a device as the host sees it. Each field must be old or new."""

    state: str
    firmware: tuple[str, str, str, str] = ("", "", "", "")  # version, slot, state and reason
    settings: str = "{}"  # settings of the device and of all games, as JSON
    problems: tuple[str, ...] = ()  # problems with the stored settings
    tests: int = 0  # number of cell tests that are stored
    crash: str = ""
    sounds: str = ""  # hash of names and contents of sounds
    played: str = "{}"  # custom sounds in memory: bytes and ms by name, and those that are invalid
    code: str = ""  # hash of the running slot
    # pairs of name and hash of each file of the start
    start: frozenset[tuple[str, str]] = frozenset()

    @property
    def volume(self) -> int:
        """The volume, or 0 for a device that does not play."""
        return int(json.loads(self.settings).get("volume", 0))


def boot(flash: bytes) -> Cable:
    """Returns a device that has just been powered on, before its first instruction."""
    return Cable(lambda sink: ChipEngine(sink, flash=flash), 0.0)


def wait_for_hello(bench: Bench, until_ms: float = SETTLES_MS) -> bool:
    """Lets time pass until the firmware sends its hello. Returns whether it does."""
    while not bench.events("hello") and bench.now_ms < until_ms:
        bench.advance(_STEP_MS)
    return bool(bench.events("hello"))


def prompt_answers(bench: Bench) -> bool:
    """Returns whether the device's prompt calculates a product."""
    bench.advance(_PROMPT_MS)
    bench.send(b"\r\x03")
    bench.advance(_PROMPT_MS)
    bench.send(b"\r\nprint(6 * 7)\r\n")
    bench.advance(_PROMPT_MS)
    return any(str(event["text"]).strip() == "42" for event in bench.events("text"))


def known(bench: Bench) -> Known:
    """Returns everything that a running device reports about its state, after its hello."""
    if not wait_for_hello(bench):
        return Known(PROMPT if prompt_answers(bench) else DEAD)
    now = bench.request("update", what="state")["ok"]
    sounds = bench.request("sounds")["ok"]
    problems = bench.request("status")["ok"]["problems"]
    files = files_on(bench.engine.flash_image())
    runs = f"{now['running']}/"
    code = _hash({name: data for name, data in files.items() if name.startswith(runs)})
    code = f"{now['crc32']:08x}" if now.get("base") else code
    stored = _hash({name: data for name, data in files.items() if name.startswith("settings.")})
    return Known(
        PLAYING,
        (str(bench.events("hello")[-1]["version"]), now["slot"], now["state"], now["why"]),
        all_settings(bench, _of_games.setdefault((code, stored), {})),
        tuple(problems),
        max([note["count"] for note in _slots(files, "battery")], default=0),
        files.get("crash.txt", b"").decode()[:200],
        _hash({name: data for name, data in files.items() if _is_sound(name)}),
        json.dumps([sounds["own"], sounds["unusable"], sounds["restart"]], sort_keys=True),
        code,
        frozenset((name, _hash({name: files[name]})) for name in files if _starts(name)),
    )


def all_settings(bench: Bench, of_games: dict[str, object] | None = None) -> str:
    """Returns all settings (JSON) of a device, including those of games that are not chosen.

    Args:
        bench: the device.
        of_games: earlier answers about games that are not chosen. If it is None or empty, the
            device is asked, and the dict is filled.
    """
    found = dict(bench.request("settings")["ok"]["settings"])
    of_games = {} if of_games is None else of_games
    if not of_games:
        for game in NAMES:
            of_games.update(bench.request("settings", of=game)["ok"]["settings"])
    return json.dumps({**of_games, **found}, sort_keys=True)


def _is_sound(name: str) -> bool:
    return name.startswith("sounds/") and not name.endswith(".part")


def _starts(name: str) -> bool:
    return name == "main.py" or (name.startswith("start/") and not name.endswith(".new"))


def _hash(files: dict[str, bytes]) -> str:
    found = sha256()
    for name in sorted(files):
        found.update(name.encode() + b"\0" + sha256(files[name]).digest())
    return found.hexdigest()


def files_on(flash: bytes) -> dict[str, bytes]:
    """Returns the files in a flash image: path without a leading slash to content."""
    storage = file_system.storage_of(PICO, uf2.is_base(flash))
    return file_system.read(flash[storage.offset : storage.offset + storage.size])


def plays(bench: Bench) -> bool:
    """Presses once. Returns whether the device draws an outcome and plays its sound."""
    while not bench.parts.sound.idle and bench.now_ms < SETTLES_MS:
        bench.advance(_STEP_MS)  # wait for the ping of power-on
    drawn = len(bench.events("outcome"))
    bench.press()
    bench.advance(_PRESS_MS)
    return len(bench.events("outcome")) == drawn + 1 and not bench.parts.sound.idle


def saves(bench: Bench) -> bool:
    """Changes the volume. Returns whether it is stored soon. A trial must end first."""
    now = bench.request("status")["ok"]["settings"]["volume"]
    level = VOLUMES[now == VOLUMES[0]]
    bench.request("volume", level=level)
    seen = bench.engine.flash_image()
    until_ms = bench.now_ms + _SAVE_MS
    while bench.now_ms < until_ms:
        bench.advance(_SAVE_STEP_MS)
        flash = bench.engine.flash_image()
        if flash != seen and level in _volumes(flash):
            return True
        seen = flash
    return False


def _slots(files: dict[str, bytes], name: str) -> list[dict[str, int]]:
    """Returns the contents of a pair of files whose CRC-32 is right: 8 digits, a space, the rest.

    The rest is a number followed by JSON.
    """
    found = []
    for ending in "ab":
        raw = files.get(f"{name}.{ending}", b"")
        if raw[:8] == b"%08x" % crc32(raw[9:]):
            found.append(json.loads(raw[9:].partition(b" ")[2]))
    return found


def _volumes(flash: bytes) -> list[int]:
    return [stored["volume"] for stored in _slots(files_on(flash), "settings")]


def saves_at_prompt(bench: Bench) -> bool:
    """Writes a file at the prompt. Returns whether it can be read there."""
    bench.send(
        b"f = open('/kept', 'w'); f.write('kept'); f.close(); print(open('/kept').read())\r\n"
    )
    bench.advance(_PROMPT_MS * 3)
    return files_on(bench.engine.flash_image()).get("kept") == b"kept"


def logged_boot(flash: bytes) -> tuple[Cable, FlashLog]:
    """Returns a device that has just been powered on, and the log of its writes."""
    cable = boot(flash)
    cable.bench.engine.advance(0.0)
    return cable, FlashLog(cable.bench.engine)
