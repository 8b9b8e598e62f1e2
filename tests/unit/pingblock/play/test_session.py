import json

import numpy as np
import pytest
from tests.pins import GPIO

from pingblock.errors import PingblockError
from pingblock.play.session import DARK_MS, NO_CABLE, PlaySession
from pingblock.virtual.parts.battery import PRESETS
from pingblock.virtual.serial_tap import protocol

COINS = {"event": "outcome", "outcome": "coins", "coins": 3, "draw": 1}
STATUS = {"settings": {"volume": 6, "profile": "manual"}}


def tells(bench, at_ms, message):
    bench.engine.serial(at_ms, protocol.encode(message))


def asked(bench):
    return [protocol.decode(data) for _at_us, data in bench.engine.sent]


def answers(bench, at_ms, number, ok):
    tells(bench, at_ms, protocol.ok(f"play{number}", ok))


def shines(bench, at_ms, on):
    duty = float(on)
    bench.engine.at(at_ms, lambda sink: sink.pwm(at_ms * 1000, GPIO["light_red"], 1000.0, duty))


def texts(state, who=None):
    return [line.text for line in state.log if who in (None, line.who)]


@pytest.fixture
def known(bench, session, run_ms):
    """The session of a block that has said hello and told its settings."""
    tells(bench, 5, {"event": "hello", "version": "1", "board": "rev_a"})
    run_ms(20)
    answers(bench, 25, 1, STATUS)
    run_ms(20)
    return session


def test_emulated_time_follows_the_clock(run_ms):
    assert run_ms(500).now_ms == pytest.approx(500, abs=2)


def test_a_step_says_how_long_to_wait_after_what_it_took(session, clock):
    assert session.step() == pytest.approx(0.010)
    clock.step_s = 0.003
    assert 0 < session.step() <= 0.007
    clock.step_s = 1.0
    assert session.step() == 0.0


def test_a_clock_that_jumps_is_owned_up_to(session, clock, run_ms):
    run_ms(1000)
    clock.now_s += 2.0
    state = run_ms(100)
    assert state.now_ms < 1200
    assert state.slow
    assert not run_ms(3000).slow


def test_the_sound_is_handed_on_sample_by_sample(bench, audio, run_ms, make_pings):
    bench.engine.sound(100, make_pings(2))
    run_ms(1200)
    whole, _rate = bench.audio()
    played = np.concatenate(audio.blocks)
    assert len(played) == len(whole)
    assert np.max(np.abs(played)) > 0.1
    np.testing.assert_allclose(played, whole, atol=1e-6)


def test_heard_notes_are_counted_while_they_come_from_one_with_each_sound(
    bench, run_ms, make_pings
):
    bench.engine.sound(100, make_pings(3))
    state = run_ms(700)
    assert (len(state.heard), state.sounding) == (2, True)
    state = run_ms(1200)
    assert (len(state.heard), state.sounding) == (3, False)
    assert [round(note.hz, -1) for note in state.heard] == [990, 990, 990]
    assert texts(state, "ear") == ["Heard 3 notes."]
    bench.engine.sound(2000, make_pings(1))
    assert len(run_ms(700).heard) == 1


def test_a_press_reaches_the_button_within_a_step(bench, session, run_ms):
    run_ms(100)
    session.press()
    state = run_ms(20)
    presses = [at for at, gpio, level in bench.engine.drives if (gpio, level) == (14, False)]
    assert presses[0] == pytest.approx(100_000, abs=10_000)
    assert (state.block_down, texts(state, "you")) == (True, ["Pressed the block."])
    assert not run_ms(100).block_down
    session.finger_down()
    assert run_ms(1000).block_down
    session.finger_up()
    assert not run_ms(50).block_down


def test_the_check_button_and_the_lever_are_told(session, run_ms):
    session.check(2200)
    session.move_lever()
    state = run_ms(50)
    assert (state.check_down, state.lever_pulled) == (True, True)
    session.move_lever()
    state = run_ms(30)
    assert not state.lever_pulled
    told = ["Pressed the check button for 2.2 s.", "Pulled the lever back.", "Let the lever go."]
    assert texts(state, "you") == told


def test_an_outcome_is_told_only_when_its_sound_is_over(bench, run_ms, make_pings):
    end_ms = bench.engine.sound(100, make_pings(3))
    tells(bench, 104, {"event": "press", "button": "block"})
    tells(bench, 105, COINS)
    state = run_ms(int(end_ms) // 10 * 10)
    assert state.playing
    assert state.shown is None
    assert "3 coins. Take 3 coins from the bank." not in texts(state)
    state = run_ms(300)
    assert not state.playing
    assert state.shown["coins"] == 3
    assert "3 coins. Take 3 coins from the bank." in texts(state)


def test_without_sound_the_light_holds_the_outcome_back(bench, run_ms):
    tells(bench, 105, COINS)
    for flash in range(2):
        shines(bench, 110 + 450 * flash, True)
        shines(bench, 260 + 450 * flash, False)
    assert run_ms(700 + int(DARK_MS) - 100).shown is None
    assert run_ms(200).shown["outcome"] == "coins"


def test_an_outcome_without_sound_and_light_is_told_after_a_moment(bench, run_ms):
    tells(bench, 100, COINS)
    assert run_ms(300).shown is None
    assert run_ms(200).shown is not None


def test_the_light_is_shown_as_late_as_the_sound(bench, clock, audio):
    audio.latency_ms = 80.0
    late = PlaySession(bench, audio, clock)
    shines(bench, 100, True)
    late.step()
    while not any(late.state.colour):
        assert late.state.now_ms < 400
        clock.now_s += 0.01
        late.step()
    assert late.state.now_ms == pytest.approx(180, abs=11)


def test_a_hello_is_answered_by_asking_for_the_settings(bench, known):
    [line] = [data for _at_us, data in bench.engine.sent]
    assert json.loads(line.rsplit(b"*")[0]) == {"id": "play1", "do": "status"}
    assert (known.state.volume, known.state.profile) == (6, "manual")


def test_volume_goes_through_the_link_and_shows_what_the_block_took(bench, known, run_ms):
    known.turn_volume(1)
    assert run_ms(20).volume == 6
    assert asked(bench)[-1] == {"id": "play2", "do": "volume", "level": 7}
    answers(bench, 75, 2, {"volume": 7, "cap": 10, "heard": 7})
    state = run_ms(50)
    assert (state.volume, "Volume 7 of 10." in texts(state)) == (7, True)
    for _ in range(5):  # quick turns add up and stay within the range
        known.turn_volume(1)
    run_ms(20)
    levels = [message["level"] for message in asked(bench) if message["do"] == "volume"]
    assert levels == [7, 8, 9, 10, 10, 10]
    for number in range(3, 8):
        answers(bench, 200, number, {"volume": 4})
    run_ms(150)
    known.turn_volume(1)  # from what the block took, not from what was wished
    run_ms(20)
    assert asked(bench)[-1]["level"] == 5


def test_odds_go_to_and_fro(bench, known, run_ms):
    known.next_profile()
    run_ms(20)
    assert asked(bench)[-1]["name"] == "junior"
    answers(bench, 75, 2, {"profile": "junior", "weights": [1]})
    assert run_ms(50).profile == "junior"
    known.next_profile()
    run_ms(20)
    assert asked(bench)[-1]["name"] == "manual"


@pytest.mark.parametrize(
    ("game", "settings", "asked_for"),
    [
        ("dice", {"dice_rules": "wasteland_speed"}, {"dice_rules": "one"}),
        ("fortune", {"fortune_press": "card"}, {"fortune_press": "turn"}),
        ("storm_dice", {}, None),
    ],
)
def test_other_rules_of_a_game_are_asked_for_in_turn(
    bench, known, run_ms, game, settings, asked_for
):
    known.next_game()
    run_ms(20)
    for number, more in ((2, {}), (3, {"settings": settings})):
        answers(bench, 73 + number, number, {"game": game, **more})
    run_ms(50)
    known.next_profile()
    state = run_ms(20)
    if asked_for:
        request = {"id": "play4", "do": "settings", "of": game, "set": asked_for}
        assert asked(bench)[-1] == request
    else:
        assert texts(state, "you")[-1] == "These dice have no other rules."


def test_a_refusal_and_a_missing_answer_are_both_told(bench, known, run_ms):
    known.turn_volume(1)
    run_ms(20)
    tells(bench, 70, protocol.error("play2", "bad_value", "Too loud."))
    assert "Refused: Too loud." in texts(run_ms(50))
    known.turn_volume(1)
    run_ms(1900)
    assert "No answer over USB." not in texts(known.state)
    assert texts(run_ms(300)).count("No answer over USB.") == 1


def test_without_the_cable_settings_cannot_be_changed_and_that_is_said(bench, known, run_ms):
    known.move_cable()
    known.turn_volume(1)
    state = run_ms(20)
    assert not state.plugged
    assert [message["do"] for message in asked(bench)] == ["status"]
    assert texts(state, "you") == ["Unplugged USB: it runs on its batteries.", NO_CABLE]
    known.move_cable()
    assert run_ms(20).plugged
    assert [plugged for _at_us, plugged in bench.engine.plugs] == [False, True]


def test_other_cells_show_with_the_voltage_they_give(bench, session, run_ms):
    session.move_cable()
    session.set_cells("worn")
    state = run_ms(20)
    assert bench.parts.battery.cells == (PRESETS["worn"],) * 3
    assert (state.cells, state.cell_mv, state.cell_ohm) == ("worn", 1250, 0.9)
    assert 3200 < state.vsys_mv < 3450


def test_run_ends_when_told_and_closes_engine_and_sound(bench, session, audio):
    session.end()
    session.run()
    assert (bench.engine.closed, audio.closed, session.error) == (1, 1, None)


def test_an_engine_that_fails_is_closed_and_its_words_are_kept(bench, session, audio, clock):
    def fail(_until_us):
        raise PingblockError("The engine is gone.")

    bench.engine.advance = fail
    clock.step_s = 0.02
    session.run()
    assert session.state.failure == str(session.error) == "The engine is gone."
    assert (bench.engine.closed, audio.closed) == (1, 1)
