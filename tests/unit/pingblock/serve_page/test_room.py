"""The room: which page has control, which messages a late page gets, and a slow one misses."""

import json

import pytest
from tests.unit.pingblock.serve_page.story import story

from pingblock.serve_page.page_tap import serial_message, sound_message
from pingblock.serve_page.room import CROWDED, MOST_BYTES, Room, Visitor

SILENT = (0, 0)


async def read(visitor):
    """Returns all messages that wait for a visitor: JSON as objects, the rest unchanged."""
    got = []
    while visitor._waiting:
        data = await visitor.next()
        got.append(json.loads(data) if isinstance(data, str) else data)
    return got


def controls(messages):
    return [(m["mine"], m["watchers"], m["asked"]) for m in messages if m["kind"] == "control"]


@pytest.fixture
def room():
    return Room()


@story
async def test_one_page_has_control_and_hands_it_over_on_request(room):
    first, second = Visitor("a"), Visitor("b")
    room.enter(first)
    room.enter(second)
    assert room.may(first)
    assert not room.may(second)
    room.ask(second)
    assert controls(await read(first)) == [(True, 0, ""), (True, 1, ""), (True, 1, "Page 2")]
    room.answer(second, True)  # because only another page can give it control
    assert not room.may(second)
    room.answer(first, False)
    assert not room.may(second)
    room.ask(second)
    room.answer(first, True)
    assert room.may(second)
    assert not room.may(first)
    room.ask(first)
    room.leave(first)  # because a closed page is not asked
    assert controls(await read(second))[-2:] == [(True, 1, "Page 1"), (True, 0, "")]


def test_reloaded_page_keeps_control_until_another_page_takes_it(room):
    first, second = Visitor("a"), Visitor("b")
    room.enter(first)
    room.enter(second)
    room.leave(first)
    again = Visitor("a")
    room.enter(again)
    assert room.may(again)
    room.leave(again)
    assert room.may(second)


@story
async def test_late_page_gets_the_current_state(room):
    room.begin({"kind": "opened", "engine": "wasm"})
    did = {"kind": "did", "action": {"at_ms": 3, "do": "plug"}}
    room.tell([{"kind": "light", "red": 1}, {"kind": "light", "red": 2}, did])
    room.tell([serial_message(b"{}\n"), serial_message(b"[]\n")])
    visitor = Visitor("a")
    room.enter(visitor)
    control, *rest = await read(visitor)
    assert control["kind"] == "control"
    opened = {"kind": "opened", "engine": "wasm"}
    assert rest == [opened, did, {"kind": "light", "red": 2}, serial_message(b"{}\n[]\n")]
    room.begin(opened)  # because another device has none of the first one's actions
    later = Visitor("b")
    room.enter(later)
    assert (await read(later))[1:] == [opened]


@story
async def test_slow_page_misses_states_but_hears_all_sounds_in_order(room):
    visitor = Visitor("a")
    room.enter(visitor)
    sounds = [sound_message(n * 128, 22046, SILENT) for n in range(500)]
    for n, sound in enumerate(sounds):
        room.tell([{"kind": "light", "red": n}, sound])
    got = await read(visitor)
    assert [m for m in got if isinstance(m, bytes)] == sounds
    lights = [m["red"] for m in got if isinstance(m, dict) and m["kind"] == "light"]
    assert len(lights) <= CROWDED
    assert lights[-1] == 499


@story
async def test_reading_page_is_kept_and_one_that_stops_is_dropped(room):
    visitor = Visitor("a")
    room.enter(visitor)
    await read(visitor)
    half = serial_message(bytes(MOST_BYTES // 2))
    for _ in range(3):
        room.tell([half])
        assert await visitor.next() == half
    room.tell([serial_message(bytes(1000))] * (MOST_BYTES // 1000 + 1))
    assert await visitor.next() is None
