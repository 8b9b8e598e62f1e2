"""The face on a stand-in for a session: keys in, words out."""

import asyncio
import os
import signal
import sys
from dataclasses import replace

import pytest
from rich.color import ColorType
from rich.console import COLOR_SYSTEMS
from tests.terminal_screen import drawn, lines_of
from textual.geometry import Region
from tools.pictures.play import svg

from pingblock.play.face import Face
from pingblock.play.session import PlaySession
from pingblock.play.state import LogLine, PlayState
from pingblock.virtual.heard import Onset

SMALL, LARGE = (80, 24), (120, 40)
YELLOW = (255, 113, 0)


def screen_of(face):
    return "\n".join(lines_of(face))


def show(face, act, size=SMALL):
    """Runs ``face`` without a terminal and returns what ``act`` does with its pilot."""

    async def story():
        async with face.run_test(size=size) as pilot:
            result = await act(pilot)
            await drawn(pilot)
            return result

    return asyncio.run(story())


def shown(fake_session, *states, size=SMALL):
    """Returns the screen of each of some states."""

    async def act(pilot):
        screens = []
        for fake_session.state in states:
            pilot.app.draw()
            await drawn(pilot)
            screens.append(screen_of(pilot.app))
        return screens

    return show(Face(fake_session), act, size)


def test_each_key_does_what_the_help_says_and_others_do_nothing(fake_session):
    keys = ("x", "5", "enter", "tab", *(key for key, _ in KEYS))
    show(Face(fake_session), lambda pilot: pilot.press(*keys))
    assert fake_session.calls == [call for _, call in KEYS]
    assert all(callable(getattr(PlaySession, name)) for _, (name, *_values) in KEYS)


KEYS = (
    *(("space", ("press",)), ("h", ("press", 1000.0)), ("H", ("press", 1000.0))),
    *(("c", ("check",)), ("k", ("check", 1000.0)), ("b", ("check", 2200.0))),
    *(("u", ("move_cable",)), ("l", ("move_lever",)), ("p", ("next_profile",))),
    *(("g", ("next_game",)), ("m", ("move_mute",)), ("1", ("set_cells", "fresh"))),
    *(("2", ("set_cells", "worn")), ("3", ("set_cells", "demo")), ("4", ("set_cells", "flat"))),
    *(("plus", ("turn_volume", 1)), ("equals_sign", ("turn_volume", 1))),
    ("minus", ("turn_volume", -1)),
)


def test_a_space_bar_that_is_held_is_one_press(fake_session, clock):
    face = Face(fake_session, clock=clock)

    async def act(pilot):
        for _ in range(20):
            clock.now_s += 0.033
            await pilot.press("space")
        clock.now_s += 0.2
        await pilot.press("space")

    show(face, act)
    assert fake_session.calls == [("press",), ("press",)]


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "ctrl+q", ""])
def test_it_quits_by_key_or_if_its_engine_fails(fake_session, key):
    async def act(pilot):
        if key:
            await pilot.press(key)
        else:
            fake_session.state = PlayState(failure="gone")
            pilot.app.draw()
        return pilot.app._exit

    assert show(Face(fake_session), act)
    assert fake_session.calls == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
def test_a_terminal_that_is_closed_ends_it(fake_session):
    async def act(pilot):
        os.kill(os.getpid(), signal.SIGHUP)
        await drawn(pilot)
        return pilot.app._exit

    assert show(Face(fake_session), act)


def test_a_mouse_button_on_the_block_is_a_finger_on_it(fake_session):
    async def act(pilot):
        await pilot.click("#log")  # beside it
        await pilot.mouse_down("#picture")
        before = list(fake_session.calls)
        await pilot.hover("#log")
        await pilot.mouse_up("#log")
        await pilot.click("#log")  # the finger is off the block
        return before

    assert show(Face(fake_session), act) == [("finger_down",)]
    assert fake_session.calls == [("finger_down",), ("finger_up",)]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_everything_can_be_read_at_once(fake_session, size):
    heard = tuple(Onset(number * 350.0, 1175.0, -14.0) for number in range(6))
    shown_last = {"kind": "outcome", "outcome": "coins", "coins": 6}
    log = (LogLine(1000.0, "you", "Pressed the block."),)
    state = PlayState(colour=YELLOW, heard=heard, shown=shown_last, volume=6, log=log)
    cells = {"cell_mv": 1580, "cell_ohm": 0.15, "vsys_mv": 5000}
    state = replace(state, profile="manual", sound_out="no sound: no player found", **cells)
    [text] = shown(fake_session, state, size=size)
    for words in (
        *("6 coins", "Take 6 coins from the bank.", "yellow", " 1 ♪  1175 Hz", " 6 ♪  1175 Hz"),
        *("Heard: 6 notes", "USB cable: 5.00 V", "3 AAA, fresh: 1.58 V, 0.15 ohm", "not yet"),
        *("Pressed the block.", "real time", "no sound: no player found", "SPACE press", "Q quit"),
        "Odds manual",
    ):
        assert words in text


def test_the_picture_lights_up_and_goes_dark_again_and_is_drawn_as_an_svg(fake_session):
    async def act(pilot):
        seen = []
        for colour in ((0, 0, 0), YELLOW, (0, 0, 0)):
            fake_session.state = PlayState(colour=colour)
            pilot.app.draw()
            await drawn(pilot)
            seen.append(svg(pilot.app))
        return seen

    pictures = show(Face(fake_session), act)
    assert ['fill="#ffaa00"' in each for each in pictures] == [False, True, False]
    assert pictures[1].startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 432"')
    assert "Press the block" in pictures[1]
    assert pictures[1].count("http") == 1


@pytest.mark.parametrize(
    ("size", "says"), [((60, 20), " U USB   L lever   Q quit"), ((30, 8), "PINGBLOCK")]
)
def test_a_small_window_still_says_something(fake_session, size, says):
    assert says in shown(fake_session, PlayState(), size=size)[0]


@pytest.mark.parametrize(("system", "own"), [("256", True), ("truecolor", False)])
def test_a_terminal_with_256_colours_gets_those_and_no_others(fake_session, system, own):
    fake_session.state = PlayState(colour=YELLOW)

    async def act(pilot):
        pilot.app.console._color_system = COLOR_SYSTEMS[system]
        pilot.app.refresh(repaint=True)
        pilot.app.draw()
        await drawn(pilot)
        [picture] = pilot.app.query("#picture")
        strips = picture.render_lines(Region(0, 0, *picture.size))
        return {segment.style.color.type for strip in strips for segment in strip}

    assert (show(Face(fake_session), act) == {ColorType.EIGHT_BIT}) is own
