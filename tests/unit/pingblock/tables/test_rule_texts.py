"""Rules in words: every id of the specifications, and every id that a game names."""

import re
from pathlib import Path

import pytest
from tests.rules import rows

from pingblock.errors import BadInput
from pingblock.tables.games import game_of
from pingblock.tables.property.rule_ids import ids_of
from pingblock.tables.registry import TABLES
from pingblock.tables.rule_texts import SECTIONS, in_words, rule_text, rule_texts, rules_of

FOLDER = Path(__file__).resolve().parents[4] / "host_tools" / "pingblock" / "tables"
SPECIFIED = {
    *(f"SM-{number:02}" for number in range(1, 42)),
    *(f"ST-{number:02}" for number in range(1, 25)),
    *(f"STX-{number:02}" for number in range(1, 18)),
    *(f"FO-{number:02}" for number in range(1, 31)),
    *(f"FO-S{number}" for number in range(1, 5)),
    *(f"FN-{number:02}" for number in range(1, 40)),
    *(f"FT-{number:02}" for number in range(1, 17)),
    *(f"FT-C{number:02}" for number in range(1, 13)),
    *(f"WW-{number:02}" for number in range(1, 23)),
    *(f"QB-{number:02}" for number in range(1, 16)),
}
PROMISED = {f"QB-R{number}" for number in range(1, 9)}
OPEN = {
    *(f"SM-A-{number:02}" for number in range(1, 23)),
    *(f"ST-A-{number:02}" for number in range(1, 12)),
    *(f"FO-A-{number:02}" for number in range(1, 17)),
    *(f"QB-A-{number:02}" for number in range(1, 10)),
    *(f"FN-A-{number:02}" for number in range(1, 21)),
    *(f"FT-A-{number:02}" for number in range(1, 26)),
    *(f"WW-A-{number:02}" for number in range(1, 13)),
}


# rules of another game are not checked here
SERIES = {each.partition("-")[0] for each in SPECIFIED}


def test_every_rule_has_words() -> None:
    ours = {each for each in rule_texts() if each.partition("-")[0] in SERIES}
    assert ours == SPECIFIED | PROMISED | OPEN
    assert len(ours) == 343
    assert all(text.say.endswith(".") for text in rule_texts().values())


# Rules of the property games that a referee cannot apply: a story, a screwdriver, a heading.
TOLD_ONLY = {
    *("SM-03", "SM-A-02", "ST-01", "ST-03", "ST-04", "ST-24", "ST-A-01", "ST-A-08"),
    *("FO-04", "FO-A-03", "FO-A-08", "FO-A-12", "FO-A-15"),
    *("QB-09", "QB-10", "QB-11", "QB-12", "QB-13", "QB-14", "QB-A-04", "QB-A-07"),
}


def test_every_rule_of_property_games_is_cited_by_tests() -> None:
    files = [*(Path(__file__).parent / "property").glob("*.py"), *rows.FOLDER.glob("*.toml")]
    words = "".join(path.read_text("utf-8") for path in files)
    pattern = r"(?:SM|STX?|FO|QB)[-_](?:A[-_]|S)?\d+"
    cited = {each.replace("_", "-").upper() for each in re.findall(pattern, words, re.IGNORECASE)}
    wanted = {rule for rule in SPECIFIED | OPEN if rule[:2] in ("SM", "ST", "FO", "QB")}
    assert wanted - cited == TOLD_ONLY


def test_rules_from_outside_are_marked() -> None:
    outside = {rule for rule, text in rule_texts().items() if text.outside}
    assert outside == {*(f"STX-{number:02}" for number in range(1, 18)), "FN-01", "FN-02"}


@pytest.mark.parametrize("spec", ["SM", "ST", "FO", "FO-S"])
def test_property_game_names_only_rules_of_its_edition(spec: str) -> None:
    ids = {rule for rule in ids_of(spec).values() if rule}
    assert ids <= SPECIFIED
    start = {"SM": "SM-", "ST": "ST", "FO": "FO-", "FO-S": "FO-"}[spec]
    assert all(rule.startswith(start) for rule in ids - {"FO-S1"})


@pytest.mark.parametrize("room", ["storm", "fortune", "worms"])
def test_every_rule_named_by_a_referee_has_words(room: str) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (FOLDER / room).glob("*.py"))
    named = set(re.findall(r'"((?:FN|FT|WW)-[\w-]+)"', sources))
    assert len(named) >= 15
    assert named <= set(rule_texts())


def test_every_rule_is_listed_with_its_game() -> None:
    listed = {each.rule for game in SECTIONS for each in rules_of(game)}
    assert listed == set(rule_texts())
    assert {"block", *TABLES} == set(SECTIONS)
    speed = {each.rule for each in rules_of("wasteland_speed")}
    assert {"FO-S1", "FO-01", "FO-A-16"} <= speed
    own, *others = [line for line in in_words(rules_of("worms")).splitlines() if line[-1:] == ":"]
    assert (own, len(others)) == ("The edition's own rules:", 1)


@pytest.mark.parametrize("name", TABLES)
def test_every_rule_named_by_an_option_has_words(name: str) -> None:
    helps = " ".join(option.help for option in game_of(name).options.values())
    own = {each.rule for each in rules_of(name)}
    assert set(re.findall(r"[A-Z]{2}-[A-Z]?-?\d+", helps)) <= own


def test_unknown_rule_is_refused() -> None:
    assert rule_text("sm-24").rule == "SM-24"
    with pytest.raises(BadInput, match="There is no rule 'SM-99'"):
        rule_text("SM-99")
