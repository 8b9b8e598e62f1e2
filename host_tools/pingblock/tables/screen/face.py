"""A table in a terminal. It draws states, and turns keys and typed lines into commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.widgets import Input, OptionList, RichLog, Static

from pingblock.connection.session import Message
from pingblock.errors import BadInput
from pingblock.play.colours import FAINT, GOLD, GROUND, INK, PANEL
from pingblock.tables.bots import decide
from pingblock.tables.calls import seat_of
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, RefusedCommand
from pingblock.tables.device_link import ANY_PORT, DeviceSeat, DeviceThread
from pingblock.tables.game import TableEvent
from pingblock.tables.rule_texts import rule_text, rule_texts
from pingblock.tables.screen import typed
from pingblock.tables.screen.looks import looks_of
from pingblock.tables.table import Table

OUTCOMES_MOST = 40  # more outcomes of chance than these are typed, not chosen
_KEYS = "Enter: do it  F2: roll, draw  F3: undo  F4: bot decides  F1: help  ^Q: leave"
_RECENT = 6  # steps of a game that goes on, shown again
_RULE = "rule"
_UNDO = "undo"
_HELP = "The rules that were named last; 'rule FN-20' shows another one:"
_HOW = (
    "Up and down choose on the right, Enter does it. Or type: a command, 'undo 3', or what your "
    "dice show, such as 3 4. Page up and page down turn this page, F1 closes it."
)


class TableFace(App[None]):
    """The whole screen of a table.

    Args:
        table: the game.
        bots: names of bots by seat; the other seats are people.
        note: a sentence to begin with, or "".
        port: of a device that is to sit at the table, see ``Device``; "": none.
        language: code of the words that the game has in several, such as "de".
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {GROUND}; color: {INK}; overflow: hidden; }}
    #head {{ height: 1; background: {PANEL}; text-style: bold; padding: 0 1; }}
    #middle {{ height: 1fr; }}
    #table, #choices {{ height: 100%; padding: 0 1; }}
    #table, #choices {{ border: round {PANEL}; border-title-color: {GOLD}; }}
    #table {{ width: 11fr; }}
    #choices {{ width: 9fr; background: {GROUND}; }}
    #table, #choices, #log {{ scrollbar-size-vertical: 1; }}
    #log {{ scrollbar-gutter: stable; }}
    #log {{ height: 7; border: round {PANEL}; border-title-color: {FAINT}; background: {GROUND}; }}
    #line {{ height: 1; border: none; background: {PANEL}; padding: 0 1; }}
    #keys {{ height: 1; color: {FAINT}; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "explain", priority=True),
        Binding("f2", "draw", priority=True),
        Binding("f3", "undo", priority=True),
        Binding("f4", "bot", priority=True),
        Binding("pageup", "turn(-1)", priority=True),
        Binding("pagedown", "turn(1)", priority=True),
        Binding("ctrl+q,ctrl+c", "quit", priority=True),
    ]

    def __init__(
        self,
        table: Table[Any],
        bots: Mapping[int, str] | None = None,
        note: str = "",
        port: str = "",
        language: str = "en",
    ) -> None:
        super().__init__()
        self._table = table
        self._bots = bots or {}
        self._note = note
        self._looks = looks_of(table.game, language)
        self._seat = DeviceSeat(table)
        self._device = self._at(port) if port else None
        self._language = language
        self._rules: tuple[str, ...] = ()  # named last
        self._helping = False
        self._offered: list[Command] = []

    def compose(self) -> ComposeResult:
        """See textual: the parts of the screen."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="board")
            yield OptionList(id="choices")
        log = RichLog(id="log", wrap=True, min_width=20)
        log.border_title = "What happened"
        log.can_focus = False
        yield log
        hint = "choose above with the arrows, or just type"
        yield Input(placeholder=hint, id="line", select_on_focus=False)
        yield Static(_KEYS, id="keys")

    def on_mount(self) -> None:
        """See textual: shows the table as it stands."""
        self.query_one("#table").border_title = "The table"
        for note in self._table.game.view(self._table.state).get("unverified", ()):
            self._tell(f"Not verified: {note}.")
        if self._note:
            self._tell(self._note)
        self._said(self._table.recent(_RECENT))
        self._go_on()
        if self._device:
            self._device.start()

    def on_unmount(self) -> None:
        """See textual: gives the device's port back."""
        if self._device:
            self._device.close()

    def on_key(self, event: Key) -> None:
        """Takes letters that are typed while the list has the keys: they belong to the line."""
        line = self.query_one("#line", Input)
        if event.is_printable and event.character:  # else the line has taken it
            self.set_focus(line)
            line.insert_text_at_cursor(event.character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Carries out the chosen command, or the line that was typed faster than the keys move."""
        line = self.query_one("#line", Input)
        if self.focused is line and line.value:
            self._typed(line)
        else:
            self._do(self._offered[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carries out a typed line; an empty one draws what is due."""
        self._typed(event.input)

    def _typed(self, field: Input) -> None:
        game, table = self._table.game, self._table
        line, seats = field.value.strip(), game.to_act(table.state)
        field.clear()
        first, _, number = line.partition(" ")
        if first.lower() == _RULE:
            self._explain(number.strip())
            return
        if first.lower() == _UNDO:
            self.action_undo(number.strip() or "1")
            return
        if not line and not seats:
            self.action_draw()
            return
        try:
            due = self._due()
            line = typed.completed(line, due.do if due else "dice", game.verbs)
            step = typed.read(line, game.verbs, table.players, seats, self._places())
        except BadInput as wrong:
            self._tell(str(wrong))
            return
        self._do(step)

    def _places(self) -> list[str]:
        """Returns the names of the board's spaces; a number where several are called the same."""
        spaces = self._table.game.view(self._table.state).get("spaces", ())
        names = [str(space["name"]) for space in spaces]
        return [f"{name} {at}" if names.count(name) > 1 else name for at, name in enumerate(names)]

    def action_draw(self) -> None:
        """Draws the outcome of chance that is due."""
        step = self._table.next_draw()
        if step is None:
            self._tell("Nothing is to be drawn or rolled.")
        else:
            self._do(step)

    def _due(self) -> Command | None:
        """Returns an example of the outcome of chance that may come now; None if none may."""
        legal = [step for step in self._table.game.legal(self._table.state) if step.seat is None]
        first = [step for step in legal if step.do == legal[0].do]
        return first[len(first) // 2] if first else None

    def action_undo(self, count: str = "1") -> None:
        """Takes the last steps back, so many of them."""
        try:
            self._table.undo(int(count) if count.isdecimal() else 0)
        except BadInput as wrong:
            self._tell(str(wrong))
            return
        self._tell("Taken back.")
        self._show()

    def action_turn(self, pages: int) -> None:
        """Turns the page of the table or the help."""
        page = self.query_one("#table", VerticalScroll)
        page.scroll_relative(y=pages * max(1, page.size.height - 1), animate=False)

    def action_bot(self) -> None:
        """Has the plain bot decide for the player who is to act."""
        seats = self._table.game.to_act(self._table.state)
        if not seats:
            self._tell("No player is to act: F2 draws or rolls.")
            return
        self._do(self._decision(seats[0], "plain"))

    def action_explain(self) -> None:
        """Shows the help in the place of the table, or the table again."""
        self._helping = not self._helping
        self._show()

    def _help(self) -> list[str]:
        """Returns the rules that were named last, with their sources, and what may be typed."""
        lines = [_HOW, ""] + [_HELP] * bool(self._rules)
        for number in self._rules:
            found = rule_text(number)
            lines += [f"{found.rule}: {found.say}", f"    ({found.source})"]
        lines += ["", "What may be typed, for what is not in the list:"]
        verbs = self._table.game.verbs.items()
        return lines + [f"    {typed.usage(do, verb)}: {verb.help}" for do, verb in verbs]

    def _explain(self, number: str) -> None:
        """Shows a rule in words, and where it comes from."""
        try:
            found = rule_text(number)
        except BadInput as unknown:
            self._tell(str(unknown))
            return
        self._tell(f"{found.rule}: {found.say}", f"  {found.source}")

    def _at(self, port: str) -> DeviceThread:
        def took(event: Message) -> None:
            if self.is_running:
                self.call_from_thread(self._take, event)

        def say(sentence: str) -> None:
            if self.is_running:
                self.call_from_thread(self._tell, sentence)

        name = None if port == ANY_PORT else port
        return DeviceThread(name, self._seat, self._table.game.name, took, say)

    def _take(self, event: Message) -> None:
        """Carries out what the device has rolled or drawn."""
        try:
            done = self._seat.take(event)
        except BadInput as refused:
            self._tell(f"The device's {event.get('outcome', 'run')} does not count: {refused}")
            return
        except OSError as error:
            self._tell(f"It was not kept, so it was not done: {error.strerror}.")
            return
        if done:
            self._said(done[1])
            self._go_on()

    def _do(self, step: Command) -> None:
        self._helping = False
        try:
            self._said(self._seat.do(step))
        except BadInput as refused:
            self._tell(f"No: {refused}")
            if isinstance(refused, RefusedCommand) and refused.refusal.rule in rule_texts():
                self._rules = (refused.refusal.rule,)
            return
        except OSError as error:
            self._tell(f"It was not kept, so it was not done: {error.strerror}.")
            return
        self._go_on()

    def _go_on(self) -> None:
        """Lets bots decide as long as none but bots may, and shows the table."""
        game = self._table.game
        while (seats := game.to_act(self._table.state)) and set(seats) <= set(self._bots):
            self._said(self._seat.do(self._decision(seats[0], self._bots[seats[0]])))
        self._show()

    def _decision(self, seat: int, bot: str) -> Command:
        whims = SeededChance(self._table.seed, BOTS).at(len(self._table.steps))
        return decide(self._table.game, bot, self._table.state, seat, whims)

    def _said(self, events: tuple[TableEvent, ...]) -> None:
        rules = dict.fromkeys(event.rule for event in events if event.rule in rule_texts())
        self._rules = tuple(rules) or self._rules
        for event in events:
            rule = f"  {event.rule}" if event.rule else ""
            say = self._table.game.say(event, self._table.players, self._language)
            self._tell(say, rule)

    def _tell(self, say: str, rule: str = "") -> None:
        self.query_one("#log", RichLog).write(Text(say).append(rule, FAINT))

    def _show(self) -> None:
        game, state, players = self._table.game, self._table.state, self._table.players
        seats, legal, result = game.to_act(state), game.legal(state), game.result(state)
        names, several = ", ".join(players[seat] for seat in seats), len(seats) > 1
        turn = f"{names} decide" if several else f"{names} decides"
        if set(seats) == {seat_of(state)}:
            turn = f"{names}: your turn"
        if result:
            turn = f"The game is over. {result.reason}"
        elif not seats and (due := self._due()):
            example = typed.written(due, game.verbs)
            if due.do == "dice":  # numbers may stand alone
                example = re.sub(r"\bdice |\w+=", "", example)
            how = "Press the device, or Enter" if self._device else "Enter draws or rolls here"
            turn = f"{how}; or type yours, such as {example}"
        self.query_one("#head", Static).update(f"{game.name.upper()} · {turn}")
        lines = self._help() if self._helping else self._looks.board(state, players)
        self.query_one("#board", Static).update(Group(*map(_indented, lines)))
        legal = game.legal(state)
        self._offered = list(legal) if seats or len(legal) <= OUTCOMES_MOST else []
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        for step in self._offered:
            who = f"{players[step.seat]}: " if several and step.seat is not None else ""
            choices.add_option(Text(who + self._looks.label(state, step, players)))
        choices.border_title = "What can be done" if seats else "What may come"
        if seats:
            choices.highlighted = 0
            choices.focus()
        else:
            self.query_one("#line", Input).focus()


def _indented(line: str) -> Padding:
    """Returns a line whose spaces in front hold where it is wrapped, too."""
    indent = len(line) - len(line.lstrip())
    return Padding(Text(line.lstrip() or " "), (0, 0, 0, indent))
