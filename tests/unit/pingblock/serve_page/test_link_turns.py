"""Two programs at one serial link: they send whole lines in turn, and a file in one piece."""

import pytest

from pingblock.errors import BadInput
from pingblock.serve_page.link_turns import MOST_UNSENT, LinkTurns
from pingblock.virtual.serial_tap import sealed

PUT = sealed('{"id":"c-2","do":"put","path":"/sounds/a.snd","size":9,"crc32":1}')
STATUS = sealed('{"id":"p-1","do":"status"}')


@pytest.fixture
def turns():
    turns = LinkTurns()
    turns.add("page", b"")  # this program came first
    return turns


def taken(turns, room=10_000):
    """Returns all pieces that can be sent now."""
    pieces = []
    while piece := turns.take(room):
        pieces.append(piece)
    return pieces


def test_lines_stay_whole_even_with_little_room_on_the_device(turns):
    turns.add("program", STATUS + STATUS[:5])
    assert turns.take(8) == STATUS[:8]
    turns.add("page", PUT[:20])
    assert b"".join(taken(turns)) == STATUS[8:] + PUT[:20]
    turns.add("page", b"\n")
    assert taken(turns) == [b"\n", STATUS[:5]]


def test_no_line_gets_into_the_file_of_another_program(turns):
    turns.add("program", PUT)
    turns.add("page", STATUS)
    assert turns.take(10_000) == STATUS
    assert turns.take(10_000) == PUT
    turns.add("page", STATUS)
    assert not turns.waits
    turns.hear(sealed('{"event":"put","id":"c-2","at":0,"block":512}'))
    chunk = b"\x03\n\x00{}\n"
    turns.add("program", chunk)
    assert taken(turns) == [chunk]
    turns.hear(sealed('{"id":"p-1","ok":{}}'))
    assert not turns.waits
    answer = sealed('{"id":"c-2","ok":{"size":9}}')
    turns.hear(answer[:7])
    assert not turns.waits
    turns.hear(answer[7:])
    assert taken(turns) == [STATUS]


@pytest.mark.parametrize("end", ["refused", "restarted", "left"])
def test_file_that_ends_early_ends_the_turn(turns, end):
    turns.add("program", PUT)
    taken(turns)
    turns.add("page", STATUS)
    assert not turns.waits
    if end == "refused":
        turns.hear(sealed('{"id":"c-2","error":{"code":"bad_crc","say":"No."}}'))
    elif end == "restarted":
        turns.restart()
    else:
        turns.leave("program")
    assert taken(turns) == [STATUS]


@pytest.mark.parametrize("started", [False, True])
def test_program_keeps_the_prompt_until_it_leaves_or_firmware_starts(turns, started):
    turns.add("program", b"\r\x03")
    taken(turns)
    turns.add("page", STATUS)
    turns.add("program", b"print(1)\n")
    turns.restart()
    assert taken(turns) == [b"print(1)\n"]
    if started:
        turns.hear(b"\r\nMPY: soft reboot\r\n" + sealed('{"event":"hello"}'))
    else:
        turns.leave("program")
    assert taken(turns) == [STATUS]


def test_begun_line_ends_when_its_program_leaves(turns):
    turns.add("program", STATUS[:9])
    taken(turns)
    turns.leave("program")
    turns.add("page", STATUS)
    assert taken(turns) == [b"\n", STATUS]


def test_too_many_bytes_are_refused(turns):
    turns.add("page", bytes(MOST_UNSENT))
    with pytest.raises(BadInput, match="sends bytes faster"):
        turns.add("page", b"x")
