"""Lines to the host: a host that stops reading costs lines, but never time."""

import pytest
from tests.unit.firmware.link.fake_streams import FIFO_BYTES, WAIT_MS, Dice, Port, opened_console

from pingware.shared.protocol import decode, event, ok

PACKET_BYTES = 64  # one full-speed USB packet
QUEUE_MAX_LINES = 16


def flush_all(console, port):
    while console.outbox.flush():
        port.carry()
    port.carry()


def received(port):
    return [decode(line) for line in port.lines()]


def test_one_flush_fills_the_port_and_long_line_arrives_whole(console, port) -> None:
    console.send(ok(1, {"text": "x" * 300}))
    assert console.outbox.flush()
    assert len(port.fifo) + len(port.packet) == 256
    assert port.writes == 4
    flush_all(console, port)
    assert received(port) == [ok(1, {"text": "x" * 300})]
    assert not console.outbox.pending


def test_one_flush_sends_a_short_answer_whole(console, port) -> None:
    console.send(ok(1, {"text": "x" * 150}))
    assert not console.outbox.flush()
    port.carry()
    assert received(port) == [ok(1, {"text": "x" * 150})]


def test_full_port_receives_no_further_writes(console, port) -> None:
    port.reading = False
    for n in range(QUEUE_MAX_LINES):
        console.send(event("press", n=n))
    for _ in range(1000):
        assert console.outbox.flush()
    assert port.free_bytes() == 0
    assert port.waited_ms == 0
    assert port.writes == (FIFO_BYTES + PACKET_BYTES) // PACKET_BYTES


def test_host_that_stops_at_any_moment_never_delays_the_device() -> None:
    for seed in range(60):
        dice, port, sent = Dice(seed), Port(), 0
        console = opened_console(port)[0]
        for n in range(200):
            if dice.below(3) == 0:
                console.send(event("note", n=n, text="y" * dice.below(90)))
                sent += 1
            port.reading = dice.below(8) > 0 if n % 20 == 0 else port.reading
            console.outbox.flush()
            port.carry(dice.below(3))
        assert port.waited_ms == 0
        port.reading = True
        flush_all(console, port)
        numbers = [message["n"] for message in received(port)]
        assert numbers == sorted(set(numbers))
        assert len(numbers) + console.outbox.dropped == sent


@pytest.mark.parametrize("odd_bytes", [1, 35, 63, 64, 99, 255])
def test_bytes_of_another_writer_cost_at_most_one_wait(odd_bytes) -> None:
    """If the host has not read a traceback, the buffer begins in the middle of a packet."""
    dice, port = Dice(odd_bytes), Port()
    console = opened_console(port)[0]
    port.fifo += b"#" * (odd_bytes - 1) + b"\n"
    for n in range(2000):
        if not console.outbox.pending:
            console.send(event("note", n=n, text="w" * dice.below(200)))
        console.outbox.flush()
        port.carry(dice.below(40) // 38)  # the host reads a packet from time to time
    assert port.waited_ms <= WAIT_MS
    port.connected = port.reading = True
    flush_all(console, port)
    notes = [decode(line)["n"] for line in port.lines() if not line.startswith(b"#")]
    assert notes == sorted(set(notes))
    assert len(notes) > 20


def test_write_that_accepts_no_bytes_loses_no_line(console, port) -> None:
    real_write = port.stdout.write
    port.stdout.write = lambda _chunk: 0
    console.send(ok(1, {}))
    assert console.outbox.flush()
    port.stdout.write = lambda _chunk: None
    assert console.outbox.flush()
    port.stdout.write = real_write
    flush_all(console, port)
    assert received(port) == [ok(1, {})]


def test_partial_writes_leave_every_line_whole(console, port) -> None:
    dice = Dice(3)
    real_write = port.stdout.write
    port.stdout.write = lambda chunk: real_write(bytes(chunk)[: dice.below(len(chunk) + 1)])
    for n in range(10):
        console.send(event("note", n=n, text="z" * n * 7))
    flush_all(console, port)
    assert [message["n"] for message in received(port)] == list(range(10))


def test_nothing_is_written_before_a_program_opens_the_port(console, port) -> None:
    port.connected = False
    for n in range(10):
        console.send(event("note", n=n))
    assert console.outbox.flush() == 10
    assert port.writes == 0
    port.connected = True
    flush_all(console, port)
    assert [message["n"] for message in received(port)] == list(range(10))
    assert port.waited_ms == 0


def lose_session(port):
    """Unplugs the cable and plugs it in again. Bytes that the host has not read are lost."""
    port.fifo.clear()
    port.packet.clear()
    port.received.clear()
    port.session += 1
    port.connected, port.speaks = True, False


@pytest.mark.parametrize("packets", range(5))
def test_interrupted_event_is_sent_again_in_the_next_session(console, port, packets) -> None:
    port.reading = False
    console.send(event("note", text="b" * 250))
    for _ in range(packets):
        console.outbox._write_packet()
    lose_session(port)
    port.reading = True
    flush_all(console, port)
    assert received(port) == [event("note", text="b" * 250)]
    assert port.received[:1] == (b"\n" if packets else b"{")


def test_lost_session_with_only_answers_leaves_nothing_to_send(console, port) -> None:
    console.send(ok(1, {}))
    lose_session(port)
    assert not console.outbox.flush()
    assert port.writes == 0


def test_lost_session_drops_its_answers_but_keeps_events(console, port) -> None:
    console.send(ok(1, {"text": "x" * 200}))
    console.outbox._write_packet()
    console.send(event("note", n=5))
    console.send(ok(2, {}))
    lose_session(port)
    console.send(ok(3, {}))
    flush_all(console, port)
    assert received(port) == [event("note", n=5), ok(3, {})]


def test_full_queue_drops_the_oldest_event_first(console, port) -> None:
    console.send(ok(1, {}))
    for n in range(QUEUE_MAX_LINES):
        assert console.outbox.dropped == 0
        console.send(event("note", n=n))
    assert console.outbox.dropped == 1
    flush_all(console, port)
    messages = received(port)
    assert messages[0] == ok(1, {})
    assert [message["n"] for message in messages[1:]] == list(range(1, QUEUE_MAX_LINES))


def test_full_queue_keeps_answers_before_events_and_newest_before_oldest(console, port) -> None:
    for n in range(QUEUE_MAX_LINES + 3):
        console.send(event("note", n=n))
        console.send(ok(n, {}))
    console.send(event("press"))
    flush_all(console, port)
    assert received(port) == [ok(n, {}) for n in range(3, QUEUE_MAX_LINES + 3)]
    assert console.outbox.dropped == QUEUE_MAX_LINES + 3 + 3 + 1


def test_line_that_has_begun_is_never_dropped(console, port) -> None:
    console.send(event("note", text="b" * 300))
    assert console.outbox.flush()  # four chunks are lost
    for n in range(QUEUE_MAX_LINES + 5):
        console.send(ok(n, {}))
    flush_all(console, port)
    messages = received(port)
    assert messages[0] == event("note", text="b" * 300)
    assert messages[1:] == [ok(n, {}) for n in range(6, QUEUE_MAX_LINES + 5)]


def test_queue_never_grows_past_its_limit(console, port) -> None:
    port.reading = False
    for n in range(5000):
        console.send(event("note", n=n) if n % 3 else ok(n, {}))
        console.outbox.flush()
    port.reading = True
    flush_all(console, port)
    held = QUEUE_MAX_LINES + (FIFO_BYTES + PACKET_BYTES) // PACKET_BYTES
    assert len(received(port)) <= held
    assert len(received(port)) + console.outbox.dropped == 5000


@pytest.mark.parametrize("unsendable", [object(), "x" * 2000, 1.5, {1: 2}])
def test_unsendable_answer_becomes_an_error_instead_of_a_crash(console, port, unsendable) -> None:
    console.send(ok("q", {"what": unsendable}))
    flush_all(console, port)
    (answer,) = received(port)
    assert (answer["id"], answer["error"]["code"]) == ("q", "unsendable")


def test_lines_to_the_host_are_padded_to_whole_packets(console, port) -> None:
    assert FIFO_BYTES % PACKET_BYTES == 0
    for size in range(130):
        console.send(event("note", text="x" * size))
        flush_all(console, port)
        assert len(port.received) % PACKET_BYTES == 0
