"""Hostile lines: they reach every check, and two Pythons answer them alike."""

from collections import Counter

import pytest
from reliability import hostile_host, hostile_lines
from reliability.hostile_host import Part

from pingblock.common.declared import DECLARATIONS
from pingblock.errors import Unavailable
from pingware.shared import protocol

CODES = {
    *("too_long", "no_crc", "bad_crc", "not_utf8", "bad_json", "bad_id", "unknown_request"),
    *("missing_field", "bad_value"),
}


def codes(part):
    found = Counter()
    for line in hostile_host.lines(part):
        try:
            found[protocol.decode(line, DECLARATIONS).get("do", "other")] += 1
        except protocol.ProtocolError as wrong:
            found[wrong.code] += 1
    return found


def test_hostile_lines_include_every_request_and_refusal():
    found = codes(Part(1, 6000))
    assert set(found) >= CODES
    assert set(hostile_lines.NAMES) <= set(found)
    accepted = sum(found[name] for name in hostile_lines.NAMES)
    assert 600 < accepted < 4000


def test_two_pythons_answer_alike():
    try:
        hostile_host.micropython()
    except Unavailable as missing:
        pytest.skip(str(missing))
    assert hostile_host.different(Part(2, 1500)) == []
