"""New firmware is started once, on trial: good is kept, anything else is rolled back by itself."""

import json

import pytest
from tests.seldom import seldom
from tests.version import VERSION
from tests.waveforms import max_click

from pingblock.build import image
from pingblock.virtual.parts.battery import PRESETS

OLD, NEW = ("a", "a", "confirmed", ""), ("b", "b", "confirmed", "")
TASKS, BOOT = "pingware/app/boot/tasks.py", "pingware/app/boot/boot.py"
STEP = "            seconds += 1\n"


def marked(text):
    """This firmware calls itself 9.9.9."""
    assert f'"{VERSION}"' in text
    return text.replace(f'"{VERSION}"', '"9.9.9"')


def in_second(code, second=2):
    """The watch of the tasks runs ``code`` in its second."""

    def change(text):
        assert STEP in text
        return text.replace(STEP, f"{STEP}            if seconds == {second}:\n{code}")

    return {TASKS: change}


def lines(*statements):
    return "".join(f"                {statement}\n" for statement in statements)


CRASH = in_second(lines("raise ValueError('on purpose')"))
IMPORT_ERROR = {BOOT: lambda text: text + "\nraise ValueError('on purpose')\n"}
# Shorter than the 8 s that start.py gives, which a file cut short waits for (below).
SOON = ("import machine", "machine.WDT(timeout=1000)")
HANG = in_second(lines(*SOON, "while True:", "    pass"))
DEAF = in_second(lines(*SOON, "machine.disable_irq()", "while True:", "    pass"))
SILENT = {
    "pingware/app/files/trial.py": lambda text: text.replace("PROVEN_S = 5", "PROVEN_S = 1000")
}
EACH_SECOND = f"{STEP}            parts.reports.fault('settings_not_saved')\n"
FAULTY = {TASKS: lambda text: text.replace(STEP, EACH_SECOND)}


def tried(bench, wait_ms):
    """Has slot b tried, and waits."""
    assert bench.request("update", what="commit")["ok"] == {"restarts": True}
    bench.advance(wait_ms)
    return bench


def plays(bench):
    told = len(bench.events("outcome"))
    bench.press()
    bench.advance(300)
    return len(bench.events("outcome")) == told + 1


def starts(bench):
    return len(bench.events("reset"))


@pytest.mark.rules
def test_before_any_update_the_only_slot_is_in_force_and_bootsel_leaves_it(bench, state_of):
    assert state_of(bench) == OLD
    assert bench.request("update", what="confirm")["error"]["code"] == "no_trial"
    assert bench.request("bootsel")["ok"] == {"restarts": True}
    bench.advance(1000)
    assert starts(bench) == 2


def test_good_firmware_is_kept_with_all_settings(in_slot_b, state_of):
    bench = in_slot_b({"pingware/app/requests/link.py": marked}, volume=3)
    tried(bench, 3000)
    assert state_of(bench) == ("a", "b", "trial", "")
    bench.advance(6000)
    assert state_of(bench) == NEW
    assert bench.request("hello")["ok"]["version"] == "9.9.9"
    assert bench.request("status")["ok"]["settings"]["volume"] == 3
    assert plays(bench)
    bench.advance(40_000)
    assert starts(bench) == 2, "the trial's own time is over"
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(1500)
    assert state_of(bench) == NEW


UNFIT = {
    "crash": (CRASH, "crash", 6000),
    "crash in import": (IMPORT_ERROR, "crash", 3000),
    "hang": (HANG, "hang", 7000),
    "hang, interrupts off": (DEAF, "hang", 7000),
    "no word": (SILENT, "late", 34_000),
    "fault upon fault": (FAULTY, "late", 34_000),
}


# Why a trial gets no word is a rule, the same on each engine: the chip plays two in `make test`.
@pytest.mark.parametrize(
    ("engine", "name"),
    [
        *[("desk", name) for name in UNFIT],
        ("chip", "hang, interrupts off"),
        *[seldom("chip", name) for name in ("crash", "crash in import", "hang", "no word")],
    ],
)
def test_firmware_that_does_not_prove_good_is_rolled_back(in_slot_b, state_of, name):
    changes, why, by_ms = UNFIT[name]
    bench = in_slot_b({**changes, "pingware/app/requests/link.py": marked}, volume=3)
    tried(bench, by_ms)
    assert state_of(bench) == ("a", "a", "rolled_back", why)
    assert bench.request("hello")["ok"]["version"] == VERSION
    assert bench.request("status")["ok"]["settings"]["volume"] == 3
    assert plays(bench)
    assert starts(bench) == 3
    if name == "crash":
        bench.advance(40_000)
        assert starts(bench) == 3, "the trial's own time is over"


@pytest.mark.parametrize(
    ("engine", "after_ms"), [("desk", 1000), ("desk", 2500), ("desk", 4000), ("chip", 2500)]
)
def test_loss_of_power_during_the_trial_rolls_it_back(in_slot_b, state_of, after_ms):
    bench = tried(in_slot_b({"pingware/app/requests/link.py": marked}), after_ms)
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(1500)
    assert state_of(bench) == ("a", "a", "rolled_back", "power")
    assert plays(bench)


def spoilt(files):
    name = next(name for name in files if name != "manifest.txt")
    files[name] += b"#"


def short(files):
    del files["manifest.txt"]


def lacking(files):
    del files[next(name for name in files if name != "manifest.txt")]


def empty(files):
    files["manifest.txt"] = b""


def no_text(files):
    files["manifest.txt"] = bytes(range(255, 100, -1))


@pytest.mark.parametrize(
    ("engine", "spoil"),
    [
        *[("desk", spoil) for spoil in (spoilt, short, lacking, empty, no_text)],
        ("chip", spoilt),
        ("chip", no_text),
    ],
)
def test_firmware_that_is_not_whole_is_never_started(in_slot_b, state_of, spoil):
    bench = tried(in_slot_b({"pingware/app/requests/link.py": marked}, spoil), 3000)
    assert state_of(bench) == ("a", "a", "rolled_back", "damaged")
    assert starts(bench) == 2
    assert {event["version"] for event in bench.events("hello")} == {VERSION}


@pytest.mark.rules
def test_the_host_may_confirm_before_the_device_does(in_slot_b, state_of):
    bench = tried(in_slot_b(SILENT), 2000)
    assert bench.request("update", what="commit")["error"]["code"] == "busy"
    assert bench.request("update", what="confirm")["ok"]["state"] == "confirmed"
    bench.advance(40_000)
    assert state_of(bench) == NEW
    assert starts(bench) == 2


@pytest.mark.rules
def test_commit_waits_for_the_end_of_a_sound(in_slot_b, state_of, only):
    bench = in_slot_b({}, **only("laugh"))
    bench.press()
    bench.advance(200)
    bench.send('{"id":"x","do":"update","what":"commit"}')
    bench.advance(300)
    assert starts(bench) == 1
    bench.advance(20_000)
    assert state_of(bench) == NEW
    assert max_click(bench.parts.sound) <= 0.05


@pytest.mark.rules
def test_confirmation_waits_for_the_end_of_a_sound(in_slot_b, state_of, only):
    """Flash that is written while a sound plays would make it stutter."""
    bench = tried(in_slot_b({}, **only("coins", 6)), 4900)
    bench.press()
    bench.advance(1500)
    assert state_of(bench) == ("a", "b", "trial", "")
    bench.advance(3000)
    assert state_of(bench) == NEW
    assert max_click(bench.parts.sound) <= 0.05


@pytest.mark.rules
def test_confirmation_waits_while_the_worms_move_but_not_for_ever(in_slot_b, state_of):
    """Flash holds the firmware up, and 30 s without a confirmation would roll it back."""
    bench = tried(in_slot_b({}, run_s=[60, 60]), 2500)
    bench.request("worms", run="start")
    bench.advance(10_000)
    assert state_of(bench) == ("a", "b", "trial", "")
    bench.advance(15_000)
    assert state_of(bench) == NEW
    assert bench.request("worms")["ok"]["state"] == "started"


# The cells decide nothing by the rules; on the chip the weakest ones are enough.
@pytest.mark.parametrize(
    ("engine", "cells"), [*[seldom("desk", name) for name in sorted(PRESETS)], ("chip", "flat")]
)
def test_trial_needs_neither_usb_nor_good_cells(in_slot_b, state_of, cells):
    bench = in_slot_b({})
    bench.set_battery((PRESETS[cells],) * 3)
    tried(bench, 300)
    bench.unplug()
    bench.advance(40_000)
    bench.plug()
    bench.advance(3000)
    assert state_of(bench) == NEW


@pytest.mark.rules
def test_commit_is_refused_while_the_worms_move(in_slot_b, state_of):
    bench = in_slot_b({})
    bench.request("worms", run="start")
    bench.advance(1000)
    assert bench.request("update", what="commit")["error"]["code"] == "busy"
    assert state_of(bench) == OLD


def test_setting_of_a_moment_ago_survives_the_restart(in_slot_b):
    bench = in_slot_b({})
    bench.request("volume", level=3)
    tried(bench, 2000)
    assert bench.request("status")["ok"]["settings"]["volume"] == 3


def odd_settings(stored, **odd):
    """Returns stored settings with what only the firmware of slot a can use."""
    [(path, data)] = stored(volume=5).items()
    values = json.loads(data[9:].partition(b" ")[2])
    return path, {**values, **odd}


@pytest.mark.long
@pytest.mark.parametrize("engine", ["chip"], indirect=True)
def test_setting_of_a_trial_outlives_it_and_the_old_ones_stay(in_slot_b, state_of, stored, slot):
    """The old firmware may know the setting glow; the new one does not."""
    path, values = odd_settings(stored, glow=7)
    bench = in_slot_b(SILENT, files={path: slot(values)})
    tried(bench, 2000)
    bench.request("volume", level=3)
    bench.advance(6000)
    assert state_of(bench)[2] == "trial"
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(1500)
    assert state_of(bench)[2:] == ("rolled_back", "power")
    assert bench.request("status")["ok"]["settings"]["volume"] == 3
    kept = bench.engine.device_files()["settings.b"]
    assert json.loads(kept[9:].partition(b" ")[2]) == {**values, "volume": 3}


def test_a_second_update_goes_to_the_first_slot(in_slot_b, state_of, firmware_of):
    files = {f"/a/{name}": data for name, data in firmware_of({}).items()}
    bench = tried(in_slot_b({"pingware/app/requests/link.py": marked}, files=files), 9000)
    assert state_of(bench) == NEW
    tried(bench, 9000)
    assert state_of(bench) == OLD
    assert bench.request("hello")["ok"]["version"] == VERSION


def cut_short(files):
    """A file that ends too early, and yet is what its manifest says."""
    files["app_tasks.mpy"] = files["app_tasks.mpy"][:4]  # before a number without end
    del files["manifest.txt"]
    files["manifest.txt"] = image.manifest(files)


@pytest.mark.parametrize("engine", ["chip"], indirect=False)
def test_hang_while_a_file_is_read_is_rolled_back(engine, in_slot_b, state_of):
    """MicroPython 1.24 reads on for ever at the early end of a ``.mpy`` file, deaf to all."""
    bench = tried(in_slot_b({}, cut_short), 11_000)
    assert state_of(bench) == ("a", "a", "rolled_back", "hang")


@pytest.mark.parametrize("engine", ["chip"], indirect=False)
def test_prompt_is_there_during_a_trial_and_stays(engine, in_slot_b, state_of):
    bench = tried(in_slot_b({}), 2000)
    bench.send(b"\r\x03")
    bench.advance(500)
    bench.send(b"print(6 * 7)\r")
    bench.advance(40_000)
    assert any(event["text"] == "42" for event in bench.events("text"))
    assert starts(bench) == 2
    bench.send(b"import machine; machine.reset()\r")
    bench.advance(2000)
    assert state_of(bench) == ("a", "a", "rolled_back", "stopped")
