"""A person at a plain terminal program: pyserial's real miniterm."""

import json

import pytest

from pingware.shared.protocol import WORDS

BITE_MS = 20_000  # in this time, the watchdog would have restarted the block twice


def seated(block, enter="CRLF"):
    """Somebody at a terminal whose Enter key sends these bytes."""
    person = block.terminal("serial.tools.miniterm", "--eol", enter, "{port}", "115200")
    person.until("--- Quit: Ctrl+]")
    return person


def answer(person, typed):
    """Returns the reply to a line that a person types and ends with Enter."""
    person.type(typed + b"\n")
    line = ""
    while '"id"' not in line:
        line = person.until("\n")
    return json.loads(line.rpartition("*")[0])


@pytest.mark.parametrize("enter", ["CR", "LF", "CRLF"])
def test_typed_status_is_answered_with_any_line_ending(board, enter):
    person = seated(board("coins", 1), enter)
    for _ in range(2):
        told = answer(person, b"status")
        assert told["id"] is None
        assert (told["ok"]["draws"], told["ok"]["lines_refused"]) == (0, 0)


def test_typed_garbage_gets_a_code_and_a_helpful_sentence(board):
    person = seated(board("coins", 1))
    for typed in (b"helo", b"volume 3", b"{}", b"\xc3\xa4\x1b[A", b"x" * 1500):
        error = answer(person, typed)["error"]
        assert error["code"] == ("too_long" if len(typed) > 1024 else "no_crc")
        assert len(error["say"].split()) > 5
        assert error["code"] == "too_long" or all(word in error["say"] for word in WORDS)


@pytest.mark.parametrize("enter", ["CR", "CRLF"])
def test_enter_and_ctrl_c_lead_to_a_lasting_prompt(board, enter):
    block = board("coins", 1)
    person = seated(block, enter)
    answer(person, b"status")
    block.bench.advance(500)
    person.type(b"\n\x03")
    person.until(">>> ")
    block.bench.advance(BITE_MS)
    person.type(b"print(6 * 7)\n")
    person.until("\n42")
    person.type(b"\x04")
    person.until('"hello"')
    block.bench.advance(1500)
    assert [event["cause"] for event in block.bench.events("reset")] == ["power_on", "soft_reset"]
    assert block.plays()
