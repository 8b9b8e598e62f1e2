"""``pingblock virtual run``: reads a scenario, plays it, and writes the results."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pingblock.cli.attached import say
from pingblock.cli.engine_choice import PLAYED, chosen_sealed
from pingblock.common.input_file import read_file
from pingblock.common.output_file import check_places, write_file, written
from pingblock.common.plain_text import plain
from pingblock.common.session_limits import TEXT_BYTES_MOST
from pingblock.errors import BadInput
from pingblock.virtual.parts.servo import write_csv
from pingblock.virtual.runner import LONGEST_MS
from pingblock.virtual.runner import run as run_scenario
from pingblock.virtual.scenario import Action, parse
from pingblock.virtual.serial_tap import Event
from pingblock.virtual.session_link import is_link, session_of
from pingblock.virtual.virtual_device import Bench, open_bench
from pingblock.virtual.wav import longest_ms, write_blocks
from pingware.shared.light_show import STEP_MS

# A run without a given seed must have the same result each time, and on each engine.
DEFAULT_SEED = 1
WAV_RATE_HZ = 44_100
_FADE_STEP_MS = 5 * STEP_MS  # A faint light looks alike for several steps.


def run(
    scenario: str,
    engine: str | None,
    seed: int | None,
    until: float | None,
    wav: Path | None,
    servo: Path | None,
    events: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Plays a scenario. It has the arguments of the command.

    Raises:
        BadInput: the file is not a scenario.
        PingblockError: a file cannot be written, or the engine cannot run here.
    """
    actions, seed, begin = _asked(scenario, seed)
    check_places((wav, servo, events), force)
    if wav is not None:
        _fits_a_wav(actions, until)
    engine = chosen_sealed(engine, PLAYED)
    # If the actions interrupt the link, only a tap shows all events.
    taps = any(action.do == "unplug" for action in actions)
    with open_bench(engine, seed, tap=taps, **begin) as bench:
        found = run_scenario(actions, bench, until, keep_sound=wav is not None)
        _write(bench, found, wav, servo, events)
        ran_ms = bench.now_ms
    if as_json:
        sys.stdout.writelines(_lines(found))
    else:
        Console().print(_table(found))
    chance = "no seed" if seed is None else f"seed {seed}"
    say(f"{engine}, {chance}: {ran_ms:.12g} ms emulated, {len(found)} events.")


def _asked(scenario: str, seed: int | None) -> tuple[list[Action], int | None, dict[str, Any]]:
    """Returns the actions, the seed of the draws, and other start values in a session's link."""
    if not is_link(scenario):
        return _read(scenario), DEFAULT_SEED if seed is None else seed, {}
    session = session_of(scenario)
    begin = {"files": session.files, "entropy": session.chance}
    return session.actions, session.seed if seed is None else seed, begin


def _read(name: str) -> list[Action]:
    is_stdin = name == "-"
    most = TEXT_BYTES_MOST
    data = sys.stdin.buffer.read(most + 1) if is_stdin else read_file(Path(name), most)
    try:
        return parse(data)
    except BadInput as wrong:
        raise BadInput(f"{'stdin' if is_stdin else name}, {wrong}") from None


def _fits_a_wav(actions: list[Action], until: float | None) -> None:
    """Raises BadInput if the run can be longer than a WAV file."""
    ends_ms = max((action.ends_ms for action in actions), default=0.0) + LONGEST_MS
    ends_ms, most_ms = ends_ms if until is None else until, longest_ms(WAV_RATE_HZ)
    if ends_ms > most_ms:
        hours, most = ends_ms / 3_600_000, most_ms / 3_600_000
        raise BadInput(f"--wav holds up to {most:.1f} h, but this run may last {hours:.1f} h.")


def _write(
    bench: Bench,
    found: list[Event],
    wav: Path | None,
    servo: Path | None,
    events: Path | None,
) -> None:
    if wav is not None:
        with written(wav) as place:
            scale = write_blocks(place, lambda: bench.audio_blocks(WAV_RATE_HZ), WAV_RATE_HZ)
        if scale < 1:
            below_db = -20 * math.log10(scale)
            say(f"{wav} is {below_db:.1f} dB below what was heard: it would clip.")
    if servo is not None:
        with written(servo) as place, place.open("w", encoding="utf-8", newline="") as stream:
            write_csv(bench.servo(), stream)
    if events is not None:
        write_file(events, "".join(_lines(found)).encode())


def _lines(found: Iterable[Event]) -> list[str]:
    return [json.dumps(event) + "\n" for event in found]


def _table(found: Iterable[Event]) -> Table:
    table = Table("ms", "source", "kind", "what")
    table.columns[0].justify = "right"
    for event in _folded(found):
        rest = [f"{key} {value}" for key, value in list(event.items())[3:]]
        texts = (event["source"], event["kind"], ", ".join(rest))
        table.add_row(f"{event['at_ms']:.1f}", *(Text(plain(text)) for text in texts))
    return table


def _folded(found: Iterable[Event]) -> list[Event]:
    """Returns the events with one event for each fade of the light, instead of its many steps."""
    folded: list[Event] = []
    fade: Event = {}
    for event in found:
        if event["source"] != "light":
            folded.append(event)
        elif fade and _goes_on(fade, event):
            fade |= {"kind": "fade", "to": event["rgb"], "until_ms": event["at_ms"]}
        else:
            fade = dict(event)
            folded.append(fade)
    return folded


def _goes_on(fade: Event, event: Event) -> bool:
    """Returns whether a change of the light is the next step of the same fade, up or down."""
    if event["at_ms"] - fade.get("until_ms", fade["at_ms"]) > _FADE_STEP_MS:
        return False
    first, last, now = (
        sum(rgb) for rgb in (fade["rgb"], fade.get("to") or fade["rgb"], event["rgb"])
    )
    return (last - first) * (now - last) >= 0
