from zlib import crc32

from pingblock.virtual.serial_tap import SerialTap, protocol, sealed

OUTCOME = sealed('{"event":"outcome","outcome":"coins","coins":4,"draw":1}')


def test_json_line_gets_the_crc_that_the_firmware_checks():
    line = sealed('{"id":1,"do":"hello"}')
    assert line == b'{"id":1,"do":"hello"}*%08x\n' % crc32(b'{"id":1,"do":"hello"}')
    assert protocol.decode(line) == {"id": 1, "do": "hello"}


def test_word_that_a_person_types_gets_no_crc():
    assert sealed("status") == b"status\n"


def test_event_keeps_its_fields_beside_time_source_and_kind():
    tap = SerialTap()
    tap.feed(1_203_456.7, OUTCOME)
    assert tap.events == [
        {
            "at_ms": 1203.457,
            "source": "firmware",
            "kind": "outcome",
            "outcome": "coins",
            "coins": 4,
            "draw": 1,
        }
    ]


def test_line_is_complete_when_its_end_arrives():
    tap = SerialTap()
    for index, byte in enumerate(OUTCOME):
        assert tap.events == []
        tap.feed(1000.0 * index, bytes([byte]))
    assert tap.events[0]["at_ms"] == len(OUTCOME) - 1


def test_two_lines_in_one_packet_are_two_events():
    tap = SerialTap()
    tap.feed(0.0, OUTCOME + OUTCOME)
    assert len(tap.events) == 2


def test_answer_is_an_event_of_the_link_and_kept_by_its_id():
    tap = SerialTap()
    tap.feed(5000.0, sealed('{"id":7,"ok":{"volume":3}}'))
    assert tap.replies[7] == {"id": 7, "ok": {"volume": 3}}
    assert tap.events[0] == {
        "at_ms": 5.0,
        "source": "link",
        "kind": "reply",
        "id": 7,
        "ok": {"volume": 3},
    }


def test_refusal_is_an_answer_too():
    tap = SerialTap()
    tap.feed(0.0, sealed('{"id":7,"error":{"code":"bad_value","say":"No."}}'))
    assert tap.replies[7]["error"]["code"] == "bad_value"


def test_plain_text_such_as_a_traceback_is_told_as_text():
    tap = SerialTap()
    tap.feed(0.0, b"Traceback (most recent call last):\r\n\r\n\xff\n")
    assert [event["text"] for event in tap.events] == [
        "Traceback (most recent call last):",
        "\\xff",
    ]
    assert {event["kind"] for event in tap.events} == {"text"}


def test_damaged_line_is_text_with_its_reason():
    tap = SerialTap()
    tap.feed(0.0, OUTCOME.replace(b"4", b"5", 1))
    assert tap.events[0]["kind"] == "text"
    assert tap.events[0]["why"] == "bad_crc"


def test_request_coming_back_is_no_answer():
    tap = SerialTap()
    tap.feed(0.0, b"status\n")
    assert tap.events[0]["why"] == "no_answer"


def test_event_cannot_forge_time_or_source():
    tap = SerialTap()
    tap.feed(1000.0, sealed('{"event":"press","at_ms":9,"source":"sound"}'))
    assert tap.events == [{"at_ms": 1.0, "source": "firmware", "kind": "press"}]


def event_at(ms):
    return sealed(f'{{"event":"press","button":"block","ms":{ms}}}')


def test_event_that_had_to_wait_is_told_at_the_time_it_happened():
    tap = SerialTap()
    tap.feed(70_000_000.0, event_at(2002))
    assert tap.events[0]["at_ms"] == 2003.0


def test_event_never_comes_later_than_its_line():
    tap = SerialTap()
    tap.feed(2_002_100.0, event_at(2002))
    assert tap.events[0]["at_ms"] == 2002.1


def test_clock_of_the_device_begins_at_a_reset_but_goes_on_over_a_soft_one():
    tap = SerialTap()
    tap.reset(5_333_000.0, "power_on")
    tap.reset(6_000_000.0, "soft_reset")
    tap.feed(9_000_000.0, event_at(1001))
    assert [(event["at_ms"], event["kind"]) for event in tap.events] == [
        (5333.0, "reset"),
        (6000.0, "reset"),
        (6335.0, "press"),
    ]
