"""Commands that communicate with a device, with a fake device at the other end of a stream."""

import json
from types import SimpleNamespace

import pytest
from tests.unit.pingblock.device_on_wire import HELLO, OUTCOME, Wire

from pingware.games.block.outcomes import FAMILIES
from pingware.shared import protocol

WATCHING = f"pingblock: Watching device {HELLO['uid']} at the-environments; Ctrl-C stops.\n"


@pytest.fixture
def wire(plug_in):
    return plug_in(Wire())


def plugged(monkeypatch, *names):
    ports = [
        SimpleNamespace(device=n, vid=0x2E8A, serial_number=n[-1], description="") for n in names
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)


def presses(wire):
    wire.replies["press"] = lambda request: wire.tells(
        protocol.ok(request["id"], {"accepted": True}), OUTCOME
    )


STATE = {"slot": "a", "running": "a", "state": "confirmed", "why": "", "mpy": 7686}


def test_devices_are_listed_for_people_and_programs(call, monkeypatch, wire, tmp_path):
    plugged(monkeypatch, "COM3", "COM4")
    wire.replies["update"] = STATE
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    monkeypatch.setattr("pingblock.care.flash.drive.places", lambda: [tmp_path])
    code, out, err = call("devices", "--json")
    assert (code, err) == (0, "")
    first, second, drive = json.loads(out)
    pico2 = {"boards": ["pico2"], "runs": "pingblock", "version": "0.1.0"}
    pico2 |= {"description": "", "drive": "", "say": "Pico 2: Pingblock 0.1.0"}
    assert first == {"port": "COM3", "serial_number": "3", **pico2}
    assert second["port"] == "COM4"
    assert (drive["drive"], drive["runs"]) == (str(tmp_path), "bootsel")
    assert drive["boards"] == ["pico", "picow"]
    assert call("devices")[1].splitlines() == [
        "COM3  3  Pico 2: Pingblock 0.1.0",
        "COM4  4  Pico 2: Pingblock 0.1.0",
        f"{tmp_path}  Pico or Pico W: in BOOTSEL mode",
    ]


def test_missing_device_is_reported_on_stderr(call, nothing_plugged_in):
    code, out, err = call("devices", "--json")
    assert (code, out, err.startswith("No Pico is plugged in.")) == (0, "[]\n", True)
    assert call("devices")[:2] == (0, "")


def test_port_and_json_before_the_command_and_port_variable_work(wire, call):
    presses(wire)
    assert json.loads(call("--json", "press")[1])["coins"] == 4
    call("--port", "A", "press")
    call("press", "--port", "B")
    call("--port", "A", "press", "--port", "B")
    assert wire.names == ["the-environments", "A", "B", "B"]


def test_press_and_replay_print_the_outcome(wire, call):
    presses(wire)
    assert call("press") == (0, "4 coins: Take 4 coins from the bank.\n", "")
    power_up = {"event": "replay", "outcome": "power_up", "draw": 0}
    wire.replies["replay"] = lambda request: wire.tells(
        protocol.ok(request["id"], {"replay": "done"}), power_up
    )
    assert call("replay") == (0, "Power-up: Roll again, move on and play the new space.\n", "")


def test_volume_sends_only_given_values(wire, call, told):
    wire.replies["volume"] = {}
    held = {"volume": 6, "cap": 10, "chime": 4, "mute_lock": False, "button_mute": False}
    assert told("volume", 3, "--cap", 5, "--chime", 0, "--mute") == held
    sent = {"do": "volume", "level": 3, "cap": 5, "chime": 0, "mute_lock": True}
    assert sent in wire.asked
    assert call("volume") == (0, "volume 6, cap 10, chime 4\n", "")


def test_worms_status_prints_the_state(wire, call):
    wire.replies["worms"] = {"state": "started", "runs": 1, "settings": {}}
    assert call("worms", "status") == (
        0,
        "The worms are moving: 0 s of a length that is a surprise.\n",
        "",
    )
    assert wire.asked[-1] == {"do": "worms"}


@pytest.mark.parametrize(
    "wrong",
    [
        *("volume loud", "volume 3 --cap 12", "odds manual --weights 1,2,3,4", "worms dance"),
        *("odds custom --weights 1,2,x,4", "odds custom --weights 1,2,3"),
        *("odds junior --dry-run --test 9", "odds --weights 1,2,3 --dry-run", "odds kind"),
    ],
)
def test_wrong_input_exits_with_2_and_changes_nothing(wire, call, wrong):
    code, out, err = call(*wrong.split())
    assert (code, out, err > "") == (2, "", True)
    assert {asked["do"] for asked in wire.asked} <= {"hello", "status"}


def test_odds_accept_weights_and_custom_shows_how_to_change(wire, call, told):
    nine = [1, 1, 1, 1, 1, 1, 6, 3, 3]
    wire.replies["profile"] = {"profile": "custom", "weights": nine}
    weighted = ("odds", "--weights", "2,2,1,1")
    assert told(*weighted)["weights"] == nine
    assert wire.asked[-1]["name"] == "custom"
    assert wire.asked[-1]["weights"] == [2, 2, 1, 1]
    assert "1 coin        1/18    5.56%" in call(*weighted)[1]
    such_as = ",".join(str(each.custom) for each in FAMILIES)
    hint = f"'pingblock odds custom --weights {such_as}' changes them."
    assert hint in call("odds", "custom")[1]
    assert "changes them" not in call("odds", "junior")[1] + call(*weighted)[1]


def test_monitor_once_ends_with_the_first_wanted_event(wire, call):
    wire.tells({"event": "press", "button": "block"}, {"event": "run"}, OUTCOME)
    kinds = ("--only", "battery", "--only", "score,outcome")
    code, out, err = call("monitor", "--once", *kinds, "--json")
    assert (code, err) == (0, WATCHING)
    found = json.loads(out)
    assert {name: found[name] for name in OUTCOME} == OUTCOME
    assert "T" in found["at"]
    code, out, err = call("monitor", "--once", "--only", "outcomes,outcome")
    assert (code, out, len(wire.names)) == (2, "", 1)
    assert err.startswith("pingblock: There is no event 'outcomes'. Did you mean 'outcome'?")


def test_ctrl_c_ends_monitor_without_trace_and_closes_the_port(wire, call):
    wire.tells(OUTCOME)
    give = wire.read

    def read(size=1, /):
        if not wire.in_waiting and wire.asked:
            raise KeyboardInterrupt
        return give(size)

    wire.read = read
    code, out, err = call("monitor")
    assert (code, err, wire.closed) == (0, WATCHING, 1)
    assert out.endswith("outcome   outcome coins, coins 4, draw 1\n")


def test_ctrl_c_elsewhere_exits_with_130_and_closes_the_port(wire, call):
    def interrupted(request):
        raise KeyboardInterrupt

    wire.replies["press"] = interrupted
    code, out, _ = call("press")
    assert (code, out, wire.closed) == (130, "", 1)
