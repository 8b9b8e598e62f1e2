"""The console's reading side: half lines, floods, garbage, and how to get to the prompt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.firmware.link.fake_streams import Dice, Port, opened_console

from pingblock.common.declared import DECLARATIONS, request
from pingware.link import console as console_module
from pingware.shared import ticks
from pingware.shared.protocol import decode, encode, event

READ_MAX_BYTES = 128
MAX_LINE_BYTES = 1024
SILENCE_MS = 100

STATUS = request(DECLARATIONS, 1, "status")
VOLUME = request(DECLARATIONS, 2, "volume", level=3)


def read_all(console, port, now_ms=0, step_ms=0):
    """Drains the port until it is empty. Returns every request."""
    requests = []
    while port.coming:
        requests += console.drain(now_ms)
        now_ms += step_ms
    return requests + console.drain(now_ms)


def answers(console, port):
    """Flushes all messages. Returns those that the host has then."""
    while console.outbox.flush():
        port.carry()
    port.carry()
    return [decode(line) for line in port.lines()]


def test_open_console_disables_ctrl_c_and_close_restores_it(port) -> None:
    console, calls = opened_console(port)
    assert calls == [-1]
    console.close()
    console.close()
    assert calls == [-1, 3, 3]


def test_idle_port_gives_no_request_and_has_no_pending_line(console) -> None:
    assert console.drain(0) == []
    assert not console.outbox.flush()
    assert not console.outbox.pending


@pytest.mark.parametrize("enter", [b"\r", b"\n", b"\r\n"])
def test_any_kind_of_enter_ends_a_request_or_word(console, port, enter) -> None:
    port.coming += b"help" + enter + enter + encode(STATUS).strip() + enter + encode(VOLUME)
    port.coming += b"Battery" + enter
    assert read_all(console, port) == [{"do": "help"}, STATUS, VOLUME, {"do": "battery"}]
    assert console.refused == 0


def test_half_line_is_kept_until_its_rest_arrives(console, port) -> None:
    line = encode(VOLUME)
    for place, byte in enumerate(line[:-1]):
        port.coming.append(byte)
        assert console.drain(place * 5000) == []
    port.coming += line[-1:]
    assert console.drain(10**6) == [VOLUME]


def test_newline_after_a_half_line_saves_the_next_request(console, port) -> None:
    port.coming += encode(VOLUME)[:20] + b"\n" + encode(STATUS)
    assert read_all(console, port) == [STATUS]
    assert [answer["error"]["code"] for answer in answers(console, port)] == ["no_crc"]


@pytest.mark.parametrize("size", [MAX_LINE_BYTES + 1, MAX_LINE_BYTES + 2, 10_000])
def test_overlong_line_is_refused_once_and_next_one_is_read(console, port, size) -> None:
    port.coming += b"x" * size + b"\n" + encode(STATUS)
    assert read_all(console, port) == [STATUS]
    assert [answer["error"]["code"] for answer in answers(console, port)] == ["too_long"]
    assert console.refused == 1


def test_longest_line_is_read(console, port) -> None:
    body = encode(STATUS).strip()
    pad = b" " * (MAX_LINE_BYTES - len(body))
    port.coming += pad + body + b"\r\n"
    assert read_all(console, port) == [STATUS]


def test_one_call_reads_a_limited_part_of_a_flood(console, port) -> None:
    port.coming += b"x\n" * 50_000
    before = len(port.coming)
    console.drain(0)
    assert before - len(port.coming) == READ_MAX_BYTES
    assert console.refused == READ_MAX_BYTES // 2


def test_flood_of_garbage_does_not_drop_an_answer(console, port) -> None:
    console.send({"id": 9, "ok": {}})
    port.coming += b"x\n" * 1000
    read_all(console, port)
    assert {"id": 9, "ok": {}} in answers(console, port)
    assert console.outbox.dropped > 900


def test_wrong_lines_are_answered_with_their_id(console, port) -> None:
    port.coming += encode({"id": "a", "do": "volume", "level": 77})
    port.coming += encode(event("press")) + encode({"id": 4, "ok": {}}) + encode({"id": 5})
    assert read_all(console, port) == []
    seen = [(answer["id"], answer["error"]["code"]) for answer in answers(console, port)]
    unknown = [(None, "unknown_request"), (4, "unknown_request")]
    assert seen == [("a", "bad_value"), *unknown, (5, "missing_field")]


CHUNKS = st.lists(st.integers(1, 40), min_size=1, max_size=60)
SOME = [encode(STATUS), encode(VOLUME), b"help\n", b"\xff\x00\n", b"x" * 1100 + b"\n"]
JUNK = st.binary(max_size=30).map(lambda junk: junk + b"\n")


@given(st.lists(st.sampled_from(SOME) | JUNK, max_size=8), CHUNKS)
def test_division_of_bytes_into_packets_changes_nothing(lines, chunks) -> None:
    stream = b"".join(lines)
    whole_port, cut_port = Port(), Port()
    whole, cut = opened_console(whole_port)[0], opened_console(cut_port)[0]
    # Another byte comes first, because a carriage return and Ctrl-C after silence can end the
    # firmware.
    whole_port.coming += b"." + stream
    cut_port.coming += b"."
    expected = read_all(whole, whole_port)
    found = cut.drain(0)
    while stream:
        size = chunks[len(stream) % len(chunks)]
        cut_port.coming += stream[:size]
        stream = stream[size:]
        found += read_all(cut, cut_port)
    assert found == expected
    assert cut.refused == whole.refused


@given(st.binary(max_size=3000))
def test_request_after_any_garbage_is_read(junk) -> None:
    port = Port()
    console = opened_console(port)[0]
    port.coming += b"." + junk + b"\n" + encode(VOLUME)
    assert read_all(console, port)[-1] == VOLUME


def leaves(console, now_ms):
    try:
        console.drain(now_ms)
    except KeyboardInterrupt:
        return True
    return False


@pytest.mark.parametrize("gap_ms", [0, 1, SILENCE_MS, SILENCE_MS + 1])
def test_return_and_ctrl_c_lead_to_prompt_only_after_silence(console, port, gap_ms) -> None:
    port.coming += b"help\n"
    assert not leaves(console, 1000)
    port.coming += b"\r\x03"
    assert leaves(console, 1000 + gap_ms) is (gap_ms > SILENCE_MS)


@pytest.mark.parametrize("size", [MAX_LINE_BYTES + 1, MAX_LINE_BYTES * 3 + 5])
def test_half_line_of_any_length_does_not_block_the_prompt(console, port, size) -> None:
    port.coming += b"x" * size
    read_all(console, port)
    port.coming += b"\r\x03"
    assert leaves(console, SILENCE_MS + 1)
    port.coming += encode(STATUS)  # the half line is dropped
    assert console.drain(SILENCE_MS + 2) == [STATUS]


@pytest.mark.parametrize(
    "returns", [(b"\r", b"\r"), (b"\r\n",)], ids=["two returns", "one of a terminal"]
)
def test_return_and_ctrl_c_may_arrive_separately(console, port, returns) -> None:
    # a second return must not spoil the chance of the first
    for number, typed in enumerate(returns):
        port.coming += typed
        assert not leaves(console, 3000 * number)
    port.coming += b"\x03"
    assert leaves(console, 9000)


def test_first_bytes_may_open_the_prompt_and_leave_the_rest(console, port) -> None:
    port.coming += b"\r\x03\r\x01"  # as mpremote sends it
    assert leaves(console, 0)
    assert port.coming == b"\r\x01"


@pytest.mark.parametrize("typed", [b"\x03", b"\x03\x03", b"a\r\x03", b"\n\r\x03", b"\r\r\x03"])
def test_other_bytes_after_silence_do_not_lead_to_the_prompt(console, port, typed) -> None:
    port.coming += typed
    assert not leaves(console, 0)
    port.coming += b"\r\x03"  # there was no silence yet
    assert not leaves(console, 50)


def test_random_bytes_without_silence_do_not_lead_to_the_prompt(console, port) -> None:
    dice = Dice(11)
    stream = b"." + b"".join(dice.junk(40) + b"\r\x03" for _ in range(500))
    now_ms = 0
    for start in range(0, len(stream), 7):
        port.coming += stream[start : start + 7]
        now_ms += dice.below(SILENCE_MS + 1)
        assert not leaves(console, now_ms)
    assert stream.count(b"\r\x03") >= 500
    assert not leaves(console, now_ms + SILENCE_MS + 1)  # the rest is read
    port.coming += b"\r\x03"
    assert leaves(console, now_ms + 2 * (SILENCE_MS + 1))


def test_silence_is_measured_across_the_wrap_of_the_clock(console, port) -> None:
    port.coming += b"help\n"
    assert not leaves(console, ticks.PERIOD - 10)
    port.coming += b"\r\x03"
    assert not leaves(console, 50)
    port.coming += b"\r\x03"
    assert leaves(console, 50 + SILENCE_MS + 1)


def test_silence_longer_than_half_the_clock_period_still_counts(console, port) -> None:
    port.coming += b"help\n"
    console.drain(0)
    console.drain(SILENCE_MS + 1)
    port.coming += b"\r\x03"
    assert leaves(console, ticks.PERIOD // 2 + 5)


def test_stream_at_its_end_returns_no_lines(console, port, monkeypatch) -> None:
    port.coming += b"x"
    console.drain(0)
    with monkeypatch.context() as patch:
        patch.setattr(port.stdin, "is_ready", lambda: True)
        patch.setattr(port.stdin, "readinto", lambda _buffer: 0)
        assert [console.drain(n) for n in range(50)] == [[]] * 50
    port.coming += b"\nhelp\n"
    assert read_all(console, port) == [{"do": "help"}]
    assert [answer["error"]["code"] for answer in answers(console, port)] == ["no_crc"]


def test_native_code_decorator_does_nothing_on_cpython() -> None:
    assert console_module.micropython.native(len) is len
