import json

import pytest

from pingblock.care.doctor import examine
from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, Facts, PortFacts
from pingblock.care.doctor.findings import RULE
from pingblock.common.micropython import PICO


@pytest.fixture
def facts(monkeypatch):
    """Makes the doctor find one port with this answer."""

    def made(answers):
        machine = PICO.machine if answers == PROMPT else ""
        port = PortFacts("COM3", answers=answers, version="1.0", machine=machine)
        found = Facts("win32", "1.0", (port,))
        monkeypatch.setattr(examine, "examine", lambda port: found)

    return made


@pytest.mark.parametrize(
    ("answers", "code", "says"),
    [
        (PINGBLOCK, 0, "ok     Pingblock 1.0 answers at COM3."),
        (PROMPT, 1, "\n         pingblock install --port COM3\n"),
    ],
)
def test_doctor_problem_gives_exit_code_1_and_a_command(call, facts, answers, code, says):
    facts(answers)
    left, out, err = call("doctor")
    assert (left, err, says in out) == (code, "", True)
    assert ("\nWRONG  MicroPython at COM3" in out) is (code == 1)
    left, out, _ = call("doctor", "--json")
    told = json.loads(out)
    assert (left, told["ok"], out.count("\n")) == (code, code == 0, 1)
    assert (told["findings"][-1]["code"] == "answers") is (code == 0)


def test_udev_rule_is_printed_without_other_text(call):
    assert call("doctor", "--udev-rule") == (0, f"{RULE}\n", "")
    assert json.loads(call("doctor", "--udev-rule", "--json")[1]) == {"rule": RULE}
