"""Schema, choices and the table of docs/commands.md, from the declared settings."""

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scenarios.transcripts.golden import settings_table

from pingblock.owner import options
from pingware.games.catalog import REQUESTS
from pingware.shared import schema

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 70) | st.text(max_size=14),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=9,
)


def fits(schema, value):
    return jsonschema.Draft202012Validator(schema).is_valid(value)


def all_rules():
    """Yields every declared rule: of the settings, and of the requests' arguments."""
    yield from (option.rule for option in options.OPTIONS.values())
    for declared in REQUESTS.values():
        yield from (declared[0] if isinstance(declared, tuple) else declared).values()


def says_all(rule):
    """Returns whether JSON Schema can say what a rule does."""
    inner = {schema.LIST: [rule.of], schema.NEEDED: [rule.of], schema.EITHER: rule.of}
    inside = inner.get(rule.kind, [])
    return rule.kind != schema.SUCH_THAT and all(map(says_all, inside))


@given(JSON)
def test_schema_and_rule_agree_about_any_value(value) -> None:
    for rule in all_rules():
        if schema.is_right(rule, value):
            assert fits(options.json_schema(rule), value)
        elif says_all(rule):
            assert not fits(options.json_schema(rule), value)


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("volume", {"type": "integer", "minimum": 0, "maximum": 10}),
        ("mute_lock", {"type": "boolean"}),
        ("profile", {"enum": ["manual", "junior", "custom"]}),
        ("players", {"enum": [0, 2, 3, 4]}),
    ],
)
def test_schema_of_a_setting(name, schema) -> None:
    assert options.json_schema(options.OPTIONS[name].rule) == schema


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("motion", ["slow", "normal", "fast", "surprise"]),
        ("players", ["0", "2", "3", "4"]),
        ("ticks", ["on", "off"]),
        ("volume", []),
        ("weights", []),
    ],
)
def test_choices_of_a_setting(name, choices) -> None:
    assert options.choices(options.OPTIONS[name].rule) == choices


def test_a_row_names_the_allowed_values_and_the_default() -> None:
    row = next(line for line in settings_table().splitlines() if "`chime`" in line)
    assert row == ("| `chime` | Volume of the ping at power-on. | an integer from 0 to 10 | `4` |")
