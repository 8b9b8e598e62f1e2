"""Declared settings and requests: complete, one of each name, and in step with the games."""

from collections import Counter
from pathlib import Path

import pytest

from pingware.app import late_parts
from pingware.games import options, requests
from pingware.games.block import odds
from pingware.games.block.options import FAMILY_COUNT, OUTCOME_COUNT
from pingware.games.worms import motion
from pingware.shared import cells, service_requests
from pingware.shared import requests as link_requests
from pingware.shared.device_options import SERVO_TURN_DEG
from pingware.shared.rules import is_right, words_of
from pingware.shared.servo_calibration import Calibration
from pingware.shared.settings import SCHEMA

GAMES = Path(__file__).parents[4] / "firmware" / "pingware" / "games"


@pytest.mark.parametrize(
    "tables", [options.SETTINGS, (*requests.REQUESTS, service_requests.REQUESTS)]
)
def test_no_name_is_declared_twice(tables) -> None:
    counts = Counter(name for each in tables for name in each)
    assert [name for name in counts if counts[name] > 1] == []


def test_every_setting_has_a_sentence_and_a_default_that_keeps_its_rule() -> None:
    for settings, helps in zip(options.SETTINGS, options.HELP, strict=True):
        assert list(settings) == list(helps)
    for name, found in SCHEMA.items():
        assert is_right(found.rule, found.default), name
        assert words_of(found.rule)
    assert all(say.endswith(".") for helps in options.HELP for say in helps.values())


@pytest.mark.parametrize("what", ["options", "requests"])
def test_every_game_that_declares_something_is_listed(what) -> None:
    games = sorted(path.parent.name for path in GAMES.glob(f"*/{what}.py"))
    listed = (GAMES / f"{what}.py").read_text()
    assert games == ["block", "worms"]
    assert all(f"from pingware.games.{game} import {what} as {game}" in listed for game in games)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("profile", {*odds.PROFILES, odds.CUSTOM}),
        ("cells", set(cells.PACKS)),
        ("motion", set(motion.PROFILES)),
    ],
)
def test_what_can_be_chosen_is_what_the_games_know(name, known) -> None:
    assert set(SCHEMA[name].rule.of) == known


def test_weights_are_as_many_as_the_outcomes_or_their_families() -> None:
    kinds = {outcome.kind for outcome in odds.OUTCOMES}
    assert (len(odds.OUTCOMES), len(kinds)) == (OUTCOME_COUNT, FAMILY_COUNT) == (9, 4)


def test_servo_turns_as_far_as_a_request_may_send_it() -> None:
    arguments, _ = link_requests.declaration("worms_calibrate")
    assert is_right(arguments["at_deg"], SERVO_TURN_DEG)
    assert not is_right(arguments["at_deg"], SERVO_TURN_DEG + 1)
    assert Calibration({"high_deg": 180}).high_cdeg == 18_000
    with pytest.raises(ValueError, match=r"0\.\.180"):
        Calibration({"high_deg": 181})


def test_what_a_request_changes_keeps_the_rule_of_the_setting() -> None:
    for do in ("volume", "battery", "worms_set"):
        arguments, _ = link_requests.declaration(do)
        for name in set(arguments) & set(SCHEMA):
            assert arguments[name] is SCHEMA[name].rule


def test_each_request_made_seldom_has_a_part_that_does_it() -> None:
    assert sorted(late_parts.REQUESTS) == sorted([*service_requests.REQUESTS, "odds"])
