"""Lines of the link: CRC, kinds of errors, limits. Only ProtocolError can be raised."""

from binascii import crc32
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pingblock.common.declared import DECLARATIONS
from pingware.shared import protocol
from pingware.shared.protocol import ProtocolError, encode

decode = partial(protocol.decode, declarations=DECLARATIONS)

REQUEST = {"id": 7, "do": "volume", "level": 5}


def framed(body: bytes) -> bytes:
    return body + b"*%08x\n" % crc32(body)


def code_of(line: bytes) -> str:
    with pytest.raises(ProtocolError) as refused:
        decode(line)
    assert refused.value.say.endswith(".")
    return refused.value.code


def test_encoded_lines_have_the_recorded_bytes() -> None:
    assert encode(REQUEST) == b'{"id":7,"do":"volume","level":5}*d57c629f\n'
    assert encode(REQUEST, 64) == (
        b'{"id":7,"do":"volume","level":5}                      *d7790b71\n'
    )


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\r"])
def test_any_line_end_is_accepted(end) -> None:
    assert decode(encode(REQUEST).strip() + end) == REQUEST
    # a line of another program
    assert decode(b'{"id":7,"do":"press"}*dc6d319c' + end)["do"] == "press"


def test_padding_makes_whole_packets_and_is_covered_by_the_crc() -> None:
    for size in range(60):
        message = protocol.event("x" * size)
        line = encode(message, 64)
        assert len(line) % 64 == 0
        assert decode(line) == message
        assert crc32(line[:-10]) == int(line[-9:], 16)


@pytest.mark.parametrize("typed", [b"help", b"Status\r\n", b" battery ", b"PRESS\n"])
def test_four_harmless_words_need_no_crc(typed) -> None:
    assert decode(typed) == {"do": typed.strip().lower().decode()}


@pytest.mark.parametrize("typed", [b"seed", b"volume", b"hello", b"helpp", b"", b"*", b'{"id":1}'])
def test_other_lines_without_crc_are_refused(typed) -> None:
    assert code_of(typed) == "no_crc"


@pytest.mark.parametrize(
    ("code", "bodies"),
    [
        ("too_long", [b"{" + b" " * 1024 + b"}"]),
        ("not_utf8", [b'{"id":7,"do":"%s"}' % text for text in (b"\xff", b"\xc0\x80")]),
        ("not_utf8", [b'{"id":7,"do":"\xed\xa0\x80"}', b'{"id":7,"do":"\xf4\x90\x80\x80"}']),
        ("bad_json", [b'{"id"7,"do":"press"}', b'{"id":7,"do":"press"', b""]),
        ("not_an_object", [b"[]", b"7", b"null"]),
        ("missing_field", [b"{}", b'{"id":7}', b'{"do":"press"}', b'{"id":7,"do":"volume"}']),
        ("bad_id", [b'{"id":[],"do":"press"}']),
        ("unknown_request", [b'{"id":7,"do":"fly"}']),
        ("bad_value", [b'{"id":7,"do":"volume","level":99}', b'{"event":1}']),
        ("bad_value", [b'{"id":7,"ok":1}', b'{"id":7,"error":"no"}']),
        ("bad_value", [b'{"id":7,"error":{"code":%s}}' % x for x in (b'"no"', b'1,"say":"No."')]),
    ],
)
def test_each_wrong_line_has_its_code(code, bodies) -> None:
    assert {body: code_of(framed(body)) for body in bodies} == dict.fromkeys(bodies, code)


def test_every_single_flipped_bit_is_noticed() -> None:
    line = encode(REQUEST).strip()
    for bit in range(len(line) * 8):
        damaged = bytearray(line)
        damaged[bit // 8] ^= 1 << (bit % 8)
        if bytes(damaged).lower() == line.lower() and bit // 8 > len(line) - 9:
            continue  # the CRC can have capital letters
        assert code_of(bytes(damaged)) in ("bad_crc", "no_crc")


def test_refusal_becomes_an_answer_with_the_same_id() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode(framed(b'{"id":"q","do":"volume","level":-1}'))
    answer = decode(encode(refused.value.reply()))
    assert answer["id"] == "q"
    assert answer["error"]["code"] == "bad_value"
    assert "0 to 10" in answer["error"]["say"]


def test_answers_and_events_survive_encoding_and_decoding() -> None:
    for message in (
        *(protocol.ok(7, {"level": 5, "seen": [1, 2]}), protocol.ok(None, {})),
        protocol.error(None, "no_crc", "No."),
        protocol.event("hello", protocol=1, product="pingblock"),
        protocol.event("note", text="né 😀"),
    ):
        assert decode(encode(message, 64)) == message


def test_longest_line_passes_and_one_more_byte_does_not() -> None:
    room = protocol.MAX_LINE_BYTES - len(encode(protocol.event(""))) + 1
    line = encode(protocol.event("x" * room))
    assert len(line) == protocol.MAX_LINE_BYTES + 1
    assert decode(line)["event"] == "x" * room
    with pytest.raises(ProtocolError, match="at most 1024 bytes"):
        encode(protocol.event("x" * (room + 1)))


@given(st.binary(max_size=1200), st.booleans())
@example(b"[" * 1000, True)
def test_decoding_gives_only_messages_or_typed_errors(junk, with_crc) -> None:
    try:
        message = decode(framed(junk) if with_crc else junk)
    except ProtocolError as wrong:
        message = decode(encode(wrong.reply()))
    assert {"do", "ok", "error", "event"} & set(message)
