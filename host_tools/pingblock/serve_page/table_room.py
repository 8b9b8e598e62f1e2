"""The pages that sit at one table: what one of them does, all of them see. Of one thread alone."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pingblock.errors import BadInput
from pingblock.serve_page.budget import Budgets
from pingblock.serve_page.messages import read_object
from pingblock.serve_page.referee import Answer, TableReferee
from pingblock.serve_page.room import Visitor

GUEST = "guest"  # name of every visitor from elsewhere on the network
HOST_S, GUEST_S = 30.0, 3.0  # of the referee's time for one request
# Seconds of computing that the guests at one address may have at once, and each second.
WORK_S, WORK_EACH_S = 2.0, 0.25
# Requests of a guest's page; games are begun, and seats given to bots, by the host's.
_OF_GUESTS = {
    *("do", "after", "draw", "line", "undo", "back", "run", "heard", "sit"),
    *("state", "legal", "form", "why_not", "verbs", "rule", "help", "log", "games", "language"),
}
_OF_THE_HOST = {"open", "load", "words", "figures"}
_NOT_A_GUESTS = json.dumps(
    {
        "ok": False,
        "error": {"code": "guest", "say": "Whoever runs the server begins games and seats bots."},
    }
)


class TableRoom:
    """One table of the server, and the visitors who look at it.

    One page lets its bots play: the host's that did something last, since a page that lies in
    the background is slow.

    Args:
        referee: of the table; None: a process of its own.
    """

    def __init__(self, referee: TableReferee | None = None) -> None:
        self._referee = referee or TableReferee()
        self._visitors: list[Visitor] = []
        self._driver: Visitor | None = None
        self._work = Budgets(WORK_S, WORK_EACH_S)
        self._guests_turn = asyncio.Lock()  # one of them waits beside the host, not all

    async def enter(self, visitor: Visitor) -> None:
        """Lets a page in; it is shown the table, if there is one."""
        table = await self._judged(visitor, None)
        self._visitors.append(visitor)
        visitor.put("drives", _drives(False))
        if self._driver is None:
            self._hand_wheel(visitor)
        visitor.put("table", _table(table, visitor))

    def leave(self, visitor: Visitor) -> None:
        """Forgets a page."""
        self._visitors.remove(visitor)
        if visitor is self._driver:
            self._driver = None
            hosts = (each for each in self._visitors if each.name != GUEST)
            if other := next(hosts, None):
                self._hand_wheel(other)

    async def ask(self, message: dict[str, Any], visitor: Visitor) -> None:
        """Answers a page, and shows the others what has changed.

        Raises:
            KeyError, BadInput: no page of this version asks for that.
        """
        number, line = message["id"], message["line"]
        if type(number) is not int or type(line) is not str:
            raise BadInput("A request at the table has a number, 'id', and a text, 'line'.")
        if visitor.name == GUEST and _is_of_the_host(line):
            answer = Answer(_NOT_A_GUESTS, _NOT_A_GUESTS, shows=False)
        else:
            answer = await self._judged(visitor, line)
        if answer.shows:
            self._hand_wheel(visitor)
        text = _for(visitor, answer)
        visitor.put("answer", f'{{"kind": "answer", "id": {number}, "answer": {text}}}')
        if answer.shows:
            for each in self._visitors:
                if each is not visitor:
                    each.put("table", _table(answer, each))

    async def end(self) -> None:
        """Ends the referee. Safe to call twice."""
        await self._referee.end()

    async def _judged(self, visitor: Visitor, line: str | None) -> Answer:
        """Returns the referee's answer to a line, or all of the table, in the visitor's turn."""
        if visitor.name != GUEST:
            return await self._asked(line, HOST_S)
        budget = self._work.of(visitor.address)
        await asyncio.sleep(budget.wait_s)
        async with self._guests_turn:
            answer = await self._asked(line, GUEST_S)
        budget.spend(answer.work_s)
        return answer

    async def _asked(self, line: str | None, within_s: float) -> Answer:
        if line is None:
            return await self._referee.whole(within_s)
        return await self._referee.answer(line, within_s)

    def _hand_wheel(self, visitor: Visitor) -> None:
        """Has a page of the host let the bots play, and none else."""
        if visitor is self._driver or visitor.name == GUEST:
            return
        if self._driver:
            self._driver.put("drives", _drives(False))
        self._driver = visitor
        visitor.put("drives", _drives(True))


def _is_of_the_host(line: str) -> bool:
    try:
        request = read_object(line)
    except BadInput:
        return False  # the referee says what is wrong with it
    if "do" in request:  # a command, with names of its game beside it
        return bool(_OF_THE_HOST & set(request))
    return not set(request) <= _OF_GUESTS


def _for(visitor: Visitor, answer: Answer) -> str:
    return answer.for_guests if visitor.name == GUEST else answer.text


def _table(answer: Answer, visitor: Visitor) -> str:
    return f'{{"kind": "table", "answer": {_for(visitor, answer)}}}'


def _drives(on: bool) -> str:
    return json.dumps({"kind": "drives", "on": on})
