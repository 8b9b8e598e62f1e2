"""``update`` and ``install`` on a device without a board, whose MicroPython is not the Pico's."""

import json
import re

import pytest

from pingblock.care.install.prompt import Prompt
from pingblock.cli import update
from pingblock.errors import NoAnswer, Unavailable
from pingblock.virtual.desk.process import command
from pingblock.virtual.virtual_device import open_bench


@pytest.fixture(autouse=True)
def _desk():
    try:
        command()
    except Unavailable as missing:
        pytest.skip(str(missing))


def test_state_is_printed_for_people_and_programs(call, told):
    says = "slot a plays; slot b is empty\n"
    assert call("update", "state", "--port", "virtual") == (0, says, "")
    found = {"slot": "a", "running": "a", "state": "confirmed", "why": "", "other": "none"}
    assert told("--port", "virtual", "update", "state") == found


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("update --dry-run", "wrong_device", "always plays the firmware of this program"),
        ("update confirm", "no_trial", ""),
        ("update rollback", "no_other", "has no firmware that runs"),
        ("install --yes", "wrong_device", "To try that, use 'virtual:chip'"),
    ],
)
def test_impossible_update_or_install_is_refused(call, words, code, says):
    left, out, _ = call("--json", "--port", "virtual", *words.split())
    error = json.loads(out)["error"]
    assert (left, error["code"]) == (1, code)
    assert says in error["say"]


@pytest.fixture
def _chip():
    try:
        open_bench("chip").close()
    except Unavailable as missing:
        pytest.skip(str(missing))


@pytest.mark.usefixtures("_chip")
def test_update_works_on_the_emulated_chip(call):
    code, out, err = call("update", "--port", "virtual:chip")
    assert (code, out) == (0, "virtual:chip: firmware 1.0.0, unchanged.\n"), err


def test_install_is_refused_on_the_emulated_chip(call):
    code, _, err = call("install", "--yes", "--port", "virtual:chip")
    assert (code, "'install' is not needed" in err) == (1, True)


def test_install_needs_a_prompt(monkeypatch):
    monkeypatch.setattr("pingblock.care.install.prompt.ANSWER_S", 0.5)
    with pytest.raises(NoAnswer, match="MicroPython's prompt does not answer"), Prompt("virtual"):
        pass


def test_ctrl_c_during_a_trial_names_the_state_command(monkeypatch, capsys):
    def interrupted(reconnection, slot, again):
        raise KeyboardInterrupt

    monkeypatch.setattr(update, "verdict", interrupted)
    with pytest.raises(KeyboardInterrupt):
        update._verdict("/nowhere", "e66", "b", "pingblock update rollback")
    assert re.search("slot b, .* slot b: .* state' shows", capsys.readouterr().err, re.S)
