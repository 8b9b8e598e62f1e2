"""Rare requests: each rule at its edges, and never an exception."""

import pytest

from pingblock.common import declared
from pingware.games.block.options import REQUESTS as BLOCK
from pingware.shared.schema import EITHER, LIST, NEEDED, OBJECT, SUCH_THAT, WHOLE, is_right
from pingware.shared.service_requests import SERVICE_REQUESTS
from pingware.shared.wording import words_of

ANYTHING = [None, True, False, -1, 0, 1, 1.0, "", "x", b"x", [], [1], ["x"], {}, {"x": 1}, ()]
PATHS = (("put", "path"), ("files", "folder"))
NO_PATHS = ["", "x", "/" + "x" * 48, b"/", None]


@pytest.mark.parametrize(
    ("request_name", "field", "right", "wrong"),
    [
        ("settings", "set", [{}, {str(n): n for n in range(20)}], [{n: n for n in range(21)}]),
        ("settings", "set", [{"volume": "loud"}], [[], "volume", None]),
        ("settings", "reset", [[], ["volume"], ["x"] * 20], [["x"] * 21, ["x", 1], "x"]),
        ("log", "part", ["faults", "crash", "battery"], ["", "all", None, ["faults"]]),
        ("log", "at", [0, 65_535], [-1, 65_536, 2**31 - 1, True, "0", None]),
        ("update", "what", ["state", "commit", "confirm"], ["", "Commit", None]),
        ("sounds", "play", ["p", "x" * 16], ["", "x" * 17, 1, None]),
        *((do, path, ["/", "/" + "x" * 47], NO_PATHS) for do, path in PATHS),
        ("files", "after", ["", "x" * 48], ["x" * 49, 1, None]),
        ("call", "name", ["turn", "pay", "sold", "jail", "winner"], ["", "Turn", None]),
        ("call", "player", [1, 8], [0, 9, True, None]),
        ("put", "crc32", [0, 4_294_967_295], [-1, 4_294_967_296, True, "0", None]),
        ("put", "size", [0, 131_072, 2**30 - 1], [-1, 2**30, False, "0", None]),
        ("selftest", "light", ["off", "red", "green", "blue", "white"], ["", "Red", "pink", None]),
        ("odds", "draws", [1, 25], [0, 26, True, 1.0, "1", None]),
    ],
)
def test_each_field_accepts_and_refuses_its_edge_values(request_name, field, right, wrong) -> None:
    rule = {**SERVICE_REQUESTS, **BLOCK}[request_name][field]
    assert [value for value in right if is_right(rule, value) is not True] == []
    assert [value for value in wrong if is_right(rule, value) is not False] == []


def test_every_service_rule_decides_any_value_and_has_words() -> None:
    rules = [rule for fields in SERVICE_REQUESTS.values() for rule in fields.values()]
    assert len(rules) == 20
    for rule in rules:
        assert {type(is_right(rule, value)) for value in ANYTHING} == {bool}
        assert len(words_of(rule)) > 5


def numbers_in(rule):
    """Yields the rules of an integer within a rule."""
    if rule.kind == WHOLE:
        yield rule
    elif rule.kind in (LIST, NEEDED, OBJECT) and rule.of:
        yield from numbers_in(rule.of)
    elif rule.kind == SUCH_THAT:
        yield from numbers_in(rule.of[0])
    elif rule.kind == EITHER:
        for each in rule.of:
            yield from numbers_in(each)


def test_every_integer_in_requests_and_settings_fits_into_32_bits() -> None:
    known = declared.REQUESTS.values()
    fields = [each[0] if isinstance(each, tuple) else each for each in known]
    rules = [rule for each in fields for rule in each.values()]
    rules += [found.rule for found in declared.SETTINGS.values()]
    bounds = [number for rule in rules for number in numbers_in(rule)]
    assert len(bounds) >= 25
    assert all(-(2**31) <= each.least <= each.most < 2**32 for each in bounds)
