"""Reads and writes ``.tune`` files, which contain tunes as lines of text.

``shared/sounds/README.md`` describes the format. A file is not run as code. An error gives line
and column.
"""

from __future__ import annotations

from typing import Any

from pingblock.errors import BadInput
from pingblock.sounds import tables, tunes
from pingblock.sounds.score import Instruments, Row, Score
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import COUNTED, INSTRUMENT, REPEAT, Word, lines, value_of
from pingware.shared.light_show import EVERY_MS
from pingware.shared.schema import is_right

ROWS_MOST = 140  # maximum number of rows in a device's program
_PROBLEMS_SHOWN = 10  # A text of another kind has a problem in each line, so not all are shown.
_FIELDS = ("at_ms", "there is no instrument", "", "lasts_ms", "loudness_pct")


class _TuneReader:
    def __init__(self) -> None:
        self.problems: list[str] = []
        self.rows: list[tuple[list[Word], Row]] = []
        self.own: Instruments = {}
        self.repeat_every_ms = 0

    def tell(self, word: Word, text: str) -> None:
        self.problems.append(f"line {word.line}, column {word.column}: {text}")

    def take(self, words: list[Word]) -> None:
        """Adds a line."""
        if words[0].text == INSTRUMENT:
            self._instrument(words)
        elif words[0].text == REPEAT:
            self._repeat(words)
        elif words[0].text == COUNTED:
            self.repeat_every_ms = EVERY_MS
        elif isinstance(words[0].value, int):
            self.rows.append((words, tuple(word.value for word in words)))
        else:
            self.tell(
                words[0],
                f"a line begins with a time in milliseconds, '{INSTRUMENT}' or '{REPEAT}', "
                f"not with '{_short(words[0].text)}'",
            )

    def _repeat(self, words: list[Word]) -> None:
        value: Any = words[1].value if len(words) == 2 else None
        if not is_right(tunes.REPEAT, value):
            self.tell(words[0], f"{REPEAT} takes one number, 1 to {tunes.LONGEST_MS}")
        else:
            self.repeat_every_ms = value

    def _instrument(self, words: list[Word]) -> None:
        if len(words) < 3:
            self.tell(words[0], "write the instrument's name and its words, such as wave=sine")
            return
        found: dict[str, Any] = {}
        for word in words[2:]:
            key, equals, value = word.text.partition("=")
            if not equals or not value:
                self.tell(word, f"write name=value, such as wave=sine, not '{_short(word.text)}'")
                return
            found[key] = value_of(value)
        wrong = list(tunes.instrument_problems(words[1].text, found))
        for text in wrong:
            self.tell(words[1], text)
        if not wrong:
            self.own[words[1].text] = found

    def check_rows(self, known: Instruments) -> None:
        """Checks the rows. Call it when all instruments are known."""
        for words, row in self.rows:
            for text in tunes.row_problems(row, known):
                self.tell(words[_field_of(text, row)], text)


def read_tune(text: str) -> Score:
    """Reads a ``.tune`` file.

    Raises:
        BadInput: all problems, one on each line, with line and column.
    """
    reader = _TuneReader()
    for words in lines(text):
        reader.take(words)
    known: Instruments = {**INSTRUMENTS, **reader.own}
    reader.check_rows(known)
    if not reader.problems and not 1 <= len(reader.rows) <= ROWS_MOST:
        reader.problems.append(f"it has {len(reader.rows)} notes: 1 to {ROWS_MOST} fit")
    if reader.problems:
        shown = reader.problems[:_PROBLEMS_SHOWN]
        if len(reader.problems) > len(shown):
            shown.append(f"and {len(reader.problems) - len(shown)} more: is it a .tune file?")
        raise BadInput("\n".join(shown))
    used = {row[1]: known[row[1]] for _, row in reader.rows}
    places = tuple(f"line {words[0].line}" for words, _ in reader.rows)
    rows = tuple(row for _, row in reader.rows)
    return Score(rows, used, reader.repeat_every_ms, places)


def write_tune(score: Score) -> str:
    """Returns a score as the text of a ``.tune`` file."""
    written = [
        f"{INSTRUMENT} {name} " + " ".join(f"{key}={value}" for key, value in words.items())
        for name, words in score.instruments.items()
    ]
    if score.repeat_every_ms:
        written.append(f"{REPEAT} {score.repeat_every_ms}")
    written.append(
        "# at_ms instrument note lasts_ms loudness_pct, and maybe the note it slides to"
    )
    written += [" ".join(map(str, row)) for row in score.rows]
    return "\n".join(written) + "\n"


def built_in(name: str) -> Score:
    """Returns one of Pingblock's own tunes by its name."""
    tune = tables.tunes()[name]
    used = {row[1]: INSTRUMENTS[row[1]] for row in tune["rows"]}
    return Score(tuple(tune["rows"]), used, tune.get(REPEAT, 0))


def _field_of(text: str, row: Row) -> int:
    """Returns the number of the field in which a row has a problem, or 0 for the whole row."""
    for field, start in enumerate(_FIELDS):
        if start and text.startswith(start):
            return field
    notes = [field for field in (2, 5) if field < len(row) and f"note {row[field]!r}" in text]
    return notes[0] if notes else 0


def _short(text: str) -> str:
    return text[:20]
