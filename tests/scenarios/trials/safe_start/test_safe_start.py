"""A start after a bad end: another try, the other slot, or safe mode; never a dead device."""

from itertools import pairwise

import numpy as np
import pytest
from tests.bench.firmware_changes import as_files, changed
from tests.scenarios.trials.safe_start import damage
from tests.scenarios.trials.safe_start.damage import DEAD, PLAYS, PROMPT, SAFE
from tests.seldom import seldom

from pingblock.virtual.parts.contact import CLEAN

PARTS = "pingware/app/boot/first_stage.py"
HANG = "import time\ntime.sleep(1000)\n"
WATCHDOG_MS = 4200
DOCTORS = "import sys; print(sys.modules['safe'].reason)"


def at_the_end(text):
    """The source runs ``text`` when it is imported."""
    return lambda source: source + "\n" + text


def with_slot_b(files):
    """The same device with whole firmware in slot b."""
    return {
        **{f"b/{name[2:]}": data for name, data in as_files().items() if name[:2] == "a/"},
        **files,
    }


def causes(bench):
    return [event["cause"] for event in bench.events("reset")]


def said(bench):
    return [str(event["text"]) for event in bench.events("text")]


def typed(bench, line, wait_ms=300):
    """Returns the last that a line typed at the prompt prints."""
    bench.send(line.encode() + b"\r")
    bench.advance(wait_ms)
    return said(bench)[-1]


def flashes(bench):
    """Returns how often the Pico's own light comes on in 3 s."""
    typed(bench, "import machine, time; lamp = machine.Pin('LED')")
    line = "seen = [time.sleep_ms(50) or lamp.value() for _ in range(60)]"
    typed(bench, line, wait_ms=3300)
    return int(typed(bench, "print(sum(b > a for a, b in zip(seen, seen[1:] + seen[:1])))"))


def running(bench):
    return bench.request("update", what="state")["ok"]


SLOT = [(way, "slot", PLAYS) for way in damage.WAYS]
# The half of this file hangs MicroPython, as that of the one below does.
FIRST = [(way, "a/app.mpy", SAFE) for way in damage.WAYS if way is not damage.half]
TASKS_FILE = [(way, "a/app_tasks.mpy", SAFE) for way in (damage.half, damage.gone)]
MAIN = [(damage.empty, "main.py", PROMPT)]


@pytest.mark.parametrize(("way", "path", "expected"), [*SLOT, *FIRST, *TASKS_FILE, *MAIN])
def test_damage_to_one_file_leaves_play_or_safe_mode(way, path, expected):
    files = as_files()
    way(files, path)
    with damage.opened(files) as bench:
        found = damage.outcome(bench)
    # One byte may well be one that nothing reads.
    assert found == expected or (way is damage.flipped and found == PLAYS)


def test_damaged_first_slot_gives_way_to_the_second_for_good():
    files = with_slot_b(as_files())
    damage.flipped(files, "a/app_tasks.mpy")
    damage.half(files, "a/app.mpy")
    with damage.opened(files) as bench:
        assert damage.outcome(bench) == PLAYS
        state = running(bench)
        assert (state["slot"], state["running"], state["why"]) == ("b", "b", "damaged")
        bench.power_off()
        bench.advance(100)
        bench.power_on()
        bench.advance(400)
        assert damage.look(bench) == PLAYS, "at once, without the watchdog"
        assert running(bench)["running"] == "b"


@pytest.mark.parametrize("seed", range(2))
def test_random_damage_never_leaves_a_dead_device(seed):
    path, files = damage.mutated(seed)
    with damage.opened(files) as bench:
        found = damage.outcome(bench)
    assert found in ((PLAYS, SAFE, PROMPT) if path == "main.py" else (PLAYS, SAFE)), path


@pytest.mark.parametrize(
    ("place", "change", "why"),
    [
        seldom(PARTS, at_the_end("raise KeyError('on purpose')"), "crash"),
        (PARTS, at_the_end(HANG), "hang"),
    ],
    ids=[
        "raises before the tasks",
        "hangs before the tasks",
    ],
)
def test_firmware_that_never_starts_ends_in_safe_mode(place, change, why):
    files = changed({place: change})
    with damage.opened(files) as bench:
        bench.advance(4.5 * WATCHDOG_MS)
        assert f"Pingblock is in safe mode ({why})." in said(bench)
        assert len(causes(bench)) == 4, "three starts, then safe mode"
        bench.advance(2 * WATCHDOG_MS)
        assert len(causes(bench)) == 4, "it stays there"
        assert damage.look(bench) == SAFE


def test_firmware_that_never_starts_gives_way_to_the_other_slot():
    files = with_slot_b(changed({PARTS: at_the_end("raise KeyError('on purpose')")}))
    with damage.opened(files) as bench:
        bench.advance(2 * WATCHDOG_MS)
        state = running(bench)
        assert (state["slot"], state["state"], state["why"]) == ("b", "rolled_back", "crash")
        assert damage.look(bench) == PLAYS


def broken():
    files = as_files()
    damage.gone(files, "a/app.mpy")
    return files


def beeps(bench):
    """Returns how many stretches of sound there were, each of some 220 Hz and soft."""
    wave = bench.parts.sound.waveform()
    rises_us = [at for at, level in zip(wave.times_us, wave.levels, strict=True) if level > 0]
    assert all(level < 0.1 for level in wave.levels)
    gaps_us = [after - before for before, after in pairwise(rises_us)]
    assert all(4300 < gap < 5200 or gap > 100_000 for gap in gaps_us)
    return len(rises_us) and 1 + sum(gap > 100_000 for gap in gaps_us)


def compiled(path):
    return path.endswith(".mpy")


def of_the_start(path):
    return path in ("a/app.mpy", "start/app.mpy")


def of_the_start_and_safe(path):
    return of_the_start(path) or path == "start/safe.mpy"


# Of files that are cut, ``compiled`` has those of the others.
@pytest.mark.parametrize(
    ("way", "spoilt"),
    [
        *[(damage.empty, spoilt) for spoilt in (compiled, of_the_start_and_safe)],
        (damage.half, compiled),
        seldom(damage.half, of_the_start_and_safe),
        *[seldom(way, of_the_start) for way in (damage.empty, damage.half)],
    ],
)
def test_a_start_that_can_load_nothing_ends_in_safe_mode_and_stays_there(way, spoilt):
    files = as_files()
    for path in filter(spoilt, list(files)):
        way(files, path)
    with damage.opened(files) as bench:
        bench.advance_to(4 * WATCHDOG_MS)
        starts = len(causes(bench))
        assert any("is in safe mode (damaged)" in text for text in said(bench))
        assert starts <= 4
        bench.advance(3 * WATCHDOG_MS)
        assert len(causes(bench)) == starts
        assert damage.look(bench) == SAFE
        assert flashes(bench) == 2
        assert typed(bench, DOCTORS) == "damaged"


def test_where_all_of_the_start_is_gone_the_prompt_stays():
    files = {path: data for path, data in as_files().items() if not path.startswith("start/")}
    damage.empty(files, "a/app.mpy")
    with damage.opened(files) as bench:
        bench.advance_to(6 * WATCHDOG_MS)
        starts = len(causes(bench))
        bench.advance(3 * WATCHDOG_MS)
        assert len(causes(bench)) == starts
        assert damage.look(bench) == PROMPT


def test_safe_mode_flashes_and_beeps_low_and_soft():
    with damage.opened(broken()) as bench:
        bench.advance(WATCHDOG_MS + 400)
        seen = len(bench.parts.light.changes)
        bench.advance(8700)  # three rounds of two flashes
        turns = [(at_us / 1000, colour) for at_us, colour in bench.parts.light.changes[seen:]]
        lit = [colour for _, colour in turns if any(colour)]
        assert all(red == green > 0 == blue for red, green, blue in lit)
        rounds = [after[0] - before[0] for before, after in pairwise(turns)]
        first = next(n for n, gap_ms in enumerate(rounds) if gap_ms > 1000) + 1
        round_ms = [100, 200, 100, 2600]  # lit, dark, lit, dark
        assert rounds[first : first + 4] == pytest.approx(round_ms, abs=2)
        assert beeps(bench) == 3
        assert bench.parts.sound.idle
        assert not bench.parts.sound.on_at(np.array([bench.now_ms * 1000]))[0], "the amplifier"
        assert flashes(bench) == 2


# The two files are written in turns.
@pytest.mark.parametrize(("slot", "mute"), [("a", "mute_lock"), ("b", "button_mute")])
def test_mute_holds_in_safe_mode(stored, slot, mute):
    muted, loud = stored(**{mute: True}), stored(mute_lock=False, button_mute=False)
    files = {"/settings.a": loud["/settings.a"], f"/settings.{slot}": muted["/settings.a"]}
    with damage.opened({**broken(), **files}) as bench:
        bench.advance(WATCHDOG_MS + 3000)
        assert damage.look(bench) == SAFE
        assert beeps(bench) == 0


def test_only_power_taken_from_the_cells_too_tries_the_firmware_again():
    with damage.opened(broken()) as bench:
        bench.advance(WATCHDOG_MS + 1000)
        bench.unplug()
        bench.advance(5000)
        bench.plug()
        bench.advance(WATCHDOG_MS + 1000)
        assert causes(bench) == ["power_on", "watchdog"], "the cells keep it in safe mode"
        bench.power_off()
        bench.advance(100)
        bench.power_on()
        bench.advance(WATCHDOG_MS + 1000)
        assert causes(bench) == ["power_on", "watchdog"] * 2


def test_check_button_held_at_power_on_leads_to_safe_mode():
    with damage.opened(as_files()) as bench:
        bench.check(for_ms=6000, bounce=CLEAN)
        bench.advance(8000)
        assert "Pingblock is in safe mode (asked)." in said(bench)
        bench.send(b"import machine; machine.reset()\r")
        bench.advance(2000)
        assert damage.look(bench) == PLAYS, "once"


def ask_for_bootsel(bench):
    bench.request("bootsel")


def type_bootloader(bench):
    bench.send(b"\r\x03")
    bench.advance(500)
    bench.send(b"import machine; machine.bootloader()\r")


@pytest.mark.parametrize("leave", [ask_for_bootsel, type_bootloader])
def test_way_through_the_boot_loader_is_no_bad_end(leave):
    """That leaves by the watchdog, and wipes the first two of the words that survive."""
    with damage.opened(as_files()) as bench:
        bench.advance(2000)
        leave(bench)
        bench.advance(3000)
        assert causes(bench) == ["power_on", "watchdog"]
        assert bench.request("hello")["ok"]["ended"] == ""
        assert bench.events("fault") == []


def test_check_button_that_is_stuck_does_not_keep_the_device_from_playing():
    with damage.opened(as_files()) as bench:
        bench.check(for_ms=100_000, bounce=CLEAN)
        bench.advance(40_000)
        assert causes(bench) == ["power_on"]
        assert bench.request("hello")["ok"]["product"] == "pingblock"


def test_check_button_held_over_a_bad_end_leads_to_safe_mode_at_once():
    files = changed({PARTS: at_the_end("raise KeyError('on purpose')")})
    with damage.opened(files) as bench:
        bench.check(for_ms=20_000, bounce=CLEAN)
        bench.advance(WATCHDOG_MS + 1000)
        assert "Pingblock is in safe mode (asked)." in said(bench)
        assert len(causes(bench)) == 2


def test_good_device_never_reads_what_safe_mode_is_made_of():
    files = as_files()
    for name in ("start/app.mpy", "start/safe.mpy", "start/pins.mpy"):
        del files[name]
    with damage.opened(files) as bench:
        bench.advance(2000)
        assert damage.look(bench) == PLAYS
        assert DEAD not in said(bench)
