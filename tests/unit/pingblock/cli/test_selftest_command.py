"""The command around the bring-up: its questions, its files, its end."""

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from pingblock.care.selftest.report import FAIL, PASS, SKIPPED, PartResult, Report
from pingblock.cli import selftest as cli


@pytest.fixture
def toured(monkeypatch, tmp_path):
    """Replaces the tour. Returns its arguments."""
    asked = {}

    def run(device, guide, skip, wait_s):
        asked.update(skip=skip, wait_s=wait_s)
        try:
            verdict, stopped = PASS if guide.ask("speaker", "Did it?") else FAIL, False
        except KeyboardInterrupt:
            verdict, stopped = SKIPPED, True
        parts = (PartResult("speaker", verdict, "person"),)
        return Report("2026-01-01T00:00:00+00:00", "1.0", "e660", "rev_a", "1.0", parts, stopped)

    monkeypatch.setattr(cli, "Device", lambda port: nullcontext(asked.update(port=port)))
    monkeypatch.setattr(cli, "run", run)
    monkeypatch.chdir(tmp_path)
    return asked


def written(stem):
    """Returns the contents of a report's two files: JSON, and text."""
    texts = [Path(f"{stem}.{ending}").read_text() for ending in ("json", "txt")]
    return json.loads(texts[0]), texts[1]


ALL = "speaker=yes,light=yes,servo=yes"


def test_passed_selftest_writes_both_files(call, toured):
    code, out, err = call("selftest", "--answers", ALL, "--port", "COM3", "--wait", "5")
    assert (code, err) == (0, "")
    assert "speaker  pass" in out
    assert out.endswith("Report: pingblock-selftest-e660.txt\n")
    assert toured == {"port": "COM3", "wait_s": 5.0, "skip": set()}
    found, text = written("pingblock-selftest-e660")
    assert (found["passed"], text in out) == (True, True)


def test_failed_selftest_exits_with_1_and_writes_a_report(call, toured, tmp_path):
    answers = ("--answers", "speaker=no,light=yes,servo=yes")
    code, out, _ = call("selftest", *answers, "--report", tmp_path / "mine", "--json")
    told = json.loads(out)
    assert (code, told["passed"], told["report"]) == (1, False, str(tmp_path / "mine.txt"))
    assert written(tmp_path / "mine")[0]["passed"] is False


def test_without_a_terminal_questions_need_answers_or_skip(call, refused, toured):
    words = ("selftest", "--answers", "speaker=yes", "--skip", "servo")
    refused("There is no terminal in which to ask about light: add --answers or --skip", *words)
    assert toured == {}
    code, _, _ = call("selftest", "--answers", "speaker=yes", "--skip", "servo,light")
    assert code == 0
    assert toured["skip"] == {"servo", "light"}


@pytest.mark.parametrize("wrong", ["speaker", "speaker=maybe", "horn=yes", "speaker=yes,,"])
def test_invalid_answers_are_refused(refused, toured, wrong):
    refused("it accepts yes or no for speaker, light, servo", "selftest", "--answers", wrong)


@pytest.fixture
def confirmed(monkeypatch):
    """Puts a person at a terminal, who answers with the return value of this."""

    def sits(answer):
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr(cli.typer, "confirm", answer)

    return sits


def test_person_at_a_terminal_is_asked_on_stderr(call, toured, confirmed):
    asked = []
    confirmed(lambda text, **how: asked.append((text, how)) or True)
    assert call("selftest")[0] == 0
    assert asked == [("Did it?", {"default": None, "err": True})]


def test_ctrl_c_keeps_the_report_and_exits_with_130(call, toured, confirmed):
    def interrupted(text, **how):
        raise cli.typer.Abort  # as typer does at Ctrl-C

    confirmed(interrupted)
    assert call("selftest")[0] == 130
    code, out, _ = call("selftest", "--json")
    assert (code, json.loads(out)["stopped"]) == (130, True)
    found, text = written("pingblock-selftest-e660")
    assert (found["stopped"], found["passed"]) == (True, False)
    assert "The test was stopped early." in text


def test_report_replaces_no_older_one_and_stays_in_its_folder(
    call, refused, toured, tmp_path, monkeypatch
):
    for number in ("", "-2", "-3"):
        out = call("selftest", "--answers", ALL)[1]
        assert out.endswith(f"Report: pingblock-selftest-e660{number}.txt\n")
    assert len(list(tmp_path.iterdir())) == 6
    run = cli.run
    monkeypatch.setattr(cli, "run", lambda *asked: replace(run(*asked), uid="../../x"))
    assert call("selftest", "--answers", ALL)[1].endswith("selftest-______x.txt\n")
    refused("cannot be written", "selftest", "--answers", ALL, "--report", tmp_path / "none" / "x")
