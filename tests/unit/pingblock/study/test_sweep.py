"""Sweep: runs of the virtual device, and the differences between them."""

import json
from functools import partial

import pytest

from pingblock.errors import BadInput, PingblockError
from pingblock.study import farm, sweep
from pingblock.study.sweep import SweepJob, SweepRun
from pingblock.virtual.engines import ENGINES

PRESS = b'{"at_ms": 1200, "do": "press", "for_ms": 60}\n'


def a_run(**changed):
    first = SweepRun("a.jsonl", "desk", 1, 5.0, ("press block", "outcome laugh"), (), "d1")
    return first._replace(**changed)


def known(*runs):
    return {(each.scenario, each.engine, each.seed): each for each in runs}


@pytest.mark.skipif("desk" not in ENGINES, reason="the desk engine does not run here")
def test_virtual_run_has_a_story_and_repeats_in_another_process():
    jobs = [SweepJob("press", PRESS, "desk", seed, None) for seed in (1, 2)]
    play = partial(sweep.play, trusted=True)
    here = farm.run(play, jobs, 1, None, lambda step: None)
    assert here == farm.run(play, jobs, 2, None, lambda step: None)
    for each in here:
        assert each.story[0] == "press block"
        assert each.story[1].startswith("outcome ")
        assert each.story[-1].endswith(" sounds begin")
        assert each.faults == ()
    assert len({each.digest for each in here}) == 2


def test_different_engines_are_named_with_the_first_line():
    runs = [a_run(), a_run(engine="chip", story=("press block",)), a_run(seed=2)]
    [found] = sweep.between_engines(runs)
    assert str(found) == (
        "difference: a.jsonl, chip, seed 1: line 2 of the story: nothing; on desk: outcome laugh"
    )


def test_sweep_comparison_reports_the_story_first():
    earlier = known(a_run(), a_run(seed=2), a_run(seed=3))
    runs = [
        a_run(),
        a_run(seed=2, digest="d2"),
        a_run(seed=3, story=("press block", "outcome coins 2"), digest="d3"),
        a_run(seed=4),
    ]
    says = [each.say for each in sweep.since(runs, earlier)]
    assert says == [
        "the same story at other times, or with other values",
        "line 2 of the story: outcome coins 2; before: outcome laugh",
        "the earlier sweep has no such run",
    ]


def test_known_fault_is_not_new():
    faulty = a_run(faults=("fault battery_low",))
    assert [each.say for each in sweep.faults([faulty], {})] == ["fault battery_low"]
    assert list(sweep.faults([faulty], known(faulty))) == []


def test_failed_engine_is_reported_as_a_fault(monkeypatch):
    def broken(*_, **__):
        raise PingblockError("The engine has died.")

    monkeypatch.setattr(sweep, "open_bench", broken)
    died = sweep.play(SweepJob("press", PRESS, "desk", 1, None))
    assert [each.say for each in sweep.faults([died], {})] == ["failed: The engine has died."]


def test_saved_runs_are_read_again(tmp_path):
    path = tmp_path / "runs.jsonl"
    runs = [a_run(), a_run(seed=2, faults=("fault x",))]
    path.write_text(sweep.as_lines(runs))
    assert sweep.read_lines(path) == known(*runs)
    good = a_run()._asdict()
    wrong = [{"scenario": "a"}, 5, None, {**good, "scenario": []}, {**good, "story": [[]]}]
    for each in (*wrong, {**good, "faults": "x"}, {**good, "more": 1}):
        path.write_text(json.dumps(each))
        with pytest.raises(BadInput, match="line 1: this is not a line that --save"):
            sweep.read_lines(path)
    with path.open("wb") as file:
        file.truncate(40_000_000)
    with pytest.raises(BadInput, match="at most 30 MB"):
        sweep.read_lines(path)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        sweep.read_lines(tmp_path / "none")
