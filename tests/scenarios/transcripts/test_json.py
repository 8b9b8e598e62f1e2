"""Every command with ``--json`` prints only JSON on stdout, one object on each line."""

import json
from pathlib import Path

import pytest
from tests.scenarios.transcripts.schemas import ELSEWHERE, ERROR, SCHEMAS
from tests.scenarios.transcripts.stage import staged
from tests.scenarios.transcripts.stories import STORIES, commands

from pingblock.connection.shapes import misfit

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _desk(usable):
    if lack := usable("desk"):
        pytest.skip(lack)


def objects(out):
    """Returns the printed objects: one over several lines (a file), or one on each line."""
    try:
        return [json.loads(out)]
    except ValueError:
        return [json.loads(line) for line in out.splitlines()]


def test_command_output_matches_its_json_schema(tmp_path):
    with staged(tmp_path) as stage:
        for line, schema in SCHEMAS.items():
            if line.startswith("monitor"):
                stage.bench.press()
            code, out, _ = stage.call(f"{line} --json")
            stage.bench.advance(8000)
            [told] = objects(out)
            assert code == (0 if told.get("ok", True) else 1), f"{line}: {out}"
            assert misfit(schema, told, exact=True) == "", f"{line}: {out}"


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"error": {"code": "busy", "say": "Not now."}}, ""),
        ({"error": {"code": "Busy!", "say": "Not now."}}, "code"),
        ({"error": {"code": "busy", "say": 4}}, "say"),
        ({"error": {"code": "busy"}}, "say"),
        ({"error": {"code": "busy", "say": "Not now.", "more": 1}}, "more"),
        ({"error": []}, "error"),
        ([], "it"),
    ],
)
def test_schema_check_names_the_wrong_field(told, wrong):
    assert misfit(ERROR, told, exact=True) == wrong


def test_each_command_has_a_schema_or_a_test_elsewhere():
    promised = {
        name for name in commands() for line in SCHEMAS if f"{line} ".startswith(f"{name} ")
    }
    assert set(commands()) - promised == set(ELSEWHERE)
    assert promised & set(ELSEWHERE) == set()


@pytest.mark.parametrize("place", sorted({place for place in ELSEWHERE.values() if place}))
def test_file_listed_elsewhere_contains_the_json_option(place):
    assert "--json" in (ROOT / place).read_text(encoding="utf-8")


def test_each_mistake_prints_one_json_error(tmp_path):
    mistakes = [line.replace(" --json", "") for line in STORIES["mistakes"]]
    mistakes.remove("settings reset")  # A new device has no changed settings.
    with staged(tmp_path) as stage:
        for line in mistakes:
            code, out, err = stage.call(f"{line} --json")
            assert (code, err, out.count("\n")) == (2, "", 1), line
            assert misfit(ERROR, json.loads(out), exact=True) == "", line


@pytest.mark.long
def test_options_work_at_any_place_in_a_command(tmp_path):
    commands = ("status", "update state", "settings get", "worms status", "sounds list")
    with staged(tmp_path) as stage:
        for command in commands:
            words = command.split()
            for place in range(len(words) + 1):
                line = " ".join([*words[:place], "--port COM8 --json", *words[place:]])
                stage.opened.clear()
                code, out, _ = stage.call(line)
                assert (code, stage.opened) == (0, ["COM8"]), line
                assert misfit(SCHEMAS[command], json.loads(out), exact=True) == "", line


def test_option_nearest_to_the_command_counts(tmp_path):
    with staged(tmp_path) as stage:
        stage.call("--port COM1 settings --port COM2 get")
        stage.call("--port COM1 settings --port COM2 get --port COM3")
        assert stage.opened == ["COM2", "COM3"]
