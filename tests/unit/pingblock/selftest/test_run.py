"""The bring-up of a virtual device, with a script for the person: presses, pulls, answers."""

import pytest
from tests.pins import GPIO

from pingblock.connection.device import Device
from pingblock.errors import BadInput, Unavailable
from pingblock.selftest.parts import COLOURS, PARTS
from pingblock.selftest.report import FAIL, PASS, SKIPPED
from pingblock.selftest.run import run
from pingblock.virtual.bench_port import open_bench_with_port
from pingblock.virtual.engines import ENGINES


class Person:
    """Does what is asked for, and answers by looking at the virtual device."""

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
        if part == "servo":
            return len({round(row.physical_deg) for row in self.bench.servo()}) > 10
        return any(onset.at_ms > self.bench.now_ms - 3500 for onset in self.bench.heard().onsets)


@pytest.fixture
def tried(usable_desk):
    """Runs the bring-up; returns verdicts by part, the report, the person and the bench."""
    benches = []

    def go(skip=(), lazy=(), prepare=None, engine="desk"):
        try:
            bench, port = open_bench_with_port(engine, 3)
        except Unavailable as lack:
            pytest.skip(str(lack))
        benches.append(bench)
        bench.advance(1000)
        if prepare:
            prepare(bench)
        person = Person(bench, lazy)
        with Device(port, clock=port.clock) as device:
            report = run(device, person, skip, 5.0)
        return {each.part: each for each in report.parts}, report, person, bench

    yield go
    for bench in benches:
        bench.close()


@pytest.mark.parametrize(
    "engine",
    [name if name == "desk" else pytest.param(name, marks=pytest.mark.long) for name in ENGINES],
)
def test_device_that_is_well_passes_in_every_part(tried, engine):
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


def test_parts_that_nobody_touches_fail_after_a_while(tried):
    parts, report, _, _ = tried(skip=("servo",), lazy=("block", "check", "lever"))
    failed = {name for name, part in parts.items() if part.verdict == FAIL}
    assert failed == {"block", "check", "lever"}
    assert parts["lever"].note == "the device noticed nothing within 5 s"
    assert not report.passed


def test_what_was_pressed_before_it_was_asked_for_does_not_count(tried):
    def early(bench):
        bench.press()
        bench.advance(8000)

    parts, _, _, _ = tried(skip=("speaker", "servo"), lazy=("block",), prepare=early)
    assert parts["block"].verdict == FAIL


def test_shorted_button_is_found_first(tried):
    def short(bench):
        bench.engine.drive(bench.engine.now_us, GPIO["check_button"], False)
        bench.advance(50)

    parts, _, _, _ = tried(skip=set(PARTS) - {"inputs"}, prepare=short)
    assert parts["inputs"].verdict == FAIL
    assert parts["inputs"].note.startswith("check look pressed")


def test_muted_device_fails_the_speaker_and_says_what_to_do(tried):
    def mute(bench):
        bench.request("volume", level=6, mute_lock=True)

    parts, _, person, _ = tried(skip=set(PARTS) - {"speaker"}, prepare=mute)
    assert parts["speaker"].verdict == FAIL
    assert "--unmute" in parts["speaker"].note
    assert person.asked == []


def test_worms_that_are_held_fail_the_servo(tried):
    def held(bench):
        bench.block_servo(89, 91)

    parts, _, _, _ = tried(skip=set(PARTS) - {"servo"}, prepare=held)
    assert parts["servo"].verdict == FAIL


def test_supply_that_cannot_be_is_a_failure(tried, monkeypatch):
    monkeypatch.setattr("pingblock.selftest.parts.USB_LEAST_MV", 5400)
    parts, _, _, _ = tried(skip=set(PARTS) - {"cells"})
    assert parts["cells"].verdict == FAIL


def test_skipped_parts_are_in_the_report_and_do_not_count(tried):
    parts, report, person, _ = tried(skip=tuple(PARTS))
    assert {part.verdict for part in parts.values()} == {SKIPPED}
    assert report.passed
    assert person.asked == []


def test_unknown_part_is_wrong_input(tried):
    with pytest.raises(BadInput, match=r"no part 'horn'\. There are: inputs, speaker"):
        tried(skip=("horn",))


def test_interrupted_tour_is_reported_and_leaves_light_and_worms_still(usable_desk):
    bench, port = open_bench_with_port("desk", 3)
    with bench, Device(port, clock=port.clock) as device:
        bench.advance(1000)
        for part in ("light", "servo"):
            person = Person(bench)

            def stop(part, question):
                raise KeyboardInterrupt

            person.ask = stop
            report = run(device, person, set(PARTS) - {part, "inputs", "cells"}, 5.0)
            assert (report.stopped, report.passed) == (True, False)
            assert [each.part for each in report.parts] == list(PARTS)
            found = {each.part: each for each in report.parts}
            assert (found["inputs"].verdict, found[part].verdict) == (PASS, SKIPPED)
            assert found["cells"].note == "not tested: stopped by Ctrl-C"
            bench.advance(2500)
            assert bench.led() == (0, 0, 0)
            assert bench.servo()[-1].pulse_us == 0


def test_a_no_before_ctrl_c_is_a_failure_of_its_part(usable_desk):
    bench, port = open_bench_with_port("desk", 3)
    with bench, Device(port, clock=port.clock) as device:
        bench.advance(1000)
        person = Person(bench)

        def ask(part, question):
            if "red" in question:
                return False
            raise KeyboardInterrupt

        person.ask = ask
        report = run(device, person, set(PARTS) - {"light"}, 5.0)
    found = {each.part: each for each in report.parts}
    assert [each.part for each in report.parts] == list(PARTS)
    assert (found["light"].verdict, report.stopped) == (FAIL, True)
    assert found["light"].note.startswith("wrong: red;")
    assert "Something does not work." in report.text()


def test_report_tells_who_and_what_for_people_and_for_programs(tried):
    _, report, _, _ = tried(skip=set(PARTS) - {"inputs", "cells"})
    text = report.text()
    assert "Self-test of rev_a e660583883112233, firmware 0.1.0" in text
    assert "\ninputs   pass\n" in text
    assert text.endswith("Everything that was tested works.")
    fields = report.fields()
    assert fields["passed"] is True
    assert fields["parts"][0] == {"part": "inputs", "verdict": "pass", "by": "device", "note": ""}
