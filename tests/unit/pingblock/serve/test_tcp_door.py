"""The TCP port: who comes, who is sent away, and who does not read."""

import select
import socket

import pytest

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
