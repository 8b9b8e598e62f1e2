"""The face on a stand-in for a session: keys in, words out."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from rich.color import ColorType
from rich.console import COLOR_SYSTEMS
from textual.geometry import Region
from tools.pictures.play import svg

from pingblock.play.face import Face
from pingblock.play.session import PlaySession
from pingblock.play.state import LogLine, PlayState
from pingblock.virtual.heard import Onset

SMALL, LARGE = (80, 24), (120, 40)
YELLOW = (255, 113, 0)


def screen_of(face):
    strips = face.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def show(face, act, size=SMALL):
    """Runs ``face`` without a terminal and returns what ``act`` does with its pilot."""

    async def story():
        async with face.run_test(size=size) as pilot:
            result = await act(pilot)
            await pilot.pause()
            return result

    return asyncio.run(story())


def shown(fake_session, state, size=SMALL):
    fake_session.state = state

    async def act(pilot):
        pilot.app.draw()
        await pilot.pause()
        return screen_of(pilot.app)

    return show(Face(fake_session), act, size)


def pressed(fake_session, *keys):
    show(Face(fake_session), lambda pilot: pilot.press(*keys))
    return fake_session.calls


KEYS = (
    ("space", ("press",)),
    ("h", ("press", 1000.0)),
    ("H", ("press", 1000.0)),
    ("c", ("check",)),
    ("k", ("check", 1000.0)),
    ("b", ("check", 2200.0)),
    ("u", ("move_cable",)),
    ("l", ("move_lever",)),
    ("p", ("next_profile",)),
    ("g", ("next_game",)),
    ("m", ("move_mute",)),
    ("1", ("set_cells", "fresh")),
    ("2", ("set_cells", "worn")),
    ("3", ("set_cells", "demo")),
    ("4", ("set_cells", "flat")),
    ("plus", ("turn_volume", 1)),
    ("equals_sign", ("turn_volume", 1)),
    ("minus", ("turn_volume", -1)),
)


def test_each_key_does_what_the_help_says(fake_session):
    assert pressed(fake_session, *(key for key, _ in KEYS)) == [call for _, call in KEYS]
    assert all(callable(getattr(PlaySession, name)) for _, (name, *_values) in KEYS)


def test_other_keys_do_nothing(fake_session):
    assert pressed(fake_session, "x", "5", "enter", "tab") == []


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


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "ctrl+q"])
def test_it_quits(fake_session, key):
    face = Face(fake_session)
    pressed_key = {}

    async def act(pilot):
        await pilot.press(key)
        pressed_key["left"] = pilot.app._exit

    show(face, act)
    assert pressed_key["left"]
    assert fake_session.calls == []


def test_a_failed_engine_ends_it(fake_session):
    face = Face(fake_session)

    async def act(pilot):
        fake_session.state = PlayState(failure="gone")
        pilot.app.draw()
        return pilot.app._exit

    assert show(face, act)


def test_a_mouse_button_on_the_block_is_a_finger_on_it(fake_session):
    async def act(pilot):
        await pilot.mouse_down("#picture")
        before = list(fake_session.calls)
        await pilot.hover("#log")
        await pilot.mouse_up("#log")
        return before

    assert show(Face(fake_session), act) == [("finger_down",)]
    assert fake_session.calls == [("finger_down",), ("finger_up",)]


def test_a_click_beside_the_block_presses_nothing(fake_session):
    show(Face(fake_session), lambda pilot: pilot.click("#log"))
    assert fake_session.calls == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_everything_can_be_read_at_once(fake_session, size):
    state = PlayState(
        colour=YELLOW,
        heard=tuple(Onset(number * 350.0, 1175.0, -14.0) for number in range(6)),
        shown={"kind": "outcome", "outcome": "coins", "coins": 6},
        volume=6,
        profile="manual",
        cell_mv=1580,
        cell_ohm=0.15,
        vsys_mv=5000,
        sound_out="no sound: no player found",
        log=(LogLine(1000.0, "you", "Pressed the block."),),
    )
    text = shown(fake_session, state, size)
    for words in (
        "6 coins", "Take 6 coins from the bank.", "yellow", " 1 ♪  1175 Hz", " 6 ♪  1175 Hz",
        "Heard: 6 notes", "USB cable: 5.00 V", "3 AAA, fresh: 1.58 V, 0.15 ohm", "not yet",
        "Pressed the block.", "real time", "no sound: no player found", "SPACE press", "Q quit",
        "Odds manual",
    ):  # fmt: skip
        assert words in text


def colours_of(face):
    strips = face.screen._compositor.render_strips()
    return {
        segment.style.color.get_truecolor().hex
        for strip in strips
        for segment in strip
        if segment.style and segment.style.color
    }


def test_the_picture_lights_up_and_goes_dark_again(fake_session):
    async def act(pilot):
        seen = []
        for colour in ((0, 0, 0), YELLOW, (0, 0, 0)):
            fake_session.state = replace(PlayState(), colour=colour)
            pilot.app.draw()
            await pilot.pause()
            seen.append("#ffaa00" in colours_of(pilot.app))
        return seen

    assert show(Face(fake_session), act) == [False, True, False]


def test_a_narrow_window_still_says_how_to_quit(fake_session):
    assert " U USB   L lever   Q quit" in shown(fake_session, PlayState(), (60, 20))


@pytest.mark.parametrize(("system", "own"), [("256", True), ("truecolor", False)])
def test_a_terminal_with_256_colours_gets_those_and_no_others(fake_session, system, own):
    fake_session.state = PlayState(colour=YELLOW)
    face = Face(fake_session)

    async def act(pilot):
        pilot.app.console._color_system = COLOR_SYSTEMS[system]
        pilot.app.refresh(repaint=True)
        pilot.app.draw()
        await pilot.pause()
        strips = [strip for widget in pilot.app.query("#picture") for strip in lines_of(widget)]
        return {segment.style.color.type for strip in strips for segment in strip}

    assert (show(face, act) == {ColorType.EIGHT_BIT}) is own


def lines_of(widget):
    return widget.render_lines(Region(0, 0, *widget.size))


def test_a_small_window_does_not_break_it(fake_session):
    assert "PINGBLOCK" in shown(fake_session, PlayState(), (30, 8))


def test_the_drawn_screen_is_an_svg_with_its_words_and_pixels(fake_session):
    fake_session.state = PlayState(colour=YELLOW)

    async def act(pilot):
        pilot.app.draw()
        await pilot.pause()
        return svg(pilot.app)

    drawn = show(Face(fake_session), act)
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 432"')
    assert "Press the block" in drawn
    assert 'fill="#ffaa00"' in drawn
    assert drawn.count("http") == 1
