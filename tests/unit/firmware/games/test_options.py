"""Declared settings and requests are complete, have unique names, and agree with the games."""

from collections import Counter

import pytest

from pingblock.common.declared import REQUESTS, SETTINGS
from pingblock.common.firmware import firmware_dir
from pingblock.games.words import words_of_games
from pingblock.tunes.tune_files import tunes_of
from pingware.app.requests import on_demand
from pingware.games import catalog, registry
from pingware.games.block import lights, options, outcomes
from pingware.games.block import rules as odds
from pingware.games.block.play import QuestionBlock
from pingware.shared import motion, power_budget, service_requests
from pingware.shared.device_options import SERVO_TURN_DEG
from pingware.shared.motion import Calibration
from pingware.shared.requests import OWN
from pingware.shared.schema import is_right
from pingware.shared.wording import words_of

GAMES_HERE = catalog.CATALOG.games()
GAMES = firmware_dir() / "pingware" / "games"


@pytest.mark.parametrize(
    "tables",
    [
        (*registry.OWN, *(game.settings for game in GAMES_HERE)),
        (*OWN, service_requests.SERVICE_REQUESTS, *(game.requests for game in GAMES_HERE)),
    ],
)
def test_no_name_is_declared_twice(tables) -> None:
    counts = Counter(name for each in tables for name in each)
    assert [name for name in counts if counts[name] > 1] == []


def test_every_setting_has_a_help_sentence_and_a_valid_default() -> None:
    for name, found in SETTINGS.items():
        assert is_right(found.rule, found.default), name
        assert words_of(found.rule)
        assert found.help.endswith("."), name


def test_every_folder_of_a_game_is_listed() -> None:
    folders = sorted(path.parent.name for path in GAMES.glob("*/play.py"))
    assert sorted(game.name for game in GAMES_HERE) == folders
    assert folders == sorted([*registry.NAMES, "worms"])


@pytest.mark.parametrize("game", GAMES_HERE, ids=lambda game: game.name)
def test_every_game_has_a_help_sentence_sounds_and_shows(game) -> None:
    assert game.help.endswith(".")
    play = game.load()
    assert tunes_of(play.SOUNDS)
    assert play.SHOWS


def test_setting_choices_are_those_that_the_modules_know() -> None:
    known = {"profile": {*odds.PROFILES, odds.CUSTOM}, "cells": set(power_budget.PACKS)}
    known["motion"] = set(motion.PROFILES)
    assert {name: set(SETTINGS[name].rule.of) for name in known} == known


def test_every_outcome_has_weights_a_sound_a_light_and_words() -> None:
    kinds = [family.kind for family in outcomes.FAMILIES]
    assert len({outcome.kind for outcome in odds.OUTCOMES}) == len(set(kinds)) == len(kinds)
    tunes = tunes_of(QuestionBlock.SOUNDS)
    for family in outcomes.FAMILIES:
        assert len(family.manual) == len(family.junior), family.kind
        assert QuestionBlock.SOUNDS.tune_of(family.kind) in tunes
    assert set(lights.SHOWS) == set(kinds) == set(words_of_games()["block"]["outcome"])
    assert len(odds.OUTCOMES) == options.OUTCOME_COUNT == len(odds.PROFILES["junior"])
    assert len(set(options.LENGTHS)) == len(options.LENGTHS), "lengths must differ"


def test_requests_and_calibration_limit_the_servo_turn() -> None:
    arguments = REQUESTS["worms_calibrate"]
    assert is_right(arguments["at_deg"], SERVO_TURN_DEG)
    assert not is_right(arguments["at_deg"], SERVO_TURN_DEG + 1)
    assert Calibration({"high_deg": 180}).high_cdeg == 18_000
    with pytest.raises(ValueError, match=r"from 0 to 180"):
        Calibration({"high_deg": 181})


def test_request_arguments_keep_the_rules_of_their_settings() -> None:
    for do in ("volume", "battery", "worms_set"):
        arguments = REQUESTS[do]
        for name in set(arguments) & set(SETTINGS):
            assert arguments[name] is SETTINGS[name].rule


def test_each_service_request_has_a_handler_on_demand() -> None:
    assert set(service_requests.SERVICE_REQUESTS) < set(on_demand.ON_DEMAND)
    assert set(on_demand.ON_DEMAND) <= set(REQUESTS)
