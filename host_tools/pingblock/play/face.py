"""The block in a terminal. It only draws states and turns keys and clicks into session calls."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import MouseDown, MouseUp
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from pingblock.common.endings import call_at_the_end
from pingblock.common.screen_colours import FAINT, GOLD, GROUND, INK, PANEL
from pingblock.languages import _
from pingblock.play import panels
from pingblock.play.colours import to_eye
from pingblock.play.palette import Palette256
from pingblock.play.picture import Look, Pixels, paint
from pingblock.play.session import CHECK_HOLD_MS, HOLD_MS, PlaySession
from pingblock.play.state import PlayState
from pingblock.virtual.pacer import Clock

FRAMES_A_S = 30
# A terminal repeats a held key faster than this; it tells no release.
REPEAT_S = 0.12
UPPER_HALF = "▀"


class BlockPicture(Widget):
    """The block, two pixels a character cell. A mouse button on it is a finger on the block."""

    def __init__(self, session: PlaySession) -> None:
        super().__init__(id="picture")
        self._session = session
        self._look = Look()
        self._pixels: Pixels = np.zeros((0, 0, 3), np.uint8)

    def show(self, look: Look) -> None:
        """Draws ``look`` if it is another one."""
        if look != self._look:
            self._look = look
            self._pixels = np.zeros((0, 0, 3), np.uint8)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """See textual: one row of cells."""
        width, height = self.size
        if self._pixels.shape[:2] != (height * 2, width):
            self._pixels = paint(width, height * 2, self._look)
        if y >= height:
            return Strip.blank(width)
        upper, lower = self._pixels[2 * y].tolist(), self._pixels[2 * y + 1].tolist()
        return Strip([_cell(*pair) for pair in zip(upper, lower, strict=True)], width)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Puts the finger on the block."""
        self.capture_mouse()
        self._session.finger_down()

    def on_mouse_up(self, event: MouseUp) -> None:
        """Lifts the finger, wherever the mouse is by now."""
        self.release_mouse()
        self._session.finger_up()


def _cell(upper: list[int], lower: list[int]) -> Segment:
    style = Style.from_color(Color.from_rgb(*upper), Color.from_rgb(*lower))
    return Segment(UPPER_HALF, style)


class Panel(Static):
    """Words that change. Texts that did not change are not drawn again."""

    def __init__(self, name: str, title: str = "") -> None:
        super().__init__("", id=name)
        self._text: Text | None = None
        self.border_title = title or None

    def show(self, text: Text) -> None:
        """Draws ``text`` if it is another one."""
        if text != self._text or text.spans != getattr(self._text, "spans", None):
            self._text = text
            self.update(text)

    @property
    def lines(self) -> int:
        """The number of lines that fit."""
        return self.content_size.height


class Face(App[None]):
    """The whole screen.

    Args:
        session: running.
        note: why the engine is not the usual one; empty if it is.
        clock: seconds, to tell a held key from several presses.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Pingblock"
    CSS = f"""
    Screen {{ background: {GROUND}; color: {INK}; overflow: hidden; }}
    #header {{ height: 1; background: {PANEL}; color: {INK}; text-style: bold; padding: 0 1; }}
    #main {{ height: 1fr; }}
    #left {{ width: 43%; }}
    #right {{ width: 57%; }}
    #picture {{ height: 1fr; }}
    #light, #worms, #settings, #result {{ height: 1; text-align: center; }}
    #result {{ height: auto; min-height: 5; border: round {GOLD}; }}
    #heard {{ height: 8fr; }}
    #power {{ height: 5; }}
    #log {{ height: 7fr; }}
    #heard, #power, #log {{
        border: round {PANEL}; border-title-color: {FAINT}; padding: 0 1;
    }}
    #status {{ height: 1; background: #1c2333; }}
    #keys {{ height: auto; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "press"),
        Binding("h,H", f"hand('press', {HOLD_MS})"),
        Binding("c,C", "hand('check')"),
        Binding("k,K", f"hand('check', {HOLD_MS})"),
        Binding("b,B", f"hand('check', {CHECK_HOLD_MS})"),
        Binding("u,U", "hand('move_cable')"),
        Binding("l,L", "hand('move_lever')"),
        Binding("p,P", "hand('next_profile')"),
        Binding("g,G", "hand('next_game')"),
        Binding("1", "hand('set_cells', 'fresh')"),
        Binding("2", "hand('set_cells', 'worn')"),
        Binding("3", "hand('set_cells', 'demo')"),
        Binding("4", "hand('set_cells', 'flat')"),
        Binding("plus,equals_sign,up", "hand('turn_volume', 1)"),
        Binding("minus,down", "hand('turn_volume', -1)"),
        Binding("m,M", "hand('move_mute')"),
        Binding("q,Q,ctrl+c,ctrl+q", "quit", priority=True),
    ]

    def __init__(
        self, session: PlaySession, note: str = "", clock: Clock = time.monotonic
    ) -> None:
        super().__init__()
        self._session = session
        self._note = note
        self._clock = clock
        self._space_s = -REPEAT_S
        self._picture = BlockPicture(session)
        self._panels = {
            name: Panel(name, title)
            for name, title in (
                ("header", ""), ("light", ""), ("worms", ""), ("result", ""), ("settings", ""),
                ("heard", _("Heard")), ("power", _("Power")),
                ("log", _("What happened (seconds)")),
                ("status", ""), ("keys", ""),
            )
        }  # fmt: skip

    def compose(self) -> ComposeResult:
        """See textual: the parts of the screen."""
        panel = self._panels
        yield panel["header"]
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield self._picture
                yield panel["light"]
                yield panel["worms"]
                yield panel["result"]
                yield panel["settings"]
            with Vertical(id="right"):
                yield panel["heard"]
                yield panel["power"]
                yield panel["log"]
        yield panel["status"]
        yield panel["keys"]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """See textual: a terminal with 256 colours gets the nearest of them."""
        filters = list(super().get_line_filters())
        return [*filters, Palette256()] if self.console.color_system == "256" else filters

    def on_mount(self) -> None:
        """See textual: from now on the screen follows the session."""
        call_at_the_end(self.exit)
        self.set_interval(1 / FRAMES_A_S, self.draw)

    def draw(self) -> None:
        """Draws the session's state; leaves when the engine failed."""
        state = self._session.state
        if state.failure:
            self.exit()
        self._picture.show(Look(to_eye(state.colour), state.block_down, state.check_down))
        self._panels["heard"].border_title = panels.heard_title(state)
        for name, text in self._texts(state).items():
            self._panels[name].show(text)

    def _texts(self, state: PlayState) -> dict[str, Text]:
        log = self._panels["log"]
        return {
            "header": panels.header(state),
            "light": panels.light(state),
            "worms": panels.worms(state),
            "result": panels.result(state),
            "settings": panels.settings(state),
            "heard": panels.heard(state, self._panels["heard"].lines),
            "power": panels.power(state),
            "log": panels.log(state, log.content_size.width, log.lines),
            "status": panels.status(state, self._note),
            "keys": panels.keys(self.size.width),
        }

    # Keys

    def action_press(self) -> None:
        """Presses the block; a key that repeats because it is held is one press."""
        now_s = self._clock()
        repeated = now_s - self._space_s < REPEAT_S
        self._space_s = now_s
        if not repeated:
            self._session.press()

    def action_hand(self, name: str, *values: object) -> None:
        """Has a hand of the session do something."""
        getattr(self._session, name)(*values)
