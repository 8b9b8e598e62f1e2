"""Words of a device: no control character passes, and a wrong type is a wrong device."""

import copy
import unicodedata

import pytest
from tests.unit.pingblock.device_on_wire import HELLO, OUTCOME, Wire

from pingblock.care.owner import battery_report, notes, odds_report, status_report, worms_report
from pingblock.care.owner.support import collect
from pingblock.care.selftest import parts
from pingblock.care.update import plan as updates
from pingblock.common.plain_text import plain
from pingblock.connection import answers
from pingblock.connection.device import Device
from pingblock.errors import NoAnswer, Refused, WrongDevice
from pingblock.sounds import listing, shelf
from pingblock.tables import calls
from pingblock.tables.calls import Call
from pingware.shared import protocol

TEST = {"open_mv": 4500, "loaded_mv": 4300, "milliohm": 900, "verdict": "good", "demo_cell": False}
SETTINGS = {
    **{"volume": 6, "cap": 10, "chime": 4, "mute_lock": False, "profile": "manual"},
    **{"cells": "3xaaa", "names": ["Ann"], "run_s": [20, 20], "weights": [2, 2, 1, 1]},
}
# Answers of a device: request -> function that reads its answer.
ANSWERS = {
    "hello": HELLO,
    "status": {"draws": 3, "settings": SETTINGS, "battery": TEST, "usb": True}
    | {"faults": {"stuck": 2}, "problems": [], "ram_free": 9000, "underruns": 1},
    "settings": {"settings": SETTINGS, "version": 1, "unsaved": False, "waits": []}
    | {"reply": "done"},
    "odds": {"profile": "manual", "weights": [1, 1, 1, 1, 1, 1, 6, 3, 3]}
    | {"counts": [1, 0, 0, 0, 0, 1, 1, 1, 1]},
    "worms": {"state": "started", "runs": 1, "surprise": False, "elapsed_ms": 0}
    | {"settings": SETTINGS, "scores": [0, 1], "winner": None, "player": 1, "reply": "done"},
    "log": {"faults": [{"code": "stuck", "count": 2, "first_ms": 1, "last_ms": 2}], "now_ms": 5}
    | {"crash": "", "more": False, "count": 1, "tests": [[4500, 4300, 900, 0]]},
    "files": {"files": {"app.mpy": [119, 7]}, "more": False},
    "sounds": {"own": {"ping": [100, 350]}, "unusable": [], "restart": False}
    | {"ram": [0, 32768], "waiting": False, "playing": True},
    "selftest": {"inputs": {"check": False}, "sounds": False, "sweep": True},
    "call": {"playing": True},
    "update": {"slot": "a", "running": "a", "state": "confirmed", "why": "", "mpy": 6},
    "profile": {"profile": "junior", "weights": [1, 1, 1, 0, 0, 0, 0, 0, 0]},
    "remove": {"removed": True},
    "worms_calibrate": {
        "calibration": {"low_deg": 60, "high_deg": 120, "home_deg": 90, "reverse": False}
        | {"from_us": 500, "to_us": 2400}
    },
}
READERS = {
    "hello": lambda device: status_report.text(device.hello, {}),
    "status": lambda device: (
        status_report.text(device.hello, device.status()),
        device.volume(),
        battery_report.read(device).text(),
    ),
    "settings": lambda device: (device.settings(), device.set_settings({"volume": 3})),
    "odds": lambda device: (odds_report.table(device.odds()), list(device.draw(5))),
    "worms": lambda device: (worms_report.text(device.worms()), device.start_worms()),
    "log": lambda device: notes.text_of(notes.read(device)),
    "files": lambda device: device.files("/a"),
    "sounds": lambda device: listing.ram(shelf.held(device)),
    "selftest": lambda device: parts.inputs(device, None, 0),
    "call": lambda device: calls.play(device, [Call("pay")]),
    "update": updates.state,
    "profile": lambda device: device.profile("junior"),
    "remove": lambda device: device.remove("/sounds/ping.snd"),
    "worms_calibrate": lambda device: device.calibration(),
}
WRONG = (None, True, -7, "\x1b[2J", [], [-7], {})


def closed(answers):
    wire = Wire(**answers)
    return Device(wire, clock=wire.clock)


def opened(answers):
    return closed(answers).open()


@pytest.fixture
def on_wire():
    """A wire, and a device that is open on it."""
    wire = Wire()
    with Device(wire, clock=wire.clock) as device:
        yield wire, device


def places(value, path=()):
    """Yields the path of each value inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*path, key)
        if isinstance(inner, (dict, list)):
            yield from places(inner, (*path, key))


def changed(value, path, other):
    """Returns a copy with another value at a path. If ``other`` is ``places``, drops the name."""
    whole = copy.deepcopy(value)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    if other is places:
        del inner[path[-1]]
    else:
        inner[path[-1]] = other
    return whole


@pytest.mark.parametrize("do", READERS)
def test_answers_with_wrong_types_raise_only_known_errors(do):
    READERS[do](opened(ANSWERS))  # valid answers can be read
    refused = tried = 0
    for path in places(ANSWERS[do]):
        for other in (*WRONG, places):
            tried += 1
            try:
                READERS[do](opened({**ANSWERS, do: changed(ANSWERS[do], path, other)}))
            except (WrongDevice, Refused, NoAnswer):
                refused += 1
    assert refused > tried / 3


@pytest.mark.parametrize(
    ("do", "path", "value", "says"),
    [
        ("status", ("draws",), "3", "answer to 'status', draws has the wrong value 3"),
        ("status", ("settings", "volume"), "loud", "volume"),
        ("log", ("tests", 0, 3), 4, "tests"),
        ("odds", ("weights",), [0] * 9, "cannot be odds"),
        ("odds", ("weights",), [], "cannot be odds"),
        ("profile", ("weights",), ["1"] * 10, "weights"),
        ("hello", ("seeded",), 1, "seeded has the wrong value 1"),
        ("files", ("more",), places, "lacks more"),
    ],
)
def test_wrong_answer_names_the_field(do, path, value, says):
    with pytest.raises(WrongDevice, match=says):
        READERS[do](opened({**ANSWERS, do: changed(ANSWERS[do], path, value)}))


@pytest.mark.parametrize("wrong", [{"draw": "one"}, {"coins": None}])
def test_event_of_a_wrong_type_raises_wrong_device(on_wire, wrong):
    wire, device = on_wire
    wire.tells({**OUTCOME, **wrong})
    with pytest.raises(WrongDevice, match="event 'outcome'"):
        device.wait_for("outcome")


def test_messages_contain_no_control_characters(on_wire):
    wire, device = on_wire
    evil = "\x1b]0;gone\x07\x9b2J\r\x00\u202eevil\u2028"
    wire.replies["status"] = {"draws": 1, "faults": {evil: 1}, "problems": [evil]}
    wire.replies["replay"] = protocol.ProtocolError(evil, evil)
    wire.tells({"event": "fault", "code": "x", "say": evil, evil: evil})
    with pytest.raises(Refused) as refused:
        device.replay()
    said = [refused.value.code, str(refused.value), str(device.wait_for("fault"))]
    said.append(status_report.text(device.hello, device.status()))
    for text in said:
        assert "gone" in text
        assert {unicodedata.category(char) for char in text} & {"Cc", "Cf", "Zl"} <= {"Cc"}
        assert {char for char in text if unicodedata.category(char) == "Cc"} <= {"\n"}


def test_noise_on_the_line_is_shown_without_control_characters():
    wire = Wire(hello=lambda request: wire.says(b"\x1b[31mboot\x07\r\n"))
    with pytest.raises(NoAnswer, match="it said '␛\\[31mboot␇'"):
        Device(wire, clock=wire.clock).open()


def test_harmless_text_is_kept_and_controls_become_visible():
    assert plain("Zoë 👩‍👧 … \u202e\x1b\x7f\x85\ud800") == "Zoë 👩‍👧 … \ufffd␛␡\ufffd\ufffd"
    assert plain("a\n\tb\r", lines=True) == "a\n\tb␍"
    assert plain("a\nb") == "a␊b"
    crash = {"crash": "Traceback\n  boom\x1b[2J", "more": False}
    assert opened({**ANSWERS, "log": crash}).crash() == "Traceback\n  boom␛[2J"


def test_answer_without_an_end_is_refused():
    def files(request):
        return {"files": {f"{int(request.get('after', 0)) + 1:06}": [1, 1]}, "more": True}

    endless = {**ANSWERS, "files": files, "log": {**ANSWERS["log"], "crash": "x", "more": True}}
    device = opened(endless)
    for read in (device.crash, lambda: device.files("/")):
        with pytest.raises(WrongDevice, match="does not end"):
            read()
    archive = collect(lambda: closed(endless))
    assert set(archive.missing) == {"crash.txt"}
    assert len(archive.data) > 500


def test_endless_events_end_in_an_error(on_wire):
    wire, device = on_wire
    give = wire.read
    wire.read = lambda size=1: wire.tells({"event": "press", "button": "block"}) or give(size)
    with pytest.raises(WrongDevice, match="events without a pause"):
        device.battery()


def test_device_that_asks_for_one_block_forever_is_refused(on_wire):
    def put(request):
        wire.tells(*[{"event": "put", "id": request["id"], "at": 0, "block": 1, "crc32": 0}] * 300)

    wire, device = on_wire
    wire.replies["put"] = put
    decode, wire.write = wire.write, lambda data: decode(data) if data[:1] in (b"{", b"\n") else 0
    with pytest.raises(WrongDevice, match="blocks, more than the file has"):
        device.put("/sounds/ping.snd", b"data")


def test_last_1000_unread_events_are_kept(on_wire):
    wire, device = on_wire
    for part in range(11):
        wire.tells(*[{**OUTCOME, "draw": 100 * part + draw} for draw in range(100)])
        device.status()
    assert [event["draw"] for event in device.events(0)] == list(range(100, 1100))


VOLUME = {"volume": 6, "cap": 10, "chime": 4, "mute_lock": False}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"volume": 6}, "lacks cap, chime, mute_lock"),
        ({}, "lacks cap, chime, mute_lock, volume"),
    ],
)
def test_answer_without_a_field_is_a_wrong_device(fields, says):
    assert answers.of(answers.Volume, {**VOLUME, "newer": 1}) == answers.Volume(6, 10, 4, False)
    with pytest.raises(WrongDevice, match=says):
        answers.of(answers.Volume, fields)
