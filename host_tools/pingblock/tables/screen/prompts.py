"""Sentences of a table's screen, and the lines that people type: one vocabulary for both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pingblock.tables.calls import seat_of
from pingblock.tables.command import Command, RefusedCommand, malformed
from pingblock.tables.game import Result, TableGame
from pingblock.tables.games import device_of, looks_of
from pingblock.tables.rule_texts import rule_text, rules_of
from pingblock.tables.screen import typed
from pingblock.tables.screen.typed import Vocabulary, quoted

UNDO, RULE, BOT, HELP, QUIT = "undo", "rule", "bot", "help", "quit"
OFF = "off"
_WISHES = {name: name for name in (UNDO, RULE, BOT, HELP, QUIT)} | {"?": HELP, "exit": QUIT}
_LAST_RULES = "The rules that were named last:"
_EXAMPLE_MOST = 40  # characters in the header
_VERBS = "Commands that may be typed, for what is not in the list:"


class Wish(NamedTuple):
    """A typed line that is for the screen and no step of the game."""

    name: str  # UNDO, RULE, BOT, HELP or QUIT
    rest: str


class Prompts:
    """Texts of one table and reader of its lines.

    Args:
        game: the table's.
        players: names by seat.
        state: any state of it; the names of the spaces never change.
        language: code of the words that the game has in several.
    """

    def __init__(
        self, game: TableGame[Any], players: Sequence[str], state: Any, language: str = "en"
    ) -> None:
        self._game = game
        self._players = players
        self._looks = looks_of(game, language)
        self._known = Vocabulary(game.verbs, players, _places(game.view(state)))

    def read(self, line: str, state: Any) -> Command | Wish:
        """Returns the meaning of a typed line; BadInput if it has none."""
        first, _, rest = line.strip().partition(" ")
        own_name = first.casefold() in {name.casefold() for name in self._players}
        if first.lower() in _WISHES and not own_name:
            return Wish(_WISHES[first.lower()], rest.strip())
        due = list(dict.fromkeys(step.do for step in self._chance(state)))
        if not due and first[:1].isdigit() and "dice" in self._game.verbs:
            due = ["dice"]  # nobody need take them first
        step = typed.read(line, self._known, self._game.to_act(state), due)
        return self._as_the_game_spells(step, state)

    def example(self, step: Command, state: Any) -> str:
        """Returns a command as it may be typed now, in its marks."""
        if step.seat is None:
            step = self._without_the_rest(step, state)
            return quoted(typed.shortest(step, self._known))
        name = f"{self._players[step.seat]} " * (len(self._game.to_act(state)) > 1)
        return quoted(name + typed.written(step, self._known))

    def form(self, do: str) -> str:
        """Returns a command of a verb as it is written, in its marks; of a sound form."""
        verb = self._game.verbs[do]
        step = Command(do, None if verb.chance else 0, tuple(sorted(_frozen(verb.example))))
        return quoted(typed.written(step, self._known))

    def why_malformed(self, refused: RefusedCommand, step: Command) -> str:
        """Returns an example behind a refusal of a command's form; "" behind another one."""
        if step.do in self._game.verbs and malformed(self._game.verbs, step, len(self._players)):
            return f" Such as {self.form(step.do)}."
        return ""

    def header(self, state: Any, device: bool) -> str:
        """Returns the line that says who decides, what is due, or who has won."""
        seats = self._game.to_act(state)
        if result := self._game.result(state):
            said = self._won(result)
        elif seats:
            names = ", ".join(self._players[seat] for seat in seats)
            said = f"{names} decide" if len(seats) > 1 else f"{names} decides"
            if set(seats) == {seat_of(state)}:
                said = f"{names}: your turn"
        else:
            gives = device_of(self._game).gives if device else ()
            given = any(step.do in gives for step in self._chance(state))
            how = "Press the device, or Enter" if given else "Enter draws or rolls here"
            example = self.example(due, state) if (due := self.due(state)) else ""
            said = f"{how}; or type yours, such as {example}"
            if not 0 < len(example) <= _EXAMPLE_MOST:  # a longer one is in the hint
                said = how
        return f"{self._game.name.upper()} · {said}"

    def board(self, state: Any) -> list[str]:
        """Returns the lines of the table."""
        return self._looks.board(state, self._players)

    def hint(self, state: Any) -> str:
        """Returns an example of what is typed rather than chosen now; "" if there is none."""
        hints = self._looks.hints(state)
        said = (f"{sentence}, such as {self.example(step, state)}" for sentence, step in hints)
        return next(said, "")

    def label(self, step: Command, state: Any) -> str:
        """Returns a legal command in words, with its player where several may decide."""
        several = len(self._game.to_act(state)) > 1 and step.seat is not None
        name = f"{self._players[step.seat or 0]}: " * several
        return name + self._looks.label(state, step, self._players)

    def help(self, rules: Iterable[str], state: Any) -> list[str]:
        """Returns the page of help: keys, words of the screen, rules, and the game's commands.

        Args:
            rules: ids of rules to be shown in words.
            state: as the game stands.
        """
        rule, other = rules_of(self._game.name)[0].rule, self._players[-1]
        named = [rule_text(number) for number in rules]
        lines = [_LAST_RULES] * bool(named)
        lines += [f"    {each.rule}: {each.say} ({each.source})" for each in named]
        lines += [
            *[""] * bool(named),
            "Up and down choose on the right, Enter does it. Page up and page down turn this "
            "page, Esc closes it. Or type:",
            f"    {quoted(f'{UNDO} 3')}: take back three steps",
            f"    {quoted(f'{RULE} {rule}')}: show a rule in words",
            f"    {quoted(f'{BOT} {other}')}: somebody leaves, and a bot plays for {other}; "
            f"{quoted(f'{BOT} {other} {OFF}')} ends that",
            f"    {quoted(HELP)}, {quoted('?')}: show this page",
            f"    {quoted(QUIT)}: leave",
        ]
        if due := self.due(state):
            lines.append(f"    {self.example(due, state)}: what your dice or cards show")
        lines += ["", _VERBS]
        for do, verb in self._game.verbs.items():
            say = f"{verb.help[0].lower()}{verb.help[1:].rstrip('.')}"
            lines.append(f"    {self.form(do)}: {say}")
            if len(verb.args) > 1:
                lines.append(f"        {typed.usage(do, verb)}")
        return lines

    def due(self, state: Any) -> Command | None:
        """Returns an example of the outcome of chance that may come now; None if none may."""
        legal = self._chance(state)
        last = [step for step in legal if step.do == legal[-1].do]  # a block is heard, not rolled
        return last[len(last) // 2] if last else None

    def _chance(self, state: Any) -> list[Command]:
        return [step for step in self._game.legal(state) if step.seat is None]

    def _won(self, result: Result) -> str:
        names = " and ".join(self._players[seat] for seat in result.winners)
        does = "share the win" if len(result.winners) > 1 else "wins"
        score = f" with {result.scores[result.winners[0]]}" if result.winners else ""
        return f"{names} {does}{score}. {result.reason}" if names else result.reason

    def _as_the_game_spells(self, step: Command, state: Any) -> Command:
        """Returns the legal command that differs in capital letters alone, if there is one."""
        if self._is_legal(step, state):
            return step
        folded = _folded(step)
        legal = (each for each in self._game.legal(state) if each.do == step.do)
        return next((each for each in legal if _folded(each) == folded), step)

    def _without_the_rest(self, step: Command, state: Any) -> Command:
        """Returns a legal command without the arguments that it need not have."""
        for name, _ in step.args:
            shorter = step._replace(args=tuple(each for each in step.args if each[0] != name))
            if self._is_legal(shorter, state):
                step = shorter
        return step

    def _is_legal(self, step: Command, state: Any) -> bool:
        sound = malformed(self._game.verbs, step, len(self._players)) is None
        return sound and self._game.why_not(state, step) is None


def _folded(step: Command) -> Command:
    args = ((name, v.casefold() if isinstance(v, str) else v) for name, v in step.args)
    return step._replace(args=tuple(args))


def _frozen(example: Any) -> Iterable[tuple[str, Any]]:
    for name, value in example.items():
        yield name, tuple(value) if isinstance(value, list) else value


def _places(view: dict[str, Any]) -> list[str]:
    """Returns the names of the board's spaces; a number where several are called the same."""
    names = [str(space["name"]) for space in view.get("spaces", ())]
    return [f"{name} {at}" if names.count(name) > 1 else name for at, name in enumerate(names)]
