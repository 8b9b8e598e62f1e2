"""A game in a terminal: draws states, and turns keys and typed lines into commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

from rich.console import Group
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.widgets import Input, OptionList, RichLog, Static

from pingblock.common.endings import call_at_the_end
from pingblock.common.screen_colours import FAINT, GOLD, GROUND, INK, PANEL
from pingblock.connection.device import Device
from pingblock.connection.session import Message
from pingblock.connection.transport import VIRTUAL, open_port
from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.languages.later import listed
from pingblock.serve.in_process import InProcess
from pingblock.tables.bots import PLAIN
from pingblock.tables.command import Command, Refusal
from pingblock.tables.device_link import DeviceThread
from pingblock.tables.device_seat import DeviceSeat
from pingblock.tables.game import TableEvent
from pingblock.tables.prompts import (
    AGAIN,
    BOT,
    HELP,
    OFF,
    POSITION,
    RULE,
    UNDO,
    Menu,
    Prompts,
    Wish,
)
from pingblock.tables.rule_texts import rule_text, rule_texts
from pingblock.tables.screen.asking import Asking
from pingblock.tables.screen.colours import colours_of
from pingblock.tables.screen.hands import HAND_KEYS, HANDS
from pingblock.tables.screen.wrapping import PanelLine, painted
from pingblock.tables.table import Table, bots_step, decision

_KEYS = N_("Enter: do it  F2: roll, draw  F3: undo  F4: bot decides  F1: help  ^Q: leave")
_HINT = N_("choose above with the arrows, or just type")
_ANSWER = N_("choose above, or type it (Esc: leave it)")
_HANDS = N_("Device: F5 press  F6 hold  F7 check  F8 hold check  F9 lever")
_FROM = N_(
    "If you keep these lines in a file, you can begin a game from there: pingblock table GAME "
    "--from FILE."
)
_UNKEPT = N_("The step could not be saved, so it was not done: {reason}.")
_RECENT = 6  # number of past steps to show when a game continues


class TableFace(App[None]):
    """The whole screen of a game. ``again`` is true if the players want another game.

    Args:
        table: the game.
        note: a sentence to show first, or "".
        port: port of a device that takes part, see ``Device``, or "" for none.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {GROUND}; color: {INK}; overflow: hidden; }}
    #head {{ height: 1; background: {PANEL}; text-style: bold; padding: 0 1; }}
    #middle {{ height: 5fr; }}
    #table, #choices {{ height: 100%; padding: 0 1; }}
    #table, #choices {{ border: round {PANEL}; border-title-color: {GOLD}; }}
    #table {{ width: 11fr; min-width: 42; }}
    #choices {{ width: 9fr; background: {GROUND}; }}
    #table, #choices, #log {{ scrollbar-size-vertical: 1; }}
    #log {{ scrollbar-gutter: stable; }}
    #log {{ height: 2fr; min-height: 7; background: {GROUND}; }}
    #log {{ border: round {PANEL}; border-title-color: {FAINT}; }}
    #line {{ height: 1; border: none; background: {PANEL}; padding: 0 1; }}
    #keys {{ height: auto; color: {FAINT}; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "explain", priority=True),
        Binding("escape", "close_help", priority=True),
        Binding("f2", "draw", priority=True),
        Binding("f3", "undo", priority=True),
        Binding("f4", "bot", priority=True),
        *(Binding(key, f"hand('{name}')", priority=True) for key, name in HAND_KEYS.items()),
        Binding("pageup", "turn(-1)", priority=True),
        Binding("pagedown", "turn(1)", priority=True),
        Binding("ctrl+q,ctrl+c", "quit", priority=True),
    ]

    def __init__(
        self,
        table: Table[Any],
        note: str = "",
        port: str = "",
    ) -> None:
        super().__init__()
        self._table = table
        self._note = note
        self._prompts = Prompts(table.game, table.players, table.state)
        self._colours = colours_of(table)
        self._seat = DeviceSeat(table)
        self._virtual: InProcess | None = None
        self._device = self._at(port) if port else None
        self._rules: tuple[str, ...] = ()  # ids of the rules of the last events
        self.again = False
        self._helping = ""  # HELP or POSITION if that page replaces the table
        self._offered: list[Command | Menu] = []
        self._asking: Asking | None = None  # a form that is being filled in
        self._last_said = ""

    def compose(self) -> ComposeResult:
        """See textual: the parts of the screen."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="board")
            yield OptionList(id="choices")
        log = RichLog(id="log", wrap=True, min_width=20)
        log.border_title = _("What happened")
        log.can_focus = False
        yield log
        yield Input(id="line", select_on_focus=False)
        keys = [_(_HANDS)] * bool(self._virtual) + [_(_KEYS)]
        yield Static("\n".join(keys), id="keys")

    def on_mount(self) -> None:
        """See textual: shows the current game."""
        for note in self._table.game.view(self._table.state).get("unverified", ()):
            self._tell(_("Not verified: {note}.").format(note=_(note)))
        if self._note:
            self._tell(self._note)
        self._said(self._table.recent(_RECENT))
        self._go_on()
        if self._device:
            call_at_the_end(self.exit)
            self._device.start()

    def on_unmount(self) -> None:
        """See textual: closes the device's port."""
        if self._device:
            self._device.close()

    def on_key(self, event: Key) -> None:
        """Sends letters that are typed while the list has the focus to the input line."""
        line = self.query_one("#line", Input)
        # Otherwise the input line has already taken the key.
        if event.is_printable and event.character:
            self.set_focus(line)
            line.insert_text_at_cursor(event.character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Carries out the chosen command, or a line that was typed before the focus changed."""
        line = self.query_one("#line", Input)
        if self.focused is line and line.value:
            self._typed(line)
        elif self._asking:
            self._answered(self._asking, self._asking.choices()[event.option_index][0])
        elif isinstance(chosen := self._offered[event.option_index], Menu):
            self._asking = Asking(self._prompts.asked(*chosen[:2], self._table.state))
            self._show()
        else:
            self._do(chosen)

    def _answered(self, asking: Asking, answer: object) -> None:
        """Takes an answer to a form. Carries out its command after the last answer."""
        asking.take(answer)
        if asking.question is None:
            self._do(asking.command)
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carries out a typed line. An empty line draws the outcome that is due."""
        self._typed(event.input)

    def _typed(self, field: Input) -> None:
        line, seats = field.value.strip(), self._table.game.to_act(self._table.state)
        field.clear()
        if not line and not seats:
            self.action_draw()
            return
        try:
            if line and self._asking:
                self._answered(self._asking, self._asking.read(line))
                return
            meant = self._prompts.read(line, self._table.state)
        except BadInput as wrong:
            self._tell(str(wrong))
            return
        if isinstance(meant, Wish):
            self._fulfil(meant)
        else:
            self._do(meant)

    def _fulfil(self, wish: Wish) -> None:
        """Carries out a typed request to the screen."""
        if wish.name == RULE:
            self._explain(wish.rest)
        elif wish.name == UNDO:
            self.action_undo(wish.rest or "1")
        elif wish.name == BOT:
            self._hand_over(wish.rest)
        elif wish.name in (HELP, POSITION):
            self._helping = wish.name
            self._show()
        elif wish.name == AGAIN:
            self._again()
        else:
            self.exit()

    def _again(self) -> None:
        """Closes the screen to begin another game, if the current game is over."""
        if self._table.game.result(self._table.state) is None:
            self._tell(_("This game is not over yet."))
        else:
            self.again = True
            self.exit()

    def _hand_over(self, words: str) -> None:
        """Lets a bot play for a player who leaves, or gives the seat back to a person."""
        name, _space, last = words.rpartition(" ")
        name, bot = (name, "") if last.lower() == OFF else (words, PLAIN)
        seats = {each.casefold(): at for at, each in enumerate(self._table.players)}
        if name.casefold() not in seats:
            names = listed(self._table.players)
            self._tell(_("Whose seat? There are {names}.").format(names=names))
            return
        seat = seats[name.casefold()]
        self._table.hand_to(seat, bot)
        name = self._table.players[seat]
        say = _("A bot plays for {name}.") if bot else _("{name} plays again.")
        self._tell(say.format(name=name))
        self._go_on()

    def action_draw(self) -> None:
        """Draws the outcome of chance that is due."""
        step = self._table.next_draw()
        if step is not None:
            self._do(step)
        elif not self._table.game.result(self._table.state):
            self._tell(_("There is no draw or roll now: first a player must decide."))

    def action_undo(self, count: str = "1") -> None:
        """Undoes the last steps."""
        try:
            self._table.undo(int(count) if count.isdecimal() else 0)
        except BadInput as wrong:
            self._tell(str(wrong))
            return
        self._tell(_("Taken back."))
        self._show()

    def action_turn(self, pages: int) -> None:
        """Turns the page of the table or the help."""
        page = self.query_one("#table", VerticalScroll)
        page.scroll_relative(y=pages * max(1, page.size.height - 1), animate=False)

    def action_bot(self) -> None:
        """Lets the plain bot decide for the player who must decide."""
        seats = self._table.game.to_act(self._table.state)
        if not seats:
            self._tell(_("No player must act now: press F2 to draw or roll."))
            return
        self._do(decision(self._table, seats[0], PLAIN))

    def action_hand(self, name: str) -> None:
        """Does an action at the virtual device."""
        if self._virtual:
            self._virtual.hand(HANDS[name])

    def action_explain(self) -> None:
        """Shows the help instead of the game, or shows the game again."""
        self._helping = "" if self._helping else HELP
        self._show()

    def action_close_help(self) -> None:
        """Shows the game again, and drops a form."""
        self._helping, self._asking = "", None
        self._show()

    def _explain(self, number: str) -> None:
        """Shows a rule in words, with its source."""
        try:
            found = rule_text(number)
        except BadInput as unknown:
            self._tell(str(unknown))
            return
        self._tell(f"{found.rule}: {found.say}", f"  {found.source}")

    def _at(self, port: str) -> DeviceThread:
        def passed_to(act: Callable[[Any], None]) -> Callable[[Any], None]:
            return lambda told: self.call_from_thread(act, told) if self.is_running else None

        took, say = passed_to(self._take), passed_to(self._tell)
        if port.partition(":")[0] == VIRTUAL:
            virtual = open_port(port)
            # A device without ``hand`` belongs to the page that shows it.
            if hasattr(virtual, "hand"):
                self._virtual = cast(InProcess, virtual)
            return DeviceThread(port, self._seat, took, say, lambda _: Device(virtual).open())
        return DeviceThread(port, self._seat, took, say)

    def _take(self, event: Message) -> None:
        """Carries out a roll or a card of the device."""
        try:
            done = self._seat.take(event)
        except BadInput as refused:
            say = _("The device's {outcome} does not count: {refused}")
            self._tell(say.format(outcome=event.get("outcome", "run"), refused=refused))
            return
        except OSError as error:
            self._tell(_(_UNKEPT).format(reason=error.strerror))
            return
        if done:
            self._said(done[1])
            self._go_on()
        elif event.get("outcome") == "bid" and (hint := self._prompts.hint(self._table.state)):
            say = _("A press is a bid: type whose it is, and how much. {hint}.")
            self._tell(say.format(hint=hint))

    def _do(self, step: Command) -> None:
        self._helping, self._asking = "", None
        try:
            self._said(self._seat.do(step))
        except Refusal as refused:
            if refused.rule in rule_texts():
                self._rules = (refused.rule,)
            refused.example = self._prompts.why_malformed(step)
            self._tell(_("No: {refused}").format(refused=refused))
            return
        except OSError as error:
            self._tell(_(_UNKEPT).format(reason=error.strerror))
            return
        self._go_on()

    def _go_on(self) -> None:
        """Lets bots decide until a person must, then shows the game."""
        while step := bots_step(self._table):
            self._said(self._seat.do(step))
        self._show()

    def _said(self, events: tuple[TableEvent, ...]) -> None:
        rules = dict.fromkeys(event.rule for event in events if event.rule in rule_texts())
        self._rules = tuple(rules) or self._rules
        for event in events:
            rule = f"  {event.rule}" if event.rule else ""
            say = self._table.game.say(event, self._table.players)
            self._tell(say, rule)

    def _tell(self, say: str, rule: str = "") -> None:
        if rule or say != self._last_said:  # The same refusal is shown only once.
            self.query_one("#log", RichLog).write(painted(say, self._colours).append(rule, FAINT))
        self._last_said = say

    def _show(self) -> None:
        state, prompts = self._table.state, self._prompts
        prompts.seated(self._table.players)
        self.query_one("#head", Static).update(prompts.header(state, self._device is not None))
        lines = prompts.board(state)
        if helping := self._helping == HELP:
            lines = prompts.help(self._rules, state)
        elif self._helping:
            about, *lines = prompts.position(self._table.position)
            lines = [f"{about} {_(_FROM)}", *lines]
        # The hint is too long for the input line.
        if len(hint := prompts.hint(state)) + 2 > self.size.width:
            lines, hint = [hint, "", *lines], ""
        drawn = Group(*(PanelLine(line, self._colours) for line in lines))
        self.query_one("#board", Static).update(drawn)
        self.query_one("#table").border_title = _("Help") if helping else _("The table")
        self._offered = prompts.offers(state)
        self._show_choices(hint or _(_HINT) * bool(self._offered))

    def _show_choices(self, hint: str) -> None:
        """Lists the possible commands, or the answers to a question of a form."""
        game, state, asking = self._table.game, self._table.state, self._asking
        choices, line = self.query_one("#choices", OptionList), self.query_one("#line", Input)
        seats = game.to_act(state)
        title = _("What can be done") if seats else _("What may come")
        title = _("The game is over") if game.result(state) else title
        options = [self._prompts.option(each, state) for each in self._offered]
        if asking:
            title, options = asking.title, [words for _value, words in asking.choices()]
        line.placeholder, choices.border_title = _(_ANSWER) if asking else hint, title
        choices.clear_options()
        choices.add_options([painted(words, self._colours) for words in options])
        if seats or asking:
            choices.highlighted = 0
            choices.focus()
        else:
            line.focus()
