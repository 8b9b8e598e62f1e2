"""The TCP port: who comes, who is sent away, and who does not read."""

import select
import socket

import pytest

from pingblock.connection.transport import open_port
from pingblock.errors import BadInput
from pingblock.serve.tcp_door import TcpDoor


@pytest.fixture
def door():
    made = TcpDoor()
    yield made
    made.close()


@pytest.fixture
def come(door):
    """Connects programs to the door; returns their sockets."""
    programs = []

    def connect():
        host, number = door.name.removeprefix("socket://").split(":")
        programs.append(socket.create_connection((host, int(number))))
        return programs[-1]

    yield connect
    for program in programs:
        program.close()


def answered(door):
    """Waits until somebody is at the door, and opens."""
    select.select(door.handles(), [], [])
    return door.answer()


def received(caller):
    """Waits until a program has sent something or left."""
    select.select([caller], [], [])
    return caller.receive(100)


def test_only_programs_of_this_computer_can_come(door):
    assert door.name.startswith("socket://127.0.0.1:")


def test_nobody_is_there_before_somebody_comes(door):
    assert door.answer() is None
    assert door.turn_away() is False


def test_bytes_go_both_ways_and_leaving_is_noticed(door, come):
    program = come()
    caller = answered(door)
    assert caller.receive(100) == b""
    program.sendall(b"hello")
    assert received(caller) == b"hello"
    assert caller.send(b"answer") == 6
    assert program.recv(100) == b"answer"
    program.close()
    assert received(caller) is None


def test_what_was_sent_before_leaving_still_comes(door, come):
    program = come()
    program.sendall(b"last")
    program.close()
    caller = answered(door)
    assert [received(caller), received(caller)] == [b"last", None]


def test_program_that_does_not_read_is_noticed_after_few_bytes(door, come):
    come()
    caller = answered(door)
    taken = 0
    while part := caller.send(bytes(1000)):
        taken += part
    assert 0 < taken < 10_000_000
    assert caller.send(b"more") == 0


def test_what_is_sent_to_a_program_that_was_torn_away_is_lost(door, come):
    caller = answered_after_reset(door, come())
    assert caller.send(b"gone") == 4
    assert caller.receive(10) is None


def answered_after_reset(door, program):
    """Opens to a program that closes with bytes unread, which resets the connection."""
    caller = answered(door)
    caller.send(b"unread")
    select.select([program], [], [])
    program.close()
    assert received(caller) is None
    return caller


def test_one_turned_away_reads_why_though_it_spoke_first(door, come):
    program = come()
    program.sendall(b"hello")
    select.select(door.handles(), [], [])
    assert door.turn_away() is True
    text = b""
    while part := program.recv(100):
        text += part
    assert text.startswith(b"pingblock: another program has this port")
    assert door.turn_away() is False


@pytest.mark.parametrize(
    "verb", ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
)
def test_browser_is_turned_away_before_the_device_hears_a_byte(door, come, verb):
    page = come()
    page.sendall(f"{verb} / HTTP/1.1\r\nHost: x\r\n\r\npress\n".encode())
    caller = answered(door)
    assert received(caller) is None
    caller.hang_up()
    answer = page.recv(1000)
    assert answer.startswith(b"HTTP/1.1 403 ")


def test_browser_that_begins_with_tls_is_turned_away(door, come):
    """A session ticket, which the page's own server has made, may hold a line."""
    page = come()
    page.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\npress\n")
    assert received(answered(door)) is None


def test_verb_that_comes_byte_by_byte_is_known_as_well(door, come):
    page = come()
    caller = answered(door)
    for letter in b"POST":
        page.sendall(bytes([letter]))
        assert received(caller) == b""
    page.sendall(b" ")
    assert received(caller) is None


def test_word_that_begins_like_a_verb_arrives_whole(door, come):
    program = come()
    caller = answered(door)
    program.sendall(b"GE")
    assert received(caller) == b""
    program.sendall(b"M\n")
    assert received(caller) == b"GEM\n"
    program.sendall(b"GET x")
    assert received(caller) == b"GET x", "only the first line is judged"


@pytest.fixture
def locked():
    made = TcpDoor(0, "let-me-in", lambda: made.now_s)
    made.now_s = 100.0
    yield made
    made.close()


def connected(door):
    host, _, number = door.name.removeprefix("socket://").partition("?")[0].partition(":")
    return socket.create_connection((host, int(number)))


def settled(door):
    """Waits a little for what programs have sent; returns who is let in."""
    for _ in range(20):
        if caller := door.answer():
            return caller
        select.select(door.handles(), [], [], 0.01)
    return None


def test_token_is_in_the_ports_name_and_lets_a_program_in(locked):
    assert locked.name.endswith("?token=let-me-in")
    with connected(locked) as program:
        program.sendall(b"let-me")
        assert settled(locked) is None
        program.sendall(b"-in\nhello")
        caller = settled(locked)
        assert caller.receive(100) == b"hello"
        program.sendall(b"more")
        assert received(caller) == b"more"


def test_our_own_programs_send_the_token_of_the_port(locked):
    port = open_port(locked.name)
    port.write(b"hello")
    caller = settled(locked)
    heard = b""
    while heard != b"hello":
        heard += caller.receive(100)
    port.close()


@pytest.mark.parametrize("first", [b"let-me-out\n", b"hello\n", b"\n", b"x" * 100, b"POST / x\n"])
def test_without_the_token_nobody_is_let_in(locked, first):
    with connected(locked) as program:
        program.sendall(first)
        assert settled(locked) is None
        assert program.recv(100).startswith((b"pingblock: send the token", b"HTTP/1.1 403"))
        assert len(locked.handles()) == 1


def test_programs_without_the_token_keep_nobody_out_and_have_two_seconds(locked):
    silent = [connected(locked) for _ in range(5)]
    assert settled(locked) is None
    with connected(locked) as owner:
        owner.sendall(b"let-me-in\nhi")
        assert settled(locked).receive(100) == b"hi"
    locked.now_s += 1.9
    assert settled(locked) is None
    assert len(locked.handles()) == 6
    locked.now_s += 0.2
    assert settled(locked) is None
    assert len(locked.handles()) == 1
    for each in silent:
        assert each.recv(100).startswith(b"pingblock: send the token")
        each.close()


def test_a_crowd_without_the_token_is_cut_off_and_keeps_nobody_out(locked):
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
def test_token_that_no_url_could_carry_is_refused(token):
    with pytest.raises(BadInput, match="1 to 64 letters"):
        TcpDoor(0, token)


def test_port_that_is_taken_is_bad_input_with_a_way_out(door):
    with pytest.raises(BadInput, match=r"TCP port \d+ cannot be opened: .* --tcp 0") as raised:
        TcpDoor(int(door.name.rpartition(":")[2]))
    assert door.name.rpartition(":")[2] in str(raised.value)


def test_closed_door_answers_nobody_and_frees_its_port(door):
    number = int(door.name.rpartition(":")[2])
    door.close()
    door.close()
    assert door.answer() is None
    TcpDoor(number).close()


def test_hanging_up_twice_is_harmless_and_the_program_sees_the_end(door, come):
    program = come()
    caller = answered(door)
    caller.hang_up()
    caller.hang_up()
    assert program.recv(10) == b""
