"""The pseudo terminal: visits, echoes, leftovers, and a second program."""

import os
import select

import pytest

from pingblock.errors import Unavailable
from pingblock.serve import pty_door
from pingblock.serve.pty_door import PtyDoor

pytestmark = pytest.mark.skipif(
    not pty_door.available(), reason="this system has no pseudo terminals"
)
ROOM_BYTES = 100_000


@pytest.fixture
def door():
    made = PtyDoor()
    yield made
    made.close()


@pytest.fixture
def come(door):
    """Opens the terminal as a program; ``leave`` closes what is still open after the test."""
    programs = []

    def enter():
        programs.append(os.open(door.name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
        return programs[-1]

    yield enter
    for program in programs:
        with pytest.MonkeyPatch.context():
            close(program)


def close(handle):
    try:
        os.close(handle)
    except OSError:
        return


def read(program):
    select.select([program], [], [])
    return os.read(program, ROOM_BYTES)


def test_a_visit_begins_when_it_is_opened_and_ends_when_it_is_closed(door, come):
    assert door.answer() is None
    program = come()
    assert door.answer() is door
    assert door.receive(10) == b""
    close(program)
    assert door.receive(10) is None
    door.hang_up()
    assert door.answer() is None


def test_bytes_go_both_ways_unchanged(door, come):
    every = bytes(range(256))
    program = come()
    door.answer()
    os.write(program, every)
    assert door.receive(1000) == every
    assert door.send(every) == 256
    assert read(program) == every


def test_what_was_sent_before_leaving_still_comes(door, come):
    program = come()
    door.answer()
    os.write(program, b"last")
    close(program)
    assert [door.receive(100), door.receive(100)] == [b"last", None]


def test_program_that_does_not_read_is_noticed(door, come):
    come()
    door.answer()
    taken = 0
    while part := door.send(bytes(1000)):
        taken += part
    assert 0 < taken < ROOM_BYTES


def test_next_program_finds_neither_leftovers_nor_an_echo(door, come):
    import termios

    first = come()
    door.answer()
    door.send(b"unread")
    select.select([first], [], [])  # it has arrived: what comes later is echoed
    settings = termios.tcgetattr(first)
    settings[3] |= termios.ECHO | termios.ICANON
    termios.tcsetattr(first, termios.TCSANOW, settings)
    close(first)
    assert door.receive(10) is None
    door.hang_up()
    second = come()
    door.answer()
    door.send(b"fresh")
    assert read(second) == b"fresh"
    assert door.receive(100) == b""


def test_one_that_comes_while_another_is_here_is_told_once_and_its_keys_are_lost(door, come):
    assert door.turn_away() is False
    program = come()
    os.write(program, b"hello")
    assert [door.turn_away(), door.turn_away()] == [True, False]
    assert read(program).startswith(b"pingblock: another program has this port")
    assert door.answer() is door  # the other one has left
    assert door.receive(100) == b""


def test_each_visit_is_told(door, come):
    for _ in range(2):
        program = come()
        assert door.turn_away() is True
        close(program)
        assert door.turn_away() is False


def test_who_has_it_is_not_turned_away(door, come):
    program = come()
    door.answer()
    os.write(program, b"hello")
    assert door.turn_away() is False
    assert door.receive(100) == b"hello"


def test_closing_and_hanging_up_twice_is_harmless(door):
    for _ in range(2):
        door.close()
        door.hang_up()


def test_without_pseudo_terminals_it_says_what_to_use(monkeypatch):
    monkeypatch.delattr(os, "openpty")
    with pytest.raises(Unavailable, match="use --tcp"):
        PtyDoor()
