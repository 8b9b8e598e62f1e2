import json

from pingblock.virtual.report_tap import TapLines
from pingblock.virtual.serial_tap import SerialTap, sealed

PRESS = '{"event":"press","button":"block","ms":2002}'


def words(line):
    padded = line + b"\n" * (4 - len(line) % 4)
    return [int.from_bytes(padded[at : at + 4], "little") for at in range(0, len(padded), 4)]


def test_words_become_original_line():
    lines = TapLines()
    for length in range(1, 9):
        line = b"abcdefgh"[:length]
        assert [text for text in map(lines.add, words(line)) if text] == [line]
    lines.add(words(b"broken off")[0])
    assert [lines.add(word) for word in words(b"{}")] == [b"{}"]


def tapped(from_us=1_000_000.0):
    tap = SerialTap()
    tap.report(from_us, b"{}")
    return tap


def test_report_keeps_its_time_when_link_repeats_it_later():
    tap = tapped()
    tap.report(2_000_900.0, PRESS.encode())
    tap.feed(9_000_000.0, sealed(PRESS) + sealed('{"id":7,"ok":{"volume":3}}'))
    press, reply = tap.events
    assert press == {
        **{"at_ms": 2000.9, "source": "firmware", "kind": "press"},
        **{"button": "block", "ms": 2002},
    }
    assert reply["kind"] == "reply"


def test_event_older_than_tap_is_taken_from_link():
    tap = tapped(from_us=2_500_000.0)
    tap.feed(9_000_000.0, sealed(PRESS))
    assert [event["at_ms"] for event in tap.events] == [2003.0]


def test_link_provides_events_after_restart_without_tap():
    tap = tapped()
    tap.report(1_000_000.0, PRESS.encode())
    tap.reset(2_000_000.0, "watchdog")
    tap.feed(5_000_000.0, sealed(json.dumps({"event": "press", "button": "check"})))
    assert [event.get("button", event["kind"]) for event in tap.events] == [
        "block",
        "reset",
        "check",
    ]
