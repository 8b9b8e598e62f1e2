"""The pseudo terminal: visits, echoes, leftovers, and a second program."""

import os
import select
from contextlib import ExitStack

import pytest

from pingblock.errors import Unavailable
from pingblock.serve import pty_listener
from pingblock.serve.pty_listener import PtyListener

pytestmark = pytest.mark.skipif(
    not pty_listener.available(), reason="this system has no pseudo terminals"
)
ROOM_BYTES = 100_000


@pytest.fixture
def listener():
    made = PtyListener()
    yield made
    made.close()


@pytest.fixture
def come(listener):
    """Opens the terminal as a program does (a file). Open files are closed after the test."""
    with ExitStack() as stack:

        def enter():
            handle = os.open(listener.name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            return stack.enter_context(open(handle, "r+b", buffering=0))

        yield enter


def read(program):
    select.select([program], [], [])
    return program.read(ROOM_BYTES)


def test_visit_lasts_from_opening_to_closing_the_terminal(listener, come):
    assert listener.answer() is None
    program = come()
    assert listener.answer() is listener
    assert listener.receive(10) == b""
    program.write(b"last")
    program.close()
    assert [listener.receive(100), listener.receive(100)] == [b"last", None]
    listener.hang_up()
    assert listener.answer() is None


def test_bytes_pass_both_ways_unchanged(listener, come):
    every = bytes(range(256))
    program = come()
    listener.answer()
    program.write(every)
    assert listener.receive(1000) == every
    assert listener.send(every) == 256
    assert read(program) == every


def test_program_that_does_not_read_stops_the_sending(listener, come):
    come()
    listener.answer()
    taken = 0
    while part := listener.send(bytes(1000)):
        taken += part
    assert 0 < taken < ROOM_BYTES


def test_next_program_gets_no_leftovers_and_no_echo(listener, come):
    import termios

    first = come()
    listener.answer()
    listener.send(b"unread")
    select.select([first], [], [])  # the first bytes have arrived
    settings = termios.tcgetattr(first)
    settings[3] |= termios.ECHO | termios.ICANON
    termios.tcsetattr(first, termios.TCSANOW, settings)
    first.close()
    assert listener.receive(10) is None
    listener.hang_up()
    second = come()
    listener.answer()
    listener.send(b"fresh")
    assert read(second) == b"fresh"
    assert listener.receive(100) == b""


def test_second_program_is_reported_once_and_its_input_is_dropped(listener, come):
    assert listener.turn_away() is False
    come().close()
    with come():  # each program is reported
        assert listener.turn_away() is True
    assert listener.turn_away() is False
    program = come()
    program.write(b"hello")
    assert [listener.turn_away(), listener.turn_away()] == [True, False]
    assert read(program).startswith(b"pingblock: another program has this port")
    assert listener.answer() is listener  # the other program has left
    assert listener.receive(100) == b""
    program.write(b"hello")
    assert listener.turn_away() is False, "now it has the port"
    assert listener.receive(100) == b"hello"


def test_closing_and_hanging_up_twice_is_harmless(listener):
    for _ in range(2):
        listener.close()
        listener.hang_up()


def test_missing_pseudo_terminals_are_reported_with_a_remedy(monkeypatch):
    monkeypatch.delattr(os, "openpty")
    with pytest.raises(Unavailable, match="no pseudo terminals") as lack:
        PtyListener()
    assert lack.value.option == "Use --tcp instead."
