"""The scorer: the rows of the spec, and every combination of dice against a slow scorer."""

import itertools
from collections import Counter

import pytest
from tests.rules.rows import rows

from pingblock.errors import BadInput
from pingblock.languages.later import Later
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import CARDS, DECKS
from pingblock.tables.fortune.options import DEFAULTS, OPTIONS, rules_of
from pingblock.tables.fortune.score import island, score

ONE_ROLL = [each for each in rows("fortune") if len(each.values[0]["rolls"]) == 1]


def points(card, dice, on_card="", rules=DEFAULTS):
    return score(rules, card, d.parse(dice), d.parse(on_card)).points


def rules_with(**changed):
    return rules_of({name: option.default for name, option in OPTIONS.items()} | changed)


@pytest.mark.parametrize("row", ONE_ROLL)
def test_one_roll_scores_by_its_row(row):
    [dice] = row["rolls"]
    if "others" in row:
        found = island(DEFAULTS, row["card"], d.parse(dice))
        assert (found.points, found.each_opponent) == (row["points"], row["others"])
    else:
        assert points(row["card"], dice) == row["points"]


def test_dice_on_chest_score_even_for_disqualified_player_ft_t22():
    found = score(DEFAULTS, "chest", d.parse("X3G5"), d.parse("G4"))
    assert (found.points, found.disqualified) == (600, True)
    assert [line.points for line in found.lines] == [400, 200]


def test_each_deck_has_35_cards_ft_t40():
    assert {name: sum(deck.values()) for name, deck in DECKS.items()} == {
        "pk35": 35,
        "fortune35_guess": 35,
    }


def test_opponents_share_1200_after_lost_zombie_fight_ft_c12():
    lost = score(DEFAULTS, "zombie", d.parse("S4X4"))
    assert (lost.points, lost.shared) == (0, 1200)
    assert score(DEFAULTS, "zombie", d.parse("S8")).shared == 0


@pytest.mark.parametrize(
    ("options", "card", "dice", "expected"),
    [
        ({"storm_sets": False}, "storm", "G3D2M2S1", 1000),  # FT-A-10
        ({"sea_bonus": [250, 500, 1000]}, "sea2", "S2X3M3", -250),  # FT-A-03
    ],
)
def test_storm_sets_and_sea_bonus_follow_options(options, card, dice, expected):
    assert points(card, dice, rules=rules_with(**options)) == expected


@pytest.mark.parametrize(("on", "own"), [(False, 0), (True, -1000)])
def test_option_decides_truce_penalty_on_island_ft_a_14(on, own):
    assert island(rules_with(truce_on_island=on), "truce", d.parse("X4S2M2")).points == own


def slow_score(card, faces):
    """Scores eight letters by the text of the rules, without code of the product."""
    count = Counter(faces)
    skulls = count["X"] + {"skull1": 1, "skull2": 2}.get(card, 0)
    need, bonus = {"sea2": (2, 300), "sea3": (3, 500), "sea4": (4, 1000)}.get(card, (0, 0))
    if card == "zombie":
        return 1200 if count["S"] >= 5 else 0
    if need and (skulls >= 3 or count["S"] < need):
        return -bonus
    if card == "truce" and count["S"]:
        return -500 * count["S"]
    if skulls >= 3:
        return 0
    objects = [face for face in faces if face != "X"]
    objects += {"gold": ["G"], "diamond": ["D"]}.get(card, [])
    if card == "storm":
        objects = [face for face in objects if face in "GD"]
    kinds = ["monkey or parrot" if card == "monkey" and f in "MP" else f for f in objects]
    worth = 200 if card == "storm" else 100
    total = worth * sum(face in "GD" for face in objects)
    for kind in set(kinds):
        total += {3: 100, 4: 200, 5: 500, 6: 1000, 7: 2000, 8: 4000, 9: 4000}.get(
            kinds.count(kind), 0
        )
    productive = 0
    for face in faces:
        kind = "monkey or parrot" if card == "monkey" and face in "MP" else face
        in_set = kinds.count(kind) >= 3
        productive += face in "GD" or in_set or (bool(need) and face == "S")
    total += 500 * (productive == 8)
    total += bonus
    return 2 * total if card == "captain" else total


@pytest.mark.parametrize("card", ["none", *CARDS])
def test_every_combination_of_eight_dice_scores_as_slow_scorer(card):
    """The lines of a score add up. Nine equal objects are eight dice and the card's: FT-A-04."""
    combinations = ["".join(e) for e in itertools.combinations_with_replacement("GDSMPX", 8)]
    assert len(combinations) == 1287
    found = {faces: score(DEFAULTS, card, d.parse(faces)) for faces in combinations}
    assert {faces: each.points for faces, each in found.items()} == {
        faces: slow_score(card, faces) for faces in combinations
    }
    nine = {"gold": ["G" * 8], "diamond": ["D" * 8]}.get(card, [])
    assert [faces for faces, each in found.items() if each.nine] == nine
    for each in found.values():
        assert sum(line.points for line in each.lines) == each.points
        assert all(line.rule.startswith("FT-") for line in each.lines)
        assert all(isinstance(line.say, Later) for line in each.lines)  # in each language


@pytest.mark.parametrize(
    ("written", "shown"),
    [("G3S4X1", "G3S4X1"), ("xsgssgsg", "G3S4X1"), ("s4, g3 x", "G3S4X1"), ("", "")],
)
def test_dice_are_read_in_all_spellings(written, shown):
    assert d.text(d.parse(written)) == shown


@pytest.mark.parametrize("written", ["G9", "G8S8", "G4S5", "Q1", "3G", "G3-", "G33"])
def test_invalid_dice_text_is_refused(written):
    with pytest.raises(BadInput, match="dice"):
        d.parse(written)


def test_subset_of_dice_is_recognized():
    everything = [
        d.parse("".join(each))
        for n in range(4)
        for each in itertools.combinations_with_replacement("GDX", n)
    ]
    for dice, some in itertools.product(everything, repeat=2):
        counts = [Counter({f: d.count(each, f) for f in "GDX"}) for each in (dice, some)]
        assert d.holds(dice, some) == (counts[1] <= counts[0])
        assert d.size(dice) == counts[0].total()
