"""The command around the bring-up: who is asked, what is written, how it ends."""

import json
from dataclasses import replace

import pytest

from pingblock.cli import selftest as cli
from pingblock.selftest.report import FAIL, PASS, SKIPPED, PartResult, Report


@pytest.fixture
def toured(monkeypatch, tmp_path):
    """Replaces the tour; returns what it was asked for."""
    asked = {}

    class Opened:
        def __init__(self, port):
            asked["port"] = port

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

    def run(device, guide, skip, wait_s):
        asked.update(guide=guide, skip=skip, wait_s=wait_s)
        try:
            verdict, stopped = PASS if guide.ask("speaker", "Did it?") else FAIL, False
        except KeyboardInterrupt:
            verdict, stopped = SKIPPED, True
        parts = (PartResult("speaker", verdict, "person"),)
        return Report("2026-01-01T00:00:00+00:00", "1.0", "e660", "rev_a", "1.0", parts, stopped)

    monkeypatch.setattr(cli, "Device", Opened)
    monkeypatch.setattr(cli, "run", run)
    monkeypatch.chdir(tmp_path)
    return asked


ALL = "speaker=yes,light=yes,servo=yes"


def test_all_well_is_success_with_both_files(call, toured, tmp_path):
    code, out, err = call("selftest", "--answers", ALL, "--port", "COM3", "--wait", "5")
    assert (code, err) == (0, "")
    assert "speaker  pass" in out
    assert out.endswith("Report: pingblock-selftest-e660.txt\n")
    assert (toured["port"], toured["wait_s"], toured["skip"]) == ("COM3", 5.0, set())
    written = json.loads((tmp_path / "pingblock-selftest-e660.json").read_text())
    assert written["passed"] is True
    assert (tmp_path / "pingblock-selftest-e660.txt").read_text() in out


def test_failure_is_exit_code_1_with_a_report_all_the_same(call, toured, tmp_path):
    answers = ("--answers", "speaker=no,light=yes,servo=yes")
    code, out, _ = call("selftest", *answers, "--report", tmp_path / "mine", "--json")
    told = json.loads(out)
    assert (code, told["passed"], told["report"]) == (1, False, str(tmp_path / "mine.txt"))
    assert json.loads((tmp_path / "mine.json").read_text())["passed"] is False


def test_without_a_terminal_what_a_person_must_judge_has_to_be_answered_or_skipped(
    call, refused, toured
):
    words = ("selftest", "--answers", "speaker=yes", "--skip", "servo")
    refused("Nobody is here to judge light: add --answers or --skip", *words)
    assert toured == {}
    code, _, _ = call("selftest", "--answers", "speaker=yes", "--skip", "servo,light")
    assert code == 0
    assert toured["skip"] == {"servo", "light"}


@pytest.mark.parametrize("wrong", ["speaker", "speaker=maybe", "horn=yes", "speaker=yes,,"])
def test_answers_must_be_answers(refused, toured, wrong):
    refused("it takes yes or no for speaker, light, servo", "selftest", "--answers", wrong)


def test_person_at_a_terminal_is_asked_on_stderr(call, toured, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    asked = []
    monkeypatch.setattr(
        cli.typer, "confirm", lambda text, **how: asked.append((text, how)) or True
    )
    assert call("selftest")[0] == 0
    assert asked == [("Did it?", {"default": None, "err": True})]


def test_report_stays_whatever_comes_and_lies_in_no_other_folder(
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


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_at_a_question_keeps_the_report_and_ends_with_130(
    call, toured, tmp_path, monkeypatch, as_json
):
    def interrupted(text, **how):
        raise cli.typer.Abort  # as typer does at Ctrl-C

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(cli.typer, "confirm", interrupted)
    code, out, _ = call("selftest", *(["--json"] if as_json else []))
    assert code == 130
    if as_json:
        assert json.loads(out)["stopped"] is True
    written = json.loads((tmp_path / "pingblock-selftest-e660.json").read_text())
    assert (written["stopped"], written["passed"]) == (True, False)
    assert "The test was stopped early." in (tmp_path / "pingblock-selftest-e660.txt").read_text()
