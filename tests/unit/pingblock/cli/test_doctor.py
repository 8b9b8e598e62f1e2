import json

import pytest

from pingblock.doctor import examine
from pingblock.doctor.facts import PINGBLOCK, PROMPT, Facts, PortFacts
from pingblock.doctor.findings import RULE


@pytest.fixture
def facts(monkeypatch):
    """Lets the doctor find one port, at which this answers."""

    def made(answers):
        port = PortFacts("COM3", answers=answers, version="1.0")
        found = Facts("win32", "1.0", (port,))
        monkeypatch.setattr(examine, "examine", lambda port: found)

    return made


def test_all_well_is_success(call, facts):
    facts(PINGBLOCK)
    code, out, err = call("doctor")
    assert (code, err) == (0, "")
    assert "ok     Pingblock 1.0 answers at COM3." in out
    told = json.loads(call("doctor", "--json")[1])
    assert told["ok"] is True
    assert told["findings"][-1]["code"] == "answers"


def test_something_wrong_is_exit_code_1_with_the_command_that_helps(call, facts):
    facts(PROMPT)
    code, out, err = call("doctor")
    assert (code, err) == (1, "")
    assert "\nWRONG  MicroPython at COM3" in out
    assert out.endswith("\n         pingblock install --port COM3\n")
    code, out, _ = call("doctor", "--json")
    assert (code, json.loads(out)["ok"], out.count("\n")) == (1, False, 1)


def test_rule_alone_can_be_piped_into_its_file(call):
    assert call("doctor", "--udev-rule") == (0, f"{RULE}\n", "")
    assert json.loads(call("doctor", "--udev-rule", "--json")[1]) == {"rule": RULE}
