"""Schema, choices and the table of docs/commands.md, from the declared settings."""

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scenarios.transcripts.golden import settings_table

from pingblock.common import options
from pingblock.common.declared import REQUESTS
from pingware.shared import schema

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 70) | st.text(max_size=14),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=9,
)


@given(JSON)
def test_schema_and_rule_agree_about_any_value(value):
    for rule, checked in RULES:
        if schema.is_right(rule, value):
            assert checked.is_valid(value)
        elif says_all(rule):
            assert not checked.is_valid(value)


def all_rules():
    """Yields every declared rule: of the settings, and of the requests' arguments."""
    yield from (option.rule for option in options.OPTIONS.values())
    for declared in REQUESTS.values():
        yield from (declared[0] if isinstance(declared, tuple) else declared).values()


RULES = [
    (rule, jsonschema.Draft202012Validator(options.json_schema(rule))) for rule in all_rules()
]


def says_all(rule):
    """Returns whether JSON Schema can express a rule."""
    inner = {schema.LIST: [rule.of], schema.NEEDED: [rule.of], schema.EITHER: rule.of}
    inside = inner.get(rule.kind, [])
    return rule.kind != schema.SUCH_THAT and all(map(says_all, inside))


@pytest.mark.parametrize(
    ("name", "schema", "choices"),
    [
        ("volume", {"type": "integer", "minimum": 0, "maximum": 10}, []),
        ("mute_lock", {"type": "boolean"}, ["on", "off"]),
        ("profile", {"enum": ["manual", "junior", "custom"]}, ["manual", "junior", "custom"]),
        ("players", {"enum": [0, 2, 3, 4]}, ["0", "2", "3", "4"]),
    ],
)
def test_setting_has_its_schema_and_choices(name, schema, choices):
    rule = options.OPTIONS[name].rule
    assert (options.json_schema(rule), options.choices(rule)) == (schema, choices)


def test_table_row_names_allowed_values_and_the_default():
    row = next(line for line in settings_table().splitlines() if "`chime`" in line)
    assert row == ("| `chime` | Volume of the ping at power-on. | an integer from 0 to 10 | `4` |")
