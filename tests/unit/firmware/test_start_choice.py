"""Choice of what starts: every combination of files, counts and causes (reliability, D)."""

from itertools import product
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from tests.unit.firmware.starter import loaded

# RP2040 datasheet 4.7.6: the reason of the last reset, and the words that survive it.
REASON, ENDS, ENDED_BY, AT = 0x40058008, 0x4005800C, 0x40058010, 0x40058014
POWER_ON, TIMED_OUT, FORCED = 0, 1, 2
BAD, GOOD, ASKED = 0x5AFE, 0x5AFF0000, 0x5AFD0000
LATE, STOPPED = 0x5AFE0001, 0x5AFE0002
CAUSES = {  # the words REASON, ENDED_BY, AT, and how such an end is called
    "power": (POWER_ON, 0, 0),
    "hang": (TIMED_OUT, 0, 0),
    "crash": (FORCED, 0, 0),
    "late": (FORCED, LATE, 0),
    "stopped": (FORCED, STOPPED, 0),
    "good": (FORCED, 0, GOOD),
}
SLOTS = ("/a", "/b", "/start", "", "junk")
TRIALS = ("", "junk", "a?b", "b?a", "a!b", "b!a", "a-b crash", "b-a power", "a-b stopped")
NOT_BLAMED = ("power", "stopped")


class Case(NamedTuple):
    """Situation of a start: its files, and how the last life ended."""

    slot: str
    trial: str
    cause: str
    count: int  # of bad ends before this one
    whole: str  # the slots that are what their manifests say
    held: bool  # the check button

    @property
    def bad(self):
        """The bad ends in a row, with this one."""
        return 0 if self.cause in ("power", "good") else self.count + 1

    @property
    def tries(self):
        """True if new firmware is to begin its trial."""
        return self.slot == "/start" and self.trial[1:2] == "?"

    @property
    def tried(self):
        """True if a trial has ended."""
        return self.slot == "/start" and self.trial[1:2] == "!"


class Found(NamedTuple):
    """Result of a start: what runs, and what is noted."""

    folder: str
    wrong: str
    slot: str
    trial: str
    count: int
    began: bool  # a trial


CASES = [
    Case(*each)
    for each in product(SLOTS, TRIALS, CAUSES, range(5), ("", "a", "b", "ab"), (False, True))
]


@pytest.fixture
def start(monkeypatch):
    """The module, with files and the chip's words in dictionaries."""
    memory = {REASON: 0, ENDS: 0, ENDED_BY: 0, AT: 0}
    made = loaded(monkeypatch, memory)
    made.memory, made.files = memory, {}
    monkeypatch.setattr(made, "_read", lambda path: made.files.get(path, ""))
    monkeypatch.setattr(made, "_wrote", lambda path, text: made.files.update({path: text}) or True)
    return made


def chosen(start, case, asked=False):
    reason, ended_by, at = CAUSES[case.cause]
    start.memory.update({REASON: reason, ENDED_BY: ended_by, AT: at})
    start.memory[ENDS] = ASKED if asked else BAD << 16 | case.count
    start.files.clear()
    start.files.update({"/slot": case.slot, "/trial": case.trial})
    began = []
    start._start_trial = lambda: began.append(True)
    start._is_whole = lambda folder: folder[1:] in case.whole
    start._holds_button = lambda: case.held
    folder, wrong = start._chosen()
    word = start.memory[ENDS]
    assert word >> 16 == BAD
    files = start.files
    return Found(folder, wrong, files["/slot"], files["/trial"], word & 0xFFFF, bool(began))


def test_a_trial_begins_with_whole_firmware_alone_and_once(start):
    for case in CASES:
        found = chosen(start, case)
        assert found.began == (case.tries and case.trial[2] in case.whole), case
        if found.began:
            assert (found.folder[1:], found.wrong) == (case.trial[2], ""), case
            assert found.trial == case.trial.replace("?", "!"), case
            assert found.slot == "/start", "until it is confirmed"
        elif case.tries:
            assert case.trial[0] + "-" + case.trial[2] in found.trial, "it is not tried again"


def test_without_a_trial_slot_names_what_runs(start):
    for case in CASES:
        found = chosen(start, case)
        if not found.began:
            assert found.slot == found.folder in ("/a", "/b"), case


def test_after_a_good_end_runs_what_was_running(start):
    for case in CASES:
        found = chosen(start, case)
        if not case.bad and not found.began:
            kept = case.trial[0] if case.trial[2:3] in ("a", "b") else "a"
            assert found[:2] == (case.slot if case.slot in ("/a", "/b") else "/" + kept, ""), case
            assert found.count == 0, case


def test_in_doubt_only_whole_firmware_runs_and_not_after_three_bad_ends(start):
    for case in CASES:
        found = chosen(start, case)
        if case.bad and not found.wrong:
            assert found.folder[1:] in case.whole, case
            assert not case.held or found.began, case
            if found.count:  # what ran before has another try
                assert found.count == (min(case.bad, 1) if case.tried else case.bad) or found.began
                assert found.count < 3 or found.began, case


def test_ends_of_a_trial_are_those_of_what_was_tried(start):
    for case in CASES:
        found = chosen(start, case)
        if case.tried:
            kept, tried = case.trial[0], case.trial[2]
            why = "power" if case.cause == "power" else case.cause.replace("good", "crash")
            if kept in case.whole and not case.held:
                assert found.trial == f"{kept}-{tried} {why}", case
                assert (found.folder[1:], found.wrong) == (kept, ""), case
                assert found.count == min(case.bad, 1), case


def test_the_other_slot_comes_if_it_is_whole_and_did_not_fail(start):
    for case in CASES:
        if not case.bad or case.held or case.slot not in ("/a", "/b"):
            continue
        found = chosen(start, case)
        slot, other = ("a", "b") if case.slot == "/a" else ("b", "a")
        if slot in case.whole and case.bad < 3:
            assert found == (case.slot, "", case.slot, case.trial, case.bad, False), case
            continue
        failed = case.trial[1:3] == "-" + other and case.trial[4:] not in NOT_BLAMED
        why = case.cause if slot in case.whole else "damaged"
        if other in case.whole and not failed:
            note = f"{other}-{slot} {why}"
            assert found == ("/" + other, "", "/" + other, note, 0, False), case
        else:
            assert found[:3] == (case.slot, why, case.slot), case


def test_safe_mode_comes_when_it_is_asked_for(start):
    for case in CASES:
        if case.bad and case.held and not (case.tries and case.trial[2] in case.whole):
            assert chosen(start, case).wrong == "asked", case
        asked = chosen(start, case, asked=True)
        assert asked.wrong == "asked", case
        assert not asked.began, case


def test_a_damaged_safe_mode_holds_no_button(start, capsys):
    for wrong in (SyntaxError, ImportError, MemoryError, AttributeError):

        def damaged(wrong=wrong):
            raise wrong("damaged")

        start.sys = SimpleNamespace(print_exception=lambda each: print(repr(each)))
        start._safe = damaged
        assert start._holds_button() is False
        assert wrong.__name__ in capsys.readouterr().out
