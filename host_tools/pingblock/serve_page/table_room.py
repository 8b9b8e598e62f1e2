"""The pages that sit at one table: what one of them does, all of them see. Of one thread alone."""

from __future__ import annotations

import json
from typing import Any

from pingblock.common.input_file import parse_json
from pingblock.serve_page.room import Visitor
from pingblock.tables.language import table_words
from pingblock.tables.page_table import PageTable

GUEST = "guest"  # name of every visitor from elsewhere on the network
_OF_THE_HOST = ("open", "load", "seat")
_NOT_A_GUESTS = {
    "ok": False,
    "error": {"code": "guest", "say": "Whoever runs the server begins games and seats bots."},
}


class TableRoom:
    """One table of the server, and the visitors who look at it.

    One page lets its bots play: the host's that did something last, since a page that lies in
    the background is slow.
    """

    def __init__(self) -> None:
        self._table = PageTable(table_words)
        self._visitors: list[Visitor] = []
        self._driver: Visitor | None = None

    def enter(self, visitor: Visitor) -> None:
        """Lets a page in; it is shown the table, if there is one."""
        self._visitors.append(visitor)
        visitor.put("drives", _drives(False))
        if self._driver is None:
            self._hand_wheel(visitor)
        visitor.put("table", json.dumps({"kind": "table", "answer": self._table.whole()}))

    def leave(self, visitor: Visitor) -> None:
        """Forgets a page."""
        self._visitors.remove(visitor)
        if visitor is self._driver:
            self._driver = None
            hosts = (each for each in self._visitors if each.name != GUEST)
            if other := next(hosts, None):
                self._hand_wheel(other)

    def ask(self, message: dict[str, Any], visitor: Visitor) -> None:
        """Answers a page, and shows the others what has changed.

        Raises:
            KeyError, TypeError, BadInput: no page of this version asks for that.
        """
        number, line = int(message["id"]), str(message["line"])
        of_host = visitor.name == GUEST and any(name in parse_json(line) for name in _OF_THE_HOST)
        answer = _NOT_A_GUESTS if of_host else self._table.answer(line)
        if "state" in answer:
            self._hand_wheel(visitor)
        visitor.put("answer", json.dumps({"kind": "answer", "id": number, "answer": answer}))
        if "state" in answer:
            text = json.dumps({"kind": "table", "answer": answer})
            for each in self._visitors:
                if each is not visitor:
                    each.put("table", text)

    def _hand_wheel(self, visitor: Visitor) -> None:
        """Has a page of the host let the bots play, and none else."""
        if visitor is self._driver or visitor.name == GUEST:
            return
        if self._driver:
            self._driver.put("drives", _drives(False))
        self._driver = visitor
        visitor.put("drives", _drives(True))


def _drives(on: bool) -> str:
    return json.dumps({"kind": "drives", "on": on})
