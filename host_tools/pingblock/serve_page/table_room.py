"""The pages that show one game, which all see each move. Use it in one thread only."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pingblock.errors import BadInput
from pingblock.serve_page.budget import Budgets
from pingblock.serve_page.messages import read_object
from pingblock.serve_page.referee import Answer, TableReferee
from pingblock.serve_page.room import Visitor
from pingblock.serve_page.seats import Seats
from pingblock.tables.asker import Asker

HOST_S, GUEST_S = 30.0, 3.0  # time limits of the referee for one request
# Seconds of computing that all guests at one address can use: at once, and each second.
WORK_S, WORK_EACH_S = 2.0, 0.25
# Requests that a guest can send. Only the host can begin games and give seats to bots.
_OF_GUESTS = {
    *("do", "after", "draw", "line", "undo", "back", "run"),
    *("state", "legal", "form", "why_not", "verbs", "rule", "help", "log", "games", "language"),
}
_OF_THE_HOST = {"open", "load", "words", "figures"}
_TAKE, _FREE = "take", "free"  # requests about a seat, which do not go to the referee
# A phone can ask the host's page to press the block for it, if that page can do so.
_PRESS, _ROLLS = "press", "rolls"
_SEAT_CHARS = 100
# Errors of this class by code. The page has sentences for them in each language.
_ERRORS = {
    "guest": "Only the host begins games and seats bots.",
    "seat": "This seat is not free: another phone has it, or the table lacks it.",
}


class TableRoom:
    """The game of a server, and its visitors.

    If several pages of the host show the game, the one that was used last plays for the bots. A
    browser slows down pages in the background.

    Args:
        referee: the table's referee. None starts one in a separate process.
    """

    def __init__(self, referee: TableReferee | None = None) -> None:
        self._referee = referee or TableReferee()
        self._visitors: list[Visitor] = []
        self._driver: Visitor | None = None
        self._rollers: list[Visitor] = []  # the host's pages that have a device to roll with
        # The page that a phone last asked to roll, and the pages that did not roll. A page that
        # sends a message shows that it can answer again.
        self._asked_roller: Visitor | None = None
        self._silent: set[Visitor] = set()
        self._seats = Seats()
        self._invitation = ""
        self._work = Budgets(WORK_S, WORK_EACH_S)
        # Because of this lock, only one guest at a time competes with the host for the referee.
        self._guests_turn = asyncio.Lock()

    def invite(self, url: str, qr_code: str) -> None:
        """Shows the host's pages an address for guests, and its QR code (a data URI)."""
        self._invitation = json.dumps({"kind": "invitation", "url": url, "qr": qr_code})

    async def enter(self, visitor: Visitor) -> None:
        """Adds a page. If there is a game, shows it."""
        table = await self._judged(visitor, None)
        self._visitors.append(visitor)
        if self._invitation and not visitor.is_guest:
            visitor.put("invitation", self._invitation)
        # The seats are sent first, so that a phone that returns shows its own moves at once.
        self._tell_seats()
        visitor.put("drives", _drives(False))
        if self._driver is None:
            self._hand_wheel(visitor)
        visitor.put("table", _table(table, visitor))

    def leave(self, visitor: Visitor) -> None:
        """Removes a page."""
        self._visitors.remove(visitor)
        self._note_roller(visitor, False)
        self._note_silence({}, visitor)
        if visitor is self._driver:
            self._driver = None
            hosts = (each for each in self._visitors if not each.is_guest)
            if other := next(hosts, None):
                self._hand_wheel(other)
        self._tell_seats()

    async def ask(self, message: dict[str, Any], visitor: Visitor) -> None:
        """Answers a page, and sends changes to all other pages.

        Raises:
            KeyError, BadInput: the message is not valid in this version.
        """
        number, line = message["id"], message["line"]
        if type(number) is not int or type(line) is not str:
            raise BadInput("A request at the table needs a number 'id' and a text 'line'.")
        # A long line of the host, such as a log, is parsed only by the referee, because the sound
        # must not wait.
        request = _read(line) if visitor.is_guest or len(line) < _SEAT_CHARS else {}
        self._note_silence(request, visitor)
        if _TAKE in request or _FREE in request:
            answer = self._seated(request, visitor)
        elif visitor.is_guest and _is_of_the_host(request):
            answer = _error("guest")
        elif visitor.is_guest and _PRESS in request:
            answer = await self._pressed(request, visitor)
        elif not visitor.is_guest and _ROLLS in request:
            answer = self._note_roller(visitor, request[_ROLLS] is True)
        else:
            answer = await self._judged(visitor, line)
        if answer.shows:
            self._hand_wheel(visitor)
            self._follow(answer)
        text = _for(visitor, answer)
        visitor.put("answer", f'{{"kind": "answer", "id": {number}, "answer": {text}}}')
        if answer.shows:
            others = [each for each in self._visitors if each is not visitor]
            known = {visitor.language, *answer.others}
            for each in others:
                if each.language in known:
                    each.put("table", _table(answer, each))
            # A page that came meanwhile can have a language that the answer lacks.
            for each in others:
                if each.language not in known:
                    whole = await self._referee.whole(HOST_S, each.language)
                    each.put("table", _table(whole, each))

    async def end(self) -> None:
        """Stops the referee. It can be called twice."""
        await self._referee.end()

    async def _judged(self, visitor: Visitor, line: str | None) -> Answer:
        """Waits for the visitor's turn, and returns the answer to a line or the whole game."""
        if not visitor.is_guest:
            return await self._asked(line, HOST_S, self._seats.host(), visitor)
        budget = self._work.of(visitor.address)
        await asyncio.sleep(budget.wait_s)
        async with self._guests_turn:
            own = self._seats.phone(visitor.name)
            answer = await self._asked(line, GUEST_S, own, visitor)
        budget.spend(answer.work_s)
        return answer

    async def _asked(
        self, line: str | None, within_s: float, asker: Asker, visitor: Visitor
    ) -> Answer:
        own = visitor.language
        if line is None:
            return await self._referee.whole(within_s, own)
        others = {each.language for each in self._visitors} - {own}
        return await self._referee.answer(line, within_s, asker, (own, *sorted(others)))

    async def _pressed(self, request: dict[str, Any], visitor: Visitor) -> Answer:
        """Asks a page of the host to do a phone's step, so that the host's block is heard.

        If no page has a device, or the step is not due, the referee answers the request instead.
        """
        wanted = {name: value for name, value in request.items() if name != _PRESS}
        if not self._awake:
            return await self._judged(visitor, json.dumps(wanted))
        table = await self._judged(visitor, '{"state": true}')
        fields, own = json.loads(table.text), self._seats.phone(visitor.name).own or frozenset()
        if not (rollers := self._awake) or not _is_due(wanted, fields, own):
            return await self._judged(visitor, json.dumps(wanted))
        roller = self._driver if self._driver in rollers else rollers[0]
        fields = json.loads(_for(roller, table))
        fields["calls"] = [*fields["calls"], {"do": "roll"}]
        self._asked_roller = roller
        roller.put("table", f'{{"kind": "table", "answer": {json.dumps(fields)}}}')
        return _done({"rolls_there": True})

    def _note_roller(self, visitor: Visitor, rolls: bool) -> Answer:
        """Notes whether a page of the host has a device that rolls for phones."""
        others = [each for each in self._rollers if each is not visitor]
        self._rollers = [*others, visitor] if rolls else others
        return _done({})

    @property
    def _awake(self) -> list[Visitor]:
        return [each for each in self._rollers if each not in self._silent]

    def _note_silence(self, request: dict[str, Any], visitor: Visitor) -> None:
        """Notes that a page of the host answers, or that it did not roll for a phone.

        If a phone makes such a step itself, the page has not answered in time. The next phone must
        not wait.
        """
        if not visitor.is_guest:
            self._silent.discard(visitor)
            if visitor is self._asked_roller:
                self._asked_roller = None
        elif self._asked_roller and _PRESS not in request and request.keys() & {"do", "draw"}:
            self._silent.add(self._asked_roller)

    def _seated(self, request: dict[str, Any], visitor: Visitor) -> Answer:
        """Lets a phone take or leave a seat, or lets the host's page free a seat."""
        if visitor.is_guest and _TAKE in request:
            done = self._seats.take(request[_TAKE], visitor.name)
        else:
            own = visitor.name if visitor.is_guest else None
            done = self._seats.free(request.get(_FREE), own)
        if not done:
            return _error("seat")
        self._tell_seats()
        return _done({})

    def _follow(self, answer: Answer) -> None:
        """Notes the players of the current game.

        If the phone at a seat has changed, informs the pages.
        """
        before = self._seats.taken
        self._seats.follow(answer.players, answer.another)
        if answer.another or self._seats.taken != before:
            self._tell_seats()

    def _tell_seats(self) -> None:
        """Sends each page its own seats, and the seats of all phones, connected or not."""
        here = {each.name for each in self._visitors if each.is_guest}
        phones = {seat: self._seats.key(seat) in here for seat in self._seats.taken}
        for each in self._visitors:
            own = self._seats.phone(each.name).own if each.is_guest else None
            fields = {"own": None if own is None else sorted(own), "phones": phones}
            each.put("seats", json.dumps({"kind": "seats", **fields}))

    def _hand_wheel(self, visitor: Visitor) -> None:
        """Chooses the one page of the host that plays for the bots."""
        if visitor is self._driver or visitor.is_guest:
            return
        if self._driver:
            self._driver.put("drives", _drives(False))
        self._driver = visitor
        visitor.put("drives", _drives(True))


def _read(line: str) -> dict[str, Any]:
    """Returns a request, or {} if it is invalid, so that the referee rejects it."""
    try:
        return read_object(line)
    except BadInput:
        return {}


def _is_of_the_host(request: dict[str, Any]) -> bool:
    if "do" in request:  # a command, with fields of its game
        return bool(_OF_THE_HOST & set(request))
    return not set(request) <= _OF_GUESTS | {_PRESS}


def _is_due(wanted: dict[str, Any], table: dict[str, Any], own: frozenset[int]) -> bool:
    """Returns whether the roll or the offered move that a phone wants is due."""
    if not table["ok"] or table["steps"] != wanted.get("after"):
        return False
    if "draw" in wanted:
        return bool(table["due"]) and table["turn"] in own
    offered = [each for each, _words in table["offered"] if each.get("seat") in own]
    return any({**each, "after": table["steps"]} == wanted for each in offered)


def _error(code: str) -> Answer:
    return _answer({"ok": False, "error": {"code": code, "say": _ERRORS[code]}})


def _done(fields: dict[str, Any]) -> Answer:
    return _answer({"ok": True, **fields})


def _answer(fields: dict[str, Any]) -> Answer:
    text = json.dumps(fields)
    return Answer(text, text, shows=False)


def _for(visitor: Visitor, answer: Answer) -> str:
    """Returns an answer in the language of a page, without the seed for a guest."""
    texts = answer.others.get(visitor.language, (answer.text, answer.for_guests))
    return texts[visitor.is_guest]


def _table(answer: Answer, visitor: Visitor) -> str:
    return f'{{"kind": "table", "answer": {_for(visitor, answer)}}}'


def _drives(on: bool) -> str:
    return json.dumps({"kind": "drives", "on": on})
