"""``update`` and ``install`` on a device without a board, whose MicroPython is not the Pico's."""

import json

import pytest

from pingblock.cli import update
from pingblock.errors import NoAnswer, Unavailable
from pingblock.install.prompt import Prompt
from pingblock.update import run
from pingblock.virtual.desk.process import command


@pytest.fixture(autouse=True)
def _desk():
    try:
        command()
    except Unavailable as missing:
        pytest.skip(str(missing))


def failed(call, *words):
    code, out, _ = call("--json", "--port", "virtual", *words)
    assert code == 1
    return json.loads(out)["error"]


def test_state_is_told_to_people_and_programs(call):
    code, out, _ = call("--port", "virtual", "update", "state")
    assert (code, out) == (0, "confirmed: slot a is in force, a runs\n")
    code, out, _ = call("--port", "virtual", "update", "state", "--json")
    assert json.loads(out) == {"slot": "a", "running": "a", "state": "confirmed", "why": ""}


def test_the_port_may_stand_behind_the_command(call):
    code, out, _ = call("update", "state", "--port", "virtual")
    assert (code, out) == (0, "confirmed: slot a is in force, a runs\n")


def test_firmware_that_cannot_run_there_is_refused(call):
    error = failed(call, "update", "--dry-run")
    assert error["code"] == "wrong_device"
    assert "cannot run this firmware" in error["say"]


def test_there_is_nothing_to_confirm_or_to_go_back_to(call):
    assert failed(call, "update", "confirm")["code"] == "no_trial"
    assert failed(call, "update", "rollback")["code"] == "no_other"


def test_install_onto_the_virtual_device_says_which_one_has_a_prompt(call):
    error = failed(call, "install", "--yes")
    assert error["code"] == "no_answer"
    assert "virtual serve --engine chip" in error["say"]


def test_install_needs_a_prompt(monkeypatch):
    monkeypatch.setattr("pingblock.install.prompt.ANSWER_S", 0.5)
    with pytest.raises(NoAnswer, match="MicroPython's prompt does not answer"), Prompt("virtual"):
        pass


def test_ctrl_c_during_a_trial_says_that_the_device_goes_on(monkeypatch, capsys):
    def interrupted(self, slot):
        raise KeyboardInterrupt

    monkeypatch.setattr(run.Verdict, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        update._verdict("/nowhere", "e66", "b")
    assert "'pingblock update state' shows the result" in capsys.readouterr().err
