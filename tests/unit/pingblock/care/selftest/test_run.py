"""The bring-up of a virtual device, with a script for the person: presses, pulls, answers."""

from contextlib import ExitStack

import pytest
from tests.pins import GPIO

from pingblock.care.selftest.parts import COLOURS, LIKELY, PARTS, likely
from pingblock.care.selftest.report import FAIL, PASS, SKIPPED
from pingblock.care.selftest.run import run
from pingblock.connection.device import Device
from pingblock.errors import BadInput, Unavailable
from pingblock.virtual.bench_port import open_bench_with_port
from pingblock.virtual.engines import ENGINES


class Person:
    """Does the requested actions, and answers by looking at the virtual device."""

    def __init__(self, bench, lazy=()):
        self.bench = bench
        self.lazy = lazy
        self.said = []
        self.asked = []
        self.seen = []

    def say(self, text):
        self.said.append(text)
        if "on top" in text and "block" not in self.lazy:
            self.bench.press(self.bench.now_ms + 300)
        if "at the rear" in text and "check" not in self.lazy:
            self.bench.check(self.bench.now_ms + 300)
        if "Pull the lever" in text and "lever" not in self.lazy:
            self.bench.pull_lever(self.bench.now_ms + 300)
        if "Let the lever go" in text:
            self.bench.release_lever(self.bench.now_ms + 300)

    def ask(self, part, question):
        self.asked.append(part)
        if part == "light":
            self.seen.append(self.bench.led())
            lit = [COLOURS[index] for index, level in enumerate(self.bench.led()) if level]
            return question == f"Is the light {lit[0]}?"
        if part == "servo":  # the questions also ask whether it is silent
            assert self.bench.request("worms")["ok"]["state"] == "ready"
            return len({round(row.physical_deg) for row in self.bench.servo()}) > 10
        return any(onset.at_ms > self.bench.now_ms - 3500 for onset in self.bench.heard().onsets)


@pytest.fixture
def opened(usable_desk):
    """Starts a virtual device. Returns it, and a ``Device`` for it."""
    with ExitStack() as stack:

        def start(engine="desk"):
            try:
                bench, port = open_bench_with_port(engine, 3)
            except Unavailable as lack:
                pytest.skip(str(lack))
            stack.enter_context(bench)
            bench.advance(1000)
            return bench, stack.enter_context(Device(port, clock=port.clock))

        yield start


@pytest.fixture
def tried(opened):
    """Runs the self-test. Returns verdicts by part, the report, person and virtual device."""

    def go(only=tuple(PARTS), lazy=(), prepare=None, engine="desk"):
        bench, device = opened(engine)
        if prepare:
            prepare(bench)
        person = Person(bench, lazy)
        report = run(device, person, set(PARTS) - set(only), 5.0)
        return {each.part: each for each in report.parts}, report, person, bench

    return go


@pytest.mark.parametrize(
    "engine",
    [name if name == "desk" else pytest.param(name, marks=pytest.mark.long) for name in ENGINES],
)
def test_healthy_device_passes_every_part(tried, engine):
    parts, report, person, bench = tried(engine=engine)
    assert [(name, part.verdict) for name, part in parts.items()] == [
        (name, PASS) for name in PARTS
    ]
    assert report.passed
    assert person.asked == ["speaker", *["light"] * 3, "servo"]
    assert person.seen == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    assert "on USB" in parts["cells"].note
    bench.advance(3000)
    assert bench.led() == (0, 0, 0)
    assert bench.servo()[-1].pulse_us == 0
    assert bench.request("worms")["ok"]["state"] == "ready"


def test_untouched_parts_fail_after_the_wait(tried):
    touched = ("block", "check", "lever")
    parts, report, _, _ = tried(touched, touched)
    assert [parts[name].verdict for name in touched] == [FAIL] * 3
    assert parts["lever"].note.startswith("the device did not notice it within 5 s. Likely: S2 ")
    assert not report.passed


def pressed_early(bench):
    bench.press()
    bench.advance(8000)
    bench.check()
    bench.advance(4000)


def shorted(bench, pin="check_button"):
    bench.engine.drive(bench.engine.now_us, GPIO[pin], False)
    bench.advance(50)


@pytest.mark.parametrize(
    ("part", "prepare", "says"),
    [
        *((name, pressed_early, "did not notice it within 5 s") for name in ("block", "check")),
        ("inputs", shorted, "check look pressed"),
        ("speaker", lambda bench: bench.request("volume", level=6, mute_lock=True), "--unmute"),
        ("servo", lambda bench: bench.block_servo(89, 91), ""),
    ],
    ids=["pressed before", "checked before", "shorted", "muted", "held"],
)
def test_fault_of_a_part_is_found(tried, part, prepare, says):
    parts, _, person, _ = tried([part], [part], prepare)
    assert (parts[part].verdict, says in parts[part].note) == (FAIL, True)
    assert person.asked == (["servo"] if part == "servo" else [])


@pytest.mark.parametrize(
    ("part", "prepare", "mistake"),
    [
        (
            "inputs",
            lambda bench: shorted(bench, "block_button"),
            "S1 is wired at NC instead of NO",
        ),
        ("block", pressed_early, "S1 is wired at NC instead of NO"),
        ("check", pressed_early, "S2's 2 does not conduct"),
        ("lever", lambda bench: None, "S2 is wired at NC instead of NO in the base"),
        ("light", lambda bench: None, "LED1 is the wrong way round"),
        ("speaker", lambda bench: None, "The trimmer is not cut from A-"),
        ("servo", lambda bench: None, "M1 is the wrong way round in the base"),
    ],
)
def test_failed_part_names_mistakes_of_the_simulated_circuit(opened, part, prepare, mistake):
    bench, device = opened()
    prepare(bench)
    person = Person(bench, [part])
    person.ask = lambda part, question: False
    report = run(device, person, set(PARTS) - {part}, 5.0)
    note = {each.part: each for each in report.parts}[part].note
    key = {"inputs": "inputs block", "light": "light red"}.get(part, part)
    assert mistake in LIKELY[key]
    assert "ikely: " in note
    assert any(each in note for each in LIKELY[key])


def test_note_begins_with_the_mistake_that_fits_all_colours():
    assert likely("light green").startswith(". Likely: LED1 is the wrong way round; LED1's G ")
    assert likely("light red", "light blue").startswith(
        ". Likely: LED1 is the wrong way round; LED1's K does not conduct; U1's GND3 "
    )
    assert likely("block") == (
        ". Likely: S1 is wired at NC instead of NO; S1's COM does not conduct"
    )


def test_supply_out_of_range_fails(tried, monkeypatch):
    monkeypatch.setattr("pingblock.care.selftest.parts.USB_LEAST_MV", 5400)
    assert tried(["cells"])[0]["cells"].verdict == FAIL


def test_skipped_parts_are_reported_and_do_not_count(tried):
    parts, report, person, _ = tried(["cells"])
    assert [part.part for part in parts.values() if part.verdict != SKIPPED] == ["cells"]
    assert (report.passed, person.asked) == (True, [])


@pytest.mark.parametrize("stopped", [False, True])
def test_report_claims_nothing_if_nothing_was_tested(opened, stopped, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    if stopped:
        monkeypatch.setitem(PARTS, next(iter(PARTS)), stop)
    bench, device = opened()
    report = run(device, Person(bench), set() if stopped else set(PARTS), 5.0)
    assert {each.verdict for each in report.parts} == {SKIPPED}
    assert (report.stopped, report.passed) == (stopped, False)
    assert report.text().endswith("Nothing was tested.")


def test_unknown_part_is_wrong_input(opened):
    bench, device = opened()
    with pytest.raises(BadInput, match=r"no part 'horn'\. There are: inputs, speaker"):
        run(device, Person(bench), ("horn",), 5.0)


def interrupted(part, question):
    if "red" in question:
        return False
    raise KeyboardInterrupt


def test_interrupted_selftest_is_reported_and_stops_light_and_worms(opened):
    bench, device = opened()
    # if the person has answered "no" before, that counts
    for part, verdict in (("light", FAIL), ("servo", SKIPPED)):
        person = Person(bench)
        person.ask = interrupted
        report = run(device, person, set(PARTS) - {part, "inputs", "cells"}, 5.0)
        assert (report.stopped, report.passed) == (True, False)
        found = {each.part: each for each in report.parts}
        assert list(found) == list(PARTS)
        assert (found["inputs"].verdict, found[part].verdict) == (PASS, verdict)
        assert found["cells"].note == "not tested: stopped by Ctrl-C"
        if part == "light":
            assert found["light"].note.startswith("wrong: red. Likely: LED1 ")
            assert "Something does not work." in report.text()
        bench.advance(2500)
        assert bench.led() == (0, 0, 0)
        assert bench.servo()[-1].pulse_us == 0


def test_report_has_a_text_and_fields_for_programs(tried):
    _, report, _, _ = tried(["inputs", "cells"])
    text = report.text()
    assert "Self-test of rev_a e660583883112233, firmware 1.0.0" in text
    assert "\ninputs   pass\n" in text
    assert text.endswith("Everything that was tested works.")
    fields = report.fields()
    assert fields["passed"] is True
    assert fields["parts"][0] == {"part": "inputs", "verdict": "pass", "by": "device", "note": ""}
