"""Runs the referee in another process, so that its work does not disturb the sound."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any, NamedTuple

from pingblock.errors import BadInput
from pingblock.serve_page.messages import read_object
from pingblock.serve_page.worker import Worker, WorkerStopped
from pingblock.tables.asker import HOST, Asker
from pingblock.tables.language import table_words
from pingblock.tables.page_opening import SEED_BITS
from pingblock.tables.page_table import PageTable

RELOAD_S = 60.0
_BUSY = "The referee took too long over this and was ended. The game is as it was before."
_TABLE = PageTable(table_words)  # the game of this process
_LOGS = {"log", "kept"}  # fields of an answer that contain records of the log, and so the seed
_SEEDS: dict[int, int] = {}  # seed of the game -> seed that guests see


class Answer(NamedTuple):
    """An answer to a page.

    Args:
        text: the answer, as JSON.
        for_guests: the same answer without the seed, with which a guest could predict the draws.
        others: code of another page's language -> both texts in that language.
        shows: whether it shows the game, so that all pages must get the answer.
        records: the whole log of a new game, otherwise the new records.
        another: whether the game is new.
        players: players of the game, if the answer shows the game.
        work_s: computing time in seconds.
    """

    text: str
    for_guests: str
    shows: bool
    others: Mapping[str, tuple[str, str]] = {}
    records: Sequence[str] = ()
    another: bool = False
    players: Sequence[str] = ()
    work_s: float = 0.0


class TableReferee:
    """The referee for the game of a server."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._records: list[str] = []

    async def answer(
        self, line: str, within_s: float, asker: Asker = HOST, languages: Sequence[str] = ("",)
    ) -> Answer:
        """Returns the answer to a page's request, see ``PageTable``.

        If this takes longer than ``within_s``, the game does not change, and the answer is an
        error with the code "busy".

        Args:
            line: the request.
            within_s: time limit in seconds.
            asker: the page that asks.
            languages: language of this page, then those of the other pages.
        """
        return await self._noted(within_s, answered, line, asker, languages)

    async def whole(self, within_s: float, language: str = "") -> Answer:
        """Returns the whole game, or ``null`` if there is none. For the rest see ``answer``."""
        if not self._records:
            return Answer("null", "null", shows=False)
        return await self._noted(within_s, whole, language)

    async def end(self) -> None:
        """Stops the process. It can be called twice."""
        await self._worker.end()

    async def _noted(self, within_s: float, function: Any, *arguments: Any) -> Answer:
        try:
            found: Answer = await self._worker.call(within_s, function, *arguments)
        except WorkerStopped:
            await self._begin_again()
            text = json.dumps(_error("busy", _BUSY))
            return Answer(text, text, shows=False, work_s=within_s)
        if found.another:
            self._records = list(found.records)
        else:
            self._records += found.records
        return found

    async def _begin_again(self) -> None:
        """Gives the game of the last process to a new process."""
        if self._records:
            log = "".join(f"{record}\n" for record in self._records)
            await self._worker.call(RELOAD_S, answered, json.dumps({"load": log}))


def answered(line: str, asker: Asker = HOST, languages: Sequence[str] = ("",)) -> Answer:
    """Answers a request. This runs in the referee's process."""
    began_s = time.process_time()
    own, *others = languages
    try:
        read_object(line)
        answer: dict[str, Any] | None = _TABLE.answer(line, asker, own)
    except BadInput as wrong:
        answer = _error("bad_input", str(wrong))
    # The game has not changed, because its state is replaced only as a whole.
    except Exception as error:
        answer = _error("bad_input", f"The referee cannot judge this: {error!r}")
    return _answer(answer, began_s, others)


def whole(language: str = "") -> Answer:
    """Returns the whole game. This runs in the referee's process."""
    began_s = time.process_time()
    return _answer(_TABLE.whole(language), began_s)


def _answer(answer: dict[str, Any] | None, began_s: float, others: Sequence[str] = ()) -> Answer:
    fields = answer or {}
    in_others = {
        language: _texts(_TABLE.said_in(language, fields))
        for language in others
        if "state" in fields
    }
    records = [json.dumps(each) for each in fields.get("log", fields.get("kept", ()))]
    work_s = time.process_time() - began_s
    shows, players = "state" in fields, fields.get("players", ())
    another = "log" in fields
    return Answer(*_texts(answer), shows, in_others, records, another, players, work_s)


def _texts(answer: dict[str, Any] | None) -> tuple[str, str]:
    """Returns an answer as JSON: for the host's pages, and without the seed for guests."""
    text = json.dumps(answer)
    if answer and ("seed" in answer or _LOGS & set(answer)):
        return text, json.dumps(_without_seed(answer))
    return text, text


def _without_seed(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer that contains the guests' seed instead of the real one.

    Guests see earlier draws in the log, but cannot compute later ones.
    """
    return {
        name: [_seedless(each) for each in value] if name in _LOGS else value
        for name, value in _seedless(answer).items()
    }


def _seedless(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer, or a record of a log, with the guests' seed."""
    return {**fields, "seed": _other_seed(fields["seed"])} if "seed" in fields else fields


def _other_seed(seed: int) -> int:
    """Returns the seed that guests see. It is always the same for the same game."""
    if seed not in _SEEDS:
        _SEEDS.clear()
    return _SEEDS.setdefault(seed, randbits(SEED_BITS))


def _error(code: str, say: str) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "say": say}}
