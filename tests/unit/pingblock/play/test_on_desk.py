"""Session and face on the real firmware, desk engine, in emulated time."""

import asyncio

import pytest
from tests.terminal_screen import drawn
from tools.pictures.play import GAMES, SEED, Ticking, coins_moment, run_until, svg

from pingblock.errors import Unavailable
from pingblock.play import panels
from pingblock.play.face import Face
from pingblock.play.session import PlaySession
from pingblock.sounds.audio_out import Silence
from pingblock.virtual.bench import open_bench

COINS = 4  # of SEED's first draw


@pytest.fixture
def desk():
    """A session on the desk engine with the picture's seed, ready to be pressed."""
    try:
        bench = open_bench("desk", SEED)
    except Unavailable as why:
        pytest.skip(str(why))
    with bench:
        session = PlaySession(bench, Silence("test"), Ticking())
        bobbed = set()

        def ready(state):
            bobbed.add(state.bobbing)
            return state.volume is not None and not state.playing

        run_until(session, ready)
        assert bobbed == {False}  # nothing has moved since the first look
        yield session


def texts(session):
    return [line.text for line in session.state.log]


def played(session):
    """Presses the block and waits for its outcome."""
    session.press()
    run_until(session, lambda state: state.shown is not None)
    return session.state


def pull_and_let_go(session):
    """Pulls the lever unless it is, and lets it go once it is armed."""
    if not session.state.lever_pulled:
        session.move_lever()
    run_until(session, lambda state: "The lever is armed: let it go." in texts(session))
    assert session.state.lever_pulled
    session.move_lever()


def test_a_press_gives_an_outcome_with_as_many_heard_pings_and_flashes(desk):
    desk.press()
    flashes, lit = 0, False
    while desk.state.shown is None:
        desk.step()
        flashes += any(desk.state.colour) and not lit
        lit = any(desk.state.colour)
    state = desk.state
    assert (state.shown["outcome"], state.shown["coins"]) == ("coins", COINS)
    assert (len(state.heard), flashes) == (COINS, COINS)
    assert f"Heard {COINS} notes." in texts(desk)
    assert f"{COINS} coins. Take {COINS} coins from the bank." in texts(desk)
    gaps = [b.at_ms - a.at_ms for a, b in zip(state.heard, state.heard[1:], strict=False)]
    assert gaps == pytest.approx([350.5] * (COINS - 1), abs=2)


def test_a_lower_volume_is_heard_and_junior_odds_are_taken(desk):
    desk.next_profile()
    loud_db = played(desk).heard[0].level_db
    assert (desk.state.profile, "Odds: junior." in texts(desk)) == ("junior", True)
    for _ in range(3):
        desk.turn_volume(-1)
    run_until(desk, lambda state: state.volume == 3)
    desk.check()
    run_until(desk, lambda state: state.sounding)
    assert desk.state.heard[0].level_db < loud_db - 6


def test_on_cells_the_screen_hears_but_is_not_told_until_it_is_plugged_in(desk):
    desk.move_cable()
    desk.set_cells("worn")
    desk.press()
    run_until(desk, lambda state: state.playing)
    run_until(desk, lambda state: not state.playing)
    assert not desk.state.plugged
    assert desk.state.shown is None
    assert len(desk.state.heard) >= COINS
    desk.move_cable()
    run_until(desk, lambda state: state.shown is not None)
    assert desk.state.shown["coins"] == COINS


def test_a_check_of_worn_cells_is_shown_on_cells_and_measured_once_plugged_in(desk):
    desk.move_cable()
    desk.set_cells("worn")
    desk.check(2200.0)
    run_until(desk, lambda state: state.battery is not None)
    assert (desk.state.plugged, desk.state.shown) == (False, desk.state.battery)
    assert panels.result(desk.state).plain == "Batteries fair\nThe light said so: yellow-green."
    assert panels.power(desk.state).plain.endswith("Check   fair, by the light")
    assert texts(desk)[-1] == "Saw the light, yellow-green: Batteries fair."
    run_until(desk, lambda state: state.now_ms > 6000)
    desk.move_cable()
    run_until(desk, lambda state: "milliohm" in (state.battery or {}))
    assert desk.state.battery["verdict"] == "fair"
    assert [line.at_ms for line in desk.state.log] == sorted(line.at_ms for line in desk.state.log)
    assert 1500 < desk.state.battery["milliohm"] < 4500
    desk.set_cells("flat")
    run_until(desk, lambda state: state.cells == "flat")
    assert desk.state.battery is None, "other cells are not those that were checked"


def test_a_press_during_the_power_on_ping_counts_the_pings_of_its_outcome(usable_desk):
    with open_bench("desk", SEED) as bench:
        early = PlaySession(bench, Silence("test"), Ticking())
        run_until(early, lambda state: state.now_ms > 200)
        assert early.state.playing
        early.press()
        run_until(early, lambda state: state.shown is not None)
        assert (early.state.shown["coins"], len(early.state.heard)) == (COINS, COINS)


def test_the_keys_of_the_face_reach_the_firmware(desk):
    async def story():
        face = Face(desk)
        async with face.run_test(size=(80, 24)) as pilot:
            await pilot.press("space")
            run_until(desk, lambda state: state.shown is not None)
            await pilot.press("minus", "u")
            run_until(desk, lambda state: not state.plugged)
            face.draw()
            await drawn(pilot)
            return svg(face)

    shown = asyncio.run(story())
    assert f"Heard: {COINS} notes" in shown
    assert "batteries, USB is out" in shown
    assert f"{COINS} coins. Take {COINS} coins" in shown


def test_the_moment_of_the_readme_picture_comes(usable_desk):
    with open_bench("desk", SEED) as bench:
        session = PlaySession(bench, Silence("test"), Ticking())
        coins_moment(session)
        shown, colour = session.state.shown, session.state.colour
        assert (shown["kind"], shown["draw"]) == ("replay", 1)
        assert colour[0] > colour[2]
        assert len(session.state.heard) == 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("picture", "header", "says"),
    [
        ("play_auction.svg", "Dice: Celebration", "Bid 2: 7 s left\nWho bids more presses."),
        (
            "play_fortune.svg",
            "Fortune cards: Draw, then count skulls",
            "Captain: 2 skulls\nRoll on, or stop and score.",
        ),
    ],
)
def test_the_moments_of_the_games_pictures_come(usable_desk, picture, header, says):
    seed, moment = GAMES[picture]
    with open_bench("desk", seed) as bench:
        session = PlaySession(bench, Silence("test"), Ticking())
        moment(session)
        assert panels.header(session.state).plain == f"PINGBLOCK · {header}"
        assert panels.result(session.state).plain == says
        if picture == "play_fortune.svg":
            session.check()
            run_until(session, lambda state: state.shown["kind"] == "skulls")
            assert panels.result(session.state).plain.startswith("Captain: 1 skull")


@pytest.mark.long
def test_a_silent_press_in_a_run_shows_its_outcome_when_its_light_has_ended(desk):
    desk.move_mute()
    run_until(desk, lambda state: state.muted)
    pull_and_let_go(desk)
    run_until(desk, lambda state: state.bobbing)
    pressed_ms = desk.state.now_ms
    assert 350 * COINS < played(desk).now_ms - pressed_ms < 350 * COINS + 300


def test_the_worms_are_told_by_what_they_do(desk):
    def worms():
        return panels.worms(desk.state).plain.split("─ ")[-1]

    assert worms() == "at rest"
    desk.move_lever()
    run_until(desk, lambda state: state.lever_pulled)
    assert worms() == "lever pulled"
    pull_and_let_go(desk)
    run_until(desk, lambda state: "The worms bob for 20 s." in texts(desk))
    run_until(desk, lambda state: not state.sounding and not state.playing)
    seen, horn_deg, pressed_ms = set(), [], desk.state.now_ms
    desk.press()
    while desk.state.shown is None:
        desk.step()
        seen.add(desk.state.bobbing)
        horn_deg.append(desk.state.horn_deg)
    assert seen == {True}  # also where the horn turns
    assert max(horn_deg) - min(horn_deg) > 20
    assert worms() == "bobbing"
    state = desk.state  # its outcome is shown when its sound has ended
    assert len(state.heard) == COINS
    assert state.heard[-1].at_ms < state.now_ms < state.heard[-1].at_ms + 500
    assert state.now_ms - pressed_ms < 2000
    run_until(desk, lambda state: "Time is up." in texts(desk))
    run_until(desk, lambda state: not state.bobbing and not state.worms_powered)
    assert desk.state.horn_deg == pytest.approx(90, abs=1)


def test_a_press_that_does_not_count_is_told_with_its_reason(desk):
    desk.press()
    run_until(desk, lambda state: state.sounding)
    desk.press()
    run_until(desk, lambda state: state.shown is not None)
    assert texts(desk).count("That press did not count: it was still playing.") == 1
    desk.press()
    run_until(desk, lambda state: state.sounding)
    run_until(desk, lambda state: not state.playing)
    assert texts(desk).count("That press did not count: it was still playing.") == 1


def test_mute_is_a_key_and_is_lifted_by_it(desk):
    desk.move_mute()
    run_until(desk, lambda state: state.muted)
    desk.press()
    run_until(desk, lambda state: state.playing)
    assert panels.result(desk.state).plain == "Look and count\nThe sound is off."
    assert "Volume muted" in panels.settings(desk.state).plain
    run_until(desk, lambda state: state.shown is not None)
    assert not desk.state.sounding
    desk.move_mute()
    run_until(desk, lambda state: not state.muted)
    assert "Sounds again." in texts(desk)


@pytest.mark.long
def test_a_sound_without_notes_is_not_told(desk):
    for _ in range(3):
        start_ms = desk.state.now_ms
        desk.press()
        run_until(desk, lambda state, start_ms=start_ms: state.now_ms > start_ms + 400)
        desk.press(1000.0)
        run_until(desk, lambda state: not state.playing)
    assert "Heard 0 notes." not in texts(desk)
