from contextlib import ExitStack

import pytest
from tests.unit.pingblock.device_on_wire import HELLO, OUTCOME, SETTINGS, Wire

from pingblock import Device
from pingblock.connection.answers import BatteryCheck, Outcome, Volume
from pingblock.connection.session import Session
from pingblock.connection.transport import Lines
from pingblock.errors import (
    AtPrompt,
    BadInput,
    LinkError,
    LinkLost,
    NoAnswer,
    PingblockError,
    PortBusy,
    Refused,
    WrongDevice,
)
from pingware.shared import protocol


@pytest.fixture
def opened():
    """Opens a device on a wire that has these replies. Returns the device and the wire."""
    with ExitStack() as stack:

        def make(**replies):
            wire = Wire(**replies)
            return stack.enter_context(Device(wire, clock=wire.clock)), wire

        yield make


def following(opened, do, reply, *messages):
    """Opens a device whose reply to ``do`` is followed by ``messages``."""
    device, wire = opened()
    wire.replies[do] = lambda request: wire.tells(protocol.ok(request["id"], reply), *messages)
    return device, wire


def test_open_ignores_a_left_line_and_reads_hello():
    def hello(request):
        """Answers after the bytes that the last program left: the end of a line, and a line."""
        left = protocol.encode({"id": "old-1", "ok": {**HELLO, "version": "0.0.1"}})
        wire.says(left[len(left) // 2 :] + left)
        return {**HELLO, "mood": "fine"}  # a newer device can report more

    wire = Wire(hello=hello)
    with Device(wire, clock=wire.clock) as device:
        assert wire.written.startswith(b" \n{"), "the host must first end a half line"
        assert wire.asked == [{"do": "hello"}]
        assert (device.hello.version, device.hello.uid) == ("0.1.0", "e660583883112233")
        assert list(device.events(for_s=0.1)) == []


def test_end_of_the_block_or_failed_open_closes_the_port():
    wire = Wire()
    with Device(wire, clock=wire.clock):
        assert wire.closed == 0
    assert wire.closed == 1
    deaf = Wire(hello=lambda request: None, status=lambda request: None)
    with pytest.raises(NoAnswer) as silent:
        Device(deaf, clock=deaf.clock).open()
    assert deaf.closed == 1
    assert str(silent.value) == (
        "The device at the stream did not answer 'hello' within 5 s. Another program may run "
        "there: 'pingblock restart --port the stream' ends it and starts Pingblock. If the board "
        "has no Pingblock yet: 'pingblock install --port the stream'."
    )


@pytest.mark.parametrize(
    ("hello", "says"),
    [
        ({**HELLO, "protocol": 0}, "protocol 0.*install the firmware again"),
        ({**HELLO, "protocol": 99}, "protocol 99.*update this program"),
        ({**HELLO, "protocol": None}, "protocol None.*update"),
        ({**HELLO, "product": "kettle"}, "not a Pingblock"),
        (
            {"product": "pingblock", "protocol": protocol.PROTOCOL_VERSION},
            "lacks board, seeded, uid, version",
        ),
    ],
)
def test_other_program_or_protocol_at_the_port_is_named(hello, says):
    wire = Wire(hello=hello)
    with pytest.raises(WrongDevice, match=says):
        Device(wire, clock=wire.clock).open()


@pytest.mark.parametrize(
    ("heard", "said", "after_s"),
    [
        (b"tea\r\n", "within 3 s; it said 'tea'.", 3.0),
        (b"\r\n>>> \r\n", "within 1 s: it is at MicroPython's prompt", 1.0),
    ],
)
def test_silence_ends_in_time_and_quotes_the_last_output(heard, said, after_s):
    wire = Wire(hello=lambda request: None)
    wire.says(heard)
    with pytest.raises(NoAnswer) as silent:
        Device(wire, timeout_s=3, clock=wire.clock, recover="never").open()
    assert said in str(silent.value)
    assert after_s <= wire.now_s < after_s + 0.2


REFUSED = b"\r\nTraceback (most recent call last):\r\nSyntaxError: invalid syntax\r\n>>> "


@pytest.mark.parametrize(
    ("behind", "error"),
    [(b"", AtPrompt), (REFUSED, AtPrompt), (None, NoAnswer)],
    ids=["MicroPython 1.24.1", "MicroPython 1.28.0", "no echo"],
)
def test_prompt_is_recognized_for_each_micropython_version(behind, error):
    def echo(request):
        whole = behind is not None
        wire.says(protocol.encode(request).rstrip() + behind if whole else b"half a line")

    wire = Wire(hello=echo)
    with pytest.raises(NoAnswer) as silent:
        Device(wire, timeout_s=3, clock=wire.clock, recover="never").open()
    assert type(silent.value) is error
    if error is AtPrompt:
        assert "at MicroPython's prompt. 'pingblock restart'" in str(silent.value)


def test_text_damaged_lines_and_foreign_answers_are_ignored(opened):
    device, wire = opened()

    def noisy(request):
        wire.says(b"MPY: soft reboot\r\n\xff\xfe\n" + b'{"id":1,"ok":{}}*00000000\n')
        wire.tells({"id": "other", "ok": {"draws": 9}}, protocol.error(None, "bad_crc", "no"))
        return {"draws": 1}

    wire.replies["status"] = noisy
    assert device.status() == {"draws": 1}


def test_late_answer_is_not_taken_for_the_next(opened):
    device, wire = opened()
    late = []
    wire.replies["status"] = late.append
    with pytest.raises(NoAnswer):
        device.status()
    wire.tells(protocol.ok(late[0]["id"], {"draws": 1}))
    with pytest.raises(NoAnswer):
        device.status()
    wire.replies["status"] = {"draws": 2}
    assert device.status() == {"draws": 2}


def test_ids_differ_each_time_a_device_is_opened(opened):
    hellos = [opened()[1].written for _ in range(2)]
    assert hellos[0] != hellos[1], "the ids must differ"


def test_invalid_request_is_not_sent(opened):
    device, wire = opened()
    before = wire.written
    for asked in ({"do": "volume", "level": 11}, {"do": "dance"}, {"do": "press", "hard": 1}):
        with pytest.raises(BadInput):
            device.request(**asked)
    assert wire.written == before


@pytest.mark.parametrize(
    ("code", "say", "says"),
    [
        ("no_base", "This board has no apple base.", "no apple base"),
        ("unknown_request", "There are: hello.", "too old for this: update it"),
    ],
)
def test_refusal_carries_code_and_sentence(opened, code, say, says):
    device, _ = opened(worms=protocol.ProtocolError(code, say))
    with pytest.raises(PingblockError, match=says) as refused:
        device.worms()
    assert (type(refused.value), refused.value.code) == (Refused, code)


def test_unplugging_raises_link_lost_and_closed_device_explains_opening(
    opened,
):
    device, wire = opened()
    wire.fails = OSError(5, "Input/output error")
    with pytest.raises(LinkLost, match="was lost"):
        device.status()
    with pytest.raises(LinkLost):
        next(device.events())
    device = Device(Wire())
    for ask in (device.status, lambda: device.hello, lambda: next(device.events())):
        with pytest.raises(LinkError, match="with Device"):
            ask()


def test_press_returns_its_own_outcome_not_a_waiting_one(opened):
    fresh = {**OUTCOME, "outcome": "laugh", "draw": 8}
    del fresh["coins"]
    device, wire = following(opened, "press", {"accepted": True}, {**OUTCOME, "draw": 7}, fresh)
    wire.replies["status"] = {"draws": 7}
    assert device.press() == Outcome("laugh", 0, 8)


def test_uncounted_press_is_refused_and_missing_outcome_ends(opened):
    device, wire = opened(press={"accepted": False})
    # it is silent, for example because its pin map has no block
    for wait, tries in ((False, 1), (True, 2)):
        before = len(wire.asked)
        with pytest.raises(Refused, match="did not count") as refused:
            device.press(wait)
        assert refused.value.code == "busy"
        assert sum(asked["do"] == "press" for asked in wire.asked[before:]) == tries
    wire.replies["press"] = {"accepted": True}
    with pytest.raises(NoAnswer, match="sent no outcome within"):
        device.press()
    assert wire.now_s < 6


def test_replay_returns_the_last_outcome_or_the_reason(opened):
    device, wire = following(opened, "replay", {"replay": "done"}, {**OUTCOME, "event": "replay"})
    wire.replies["status"] = {"draws": 1}
    assert device.replay() == Outcome("coins", 4, 1)
    for why in ("busy", "nothing"):
        wire.replies["replay"] = {"replay": why}
        with pytest.raises(Refused, match=r"No replay: |nothing to replay") as refused:
            device.replay()
        assert refused.value.code == why


def play_until(wire, at_s):
    """Lets the device of a wire play until a time. Until then, it accepts no request."""

    def status(request):
        fields = {"draws": 0, "settings": SETTINGS, "playing": wire.now_s < at_s}
        wire.tells(protocol.ok(request["id"], fields))

    def press(request):
        accepted = wire.now_s >= at_s
        wire.tells(protocol.ok(request["id"], {"accepted": accepted}))
        wire.tells(*[OUTCOME] * accepted)

    wire.replies |= {"status": status, "press": press, "replay": {"replay": "busy"}}


def test_press_and_wait_until_quiet_wait_for_sounds(opened):
    device, wire = opened()
    play_until(wire, 3.0)
    assert device.wait_until_quiet(limit_s=1.0) is False
    with pytest.raises(Refused):
        device.press(wait=False)
    assert wire.now_s < 3
    assert device.press() == Outcome("coins", 4, 1)
    assert 3 <= wire.now_s < 4
    assert device.wait_until_quiet() is True
    play_until(wire, wire.now_s + 1000)
    before_s = wire.now_s
    for ask in (device.press, device.replay):
        with pytest.raises(Refused, match="Try again when it is quiet"):
            ask()
    assert 40 <= wire.now_s - before_s < 42  # 20 s each


def test_volume_sends_given_values_and_keeps_the_level(opened):
    device, wire = opened(volume={})
    assert device.volume() == Volume(6, 10, 4, False)
    device.volume(cap=5, mute=False)
    device.volume(0)
    assert [asked for asked in wire.asked if asked["do"] == "volume"] == [
        {"do": "volume", "level": SETTINGS["volume"], "cap": 5, "mute_lock": False},
        {"do": "volume", "level": 0},
    ]


def test_profile_sends_weights_only_if_given(opened):
    device, wire = opened(profile={"profile": "custom", "weights": [1, 0, 0, 0, 0, 0, 2, 1, 1, 5]})
    assert device.profile("custom", (6, 2, 1, 1))[6:] == [2, 1, 1, 5]  # from a newer device
    device.profile("manual")
    assert wire.asked[-2:] == [
        {"do": "profile", "name": "custom", "weights": [6, 2, 1, 1]},
        {"do": "profile", "name": "manual"},
    ]


CELLS = {"open_mv": 4500, "loaded_mv": 4300, "milliohm": 900, "verdict": "good"}
CELLS |= {"event": "battery", "demo_cell": False}


def test_battery_returns_the_new_test_not_a_waiting_one(opened):
    device, wire = following(opened, "battery", {"testing": True}, {**CELLS, "ms": 9})
    wire.tells({**CELLS, "verdict": "stop"})
    assert device.battery() == BatteryCheck(4500, 4300, 900, "good", False)


def test_failed_battery_test_carries_its_fault(opened):
    lever = {"event": "fault", "code": "lever_stuck", "say": "The lever."}
    unsteady = {"event": "fault", "code": "battery_unsteady", "say": "The voltage changed."}
    device, _ = following(opened, "battery", {"testing": True}, lever, unsteady)
    with pytest.raises(Refused, match="The voltage changed") as refused:
        device.battery()
    assert refused.value.code == "battery_unsteady"


def test_failed_worms_start_is_an_error_and_needless_stop_passes(opened):
    device, wire = opened(worms={"reply": "busy", "state": "ready"})
    with pytest.raises(Refused):
        device.start_worms()
    wire.replies["worms"] = {"reply": "nothing", "state": "ready"}
    assert device.stop_worms()["state"] == "ready"
    assert wire.asked[-1] == {"do": "worms", "run": "stop"}


def test_events_come_in_order_and_waiting_for_one_drops_others(opened):
    device, wire = opened()
    pressed = {"event": "press", "button": "block"}
    wire.tells(pressed, OUTCOME)
    device.status()
    wire.tells({"event": "run", "state": "ended"})
    assert [event["event"] for event in device.events(for_s=1)] == ["press", "outcome", "run"]
    assert wire.now_s >= 1
    wire.tells(pressed, OUTCOME)  # waiting for one event drops others
    assert device.wait_for("outcome")["coins"] == 4
    with pytest.raises(NoAnswer, match="sent no press within"):
        device.wait_for("press", timeout_s=1)


@pytest.mark.parametrize(
    ("name", "expected", "says"),
    [
        ("socket://127.0.0.1:2217", PortBusy, "closed the link: another program may use it"),
        ("/dev/ttyACM0", LinkLost, "was the device unplugged"),
    ],
)
def test_network_port_that_hangs_up_at_once_is_reported_busy(name, expected, says):
    wire = Wire()
    wire.fails = ConnectionResetError("gone")
    with pytest.raises(expected, match=says):
        Session(Lines(wire, name), wire.clock).greet(2.0)
