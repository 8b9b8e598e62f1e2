"""The sentences on a game's screen, and a reader for typed lines, with the same vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple

from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.languages.later import listed
from pingblock.languages.later import name as named
from pingblock.languages.later import said as said_later
from pingblock.tables import typed, typed_texts
from pingblock.tables.amend import CORRECT, amends_of, verbs_of
from pingblock.tables.calls import seat_of
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, command, malformed
from pingblock.tables.forms import Form, Row, form_of, row_of
from pingblock.tables.game import Result, State, TableGame
from pingblock.tables.games import device_of, looks_of, title_of
from pingblock.tables.rule_texts import rule_text, rules_of
from pingblock.tables.table import Table
from pingblock.tables.typed import Vocabulary, quoted
from pingblock.tables.typed_words import english, own_words

# If an outcome of chance has more possibilities, players type it instead of choosing.
OUTCOMES_MOST = 40
UNDO, RULE, BOT, HELP, QUIT = "undo", "rule", "bot", "help", "quit"
POSITION, AGAIN = "position", "again"
OFF = "off"
_WISHES = {name: name for name in (UNDO, RULE, BOT, HELP, POSITION, AGAIN, QUIT)} | {
    "?": HELP,
    "exit": QUIT,
}
_LAST_RULES = N_("The rules that were named last:")
_EXAMPLE_MOST = 40  # maximum characters of an example in the header
_VERBS = N_(
    "Commands that you can type, if they are not in the list. English words work in every "
    "language, and yours work, too:"
)
_PAGE = N_(
    "Up and down choose on the right, Enter does it. Page up and page down turn this page, Esc "
    "closes it. Or type:"
)


_POSITION = N_(
    "These lines turn a new game into this one. If something differs on the real table, type its "
    "line with the right value, such as {example}."
)


class Wish(NamedTuple):
    """A typed line for the screen that is not a step of the game."""

    name: str  # one of the words above
    rest: str


class Menu(NamedTuple):
    """A free verb that can be legal for a seat. A form asks for its arguments."""

    do: str
    seat: int | None
    words: str
    quick: list[Command]  # commands that one tap can give


class Prompts(Generic[State]):
    """The texts of a game, and the reader of its lines.

    Args:
        game: the rules of the game.
        players: names by seat.
        state: any state of the game, because the names of spaces do not change.
    """

    def __init__(self, game: TableGame[State], players: Sequence[str], state: State) -> None:
        self._game = game
        self._players = players
        self._looks = looks_of(game)
        self._known = Vocabulary(verbs_of(game), players, _places(game.view(state)))

    def seated(self, players: Sequence[str]) -> None:
        """Sets the current names of the players, because new players can join."""
        if players != self._players:
            self._players, self._known = players, self._known._replace(players=players)

    def read(self, line: str, state: State) -> Command | Wish:
        """Returns the command or wish in a typed line. Raises BadInput for any other line."""
        first, _, rest = line.strip().partition(" ")
        own_name = first.casefold() in {name.casefold() for name in self._players}
        verb = english(first, self._known.verbs) in self._known.verbs
        wish = english(first, _WISHES if not verb else ())
        if wish in _WISHES and not own_name:
            return Wish(_WISHES[wish], rest.strip())
        due = list(dict.fromkeys(step.do for step in self._chance(state)))
        if not due and first[:1].isdigit() and "dice" in self._game.verbs:
            due = ["dice"]  # A player need not take the dice first.
        likely = {step.do for step in self._game.legal(state)}
        known = typed_texts.with_texts(self._known, lambda step: self._looks.asks(state, step))
        try:
            step = typed.read(line, known, self._game.to_act(state), due, likely)
        except BadInput as wrong:
            for word in line.split():
                if (meant := english(word, self._looks.refused)) in self._looks.refused:
                    raise self._looks.refused[meant](state) from None
            if chance := self.due(state):
                example = typed.written(self._without_the_rest(chance, state), known)
                helps = typed_texts.helps(line, chance.do, quoted(example), known)
                raise BadInput(f"{wrong} {helps}") from None
            raise
        step = typed_texts.spelled(step, self._looks.asks(state, step), known)
        named_seat, _words = typed.player_of(line, self._known)
        whose = self._of_whom(step, state) if named_seat is None else step
        return self._as_the_game_spells(whose, state)

    def _of_whom(self, step: Command, state: State) -> Command:
        """Returns a command without a name as a command of the only player who can give it now.

        Raises:
            BadInput: several other players could give the command, for example offer a deal. Then
                the line must begin with the name.
        """
        verb = self._known.verbs[step.do]
        if not verb.seated or malformed(self._known.verbs, step, len(self._players)):
            return step
        if self._is_legal(step, state):
            return step
        seats = range(len(self._players))
        others = [own for seat in seats if self._is_legal(own := step._replace(seat=seat), state)]
        if len(others) > 1:
            line = f"{self._players[others[0].player]} {typed.written(step, self._known)}"
            say = _("Who? Type the name first, for example {example}.")
            raise BadInput(say.format(example=quoted(line)))
        return others[0] if others else step

    def example(self, step: Command, state: State) -> str:
        """Returns a command in quotes, in the form in which it can be typed now."""
        if self._known.verbs[step.do].chance:
            step = self._without_the_rest(step, state)
            return quoted(typed.shortest(step, self._known))
        return quoted(self._whose(step, state, " ") + typed.written(step, self._known))

    def form(self, do: str) -> str:
        """Returns an example of a verb's command in quotes."""
        verb = self._known.verbs[do]
        step = command(do, 0 if verb.seated else None, **verb.example)
        return quoted(typed.written(step, self._known))

    def why_malformed(self, step: Command) -> str:
        """Returns an example for a command that is malformed, or "" if it is well-formed."""
        if step.do in self._known.verbs and malformed(self._known.verbs, step, len(self._players)):
            return " " + _("Such as {example}.").format(example=self.form(step.do))
        return ""

    def asked(self, do: str, seat: int | None, state: State) -> Form:
        """Returns the form of a verb for a seat. Raises BadInput if one of them does not exist."""
        verb, seats = self._known.verbs.get(do), range(len(self._players))
        if verb is None or (seat in seats) != verb.seated:
            raise BadInput(
                _(
                    "There is no form of '{do}' for this seat, because it cannot use that command."
                ).format(do=do)
            )
        return form_of(do, verb, seat, self._known, lambda step: self._looks.asks(state, step))

    def whole(self, state: State) -> list[Row]:
        """Returns a row for each value that corrections can set, with the current value."""
        form, amend = self.asked(CORRECT, None, state), amends_of(self._game)[CORRECT]
        return [row_of(step, amend.form, form, self._known) for step in amend.now(state)]

    def menus(self, state: State) -> list[Menu]:
        """Returns the free verbs that can be legal now, each for its seat."""
        legal = self._game.legal(state)
        quick = self._looks.quick(state, legal)
        free = [(each.do, each.seat) for each in legal if self._known.verbs[each.do].free]
        found = dict.fromkeys([*free, *self._looks.ready(state)])
        return [
            Menu(do, seat, self.menu(do), [each for each in quick if each[:2] == (do, seat)])
            for do, seat in found
        ]

    def offers(self, state: State) -> list[Command | Menu]:
        """Returns the list for a terminal: quick commands, other legal commands, and forms."""
        legal = self._game.legal(state)
        listed = [step for step in legal if not self._known.verbs[step.do].free]
        if not self._game.to_act(state) and len(listed) > OUTCOMES_MOST:
            listed = []
        return [*self._looks.quick(state, legal), *listed, *self.menus(state)]

    def option(self, each: Command | Menu, state: State) -> str:
        """Returns the words of a legal command or a form, with the player if several can act."""
        if isinstance(each, Command):
            return self.label(each, state)
        mine = each.seat is None or self._game.to_act(state) == (each.seat,)
        return each.words if mine else f"{self._players[each.seat or 0]}: {each.words}"

    def menu(self, do: str) -> str:
        """Returns the words of the button for a verb with arguments."""
        words = self._known.verbs[do].menu
        return _(words) if words else do.replace("_", " ").capitalize() + " …"

    def header(self, state: State, device: bool) -> str:
        """Returns the line with the player who decides, the outcome that is due, or the winner."""
        seats = self._game.to_act(state)
        if result := self._game.result(state):
            said = self._won(result)
        elif seats:
            names = listed(self._players[seat] for seat in seats)
            one, many = _("{name} decides"), _("{names} decide")
            said = many.format(names=names) if len(seats) > 1 else one.format(name=names)
            if set(seats) == {seat_of(state)}:
                said = _("{name}: your turn").format(name=names)
        else:
            gives = device_of(self._game).gives if device else ()
            given = any(step.do in gives for step in self._chance(state))
            said = _("Press the device, or Enter") if given else _("Enter draws or rolls here")
            example = self.example(due, state) if (due := self.due(state)) else ""
            if 0 < len(example) <= _EXAMPLE_MOST:  # The hint shows a longer example.
                said = _("{how} (or type yours, for example {example})").format(
                    how=said, example=example
                )
        return f"{title_of(self._game).upper()} · {said}"

    def board(self, state: State) -> list[str]:
        """Returns the lines that describe the game."""
        return self._looks.board(state, self._players)

    def hint(self, state: State) -> str:
        """Returns an example of a command that people type now instead of choosing, or ""."""
        hints = self._looks.hints(state)
        said = (say.format(example=self.example(step, state)) for say, step in hints)
        return next(said, "")

    def label(self, step: Command, state: State) -> str:
        """Returns a legal command in words, with its player if several can decide."""
        return self._whose(step, state, ": ") + self._looks.label(state, step, self._players)

    def help(self, rules: Iterable[str], state: State) -> list[str]:
        """Returns the help page: keys, words for the screen, rules, and commands of the game.

        Args:
            rules: ids of rules to show in words.
            state: the current state.
        """
        rule, other = rules_of(self._game.name)[0].rule, self._players[-1]
        texts = [rule_text(number) for number in rules]
        lines = [_(_LAST_RULES)] * bool(texts)
        lines += [f"    {each.rule}: {each.say} ({each.source})" for each in texts]
        lines += [
            *[""] * bool(texts),
            _(_PAGE),
            *self._wishes(rule, other),
        ]
        if due := self.due(state):
            say = _("{example}: what your dice or cards show")
            lines.append("    " + say.format(example=self.example(due, state)))
        lines += ["", _(_VERBS)]
        for do, verb in self._known.verbs.items():
            [own, *_more] = own_words(do)
            also = f" ({own})" if own != do else ""
            lines.append(f"    {self.form(do)}{also}: {_(verb.help)}")
            if len(verb.args) > 1:
                lines.append(f"        {typed.usage(do, verb)}")
        return lines

    def position(self, steps: Iterable[Command]) -> list[str]:
        """Returns the page about a position: how to correct it, and the lines that produce it.

        Args:
            steps: the result of ``Table.position``.
        """
        lines = [f"    {typed.written(step, self._known)}" for step in steps]
        return [_(_POSITION).format(example=self.form(CORRECT)), "", *lines]

    def read_correction(self, line: str) -> Command:
        """Returns the correction in a line of a position. Raises BadInput if the line has none."""
        step = typed.read(line, self._known, ())
        if not self._known.verbs[step.do].table:
            say = _("A position can have only corrections, for example {example}.")
            raise BadInput(say.format(example=self.form(CORRECT)))
        return step

    def _wishes(self, rule: str, other: str) -> list[str]:
        """Returns help lines about words, with a rule and another player's name as examples."""
        found = {
            quoted(f"{UNDO} 3"): _("{example}: take back three steps"),
            quoted(f"{RULE} {rule}"): _("{example}: show a rule in words"),
            quoted(f"{BOT} {other}"): _(
                "{example}: somebody leaves, and a bot plays for {name} ({off} ends that)"
            ),
            quoted(POSITION): _("{example}: show this game as lines that you can correct or keep"),
            quoted(AGAIN): _("{example}: after a game, begin another one with the same players"),
            f"{quoted(HELP)}, {quoted('?')}": _("{example}: show this page"),
            quoted(QUIT): _("{example}: leave"),
        }
        off = quoted(f"{BOT} {other} {OFF}")
        return [
            "    " + say.format(example=example, name=other, off=off)
            for example, say in found.items()
        ]

    def due(self, state: State) -> Command | None:
        """Returns an example of the outcome of chance that is due, or None.

        People close an auction. So its end is not due, although it does not belong to a seat.
        """
        if self._game.draw(state, SeededChance(0)) is None:
            return None
        legal = self._chance(state)
        # Use only the last verb, because players hear a block instead of rolling it.
        last = [step for step in legal if step.do == legal[-1].do]
        return last[len(last) // 2] if last else None

    def _chance(self, state: State) -> list[Command]:
        return [step for step in self._game.legal(state) if step.seat is None]

    def _won(self, result: Result) -> str:
        names = listed(self._players[seat] for seat in result.winners)
        say = _("{name} wins with {score}. {reason}")
        if len(result.winners) > 1:
            say = _("{names} share the win with {score}. {reason}")
        reason = said_later(result.reason)
        if not names:
            return reason
        score = result.scores[result.winners[0]]
        return say.format(name=names, names=names, score=score, reason=reason)

    def _as_the_game_spells(self, step: Command, state: State) -> Command:
        """Returns the legal command that differs only in capital letters or in language."""
        if self._is_legal(step, state):
            return step
        folded = _folded(step, str)
        legal = (each for each in self._game.legal(state) if each.do == step.do)
        return next((x for x in legal if folded in (_folded(x, str), _folded(x, named))), step)

    def _whose(self, step: Command, state: State, mark: str) -> str:
        """Returns a command's player and a mark, or "" if only one player can decide."""
        if step.seat is None or len(self._game.to_act(state)) < 2:
            return ""
        return self._players[step.seat] + mark

    def _without_the_rest(self, step: Command, state: State) -> Command:
        """Returns a legal command without its optional arguments."""
        for name in dict(step.args):
            shorter = step._replace(args=tuple(each for each in step.args if each[0] != name))
            if self._is_legal(shorter, state):
                step = shorter
        return step

    def _is_legal(self, step: Command, state: State) -> bool:
        sound = malformed(self._game.verbs, step, len(self._players)) is None
        return sound and self._game.why_not(state, step) is None


def begin_from(table: Table[State], text: str, place: str) -> None:
    """Carries out the lines of a position in a game. BadInput names the first wrong line."""
    prompts = Prompts(table.game, table.players, table.state)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        prompts.seated(table.players)
        try:
            table.do(prompts.read_correction(line))
        except BadInput as wrong:
            raise BadInput(f"{place}:{number}: {wrong}") from None


def _folded(step: Command, said: Callable[[str], str]) -> Command:
    args = ((name, said(v).casefold() if isinstance(v, str) else v) for name, v in step.args)
    return step._replace(args=tuple(args))


def _places(view: dict[str, Any]) -> list[str]:
    """Returns the names of the board's spaces, with a number if several have the same name."""
    names = [str(space["name"]) for space in view.get("spaces", ())]
    return [f"{name} {at}" if names.count(name) > 1 else name for at, name in enumerate(names)]
