"""The TCP port: accepted programs, refused programs, and programs that do not read."""

import select
import socket
from contextlib import ExitStack

import pytest

from pingblock.connection.transport import open_port
from pingblock.errors import BadInput
from pingblock.serve.tcp_listener import TcpListener


@pytest.fixture
def listener():
    made = TcpListener()
    yield made
    made.close()


def connected(listener):
    host, _, number = listener.name.removeprefix("socket://").partition("?")[0].partition(":")
    return socket.create_connection((host, int(number)))


@pytest.fixture
def come(listener):
    """Connects programs to the listener. Returns their sockets."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(connected(listener))


def answered(listener):
    """Waits until a program is at the listener, and opens."""
    select.select(listener.handles(), [], [])
    return listener.answer()


def received(connection):
    """Waits until a program has sent something or left."""
    select.select([connection], [], [])
    return connection.receive(100)


def test_tcp_port_is_bound_to_the_loopback_address(listener):
    assert listener.name.startswith("socket://127.0.0.1:")
    assert (listener.answer(), listener.turn_away()) == (None, False), "no program has connected"


def test_bytes_pass_both_ways_and_leaving_is_noticed(listener, come):
    program = come()
    connection = answered(listener)
    assert connection.receive(100) == b""
    program.sendall(b"hello")
    assert received(connection) == b"hello"
    assert connection.send(b"answer") == 6
    assert program.recv(100) == b"answer"
    program.sendall(b"last")
    program.close()
    assert [received(connection), received(connection)] == [b"last", None]
    connection.hang_up()
    connection.hang_up()  # it can be called twice


def test_program_that_does_not_read_stops_the_sending(listener, come):
    come()
    connection = answered(listener)
    taken = 0
    while part := connection.send(bytes(1000)):
        taken += part
    assert 0 < taken < 10_000_000
    assert connection.send(b"more") == 0


def test_bytes_to_a_reset_connection_are_lost(listener, come):
    """The program closes the connection without reading all bytes, which resets it."""
    program = come()
    connection = answered(listener)
    connection.send(b"unread")
    select.select([program], [], [])
    program.close()
    assert received(connection) is None
    assert connection.send(b"gone") == 4
    assert connection.receive(10) is None


def test_refused_program_reads_the_reason_even_after_sending(listener, come):
    program = come()
    program.sendall(b"hello")
    select.select(listener.handles(), [], [])
    assert [listener.turn_away(), listener.turn_away()] == [False, True]
    text = b""
    while part := program.recv(100):
        text += part
    assert text.startswith(b"pingblock: another program has this port")
    assert listener.turn_away() is False


def test_program_that_comes_as_another_leaves_is_accepted(listener, come):
    program = come()
    select.select(listener.handles(), [], [])
    assert listener.turn_away() is False  # because the other program still seems to be connected
    program.sendall(b"hello")
    assert received(listener.answer()) == b"hello"
    assert listener.turn_away() is False


VERBS = ("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH")
# Its session ticket, which the page's server can choose, can contain a line.
TLS = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\npress\n"


@pytest.mark.parametrize(
    "first", [*(f"{verb} / HTTP/1.1\r\nHost: x\r\n\r\npress\n".encode() for verb in VERBS), TLS]
)
def test_browser_is_refused_before_the_device_gets_a_byte(listener, come, first):
    page = come()
    page.sendall(first)
    connection = answered(listener)
    assert received(connection) is None
    connection.hang_up()
    assert page.recv(1000).startswith(b"HTTP/1.1 403 ")


def test_http_verb_in_single_bytes_is_refused_too(listener, come):
    page = come()
    connection = answered(listener)
    for letter in b"POST":
        page.sendall(bytes([letter]))
        assert received(connection) == b""
    page.sendall(b" ")
    assert received(connection) is None


def test_word_that_begins_like_a_verb_arrives_whole(listener, come):
    program = come()
    connection = answered(listener)
    program.sendall(b"GE")
    assert received(connection) == b""
    program.sendall(b"M\n")
    assert received(connection) == b"GEM\n"
    program.sendall(b"GET x")
    assert received(connection) == b"GET x", "only the first line is judged"


@pytest.fixture
def locked():
    made = TcpListener(0, "let-me-in", lambda: made.now_s)
    made.now_s = 100.0
    yield made
    made.close()


def settled(listener):
    """Waits a little for bytes of the programs. Returns the accepted program."""
    for _ in range(20):
        if connection := listener.answer():
            return connection
        select.select(listener.handles(), [], [], 0.01)
    return None


def test_token_is_in_the_port_name_and_lets_programs_in(locked):
    assert locked.name.endswith("?token=let-me-in")
    with connected(locked) as program:
        program.sendall(b"let-me")
        assert settled(locked) is None
        program.sendall(b"-in\nhello")
        connection = settled(locked)
        assert connection.receive(100) == b"hello"
        program.sendall(b"more")
        assert received(connection) == b"more"


def test_own_programs_send_the_token_of_the_port(locked):
    port = open_port(locked.name)
    port.write(b"hello")
    connection = settled(locked)
    heard = b""
    while heard != b"hello":
        heard += connection.receive(100)
    port.close()


@pytest.mark.parametrize("first", [b"let-me-out\n", b"hello\n", b"\n", b"x" * 100, b"POST / x\n"])
def test_program_without_the_token_is_refused(locked, first):
    with connected(locked) as program:
        program.sendall(first)
        assert settled(locked) is None
        assert program.recv(100).startswith((b"pingblock: send the token", b"HTTP/1.1 403"))
        assert len(locked.handles()) == 1


def test_silent_programs_are_ended_after_two_seconds(locked):
    silent = [connected(locked) for _ in range(5)]
    assert settled(locked) is None
    with connected(locked) as owner:
        owner.sendall(b"let-me-in\nhi")
        assert settled(locked).receive(100) == b"hi"
    for later_s, here in ((1.9, 6), (0.2, 1)):
        locked.now_s += later_s
        assert settled(locked) is None
        assert len(locked.handles()) == here
    for each in silent:
        assert each.recv(100).startswith(b"pingblock: send the token")
        each.close()


def test_crowd_without_the_token_is_cut_off_and_harmless(locked):
    crowd = [connected(locked) for _ in range(30)]
    for _ in range(40):
        assert locked.answer() is None
    assert len(locked.handles()) == 9
    with connected(locked) as owner:
        owner.sendall(b"let-me-in\nhi")
        assert settled(locked).receive(100) == b"hi"
    for each in crowd:
        each.close()


@pytest.mark.parametrize("token", ["two words", "a" * 65, "b&c", "d\n"])
def test_token_that_does_not_fit_a_url_is_refused(token):
    with pytest.raises(BadInput, match="1 to 64 letters"):
        TcpListener(0, token)


def test_port_in_use_is_bad_input_and_closing_frees_it(listener):
    number = int(listener.name.rpartition(":")[2])
    with pytest.raises(BadInput, match=rf"TCP port {number} cannot be opened: ") as taken:
        TcpListener(number)
    assert taken.value.option == "--tcp 0 picks a free port."
    listener.close()
    listener.close()
    assert listener.answer() is None
    TcpListener(number).close()


def test_hanging_up_closes_the_connection(listener, come):
    program = come()
    answered(listener).hang_up()
    assert program.recv(10) == b""
