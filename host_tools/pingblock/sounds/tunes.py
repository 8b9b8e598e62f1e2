"""Checks the tunes of the project. It reports each problem with its place, and what to do.

``python -m pingblock.sounds.tunes`` checks all tunes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from pingblock.common.extras import np
from pingblock.sounds import mixer_host, tables
from pingblock.sounds.score import Row
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingware.shared.schema import Rule, is_right, one_of, whole
from pingware.shared.wording import wrong_value

WAVES = ("pulse", "triangle", "noise", "sine", "formant")
LONGEST_MS = 60_000
SHORTEST_MS = 6  # length of a buffer of samples
LOUDEST_PCT = 100
HIGHEST_MHZ = 11_000_000  # half the sample rate

REPEAT = whole(1, LONGEST_MS)
_WORDS = {
    "duty_pct": whole(1, 99),
    "attack_ms": whole(0, 5000),
    "decay_ms": whole(0, 20_000),
    "sustain_pct": whole(0, 100),
    "release_ms": whole(0, 5000),
    "formant_hz": whole(200, 5000),
    "curve": one_of("exponential", "straight"),
}
_ROW = {
    "at_ms": whole(0, LONGEST_MS),
    "lasts_ms": whole(SHORTEST_MS, LONGEST_MS),
    "loudness_pct": whole(1, LOUDEST_PCT),
}
_QUARTER_Q8 = 64  # At this volume, four voices at their loudest are just not clipped.
_COLUMNS = "at_ms, instrument, note, lasts_ms, loudness_pct and maybe the note it slides to"

Named = Mapping[str, Any]


def needed() -> set[str]:
    """Returns the tunes that the device and the games play under another name."""
    return {tune for table in tables.sound_tables() for tune in table.names.values()}


def problems(tunes: Named, instruments: Named) -> list[str]:
    """Returns every problem as a sentence: the tune, the row, the fault, and what to do."""
    found = [
        f"tune {name!r} is missing: the firmware plays it"
        for name in sorted(needed() - set(tunes))
    ]
    found += [
        text for name in instruments for text in instrument_problems(name, instruments[name])
    ]
    if found:
        return found  # Rows can be checked only if the instruments are valid.
    for name in tunes:
        found += list(_tune(name, tunes[name], instruments)) or list(
            whole_problems(name, tunes[name], instruments)
        )
    return found


def _wrong(rules: Mapping[str, Rule], values: Named) -> Iterator[str]:
    """Yields each value that breaks its rule, with the rule."""
    for name, rule in rules.items():
        if name in values and not is_right(rule, values[name]):
            yield wrong_value(name, rule, values[name])


def _note(note: Any) -> str:
    """Returns a sentence about the fault of a note, or ""."""
    try:
        pitch = sequencer.pitch_mhz(note)
    except (ValueError, TypeError, IndexError):
        return f"there is no note {note!r}: write a name such as 'C#5', or a number of hertz"
    if not 1000 <= pitch <= HIGHEST_MHZ:
        return f"note {note!r} is not between 1 and {HIGHEST_MHZ // 1000} hertz"
    return ""


def instrument_problems(name: str, words: Named) -> Iterator[str]:
    """Yields the faults in the fields of an instrument."""
    start = f"instrument {name!r}: "
    if words.get("wave") not in WAVES:
        yield start + "its 'wave' must be one of " + ", ".join(WAVES)
        return
    for key in sorted(words.keys() - {"wave", *_WORDS}):
        yield start + f"there is no word {key!r}: use {', '.join(_WORDS)}"
    yield from (start + text for text in _wrong(_WORDS, words))
    if words["wave"] == "formant" and "formant_hz" not in words:
        yield start + "name the frequency of its formant: 'formant_hz', such as 700"


def _tune(name: str, tune: Named, instruments: Named) -> Iterator[str]:
    if not tune["rows"]:
        yield f"tune {name!r}: it needs a row"
    yield from (f"tune {name!r}: {text}" for text in _wrong({"repeat_every_ms": REPEAT}, tune))
    for number, row in enumerate(tune["rows"], 1):
        for text in row_problems(row, instruments):
            yield f"tune {name!r}, row {number}: {text}"


def row_problems(row: Row, instruments: Named) -> Iterator[str]:
    """Yields the faults of a single row."""
    if len(row) not in (5, 6):
        yield f"a row has 5 or 6 columns: {_COLUMNS}"
        return
    at_ms, instrument, _, lasts_ms, loudness_pct = row[:5]
    if instrument not in instruments:
        yield f"there is no instrument {instrument!r}: choose from {', '.join(instruments)}"
    numbers = {"at_ms": at_ms, "lasts_ms": lasts_ms, "loudness_pct": loudness_pct}
    yield from _wrong(_ROW, numbers)
    yield from filter(None, (_note(note) for note in (row[2], *row[5:])))


def whole_problems(name: str, tune: Named, instruments: Named) -> Iterator[str]:
    """Yields the faults of a whole tune: too many notes, too loud, too long to repeat."""
    try:
        program = sequencer.compile_tune(tune, instruments, {})
    except ValueError as error:
        yield f"tune {name!r}: {error}: make one end earlier or leave one out"
        return
    needs = sequencer.compile_tune({"rows": tune["rows"]}, instruments, {})[0]
    if needs > program[0]:
        ms = -(-needs * sequencer.CLOCKS_A_TICK // (sequencer.CLOCK_HZ // 1000))
        yield (
            f"tune {name!r} sounds for {ms} ms but repeats every {tune['repeat_every_ms']} ms: "
            "shorten its notes or repeat it later"
        )
        return
    quiet = mixer_host.render(program, gain_q8=_QUARTER_Q8).astype(np.int32)
    # the sound without its fades
    inner = quiet[mixer_host.BUFFER_SAMPLES : -5 * mixer_host.BUFFER_SAMPLES]
    if np.any(np.abs(inner - mixer_host.MIDDLE) > mixer_host.MIDDLE // 4):
        yield f"tune {name!r} is too loud where its notes meet: lower their loudness_pct"


def main() -> int:
    """Checks Pingblock's own tunes. Returns 0, or 2 after printing the faults."""
    if found := problems(tables.tunes(), INSTRUMENTS):
        print("\n".join(found), file=sys.stderr)
        return 2
    print(f"{len(tables.tunes())} tunes are fine.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
