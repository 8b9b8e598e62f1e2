"""``.tune`` files: tunes as lines of text, as ``shared/sounds/README.md`` describes them.

``pingblock.sounds.tune_text`` checks the files of an owner. Our own are in folders of the
firmware.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from pingblock.tunes.instruments import INSTRUMENTS
from pingware.shared.light_show import EVERY_MS
from pingware.shared.sounds.sound_table import SoundTable

ENDING = ".tune"
REPEAT, COUNTED, INSTRUMENT = "repeat_every_ms", "counted", "instrument"
_NUMBER = re.compile(r"-?[0-9]{1,9}")

Tune = dict[str, Any]
Instruments = Mapping[str, dict[str, Any]]


class Word(NamedTuple):
    """A word in a ``.tune`` file.

    Args:
        line, column: where the word begins, from 1.
    """

    text: str
    line: int
    column: int

    @property
    def value(self) -> Any:
        """The word as a number, if it is one."""
        return value_of(self.text)


def value_of(text: str) -> int | str:
    """Returns a text as a number, if it is one."""
    return int(text) if _NUMBER.fullmatch(text) else text


def lines(text: str) -> Iterator[list[Word]]:
    """Yields the words of each line. A word that begins with # starts a comment."""
    for number, line in enumerate(text.split("\n"), 1):
        found = [Word(m[0], number, m.start() + 1) for m in re.finditer(r"\S+", line)]
        ends = [place for place, word in enumerate(found) if word.text.startswith("#")]
        words = found[: ends[0]] if ends else found
        if words:
            yield words


def read(text: str, every_ms: int = EVERY_MS) -> tuple[Tune, Instruments]:
    """Returns the tune in a correct file, and all instruments that it can use.

    Args:
        text: text of the file.
        every_ms: time in ms after which a counted tune repeats.
    """
    known, rows, every = dict(INSTRUMENTS), [], {}
    for first, *rest in lines(text):
        if first.text == INSTRUMENT:
            pairs = (word.text.partition("=") for word in rest[1:])
            known[rest[0].text] = {key: value_of(value) for key, _, value in pairs}
        elif first.text in (REPEAT, COUNTED):
            every = {REPEAT: rest[0].value if rest else every_ms}
        else:
            rows.append(tuple(word.value for word in (first, *rest)))
    return {"rows": tuple(rows), **every}, known


def tunes_of(table: SoundTable) -> dict[str, Tune]:
    """Returns the tunes of a ``SoundTable`` in the installed firmware, by name."""
    found = files("pingware").joinpath(table.tunes).iterdir()
    texts = {each.name: each.read_text("utf-8") for each in found}
    return {name.removesuffix(ENDING): read(texts[name])[0] for name in sorted(texts)}
