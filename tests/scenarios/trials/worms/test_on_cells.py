"""Weak cells and blocked worms: the motion is reduced, and sounds and timer continue."""

from itertools import pairwise

import pytest

from pingblock.virtual.parts.battery import PRESETS, Cell

RUN_MS = 5000
HOME_MS = 2500
HOST_READS_MS = 2500
PING_HZ = 1175
END_HZ = 1047  # the last note of the end signal
PUSHING_MA = 300  # the servo needs less current to move on cells of 4.4 V
FRESH = PRESETS["fresh"]


@pytest.fixture
def on_cells(open_apple, only):
    """Opens a base without a cable that plays two coins, its cells tested."""

    def made(cell, count=3, run_s=5, **settings):
        apple = open_apple(run_s=[run_s, run_s], **only("coins", 2), **settings)
        apple.bench.set_battery([cell] * count)
        apple.bench.unplug()
        apple.bench.advance(4000)
        return apple

    return made


def told(apple):
    """Plugs in the cable, and lets the device send its waiting events."""
    apple.bench.plug()
    apple.bench.advance(HOST_READS_MS)
    return apple.faults()


def notes(apple, hz, after_ms):
    return sum(each == pytest.approx(hz, rel=0.03) for each in apple.heard_hz(after_ms))


def stalls(apple, after_ms):
    """Counts how often the servo has begun to push against a load since then."""
    pushes = [row.current_ma > PUSHING_MA for row in apple.rows(after_ms)]
    return sum(now and not before for before, now in pairwise(pushes))


def stalled_ms(apple, after_ms):
    """Returns how long the servo has pushed against a load since then, ms."""
    rows = apple.rows(after_ms)
    pairs = pairwise(rows)
    return sum(then.time_ms - now.time_ms for now, then in pairs if now.current_ma > PUSHING_MA)


def run_with_a_press(apple, run_s=5):
    """Plays a wiggle with a press in it. Returns when it began in ms."""
    released_ms = apple.pull()
    apple.bench.advance(1500)
    apple.bench.press()
    apple.bench.advance(run_s * 1000 + HOME_MS)
    return released_ms


def check_never_restarted(apple):
    assert apple.bench.events("brown_out") == []
    assert [event["cause"] for event in apple.bench.events("reset")] == ["power_on"]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("engine", "preset"), [("desk", "fresh"), ("desk", "worn"), ("chip", "worn")]
)
def test_good_cells_move_the_worms_until_the_end(on_cells, preset):
    apple = on_cells(PRESETS[preset])
    began_ms = run_with_a_press(apple)
    path = apple.path(began_ms)
    assert max(path) - min(path) >= 15
    assert notes(apple, PING_HZ, began_ms) == 2
    assert notes(apple, END_HZ, began_ms + RUN_MS) == 1
    assert told(apple) == []
    check_never_restarted(apple)
    apple.check_pulses()
    apple.check_home()


@pytest.mark.rules
@pytest.mark.parametrize(
    ("engine", "preset"), [("desk", "demo"), ("desk", "flat"), ("chip", "flat")]
)
def test_weak_cells_skip_motion_but_keep_timer_and_sounds(on_cells, preset):
    apple = on_cells(PRESETS[preset])
    began_ms = run_with_a_press(apple)
    assert notes(apple, PING_HZ, began_ms) == 2
    assert notes(apple, END_HZ, began_ms + RUN_MS) == 1
    apple.pull()
    apple.bench.advance(500)
    assert "servo_cells_weak" in told(apple)
    assert apple.faults().count("servo_cells_weak") == 1
    assert apple.states() == ["armed", "started", "ended", "armed", "started"]
    check_never_restarted(apple)
    apple.check_rest()


@pytest.mark.rules
@pytest.mark.parametrize(
    "cure", [lambda bench: bench.plug(), lambda bench: bench.set_battery([FRESH] * 3)]
)
def test_usb_or_new_cells_let_the_worms_move_again(on_cells, cure):
    """The cures of ``servo_cells_weak`` in docs/faults.md."""
    apple = on_cells(PRESETS["flat"])
    assert not apple.path(run_with_a_press(apple))
    cure(apple.bench)
    apple.bench.advance(1000)
    path = apple.path(run_with_a_press(apple))
    assert max(path) - min(path) >= 15
    check_never_restarted(apple)


@pytest.mark.parametrize(
    ("engine", "cell", "count", "cells"),
    [
        ("chip", Cell(1320, 0.05), 3, "3xnimh"),
        ("desk", Cell(1320, 0.05), 3, "3xnimh"),
        ("desk", PRESETS["worn"], 2, "2xaaa"),
        ("desk", FRESH, 1, "1xaaa_boost"),
        ("desk", Cell(1050, 3.0), 3, "3xaaa"),
    ],
)
def test_wiggle_on_each_kind_of_cells_causes_no_restart(on_cells, cell, count, cells):
    apple = on_cells(cell, count, cells=cells, volume=10)
    began_ms = run_with_a_press(apple)
    assert notes(apple, END_HZ, began_ms + RUN_MS) == 1
    told(apple)
    assert apple.states() == ["armed", "started", "ended"]
    check_never_restarted(apple)
    apple.check_pulses()
    apple.check_rest()


@pytest.mark.rules
def test_blocked_worms_stop_after_three_stalls_and_sounds_continue(on_cells):
    apple = on_cells(FRESH, run_s=20, motion="slow")
    bench = apple.bench
    began_ms = apple.pull()
    bench.advance(100)
    bench.block_servo(88, 92)
    bench.advance(14_000)
    assert stalls(apple, began_ms) == 3
    bench.press()
    bench.advance(9000)
    assert notes(apple, PING_HZ, began_ms) == 2
    assert notes(apple, END_HZ, began_ms + 20_000) == 1
    assert told(apple) == ["servo_stalled"]
    check_never_restarted(apple)
    apple.check_pulses()
    apple.check_rest()
    bench.free_servo()
    bench.unplug()
    bench.advance(4000)
    began_ms = apple.pull()
    bench.advance(5000)
    path = apple.path(began_ms)
    assert max(path) - min(path) >= 15, "freed worms must move in the next wiggle"


@pytest.mark.parametrize("engine", ["desk"])  # the chip plays the scenario "stalled_worms"
def test_blocked_worms_on_usb_stop_and_sounds_continue(open_apple, only):
    apple = open_apple(run_s=[20, 20], motion="slow", **only("coins", 2))
    bench = apple.bench
    began_ms = apple.pull()
    bench.advance(100)
    bench.block_servo(88, 92)
    bench.advance(14_000)
    assert apple.faults() == ["servo_stalled"]
    assert stalled_ms(apple, began_ms) <= 8000
    apple.check_rest()
    bench.press()
    bench.advance(9000)
    assert notes(apple, PING_HZ, began_ms) == 2
    assert notes(apple, END_HZ, began_ms + 20_000) == 1
    apple.check_pulses()
    bench.free_servo()
    began_ms = apple.pull()
    bench.advance(5000)
    path = apple.path(began_ms)
    assert max(path) - min(path) >= 15, "freed worms must move in the next wiggle"
    assert apple.faults() == ["servo_stalled"]


@pytest.mark.parametrize("engine", ["desk"])  # for the rules and their figures, the desk is enough
@pytest.mark.parametrize(
    ("motion", "held_deg"), [("slow", (60, 100)), ("normal", (88, 92)), ("surprise", (89, 120))]
)
def test_obstacle_on_usb_is_pushed_for_at_most_8_s(apple, motion, held_deg):
    apple.set(run_s=[40, 40], motion=motion)
    began_ms = apple.pull()
    apple.bench.advance(200)
    apple.bench.block_servo(*held_deg)
    apple.bench.advance(43_000)
    assert apple.faults() == ["servo_stalled"]
    assert 0 < stalled_ms(apple, began_ms) <= 8000
    apple.check_rest()


@pytest.mark.parametrize("engine", ["desk"])
def test_free_worms_on_usb_report_no_stall(apple):
    apple.set(run_s=[60, 60], motion="fast")
    apple.pull()
    for _ in range(12):
        apple.bench.advance(5000)
        apple.bench.press()
    apple.bench.advance(5000)
    assert apple.faults() == []
    assert apple.states() == ["armed", "started", "ended"]


@pytest.mark.parametrize("engine", ["desk"])
def test_blocked_worms_stop_on_new_nimh_cells(on_cells):
    apple = on_cells(Cell(1320, 0.05), cells="3xnimh", run_s=20, motion="slow")
    apple.pull()
    apple.bench.advance(100)
    apple.bench.block_servo(88, 92)
    apple.bench.advance(23_000)
    assert told(apple) == ["servo_stalled"]


@pytest.mark.parametrize("engine", ["desk"])  # when to test is a rule, so the desk is enough
def test_cells_are_not_tested_during_a_wiggle(on_cells):
    apple = on_cells(PRESETS["worn"], run_s=15, motion="fast")
    bench = apple.bench
    apple.pull()
    for _ in range(7):
        bench.advance(1900)
        bench.press()
    bench.advance(5000)
    bench.press()
    bench.advance(1500)
    told(apple)
    checks = bench.events("battery")
    assert {check["verdict"] for check in checks} == {"fair"}
    check_never_restarted(apple)
    assert bench.request("status")["ok"]["battery"]["milliohm"] == pytest.approx(2700, rel=0.25)


@pytest.mark.parametrize("engine", ["desk"])
def test_sound_softened_on_worn_cells_is_loud_after_the_wiggle(on_cells):
    apple = on_cells(Cell(1450, 1.5), volume=10)
    bench, levels_db = apple.bench, []
    for play, wait_ms in ((bench.press, 1500), (apple.pull, 7500), (bench.press, 1500)):
        play()
        begun_ms = bench.now_ms
        bench.advance(wait_ms)
        heard = [onset for onset in bench.heard().onsets if onset.at_ms > begun_ms]
        levels_db.append(max(onset.level_db for onset in heard))
    before_db, run_db, behind_db = levels_db
    assert run_db < before_db - 10
    assert behind_db == pytest.approx(before_db, abs=0.5)
