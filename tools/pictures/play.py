"""Pictures of `play` in the terminal: ``python -m tools.pictures.play OUT.svg``.

With a folder instead of a file it draws the other games. The pictures of the README and of
docs/games.md are made by this, without a terminal. Half blocks become rectangles, so that no font
leaves gaps; Textual's own export takes its font from the network.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from rich.segment import Segment
from rich.style import Style
from textual.app import App

from pingblock.common.output_file import write_file
from pingblock.common.screen_colours import GROUND, INK
from pingblock.errors import PingblockError
from pingblock.play.face import UPPER_HALF, Face
from pingblock.play.session import PlaySession
from pingblock.play.state import PlayState
from pingblock.sounds.audio_out import Silence
from pingblock.virtual.bench import open_bench

CELL_WIDTH, CELL_HEIGHT, BASELINE = 9, 18, 14
FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
LIMIT_S = 30.0
# A seed whose first draw is coins, and several of them.
SEED = 61
Until = Callable[[PlayState], bool]


def svg(face: App[None]) -> str:
    """Returns the screen of a running ``face`` as an SVG."""
    width, height = face.size
    size = f"{width * CELL_WIDTH} {height * CELL_HEIGHT}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
    head += f'font-family="{FONT}" font-size="15" shape-rendering="crispEdges">'
    ground = f'<rect width="100%" height="100%" fill="{GROUND}"/>'
    rows = [part for y in range(height) for part in _row(face, y)]
    return "\n".join([head, ground, *rows, "</svg>", ""])


def _row(face: App[None], y: int) -> Iterator[str]:
    x = 0
    for segment in _joined(face.screen._compositor.render_strips()[y]):
        if segment.cell_length:
            yield from _segment(segment, x, y)
        x += segment.cell_length


def _joined(strip: object) -> list[Segment]:
    return list(Segment.simplify(strip))  # type: ignore[arg-type]


def _segment(segment: Segment, x: int, y: int) -> Iterator[str]:
    fore, back = _colours(segment.style or Style())
    count = segment.cell_length
    yield _rect(x, y * CELL_HEIGHT, count, CELL_HEIGHT, back)
    if segment.text == UPPER_HALF * count:
        yield _rect(x, y * CELL_HEIGHT, count, CELL_HEIGHT // 2, fore)
    elif segment.text.strip():
        bold = ' font-weight="bold"' if segment.style and segment.style.bold else ""
        at = f'x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT + BASELINE}"'
        length = f'textLength="{count * CELL_WIDTH}" xml:space="preserve"'
        yield f'<text {at} {length} fill="{fore}"{bold}>{escape(segment.text)}</text>'


def _rect(x: int, top: int, cells: int, height: int, fill: str) -> str:
    place = f'x="{x * CELL_WIDTH}" y="{top}" width="{cells * CELL_WIDTH}" height="{height}"'
    return f'<rect {place} fill="{fill}"/>' if fill != GROUND else ""


def _colours(style: Style) -> tuple[str, str]:
    fore = style.color.get_truecolor().hex if style.color else INK
    back = style.bgcolor.get_truecolor().hex if style.bgcolor else GROUND
    return (back, fore) if style.reverse else (fore, back)


def run_until(session: PlaySession, wanted: Until) -> None:
    """Steps ``session`` until ``wanted`` is true of its state."""
    limit_ms = session.state.now_ms + LIMIT_S * 1000
    while not wanted(session.state):
        session.step()
        if session.state.now_ms > limit_ms:
            raise PingblockError("The moment for the picture did not come.")


class Ticking:
    """A clock that runs 3 ms ahead at each look: emulated time without waiting."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 0.003
        return self.now_s


def coins_moment(session: PlaySession) -> None:
    """Presses the block, lets it pay out coins, has them repeated, and stops in a late flash."""
    run_until(session, lambda state: state.volume is not None and not state.playing)
    session.press()
    run_until(session, lambda state: state.shown is not None)
    session.check()
    run_until(session, lambda state: state.playing)
    run_until(session, lambda state: len(state.heard) == 3 and any(state.colour))


def _choose(session: PlaySession, game: str, rules: str | None = None) -> None:
    """Presses G and P as often as it takes."""
    run_until(session, lambda state: state.volume is not None and not state.playing)
    while session.state.game != game:
        before = session.state.game
        session.next_game()
        run_until(session, lambda state, before=before: state.game != before)  # type: ignore[misc]
    run_until(session, lambda state: state.rules is not None or game == "storm_dice")
    while rules and session.state.rules != rules:
        last = session.state.rules
        session.next_profile()
        run_until(session, lambda state, last=last: state.rules != last)  # type: ignore[misc]


def _wait(session: PlaySession, ms: float) -> None:
    end_ms = session.state.now_ms + ms
    run_until(session, lambda state: state.now_ms >= end_ms)


def _press(session: PlaySession, kind: str) -> None:
    """Presses the block and waits until this outcome may be shown."""
    session.press()
    run_until(session, lambda state: state.playing)
    run_until(session, lambda state: (state.shown or {}).get("outcome") == kind)
    run_until(session, lambda state: not state.playing)


def auction_moment(session: PlaySession) -> None:
    """Has two bids made in an auction, and waits for a third."""
    _choose(session, "dice", "celebration")
    _press(session, "roll")
    for _ in range(2):
        session.move_lever()
        _wait(session, 400)
    for _ in range(2):
        _wait(session, 1500)
        session.press()
    _wait(session, 3300)


def storm_moment(session: PlaySession) -> None:
    """Rolls the storm dice."""
    _choose(session, "storm_dice")
    _press(session, "roll")


def fortune_moment(session: PlaySession) -> None:
    """Draws a card, and counts two skulls of the first roll."""
    _choose(session, "fortune", "turn")
    _press(session, "card")
    for _ in range(2):
        _press(session, "skull")


# File -> seed, moment.
GAMES: dict[str, tuple[int, Callable[[PlaySession], None]]] = {
    "play_auction.svg": (SEED, auction_moment),
    "play_storm_dice.svg": (SEED, storm_moment),
    "play_fortune.svg": (SEED, fortune_moment),
}


async def _shoot(session: PlaySession, columns: int, rows: int) -> str:
    face = Face(session)
    async with face.run_test(size=(columns, rows)) as pilot:
        face.draw()
        await pilot.pause()
        return svg(face)


def main(path: str, columns: int = 80, rows: int = 24) -> None:
    """Writes the picture to ``path``, or those of the games into that folder."""
    place = Path(path)
    block = {"": (SEED, coins_moment)}
    for name, (seed, moment) in (GAMES if place.is_dir() else block).items():
        with open_bench("desk", seed) as bench:
            session = PlaySession(bench, Silence("a picture"), Ticking())
            moment(session)
            write_file(place / name, asyncio.run(_shoot(session, columns, rows)).encode())


if __name__ == "__main__":
    main(sys.argv[1], *(int(number) for number in sys.argv[2:4]))
