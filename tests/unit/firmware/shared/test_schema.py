"""Value rules: each at its edges, in words, and never an exception."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.games.block import options
from pingware.games.block import rules as odds
from pingware.games.block.options import WEIGHTS
from pingware.games.worms import options as options_of_worms
from pingware.games.worms.options import RUN_S
from pingware.shared.schema import (
    either,
    is_right,
    list_of,
    needed,
    object_of,
    one_of,
    such_that,
    switch,
    text,
    whole,
    worded,
)
from pingware.shared.wording import words_of

NAMES, PLAYERS = (options_of_worms.SETTINGS[name].rule for name in ("names", "players"))
LEVEL = whole(0, 10)
EVEN = such_that(whole(0, 4), lambda number: number % 2 == 0, "an even number")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=9,
)
# rule, valid values, wrong values, the rule's message
RULES = [
    (LEVEL, [0, 10], [-1, 11, 5.0, True, "5", None, []], "an integer from 0 to 10"),
    (whole(-3, 10**12), [-3, 10**12], [-4, 10**12 + 1, 0.0, None, False], "an integer from -3 to"),
    (one_of("red", "green", "blue"), ["red", "blue"], ["Red", "", None, ["red"]], "red, green or"),
    (one_of(1, -1), [1, -1], [True, 0, 1.0, "1"], "1 or -1"),
    (one_of(None), [None], [0, False, ""], "null"),
    (switch, [True, False], [0, 1, None, "true"], "true or false"),
    (text(3), ["", "abc", "äöü"], ["abcd", 3, None, ["a"]], "a text of at most 3 characters"),
    (text(3, 1), ["a"], [""], "a text of 1 to 3 characters"),
    (
        list_of(LEVEL, 2),
        [[], [0, 10]],
        [[0, 0, 0], [11], (1,), "1"],
        "a list of at most 2 items, each an integer",
    ),
    (
        list_of(switch, 2, 2),
        [[True, False]],
        [[True], [True] * 3],
        "a list of 2 items, each true or false",
    ),
    (object_of(LEVEL, 1), [{}, {"a": 1}], [{"a": 11}, {"a": 1, "b": 1}, []], "at most 1 values"),
    (such_that(None, lambda value: value != 1, "no 1"), [None, 0.5, [1]], [1, 1.0], "no 1"),
    (object_of(None, 1), [{"a": [None]}], [{"a": 1, "b": 1}, None], "an object"),
    (either(one_of(None), LEVEL), [None, 0], [11, False, "x"], "null or an integer from 0 to 10"),
    (EVEN, [0, 4], [3, -2, "4", None], "an even number"),
    (needed(LEVEL), [0], [11], "an integer from 0 to 10"),
    (worded(LEVEL, "a level"), [10], [11], "a level"),
]


@pytest.mark.parametrize(("rule", "right", "wrong", "words"), RULES)
def test_each_rule_judges_its_edge_values_and_has_words(rule, right, wrong, words) -> None:
    assert [value for value in right if is_right(rule, value) is not True] == []
    assert [value for value in wrong if is_right(rule, value) is not False] == []
    assert words in words_of(rule)


@given(ANYTHING)
def test_every_rule_answers_true_or_false_about_anything(value) -> None:
    for rule, *_ in RULES:
        assert is_right(rule, value) in (True, False)


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (WEIGHTS, [[0, 0, 0, 1], [1] * 9, [100_000, 0, 0, 0], [99_999, 1, 0, 0]], [[1] * 3]),
        (WEIGHTS, [], [[1] * (options.FAMILY_COUNT + 1), [1] * (options.OUTCOME_COUNT + 1)]),
        (WEIGHTS, [], [[0] * 4, (1,), [100_000, 1, 0, 0], [1, 1, 1, True]]),
        (RUN_S, [[5, 60], [20, 20]], [[20, 5], [4, 20], [20, 61], [20], 20, [5, 20, 60]]),
    ],
)
def test_sum_and_order_rules_judge_their_edge_values(rule, right, wrong) -> None:
    assert [value for value in right if not is_right(rule, value)] == []
    assert [value for value in wrong if is_right(rule, value)] == []


@given(st.lists(st.integers(-2, 40_000), max_size=10))
def test_weights_valid_on_the_link_are_usable_by_the_game(weights) -> None:
    usable = len(weights) in options.LENGTHS and min(weights) >= 0 and 1 <= sum(weights) <= 100_000
    assert is_right(WEIGHTS, weights) == usable
    if usable:
        assert len(odds.weights_of("custom", weights)) == options.OUTCOME_COUNT


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        (WEIGHTS, [*options.LENGTHS, 0, 1, options.WEIGHT_SUM_MAX]),
        (RUN_S, [options_of_worms.RUN_LEAST_S, options_of_worms.RUN_MOST_S, 20, 20]),
        (NAMES, [options_of_worms.PLAYERS_MOST, NAMES.of.most]),
        (PLAYERS, list(PLAYERS.of)),
    ],
)
def test_special_rule_sentences_contain_the_numbers_of_the_rule(rule, numbers) -> None:
    assert [int(number) for number in re.findall(r"\d+", words_of(rule))] == numbers
