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
    """Opens the terminal like a program (a file). Open files are closed after the test."""
    with ExitStack() as stack:

        def enter():
            handle = os.open(listener.name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            return stack.enter_context(open(handle, "r+b", buffering=0))

        yield enter


def read(program):
    select.select([program], [], [])
    return program.read(ROOM_BYTES)


def test_a_visit_begins_when_it_is_opened_and_ends_when_it_is_closed(listener, come):
    assert listener.answer() is None
    program = come()
    assert listener.answer() is listener
    assert listener.receive(10) == b""
    program.write(b"last")
    program.close()
    assert [listener.receive(100), listener.receive(100)] == [b"last", None]
    listener.hang_up()
    assert listener.answer() is None


def test_bytes_go_both_ways_unchanged(listener, come):
    every = bytes(range(256))
    program = come()
    listener.answer()
    program.write(every)
    assert listener.receive(1000) == every
    assert listener.send(every) == 256
    assert read(program) == every


def test_program_that_does_not_read_is_noticed(listener, come):
    come()
    listener.answer()
    taken = 0
    while part := listener.send(bytes(1000)):
        taken += part
    assert 0 < taken < ROOM_BYTES


def test_next_program_finds_neither_leftovers_nor_an_echo(listener, come):
    import termios

    first = come()
    listener.answer()
    listener.send(b"unread")
    select.select([first], [], [])  # it has arrived, and later bytes are echoed
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


def test_one_that_comes_while_another_is_here_is_told_once_and_its_keys_are_lost(listener, come):
    assert listener.turn_away() is False
    come().close()
    with come():  # each visit is reported
        assert listener.turn_away() is True
    assert listener.turn_away() is False
    program = come()
    program.write(b"hello")
    assert [listener.turn_away(), listener.turn_away()] == [True, False]
    assert read(program).startswith(b"pingblock: another program has this port")
    assert listener.answer() is listener  # the other one has left
    assert listener.receive(100) == b""
    program.write(b"hello")
    assert listener.turn_away() is False, "now it has the port"
    assert listener.receive(100) == b"hello"


def test_closing_and_hanging_up_twice_is_harmless(listener):
    for _ in range(2):
        listener.close()
        listener.hang_up()


def test_without_pseudo_terminals_it_says_what_to_use(monkeypatch):
    monkeypatch.delattr(os, "openpty")
    with pytest.raises(Unavailable, match="no pseudo terminals") as lack:
        PtyListener()
    assert lack.value.option == "--tcp needs none."
