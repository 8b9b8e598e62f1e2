"""The link's JSON, which is stricter than JSON, so that damaged lines are recognized."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.shared import strict_json

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PLAIN = st.none() | st.booleans() | st.integers(-(10**10) + 1, 10**10 - 1) | TEXTS
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4)
)
JSON_LIKE = st.text('{}[]",:0123456789-.eE\\u truefalsn', max_size=40)


def depth_of(value) -> int:
    if not isinstance(value, (list, dict)):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max((depth_of(item) for item in inner), default=0)


@given(VALUES)
def test_written_value_is_read_back_by_strict_and_real_json(value) -> None:
    if depth_of(value) > strict_json.MAX_DEPTH:
        with pytest.raises(ValueError, match="cannot be sent"):
            strict_json.dumps(value)
        return
    text = strict_json.dumps(value)
    assert strict_json.loads(text) == value
    assert json.loads(text) == value


@given(JSON_LIKE)
def test_accepted_text_has_the_same_value_in_real_json(text) -> None:
    try:
        value = strict_json.loads(text.encode())
    except ValueError:
        return
    assert json.loads(text) == value


BROKEN = [
    *(r'{"id"1}', r'{0"id":"x"}', "{,}", r'{"a":1,}', "[1,]", "[1 2]", '{"a":1,"a":2}', "1 2"),
    *("01", "-", "1.0", "1e3", "12345678901", "NaN", "falsy", "", " ", '{"a":\t1}'),
    *('"a', r'"\x"', r'"\u12g4"', r'"\u 123"', r'"\ud800"', r'"\udfff"', '"a\tb"', '"\x00"'),
    *("[" * 6 + "]" * 6, "[" * 1000),
]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_or_unsupported_text_is_refused(text) -> None:
    with pytest.raises(ValueError, match=r"Expected|control"):
        strict_json.loads(text.encode())


def test_escapes_and_spaces_are_read_and_errors_have_their_place() -> None:
    with pytest.raises(ValueError, match="Expected : at byte 6"):
        strict_json.loads(b'{"id"1}')
    assert strict_json.loads(rb' { "a\"\\\/\n\u00e9" : [ ] } ') == {'a"\\/\né': []}


@pytest.mark.parametrize(
    "value", [1.5, float("nan"), b"x", {1: 2}, {"a": object()}, 10**10, {1}, print]
)
def test_unsupported_value_is_not_written(value) -> None:
    with pytest.raises(ValueError, match=r"name in an object|cannot be sent"):
        strict_json.dumps(value)
