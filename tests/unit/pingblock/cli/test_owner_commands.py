"""The owner's commands, with a device at the other end of a stream."""

import asyncio
import io
import json
import zipfile
from types import SimpleNamespace

import pytest
from tests.unit.pingblock.device_on_wire import Wire

from pingblock.common.declared import SETTINGS, declarations
from pingware.app.requests.owner_requests import OwnerSettings
from pingware.shared import protocol
from pingware.shared.settings import Settings

NINE = [1, 1, 1, 1, 1, 1, 6, 3, 3]
CHECK = {"open_mv": 4012, "loaded_mv": 3700, "milliohm": 4100, "verdict": "replace_soon"}
CHECK["demo_cell"] = True


class Owned(Wire):
    """A device with changed settings, which are in ``settings``."""

    def __init__(self, busy=False):
        super().__init__()
        self.settings = Settings(declarations(), None, self)
        self.runs = busy
        self.stores = True
        self.power = {"usb": True, "battery": None}
        self.tests = []
        self.crash = ""
        self.entries = []
        owner = OwnerSettings(self.settings, self)
        self.replies.update(
            settings=lambda request: self._checked(owner.handle, request),
            status=lambda request: {"draws": 0, "settings": self.settings.all(), **self.power},
            log=self._log,
            odds=lambda request: {"profile": "manual", "weights": NINE},
            volume=self._volume,
            update={"slot": "a", "running": "a", "state": "confirmed", "why": "", "mpy": 1},
        )

    def _checked(self, handle, request):
        if self.stores:
            self.settings.save()
        try:
            return asyncio.run(handle(request))
        except ValueError as wrong:
            return protocol.ProtocolError("bad_value", str(wrong))

    def _volume(self, request):
        self.settings.change({"volume": request["level"]})
        return {}

    def _log(self, request):
        part = request.get("part")
        if part == "crash":
            at = request["at"]
            return {"crash": self.crash[at : at + 400], "more": at + 400 < len(self.crash)}
        if part == "battery":
            return {"count": len(self.tests), "tests": self.tests}
        return {"faults": self.entries, "now_ms": 5}

    def save(self, values):
        return True

    def check(self, changes):
        """Every calibration is good."""

    @property
    def sent(self):
        """Returns the requests that change settings."""
        return [asked for asked in self.asked if {"set", "reset"} & asked.keys()]


@pytest.fixture
def wire(plug_in):
    return plug_in(Owned())


@pytest.fixture
def answers(monkeypatch):
    """Makes a person at the terminal give this answer to all questions."""

    def given(text):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
        confirm = "pingblock.cli.asking.typer.confirm"
        monkeypatch.setattr(confirm, lambda question, err: err and text == "y")

    return given


def test_settings_list_shows_allowed_values_and_get_shows_current(wire, call, told):
    listed = {each["name"]: each for each in told("settings", "list")["settings"]}
    assert len(listed) == len(SETTINGS)
    assert listed["ticks"]["default"] is True
    assert listed["run_s"]["schema"]["maxItems"] == 2
    code, out, err = call("settings", "list")
    assert (code, err, wire.asked) == (0, "", []), "it needs no device"
    assert out.startswith("volume=6\n    Volume of all sounds (0: silent). Allowed: an integer")
    assert call("settings", "get", "volume", "run_s") == (0, "volume=6\nrun_s=20,20\n", "")
    assert told("settings", "get")["profile"] == "manual"
    assert len(call("settings", "get")[1].splitlines()) == len(SETTINGS)


def test_set_prints_changes_and_whether_they_are_stored(wire, call, told):
    found = told("settings", "set", "volume=3", "names=Ann,Bob", "ticks=on")
    names, volume = {"old": [], "new": ["Ann", "Bob"]}, {"old": 6, "new": 3}
    assert found["changed"] == {"names": names, "volume": volume}
    assert (found["stored"], found["waits_for_next_run"]) == (True, [])
    assert call("settings", "set", "volume=4") == (0, "volume: 3 -> 4\n", "")
    same = "Nothing was changed: the device already has these settings.\n"
    assert call("settings", "set", "volume=4") == (0, same, "")
    wire.stores = False
    code, out, _ = call("settings", "set", "volume=3")
    assert (code, "is stored after 3 s" in out) == (0, True)
    assert wire.now_s > 9
    assert told("settings", "set", "volume=2", "--no-wait")["stored"] is False


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("set", "volum=3", "cap=4"), "Did you mean 'volume'?"),
        (("set", "volume=3", "cap=44"), "cap is 44: it must be"),
        (("import", "{file}", "--yes"), "mine.json: cap is"),
        (("import", "{file}.none"), "cannot be read"),
        (("export", "{file}/no/where.json"), "cannot be written"),
        (("set", "volume"), "not NAME=VALUE"),
        (("get", "volum"), "Did you mean 'volume'?"),
        (("reset", "volum", "--yes"), "Did you mean 'volume'?"),
        (("set",), "Missing argument"),
        (("dance",), "No such command"),
    ],
)
def test_wrong_settings_are_named_and_nothing_is_sent(wire, refused, tmp_path, words, says):
    path = tmp_path / "mine.json"
    path.write_text('{"product": "pingblock", "schema": 1, "settings": {"volume": 1, "cap": 99}}')
    refused(says, "settings", *(word.format(file=path) for word in words))
    assert wire.sent == []


def test_settings_during_a_wiggle_wait_or_are_refused(wire, call, told):
    wire.runs = True
    code, out, err = call("settings", "set", "players=3", "volume=1")
    assert (code, out) == (1, "")
    assert "players cannot be set while the worms run" in err
    assert wire.settings.volume == 6
    assert told("settings", "set", "motion=slow")["waits_for_next_run"] == ["motion"]
    assert "motion applies from the next run" in call("settings", "set", "motion=fast")[1]


def test_import_restores_the_exported_settings(wire, call, told, tmp_path):
    path = tmp_path / "mine.json"
    call("settings", "set", "volume=3", "names=Ann", "cells=2xaaa", "--no-wait")
    assert json.loads(call("settings", "export")[1])["settings"]["volume"] == 3
    path.write_text("of before")
    assert told("settings", "export", path, "--force") == {"file": str(path)}
    call("settings", "reset", "--yes")
    assert wire.settings.volume == 6
    planned = told("settings", "import", path, "--dry-run")
    assert (planned["dry_run"], planned["changed"]["volume"]) == (True, {"old": 6, "new": 3})
    assert wire.settings.volume == 6
    call("settings", "import", path, "--yes")
    assert (wire.settings.volume, wire.settings.names) == (3, ["Ann"])
    assert told("settings", "import", path)["changed"] == {}


def test_reset_needs_consent_or_yes(wire, call, refused, monkeypatch, answers, tmp_path):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    call("settings", "set", "volume=3", "cap=5")
    before = wire.sent
    refused("--yes", "settings", "reset")
    answers("n")
    code, out, err = call("settings", "reset")
    assert (code, out) == (1, "")
    assert "volume: 3 -> 6" in err
    assert wire.sent == before
    answers("y")
    assert call("settings", "reset", "cap")[0] == 0
    assert (wire.settings.volume, wire.settings.cap) == (3, 10)


def test_mute_locks_and_unlocks_and_volume_never_unmutes(wire, call, told):
    assert told("mute", "on") == {"muted": True, "stored": True}
    assert call("mute")[1] == "muted (locked)\n"
    assert "muted (locked)" in call("volume", 10)[1]
    assert (wire.settings.mute_lock, wire.settings.loudness) == (True, 0)
    assert call("mute", "off")[1] == "not muted, volume 10\n"
    assert call("mute", "louder")[0] == 2
    wire.settings.change({"button_mute": True})
    assert call("mute")[1] == "muted (by the block's button)\n"
    assert call("volume")[1].endswith(", muted (by the block's button)\n")
    assert told("mute", "off")["muted"] is False
    wire.stores = False
    assert "leave the power on" in call("mute", "on")[1]


def test_odds_of_the_rulebook_need_no_device(nothing_plugged_in, call):
    assert "1/18" in call("odds", "manual", "--dry-run")[1]
    planned = [call("odds", name, "--dry-run")[0] for name in ("manual", "custom", "cheat")]
    assert planned == [0, 1, 2]
    assert "4/9" in call("odds", "--weights", "0,4,4,1", "--dry-run")[1]


def test_odds_come_from_the_device_and_its_custom_profile(wire, told, refused):
    assert (
        told("odds")["chances"]["laugh"] == told("odds", "--dry-run")["chances"]["laugh"] == "1/3"
    )
    assert told("odds", "custom", "--dry-run")["weights"][:9] == [2] * 6 + [12, 6, 6]
    assert {asked["do"] for asked in wire.asked} == {"hello", "odds", "settings"}


def draws(*outcome):
    def drawn(request):
        counts = list(outcome)
        counts[6] += request.get("draws", 0) - sum(counts)
        told = {"profile": "manual", "weights": NINE}
        return {**told, "counts": counts} if "draws" in request else told

    return drawn


def test_fair_draws_pass_the_test_and_loaded_ones_fail(wire, call, told):
    wire.replies["odds"] = draws(1, 1, 1, 1, 1, 2, 0, 4, 4)
    found = told("odds", "--test", 510)
    assert (found["draws"], found["fits"], sum(found["counts"].values())) == (510, True, 510)
    assert [asked["draws"] for asked in wire.asked if "draws" in asked] == [25] * 20 + [10]
    wire.replies["odds"] = draws(0, 0, 0, 0, 0, 9, 0, 4, 4)
    code, out, err = call("odds", "--test", 500)
    assert (code, err) == (1, "")
    assert "does not fit the odds" in out


def test_changed_odds_or_miscounted_draws_fail_the_test(wire, call):
    manual = {"profile": "manual", "weights": NINE}
    junior = {"profile": "junior", "weights": [1, 1, 1] + [0] * 6, "counts": [25] + [0] * 8}
    wire.replies["odds"] = lambda request: junior if "draws" in request else manual
    code, _, err = call("odds", "--test", 25)
    assert (code, "changed during the test" in err) == (1, True)
    assert "25 times instead of 10" in call("odds", "--test", 10)[2]


def tests_the_cells(wire):
    def answer(request):
        wire.tells(protocol.ok(request["id"], {"testing": True}), {"event": "battery", **CHECK})

    wire.replies["battery"] = answer
    wire.power["usb"] = False


def test_battery_prints_volts_verdict_and_trend(wire, call, told):
    tests_the_cells(wire)
    wire.tests = [[4500, 4300, 900, 0], [4300, 4000, 2000, 1]]
    found = told("battery")
    assert {name: found[name] for name in CHECK} == CHECK
    assert found["trend"] == {"tests": 3, "mv_a_test": -300, "word": "falling"}
    _, out, _ = call("battery")
    assert out.startswith("replace soon: 4.01 V, 3.70 V under load, 4100 mOhm; these look")


def test_battery_on_usb_prints_the_last_test_or_advice(wire, call, told):
    code, out, err = call("battery")
    assert (code, out) == (1, "")
    assert "can only be tested while they power" in err
    assert "check button" in err
    wire.tests = [[4500, 4300, 900, 0]]
    assert told("battery")["source"] == "noted"
    assert not [asked for asked in wire.asked if asked["do"] == "battery"]


def test_log_prints_faults_with_meaning_crash_and_cell_tests(wire, call, told):
    assert call("status", "--log")[1].count("  none\n") == 3
    wire.entries = [{"code": "lever_stuck", "count": 2, "first_ms": 2**30 - 2995}]
    wire.entries[0]["last_ms"] = 2**30 - 1995  # the clock starts at 0 again there
    wire.crash = "Crash 1 in a row:\n" + "x" * 900
    wire.tests = [[4500, 3300, 900, 2]]
    found = told("status", "--log")["log"]
    assert (found["faults"][0]["first_ago_ms"], found["crash"]) == (3000, wire.crash)
    _, out, _ = call("status", "--log")
    assert "The last crash:\n  Crash 1 in a row:\n  xxx" in out
    assert "lever_stuck: 2 times, last 2 s ago. The lever has been pulled" in out
    assert "4.50 V, 3.30 V under load, 900 mOhm: replace soon" in out


def test_support_writes_an_archive(wire, told, tmp_path):
    path = tmp_path / "mine.zip"
    path.write_text("of before")
    assert told("support", "-o", path, "--force") == {"file": str(path), "missing": {}}
    assert zipfile.is_zipfile(path)


def test_support_works_without_a_device_and_reports_it(nothing_plugged_in, call, tmp_path):
    code, out, err = call("support", "-o", tmp_path / "mine.zip")
    assert (code, "is ready" in out) == (0, True)
    assert "without device: No Pico is plugged in" in err
    assert call("support", "-o", tmp_path / "no" / "where.zip")[0] == 2
