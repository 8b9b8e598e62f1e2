"""A wrong value in an error: short, and the same text in each Python."""

import json

import pytest

from pingware.shared.wording import shown

DEEP = json.loads("[" * 900 + "]" * 900)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (11, "11"),
        (0.5, "0.5"),
        (-3.0, "-3.0"),  # not -3, which is an integer
        (0.0, "0.0"),
        (1e300, "a number"),  # too large for the chip's fractions
        (float("nan"), "NaN"),
        ("é", '"é"'),
        ([1, "a"], '[1, "a"]'),
        ({"a": 1}, "an object"),
        (DEEP, "[[...]]"),
        ("x" * 90, '"' + "x" * 39 + "..."),
        ([7] * 90, "[" + "7, " * 13 + "..."),
    ],
)
def test_value_is_shown_as_json_and_cut(value, text):
    assert shown(value) == text
