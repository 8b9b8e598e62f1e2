"""A game for a page: JSON lines. Each answer contains everything that the page shows.

The page's server and Python in the browser both use this module. So it imports only the standard
library and the referees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pingblock.errors import BadInput
from pingblock.languages import ENGLISH, N_, Words, _, speaking
from pingblock.tables import log as logs
from pingblock.tables.amend import CORRECT, amends_of
from pingblock.tables.asker import HOST, Asker, check, check_back
from pingblock.tables.calls import Call, seat_of
from pingblock.tables.command import Command, Refusal, as_dict, from_dict
from pingblock.tables.game import State, TableEvent
from pingblock.tables.games import device_of
from pingblock.tables.lines import Fields, LineFace, request_of
from pingblock.tables.page_about import about_device, about_game
from pingblock.tables.page_opening import board_figures, loaded, opened
from pingblock.tables.prompts import POSITION, Prompts, Wish
from pingblock.tables.registry import TABLES
from pingblock.tables.rule_texts import rule_text
from pingblock.tables.table import Table, bots_step

# If an outcome of chance has more possibilities, players type it instead of choosing.
_OUTCOMES_MOST = 60
_RECENT = 12  # steps whose events a page gets when it is opened
_RUN_MOST = 1000
_LINE_MOST = 400  # maximum characters of a typed line
_RECORDS_MOST = 10_000  # maximum records of a log. A long evening has about 2000
_ALWAYS = {  # requests that do not change the state
    *("state", "legal", "why_not", "verbs", "rule", "help", "log", "position", "form", "whole")
}
_TOO_LONG = N_("This game has {n} records, and no more fit into its log: begin another game.")
_MOVED_ON = N_("The table has changed since this page showed it: look, and choose again.")


class PageTable:
    """The game that pages play. At the start, no game is open.

    Args:
        words_of: returns the words of a language, given its code, or raises BadInput. None uses
            the words that the page sends.
    """

    def __init__(self, words_of: Callable[[str], Words] | None = None) -> None:
        self._face: PageFace[Any] | None = None
        self._given: dict[str, Words] = {ENGLISH.language: ENGLISH}
        self._learns = words_of is None
        self._words_of = words_of or self._of_the_page

    def answer(self, line: str, asker: Asker = HOST, language: str = "") -> Fields:
        """Returns the answer to a request. An error is also an answer, and does not change the
        state.

        Args:
            line: the request.
            asker: the page that asks.
            language: language of the answer. "" means that of the request, or of the table.

        A step for a seat that the asker does not play is refused. The requests are those of
        ``PageFace`` and ``{"games": true}``, ``{"load": LOG}``, ``{"figures": {"game": "storm",
        "typed": {}}}``, ``{"words": {"language": "de", "texts": {}, "plurals": "n != 1"}}`` which
        contains the words of a language, and ``{"open": {"game": "worms", "players": ["Ann",
        "Ben"]}}``, which can have bots, options and a seed. Each can have a language. After an
        answer with ``state`` the page must draw the table again. An answer with ``log`` is the
        beginning of another game.
        """
        words = self._words_of(language) if language else ENGLISH
        try:
            request = request_of(line)
            if self._face and not {"games", "words", "open", "load", "figures"} & set(request):
                return self._face.answer_to(asker, line, words if language else None)
            if "words" in request:
                self._learn(request["words"])
                return {"ok": True}
            words = self._words_of(language or str(request.get("language", ENGLISH.language)))
            with speaking(words):
                return {"ok": True, **self._anew(request, words)}
        except (BadInput, ValueError) as wrong:
            with speaking(words):
                return {"ok": False, "error": {"code": "bad_input", "say": str(wrong)}}

    def _anew(self, request: Fields, words: Words) -> Fields:
        """Returns the answer to a request that begins a game."""
        if "games" in request:
            return {"games": [about_game(name) for name in TABLES]}
        if "figures" in request:
            return board_figures(request["figures"])
        if "open" in request:
            self._face = PageFace(opened(request["open"]), words)
        elif "load" in request:
            self._face = PageFace(loaded(request["load"]), words)
        else:
            raise BadInput(_("No game is open yet: open one."))
        return self._face.hello()

    def _learn(self, given: object) -> None:
        """Stores the words of a language that the page has loaded."""
        if not self._learns:
            raise BadInput("'words' is only for a referee in a browser. This one has its words.")
        fields = given if isinstance(given, dict) else {}
        try:
            words = Words(fields["language"], dict(fields["texts"]), fields["plurals"])
        except (KeyError, TypeError, ValueError):
            raise BadInput("'words' must have 'language', 'texts' and 'plurals'.") from None
        self._given[words.language] = words

    def _of_the_page(self, language: str) -> Words:
        return self._given.get(language) or Words(language)

    def whole(self, language: str = "") -> Fields | None:
        """Returns the whole game for a page that was just opened, or None without a game."""
        if self._face is None:
            return None
        answer = {"ok": True, **self._face.hello()}
        return self.said_in(language, answer) if language else answer

    def said_in(self, language: str, answer: Fields) -> Fields:
        """Returns the last answer that shows the game, for a page in another language."""
        assert self._face is not None
        return self._face.said_in(self._words_of(language), answer)


class PageFace(LineFace[State]):
    """Answers requests of a page about a game."""

    def __init__(self, table: Table[State], words: Words) -> None:
        super().__init__(table, None, words)
        self._prompts = Prompts(table.game, table.players, table.state)
        self._log = [logs.first_record(table.header), *table.records()]
        self._new = 0  # number of records that the page already has
        self._asker = HOST
        self._events: tuple[TableEvent, ...] = ()  # events of the last answer
        table.log = self._log
        self._asks = {
            **self._asks,
            "line": self._typed,
            "seat": self._hand_over,
            "rule": lambda rule: {"rule": rule_text(str(rule))._asdict()},
            "help": self._help,
            "run": self._run,
            "back": self._back,
            "heard": self._heard,
            "sit": self._sit,
            "log": lambda given: {"log": list(self._log)},
            "form": self._form,
            "whole": lambda given: {"whole": self._prompts.whole(self._state)},
            "correct": self._correct,
        }

    def answer_to(self, asker: Asker, line: str, words: Words | None) -> Fields:
        """Returns the answer to a line from a page that plays some of the seats."""
        self._asker = asker
        self._words = words or self._words
        return self.answer(line)

    def said_in(self, words: Words, answer: Fields) -> Fields:
        """Returns the last answer with its sentences in another language."""
        with speaking(words):
            said = {**answer, **super()._shown(), **self._worded()}
            if "verbs" in answer:
                said |= self._names_of_verbs(words)
            if "events" in answer:
                said["events"] = super()._said(self._events)
        return said

    def _said(self, events: Iterable[TableEvent]) -> list[Fields]:
        self._events = tuple(events)
        return super()._said(self._events)

    def _carry_out(self, request: Fields) -> Fields:
        """Carries out a request. If it has ``after``, the game must have that number of steps."""
        after = request.pop("after", None)
        if len(self._log) >= _RECORDS_MOST and not set(request) <= _ALWAYS:
            raise BadInput(_(_TOO_LONG).format(n=len(self._log)))
        if after is None or after == len(self._table.steps):
            return super()._carry_out(request)
        if "run" in request:  # Another page's bots have just played.
            return {}
        raise Refusal(_MOVED_ON)

    def _hello(self) -> Fields:
        """Returns the whole game, its log, and its last events."""
        table = self._table
        events = table.recent(_RECENT)
        known = {
            **self._names_of_verbs(self._words),
            "names": [*self._game.bots],
            "device": about_device(table),
        }
        return {**super()._hello(), **known, "events": self._said(events), "log": list(self._log)}

    def _names_of_verbs(self, words: Words) -> Fields:
        """Returns the verbs in words, for the beginning of a game."""
        menu, verbs = self._prompts.menu, self._table.verbs
        return {
            "verbs": self._verbs(),
            "language": words.language,
            "menus": {do: menu(do) for do, verb in verbs.items() if verb.args},
            "amends": [[do, menu(do)] for do in amends_of(self._game)],
        }

    def _help(self, page: object) -> Fields:
        if page == POSITION:
            return {"help": self._prompts.position(self._table.position)}
        return {"help": self._prompts.help((), self._state)}

    def _form(self, wanted: object) -> Fields:
        """Returns the form of a verb for a seat: ``{"form": ["bid", 0]}``."""
        if not isinstance(wanted, list) or len(wanted) != 2:
            raise BadInput("'form' must have a verb, and a seat or null.")
        return {"form": self._prompts.asked(str(wanted[0]), wanted[1], self._state)}

    def _correct(self, given: object) -> Fields:
        """Carries out all corrections or none: ``{"correct": [{"do": "correct", ...}]}``."""
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise BadInput("'correct' must be a list of corrections.")
        steps = [from_dict(fields) for fields in given]
        for step in steps:
            if step.do != CORRECT:
                raise BadInput("'correct' can contain only corrections.")
            check(self._asker, self._table, step)
        try:
            ordered = self._table.in_order(steps)
        except Refusal as refused:
            refused.example = "".join(f" ({words})" for words in self._rows_of(refused.step))
            raise
        events = [each for step in ordered for each in self._seat.do(step)]
        return {"events": self._said(events), **self._shown()}

    def _rows_of(self, step: Command | None) -> list[str]:
        """Returns the words of the row that a correction changes, if there is one."""
        fields = as_dict(step) if step else {}
        found = []
        for row in self._prompts.whole(self._state):
            value = row["question"]["name"]
            if {**row["step"], value: None} == {**fields, value: None}:
                found.append(row["of"] or row["title"])
        return found

    def _typed(self, line: object) -> Fields:
        if len(str(line)) > _LINE_MOST:
            raise BadInput(_("A line can have at most {n} characters.").format(n=_LINE_MOST))
        meant = self._prompts.read(str(line), self._state)
        if isinstance(meant, Wish):
            return {"wish": [meant.name, meant.rest]}
        try:
            return self._do(meant)
        except Refusal as refused:
            refused.example = self._prompts.why_malformed(meant)
            raise

    def _do(self, step: Command) -> Fields:
        check(self._asker, self._table, step)
        return super()._do(step)

    def _draw(self) -> Fields:
        if due := self._table.next_draw():
            check(self._asker, self._table, due)
        return super()._draw()

    def _undo(self, count: object) -> Fields:
        if type(count) is not int:
            return super()._undo(count)
        check_back(self._asker, self._table, count)
        return {"gone": len(self._table.recent(count)), **super()._undo(count)}

    def _hand_over(self, wanted: object) -> Fields:
        if not isinstance(wanted, list) or len(wanted) != 2:
            raise BadInput("'seat' must have a seat and a bot, or \"\" for a person.")
        self._table.hand_to(*wanted)
        return self._shown()

    def _run(self, most: object) -> Fields:
        """Lets bots decide and draws outcomes, for ``most`` steps or until a person must act."""
        if type(most) is not int or not 1 <= most <= _RUN_MOST:
            raise BadInput(f"'run' must be a number of steps from 1 to {_RUN_MOST}.")
        events: list[TableEvent] = []
        for _step in range(most):
            if (step := self._next()) is None:
                break
            events += self._seat.do(step)
        return {"events": self._said(events[-3 * _RECENT :]), **self._shown()}

    def _next(self) -> Command | None:
        """Returns the next command, or None if a person must decide or the game is over."""
        table, bots = self._table, self._table.bots
        if not self._game.to_act(self._state):
            turn = seat_of(self._state)
            return table.next_draw() if bots and (turn is None or turn in bots) else None
        return bots_step(table)

    def _back(self, given: object) -> Fields:
        """Undoes the last step of the person whose turn it was, and the bots' steps after it."""
        table, count = self._table, 1
        while count < len(table.steps) and self._actor(count) in table.bots:
            count += 1
        return self._undo(count)

    def _actor(self, back: int) -> int | None:
        """Returns the seat that did the last step (1), second last (2) ... or whose turn it is."""
        step = self._table.steps[-back]
        return seat_of(self._table.before(back)) if step.seat is None else step.seat

    def _sit(self, given: object) -> Fields:
        """Connects a device with the game, and sends it the requests that set it up."""
        self._seat.announced = None
        return self._shown()

    def _heard(self, event: object) -> Fields:
        """Carries out an event of the device. One without a meaning only returns the game."""
        done = self._seat.take(event) if isinstance(event, dict) else None
        return self._done(*done) if done else self._shown()

    def _shown(self) -> Fields:
        table, game, state = self._table, self._game, self._state
        self._prompts.seated(table.players)
        new, self._new = self._log[self._new :], len(self._log)
        return {
            **super()._shown(),
            "steps": len(table.steps),
            "turn": seat_of(state),
            "rolls": device_of(game).roller(state),
            "bots": {str(seat): bot for seat, bot in table.bots.items()},
            "runs": self._next() is not None,
            **{"kept": new, "calls": self._calls()},
            **self._worded(),
        }

    def _worded(self) -> Fields:
        """Returns the parts of a shown game that contain sentences."""
        state, prompts = self._state, self._prompts
        seats, legal, due = self._game.to_act(state), self._game.legal(state), prompts.due(state)
        offered = [step for step in legal if not self._table.verbs[step.do].free]
        if not seats and len(legal) > _OUTCOMES_MOST:
            offered = []
        forms = [
            {
                **{"do": menu.do, "seat": menu.seat, "words": menu.words},
                "quick": [[as_dict(step), prompts.label(step, state)] for step in menu.quick],
            }
            for menu in prompts.menus(state)
        ]
        return {
            "board": prompts.board(state),
            "offered": [[as_dict(step), prompts.label(step, state)] for step in offered],
            "forms": forms,
            "due": due and {"do": due.do, "example": prompts.example(due, state)[1:-1]},
            "hint": prompts.hint(state),
        }

    def _calls(self) -> list[Fields]:
        """Returns requests for a device: the rules for the next roll, and the calls."""
        requests = _Requests()
        self._seat.announce(requests)
        calls, self._seat.due = self._seat.due, ()
        return [*requests.sent, *map(_as_request, calls)]


class _Requests:
    """Collects the requests that the page must send to a device."""

    def __init__(self) -> None:
        self.sent: list[Fields] = []

    def request(self, do: str, **arguments: object) -> Mapping[str, Any]:
        """Adds a request."""
        self.sent.append({"do": do, **arguments})
        return {}


def _as_request(call: Call) -> Fields:
    """Returns a call as a request. The page uses ``seats`` to choose a device."""
    player = {"player": call.player} if call.player else {}
    seats = {"seats": list(call.seats)} if call.seats else {}
    return {"do": "call", "name": call.name, **player, **seats}
