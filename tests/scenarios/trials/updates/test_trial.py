"""New firmware is started once, on trial: playing comes first, and settings stay."""

from contextlib import ExitStack

import pytest
from benchmarks.firmware_changes import Flashed, rebuilt
from tests import slots_image
from tests.scenarios.trials.safe_start import damage
from tests.waveforms import max_click

from pingblock.image import slot_image
from pingblock.virtual.parts.battery import PRESETS

OLD, NEW = ("a", "a", "confirmed", ""), ("b", "b", "confirmed", "")
READY_MS = 1500
STEP = "            seconds += 1\n"
SECOND = f"{STEP}            parts.reports.fault('settings_not_saved')\n"
FAULTY = {"pingware/app/boot/tasks.py": lambda text: text.replace(STEP, SECOND)}


@pytest.fixture
def updated(stored):
    """Opens the chip with settings, and untried firmware in slot b."""
    with ExitStack() as stack:

        def opened(firmware=None, **settings):
            new = (firmware or slots_image.other_firmware()).at(1, 0, confirmed=False)
            files = stored(**settings) if settings else {}
            device = Flashed(files, slots={1: damage.no_state(new)})
            bench = stack.enter_context(damage.booted(device))
            bench.advance_to(READY_MS)
            return bench

        yield opened


def tried(bench, wait_ms):
    """Has slot b tried, and waits."""
    assert bench.request("update", what="commit")["ok"] == {"restarts": True}
    bench.advance(wait_ms)
    return bench


def state_of(bench):
    """Returns the slot in use, the running slot, the state and the reason."""
    told = bench.request("update", what="state")["ok"]
    return told["slot"], told["running"], told["state"], told["why"]


def starts(bench):
    return len(bench.events("reset"))


@pytest.mark.rules
def test_device_without_an_update_runs_slot_a_and_bootsel_restarts(bench):
    assert state_of(bench) == OLD
    assert bench.request("update", what="confirm")["error"]["code"] == "no_trial"
    assert bench.request("update", what="commit")["error"]["code"] == "no_other"
    assert bench.request("bootsel")["ok"] == {"restarts": True}
    bench.advance(1000)
    assert starts(bench) == 2


@pytest.mark.parametrize("engine", ["desk", pytest.param("wasm", marks=pytest.mark.long)])
def test_device_that_runs_from_files_refuses_new_firmware(bench, engine):
    bench.send('{"id":"new","do":"put","path":"/firmware","size":1024,"crc32":0}')
    bench.advance(2000)
    error = bench.parts.tap.replies["new"]["error"]
    assert (error["code"], "error 30" in error["say"]) == ("flash", True)
    bench.press()
    bench.advance(300)
    assert len(bench.events("outcome")) == 1


def test_commit_and_confirmation_wait_for_the_end_of_a_sound(updated, only):
    """Flash that is written while a sound plays would make it stutter."""
    bench = updated(**only("coins", 6))
    bench.press()
    bench.advance(200)
    bench.send('{"id":"x","do":"update","what":"commit"}')
    bench.advance(300)
    assert starts(bench) == 1
    while starts(bench) == 1:
        bench.advance(100)
        assert bench.now_ms < 10_000
    bench.advance(4900)
    bench.press()
    bench.advance(1500)
    assert state_of(bench) == ("a", "b", "trial", "")
    bench.advance(3000)
    assert state_of(bench) == NEW
    assert max_click(bench.parts.sound) <= 0.05


@pytest.mark.long
def test_confirmation_waits_for_the_worms_but_not_forever(updated):
    """Writing to flash would delay the worms. After 30 s unconfirmed, the device goes back."""
    bench = updated(run_s=[60, 60])
    bench.request("worms", run="start")
    bench.advance(1000)
    assert bench.request("update", what="commit")["error"]["code"] == "busy"
    bench.request("worms", run="stop")
    bench.advance(3000)
    tried(bench, 2500)
    bench.request("worms", run="start")
    bench.advance(10_000)
    assert state_of(bench) == ("a", "b", "trial", "")
    bench.advance(15_000)
    assert state_of(bench) == NEW
    assert bench.request("worms")["ok"]["state"] == "started"


@pytest.mark.parametrize(
    "cells",
    ["flat", *[pytest.param(each, marks=pytest.mark.long) for each in PRESETS if each != "flat"]],
)
def test_trial_succeeds_without_usb_and_with_any_cells(updated, cells):
    bench = updated()
    bench.set_battery((PRESETS[cells],) * 3)
    tried(bench, 300)
    bench.unplug()
    bench.advance(40_000)
    bench.plug()
    bench.advance(3000)
    assert state_of(bench) == NEW


def test_settings_before_and_during_a_trial_survive_a_rollback(updated):
    bench = updated()
    bench.request("volume", level=3)
    tried(bench, 2000)
    assert bench.request("status")["ok"]["settings"]["volume"] == 3
    bench.request("volume", level=5)
    while bench.request("settings")["ok"]["unsaved"]:
        bench.advance(100)
        assert bench.now_ms < 30_000
    assert state_of(bench)[2] == "trial"
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(READY_MS)
    assert state_of(bench) == ("a", "a", "rolled_back", "power")
    assert bench.request("status")["ok"]["settings"]["volume"] == 5


@pytest.mark.long
def test_firmware_with_repeated_faults_is_rolled_back(updated):
    firmware = slot_image.in_uf2(rebuilt(FAULTY).image.read_bytes())
    bench = tried(updated(firmware), 34_000)
    assert state_of(bench) == ("a", "a", "rolled_back", "late")
    assert starts(bench) == 3
