"""The start on CPython: every combination of slots, counts and causes."""

import sys
from itertools import product
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import pytest

from pingblock.common.firmware import firmware_dir
from pingware.shared.slot_format import REASONS, STATE

# RP2040 datasheet 4.7.6: the reason of the last reset, and the words that survive a reset.
REASON, ENDS, ENDED_BY, AT, STARTS = 0x40058008, 0x4005800C, 0x40058010, 0x40058014, 0x40058018
CTRL_CLEAR = 0x4005B000
POWER_ON, TIMED_OUT, FORCED = 0, 1, 2
BAD, GOOD, ASKED = 0x5AFE, 0x5AFF0000, 0x5AFD0000
LATE, STOPPED = 0x5AFE0001, 0x5AFE0002
CAUSES = {  # cause -> the words REASON, ENDED_BY, AT
    "power": (POWER_ON, 0, 0),
    "hang": (TIMED_OUT, 0, 0),
    "crash": (FORCED, 0, 0),
    "late": (FORCED, LATE, 0),
    "stopped": (FORCED, STOPPED, 0),
    "good": (FORCED, 0, GOOD),
}
CONFIRMED, REJECTED = 12, 16  # offsets in a record
RECORD = (STATE, STATE + 64)  # for each slot, the offset of its current record


class Case(NamedTuple):
    """The state of the device when the start program begins."""

    cause: str  # cause of the last end
    count: int  # number of bad ends before this one
    running: int  # the chosen slot, or -1 if no slot is good
    failed: bool  # whether the other slot failed its trial
    other: bool  # whether the other slot is good
    held: bool  # whether the check button is held
    damaged: bool  # whether only the content of the other slot is damaged

    @property
    def bad(self):
        """The number of bad ends in a row that count against the slot, including this one."""
        bad = 0 if self.cause in ("power", "good") else self.count + 1
        return min(bad, 1) if self.failed or self.damaged else bad

    @property
    def why(self):
        return "crash" if self.cause == "good" else self.cause


CASES = [
    Case(*each)
    for each in product(CAUSES, range(5), (-1, 0, 1), *(((False, True),) * 4))
    # A slot that failed is not good, and neither is a damaged one.
    if each[3] + each[4] + each[6] < 2 and not (each[2] < 0 and (each[3] or each[4]))
]


class Chip:
    """A chip: its words, its slots, and the effects of the start on them."""

    def __init__(self):
        self.mem32 = dict.fromkeys((REASON, ENDS, ENDED_BY, AT, STARTS, CTRL_CLEAR), 0)
        self.runs, self.fails, self.good, self.trial = 0, -1, False, False
        self.damaged = False
        self.marks, self.resets, self.timers, self.fed_ms = [], 0, [], 0

    def write(self, slot, offset, page):
        assert (offset, len(page)) == (STATE, 256)
        for at in range(0, 256, 4):
            if (word := page[at : at + 4]) != b"\xff" * 4:
                self.marks.append(
                    (slot, at + STATE - RECORD[slot], int.from_bytes(word, "little"))
                )

    def reset(self):
        self.resets += 1

    def timer(self, _id, mode, period, callback):
        assert mode == "once"
        made = SimpleNamespace(period=period, callback=callback, runs=True)
        made.deinit = lambda: setattr(made, "runs", False)
        self.timers.append(made)
        return made


@pytest.fixture
def chip():
    return Chip()


@pytest.fixture
def start(monkeypatch, chip):
    """The module ``start`` on the chip. Its ``ran`` lists the firmware that it runs."""
    timer = chip.timer
    timer_type = type(
        "Timer", (), {"ONE_SHOT": "once", "__new__": lambda _t, *a, **k: timer(*a, **k)}
    )
    fakes = {
        "machine": SimpleNamespace(
            mem32=chip.mem32,
            reset=chip.reset,
            Timer=timer_type,
            WDT=lambda timeout: setattr(chip, "fed_ms", timeout),
        ),
        "micropython": SimpleNamespace(const=lambda value: value),
        "firmware_slots": SimpleNamespace(
            running=lambda: chip.runs,
            failed=lambda: chip.fails,
            on_trial=lambda: chip.trial,
            is_good=lambda slot: chip.good and slot == 1 - chip.runs,
            is_damaged=lambda slot: chip.damaged and slot == 1 - chip.runs,
            record=lambda slot: RECORD[slot],
            write=chip.write,
        ),
    }
    for name, fake in fakes.items():
        monkeypatch.setitem(sys.modules, name, fake)
    made = ModuleType("start")
    source = firmware_dir() / "root" / "start.py"
    exec(compile(source.read_text(), source, "exec"), vars(made))
    monkeypatch.setitem(sys.modules, "app", made)
    monkeypatch.delitem(sys.modules, "start", raising=False)
    made.ran, made.safe = [], []
    firmware = SimpleNamespace(run=lambda: made.ran.append(chip.runs))
    monkeypatch.setattr(made, "_enter", lambda: sys.modules.__setitem__("app", firmware))
    held = SimpleNamespace(run=made.safe.append, holds_button=lambda: chip.held)
    monkeypatch.setattr(made, "_safe", lambda: held)
    chip.held = False
    return made


def ended(chip, cause, count=0):
    chip.mem32[REASON], chip.mem32[ENDED_BY], chip.mem32[AT] = CAUSES[cause]
    chip.mem32[ENDS] = BAD << 16 | count


def wrong(start, chip, case, asked=False):
    """Returns why safe mode must run, and the number of noted bad ends."""
    ended(chip, case.cause, case.count)
    if asked:
        chip.mem32[ENDS] = ASKED
    chip.runs, chip.good, chip.held = case.running, case.other, case.held
    chip.damaged = case.damaged
    chip.fails = 1 - case.running if case.failed else -1
    chip.marks, chip.resets = [], 0
    found = start._wrong()
    word = chip.mem32[ENDS]
    assert word >> 16 == BAD
    return found, word & 0xFFFF


def test_safe_mode_runs_without_a_good_slot(start, chip):
    for case in CASES:
        if case.running < 0:
            assert wrong(start, chip, case)[0] == "damaged", case
            assert (chip.marks, chip.resets) == ([], 0), case


def test_slot_runs_again_until_three_bad_ends(start, chip):
    for case in CASES:
        if case.running >= 0 and case.bad < 3 and not (case.held and case.bad):
            assert wrong(start, chip, case) == ("", case.bad), case
            assert chip.resets == 0, case


def test_failed_trial_and_damaged_slot_are_rejected_for_their_reasons(start, chip):
    for case in CASES:
        wrong(start, chip, case)
        rejected = [mark for mark in chip.marks if mark[0] != case.running]
        why = "damaged" if case.damaged else case.why
        told = [(1 - case.running, REJECTED, REASONS.index(why))]
        rejects = case.failed or (case.damaged and case.running >= 0)
        assert rejected == (told if rejects else []), case


def test_third_bad_end_starts_the_other_slot_or_safe_mode(start, chip):
    seen = set()
    for case in CASES:
        if case.running < 0 or case.bad < 3 or case.held:
            continue
        found, _count = wrong(start, chip, case)
        seen.add(case.other)
        if case.other:
            assert chip.marks == [(case.running, REJECTED, REASONS.index(case.why))], case
            assert (found, chip.resets, chip.mem32[AT]) == ("", 1, GOOD), case
        else:
            assert (found, chip.marks, chip.resets) == (case.why, [], 0), case
    assert seen == {False, True}


def test_safe_mode_runs_when_requested_or_held_after_bad_end(start, chip):
    for case in CASES:
        if case.running < 0:
            continue
        assert (wrong(start, chip, case)[0] == "asked") is bool(case.bad and case.held), case
        assert wrong(start, chip, case, asked=True)[0] == "asked", case


def test_safe_mode_runs_and_later_ends_count_from_zero(start, chip):
    ended(chip, "hang", 2)
    start.run()
    assert (start.safe, start.ran) == (["hang"], [])
    assert chip.mem32[ENDS] == BAD << 16


def test_start_that_loads_the_firmware_resets_the_count_of_starts(start, chip):
    chip.mem32[STARTS] = 2
    start.run()
    assert (chip.mem32[STARTS], start.ran) == (1, [0])
    assert chip.timers == []


def test_reason_of_a_trial_is_not_used_for_later_ends(start, chip):
    ended(chip, "late")
    chip.fails = 1
    start.run()
    assert chip.marks == [(1, REJECTED, REASONS.index("late"))]
    assert start._why() == "crash"


def test_trial_ends_after_30_s_unless_it_is_confirmed(start, chip):
    chip.trial, chip.runs = True, 1
    seen = []

    def run():
        (timer,) = chip.timers
        seen.append((timer.period, timer.runs, chip.fed_ms))
        sys.modules["start"].confirm()
        seen.append((timer.runs, chip.marks))

    start._enter = lambda: sys.modules.__setitem__("app", SimpleNamespace(run=run))
    start.run()
    assert seen == [(30_000, True, 8388), (False, [(1, CONFIRMED, 0)])]
    chip.timers[0].callback(None)
    assert (chip.mem32[ENDED_BY], chip.resets) == (LATE, 1)


def test_trial_that_returns_to_the_prompt_counts_as_stopped(start, chip):
    chip.trial = True
    start.run()
    assert chip.mem32[ENDED_BY] == STOPPED
    assert not chip.timers[0].runs, "the prompt must not reset the device"
    assert chip.mem32[CTRL_CLEAR] == 1 << 30, "the watchdog must be off"


def test_failed_load_of_the_firmware_restarts_the_device(start, chip):
    def fails():
        raise ImportError("on purpose")

    start._enter = fails
    start.sys = SimpleNamespace(print_exception=lambda _wrong: None, modules=sys.modules)
    start.run()
    assert chip.resets == 1


def test_button_counts_as_released_if_safe_mode_cannot_load(start, capsys):
    for wrong in (ImportError, MemoryError, AttributeError):

        def fails(wrong=wrong):
            raise wrong("on purpose")

        start.sys = SimpleNamespace(print_exception=lambda each: print(repr(each)))
        start._safe = fails
        assert start._holds_button() is False
        assert wrong.__name__ in capsys.readouterr().out
