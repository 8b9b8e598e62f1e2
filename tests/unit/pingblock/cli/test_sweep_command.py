"""``pingblock virtual sweep --json``: arguments, the answer and the exit code."""

import pytest

from pingblock.study import sweep
from pingblock.study.sweep import SweepRun

SWEEP = ("virtual", "sweep")


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "press.jsonl"
    path.write_text('{"at_ms": 1200, "do": "press", "for_ms": 60}\n')
    return path


@pytest.fixture
def played(monkeypatch):
    """Plays no device. A run returns its seed, and seed 3 has a fault."""

    def play(job):
        faults = ("fault lever",) if job.seed == 3 else ()
        return SweepRun(
            job.scenario, job.engine, job.seed, 3_600_000.0, (f"{job.seed}",), faults, ""
        )

    monkeypatch.setattr(sweep, "play", play)


def test_fault_is_named_and_the_command_fails(call, told, played, scenario, tmp_path):
    words = (*SWEEP, scenario, "--seeds", 2, "--processes", 1)
    assert told(*words) == {"runs": 2, "hours": 2.0, "found": []}
    saved = tmp_path / "runs"
    words = (*words, "--first", 2)
    code, out, _ = call(*words, "--engine", "both", "--save", saved)
    assert code == 1
    assert out.splitlines() == [
        "4 runs, 4.00 emulated hours, 2 findings.",
        f"fault: {scenario}, wasm, seed 3: fault lever",
        f"fault: {scenario}, chip, seed 3: fault lever",
    ]
    code, out, _ = call(*words, "--against", saved)  # the file existed before
    assert (code, out) == (0, "2 runs, 2.00 emulated hours, 0 findings.\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("none.jsonl", "none.jsonl cannot be read: No such file"),
        ("{scenario} --engine toy", "There are: wasm, chip, pico2, both."),
        ("{scenario} --engine desk", "Use '--engine wasm'"),
        ("{scenario} --against none", "none cannot be read"),
        ("{bad}", "bad.jsonl, line 1"),
    ],
)
def test_wrong_input_is_refused(refused, scenario, words, reason):
    bad = scenario.with_name("bad.jsonl")
    bad.write_text("{}\n")
    refused(reason, *SWEEP, *words.format(scenario=scenario, bad=bad).split())
