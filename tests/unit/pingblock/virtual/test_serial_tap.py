import json
from zlib import crc32

import pytest

from pingblock.virtual.serial_tap import SerialTap, protocol, sealed

OUTCOME = sealed('{"event":"outcome","outcome":"coins","coins":4,"draw":1}')


@pytest.fixture
def tap():
    return SerialTap()


def test_only_json_lines_get_the_crc_that_firmware_checks():
    line = sealed('{"id":1,"do":"hello"}')
    assert line == b'{"id":1,"do":"hello"}*%08x\n' % crc32(b'{"id":1,"do":"hello"}')
    assert protocol.decode(line) == {"id": 1, "do": "hello"}
    assert sealed("status") == b"status\n"


FIRMWARE = {"at_ms": 1.0, "source": "firmware"}
LINK = {"at_ms": 1.0, "source": "link"}
ANSWER = {"id": 7, "ok": {"volume": 3}}
NO = {"id": 8, "error": {"code": "bad_value", "say": "No."}}


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (OUTCOME, {**FIRMWARE, "kind": "outcome", "outcome": "coins", "coins": 4, "draw": 1}),
        (sealed('{"event":"press","at_ms":9,"source":"sound"}'), {**FIRMWARE, "kind": "press"}),
        (sealed('{"id":7,"ok":{"volume":3}}'), {**LINK, "kind": "reply", **ANSWER}),
        (
            sealed('{"id":8,"error":{"code":"bad_value","say":"No."}}'),
            {**LINK, "kind": "reply", **NO},
        ),
        (b"Traceback:\r\n", {**LINK, "kind": "text", "text": "Traceback:"}),
        (b"\xff\n", {**LINK, "kind": "text", "text": "\\xff"}),
        (OUTCOME.replace(b"4", b"5", 1), {**LINK, "kind": "text", "why": "bad_crc"}),
        (b"status\n", {**LINK, "kind": "text", "text": "status", "why": "no_answer"}),
    ],
    ids=["event", "forged", "answer", "refusal", "text", "bytes", "damaged", "request"],
)
def test_line_becomes_event_with_fields_time_source_and_kind(tap, data, event):
    tap.feed(1000.0, data)
    [found] = tap.events
    assert {name: found[name] for name in event} == event
    assert event["source"] == "link" or found == event


def test_answers_are_kept_by_their_id(tap):
    for answer in (ANSWER, NO):
        tap.feed(5000.0, sealed(json.dumps(answer)))
    assert tap.replies == {7: ANSWER, 8: NO}


def test_line_is_reported_when_its_end_arrives(tap):
    for index, byte in enumerate(OUTCOME):
        assert tap.events == []
        tap.feed(1000.0 * index, bytes([byte]))
    assert tap.events[0]["at_ms"] == len(OUTCOME) - 1


def test_non_empty_lines_in_one_packet_are_separate_events(tap):
    tap.feed(0.0, OUTCOME + b"\r\n" + OUTCOME)
    assert len(tap.events) == 2


def event_at(ms):
    return sealed(f'{{"event":"press","button":"block","ms":{ms}}}')


@pytest.mark.parametrize(
    ("fed_us", "at_ms"),
    [(70_000_000.0, 2003.0), (2_002_100.0, 2002.1)],
    ids=["had to wait", "never later than its line"],
)
def test_event_is_reported_at_time_it_happened(tap, fed_us, at_ms):
    tap.feed(fed_us, event_at(2002))
    assert tap.events[0]["at_ms"] == at_ms


def test_device_clock_restarts_at_reset_but_not_at_soft_reset(tap):
    tap.feed(5_000_000.0, b"a line that the reset breaks off ")
    tap.reset(5_333_000.0, "power_on")
    tap.reset(6_000_000.0, "soft_reset")
    tap.feed(9_000_000.0, event_at(1001))
    assert [(event["at_ms"], event["kind"]) for event in tap.events] == [
        (5333.0, "reset"),
        (6000.0, "reset"),
        (6335.0, "press"),
    ]
