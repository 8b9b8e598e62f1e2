"""The console while another reader uses the port: its writes, and the bytes that it gets back."""

import pytest

from pingware.shared.protocol import decode, encode, sealed

PACKET_BYTES = 64
SILENCE_MS = 100


@pytest.mark.parametrize("end", [10, 13])
def test_handed_back_line_end_does_not_disturb_the_next_request(console, port, end):
    console.push(end, 500)
    port.coming += encode({"id": 1, "do": "hello"})
    assert console.drain(501) == [{"id": 1, "do": "hello"}]
    assert console.refused == 0


def test_handed_back_return_and_ctrl_c_lead_to_the_prompt(console, port):
    console.push(13, 500)
    port.coming += b"\x03"
    with pytest.raises(KeyboardInterrupt):
        console.drain(501)


def test_input_of_another_reader_ends_the_silence(console, port):
    port.coming += b"\n"
    console.drain(0)
    console.heard(2000)
    port.coming += b"\r\x03"
    console.drain(2000 + SILENCE_MS)
    console.heard(5000)
    port.coming += b"\n\r\x03"
    console.drain(5000 + SILENCE_MS // 2)


@pytest.mark.parametrize("body", [b'{"event":"put","id":7,"at":4096}', b'{"event":"x","a":"y"}'])
def test_ready_made_line_is_sent_like_any_other(console, port, body):
    console.send_json(body)
    while console.outbox.flush():
        port.carry()
    port.carry()
    (line,) = port.lines()
    assert (len(line) + 1) % PACKET_BYTES == 0
    assert decode(line)["event"] in ("put", "x")
    assert sealed(body, PACKET_BYTES) == line + b"\n"


def test_ready_made_lines_are_not_dropped_for_events(console, port):
    port.reading = False
    for number in range(10):
        console.send_json(b'{"event":"put","id":7,"at":%d}' % number)
    for _ in range(40):
        console.send({"event": "press", "button": "block"})
    port.reading = True
    while console.outbox.flush():
        port.carry()
    port.carry()
    told = [decode(line) for line in port.lines()]
    assert [message["at"] for message in told if message["event"] == "put"] == list(range(10))


def test_slow_refusal_of_a_flood_does_not_count_as_silence(console, port):
    port.coming += b"\r\x03" * 500
    now_ms = 0
    console.heard(now_ms)
    while port.coming:
        assert console.drain(now_ms) == []
        now_ms += 2 * SILENCE_MS
