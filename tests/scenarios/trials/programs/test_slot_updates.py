"""Updates of an image that runs in place, by link: into the other slot, on trial, and back."""

from itertools import accumulate
from random import Random

import numpy as np
import pytest
from tests import slots_image
from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.own_sound_files import RISE, made

from pingblock.errors import Refused
from pingblock.image import slot_image
from pingblock.sounds.sound_file import path_of
from pingblock.virtual.chip.engine import ChipEngine
from pingware.shared.slot_format import PAGE_BYTES, PATH, RECORDS, SECTOR_BYTES

A, B = 0, 1
OURS, OTHER = slots_image.OURS, slots_image.OTHER
UP_MS, CONFIRMED_MS = 1000, 9000
BETWEEN_MS = (500, 1200)  # time between two presses, which give one coin each
ERASE_MS, QUIET_MS = 46, 100  # time to erase a sector, in which the chip cannot run code
SOUND = made("laugh", RISE).data
STATE = {"what": "state"}


@pytest.fixture
def chip():
    """Opens the chip with content in its slots."""
    slots_image.built()
    opened = []

    def at(parts=None, files=None):
        flash = slots_image.flash(parts or {}, files)
        cable = Cable(lambda sink: ChipEngine(sink, flash=flash), UP_MS)
        opened.append(cable.bench)
        return cable

    yield at
    for bench in opened:
        bench.close()


def state(bench):
    found = bench.request("update", **STATE)["ok"]
    return found["slot"], found["running"], found["state"], found["why"]


def runs(bench):
    """Returns which firmware runs."""
    return bench.request("hello")["ok"]["board"]


def power_cycle(bench):
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(UP_MS)


def put(cable, firmware, slot=B, progress=None):
    with cable.device() as device:
        device.put(PATH, firmware.stream(slot), progress)


def test_update_goes_into_the_other_slot_and_back(chip):
    cable = chip()
    bench = cable.bench
    new = slots_image.other_firmware()
    since_ms = bench.now_ms
    put(cable, new)
    assert bench.now_ms - since_ms < 6000
    bench.request("update", what="commit")
    assert state(bench) == ("a", "a", "committed", "")
    bench.advance(2000)
    assert (state(bench), runs(bench)) == (("a", "b", "trial", ""), OTHER)
    bench.advance(CONFIRMED_MS)
    assert (state(bench), runs(bench)) == (("b", "b", "confirmed", ""), OTHER)
    bench.request("update", what="commit")  # This goes back: slot a is tried.
    bench.advance(CONFIRMED_MS)
    assert (state(bench), runs(bench)) == (("a", "a", "confirmed", ""), OURS)
    power_cycle(bench)
    assert runs(bench) == OURS


def test_update_state_has_base_and_checksum_of_the_running_slot(chip):
    new = slots_image.other_firmware()
    told = chip({B: new.at(B, 2)}).bench.request("update", **STATE)["ok"]
    assert told["base"] == new.base.hex()
    assert told["crc32"] == new.crc32(B) != new.crc32(A)


def test_settings_and_sounds_survive_an_update(chip):
    cable = chip()
    bench = cable.bench
    with cable.device() as device:
        device.put(path_of("laugh"), SOUND)
    bench.request("volume", level=3)
    bench.advance(4000)
    put(cable, slots_image.other_firmware())
    bench.request("update", what="commit")
    bench.advance(CONFIRMED_MS)
    assert (state(bench)[2], runs(bench)) == ("confirmed", OTHER)
    assert bench.request("status")["ok"]["settings"]["volume"] == 3
    assert list(bench.request("sounds")["ok"]["own"]) == ["laugh"]


def test_interrupted_upload_continues_after_power_loss(chip):
    cable = chip()
    bench, new = cable.bench, slots_image.other_firmware()
    size, seen = len(new.stream(B)), []

    def cut(done, whole):
        seen.append(done)
        if done > whole // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(cable, new, progress=cut)
    power_cycle(bench)
    assert (state(bench), runs(bench)) == (("a", "a", "confirmed", ""), OURS)
    seen.clear()
    put(cable, new, progress=lambda done, _whole: seen.append(done))
    assert seen[0] >= size // 2 - 2 * SECTOR_BYTES
    assert seen[-1] == size
    assert bench.request("update", what="commit")["ok"] == {"restarts": True}


def test_upload_after_another_interrupted_one_starts_again(chip):
    cable = chip()
    new, other = slots_image.firmware(), slots_image.other_firmware()

    def cut(done, whole):
        if done > whole * 4 // 5:  # Both files are equal up to the name of the pin map.
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(cable, other, progress=cut)
    put(cable, new)
    cable.bench.request("update", what="commit")
    cable.bench.advance(CONFIRMED_MS)
    assert (state(cable.bench)[1:3], runs(cable.bench)) == (("b", "confirmed"), OURS)


def error(bench, what="commit"):
    return bench.request("update", what=what)["error"]["code"]


def another_base(firmware):
    return slot_image.SlotImage(bytes(32), firmware.content, firmware.moved)


@pytest.mark.parametrize("firmware", [None, another_base], ids=["none", "another base"])
def test_commit_without_firmware_for_this_base_is_refused(chip, firmware):
    cable = chip()
    if firmware:
        put(cable, firmware(slots_image.other_firmware()))
    assert error(cable.bench) == "no_other"
    power_cycle(cable.bench)
    assert (state(cable.bench), runs(cable.bench)) == (("a", "a", "confirmed", ""), OURS)


@pytest.mark.parametrize("size", [0, PAGE_BYTES, 5 * PAGE_BYTES + 1, slot_image.SIZE])
def test_upload_of_a_wrong_size_is_refused(chip, size):
    cable = chip()
    with cable.device() as device, pytest.raises(Refused) as refused:
        device.put(PATH, bytes(size))
    assert refused.value.code == "too_big"


@pytest.mark.parametrize("path", ["/a/app.mpy", "/b/manifest.txt"])
def test_files_of_firmware_are_refused(chip, path):
    with chip().device() as device, pytest.raises(Refused, match="into /sounds only"):
        device.put(path, b"1")


def test_slots_cannot_be_changed_during_a_trial(chip):
    old, new = slots_image.firmware(), slots_image.other_firmware()
    cable = chip({A: old.at(A, 1), B: new.at(B, 2, confirmed=False)})
    assert state(cable.bench) == ("a", "b", "trial", "")
    with pytest.raises(Refused) as refused:
        put(cable, new, A)
    assert (refused.value.code, error(cable.bench)) == ("busy", "busy")
    cable.bench.request("update", what="confirm")
    assert state(cable.bench) == ("b", "b", "confirmed", "")


def test_slot_tried_too_often_needs_a_new_upload(chip):
    held = bytearray(slots_image.other_firmware().at(B, 1))
    for number in range(RECORDS):
        held[256 + 32 * number : 264 + 32 * number] = slot_image.state(number, False)[:8]
    bench = chip({A: slots_image.firmware().at(A, 9), B: bytes(held)}).bench
    assert error(bench) == "no_other"
    assert runs(bench) == OURS


LATE = """
import machine, time
def run():
    while True:
        machine.WDT(timeout=8388).feed()
        time.sleep(1)
"""
ENDS = {  # behaviour of new firmware, time until the old firmware runs again, and the reason
    "crash": ("def run():\n    raise ValueError('on purpose')\n", 2000, "crash"),
    "hang": ("def run():\n    while True:\n        pass\n", 10_500, "hang"),
    "not confirmed": (LATE, 32_500, "late"),
}


@pytest.mark.parametrize("end", ENDS)
def test_firmware_that_fails_its_trial_is_rolled_back(chip, end):
    app, until_ms, why = ENDS[end]
    cable = chip()
    put(cable, slots_image.small(app))
    cable.bench.request("update", what="commit")
    cable.bench.advance(until_ms)
    assert (state(cable.bench), runs(cable.bench)) == (("a", "a", "rolled_back", why), OURS)


def test_power_loss_in_a_trial_is_reported(chip):
    cable = chip()
    put(cable, slots_image.other_firmware())
    cable.bench.request("update", what="commit")
    cable.bench.advance(2000)
    assert state(cable.bench)[2] == "trial"
    power_cycle(cable.bench)
    assert state(cable.bench) == ("a", "a", "rolled_back", "power")
    assert runs(cable.bench) == OURS


def test_presses_during_an_update_sound_at_once(chip):
    cable = chip()
    bench, chance = cable.bench, Random(3)
    # A press during an outcome would not count.
    bench.request("profile", name="custom", weights=[1, *[0] * 8])
    since_ms = bench.now_ms
    pressed = list(accumulate((chance.uniform(*BETWEEN_MS) for _ in range(12)), initial=since_ms))
    for at_ms in pressed:
        bench.press(at_ms)
    put(cable, slots_image.other_firmware())
    took_ms = bench.now_ms - since_ms
    assert pressed[-1] > bench.now_ms, "presses must be planned beyond the end of the upload"
    assert took_ms < 20_000
    heard = [down for down in pressed if down < bench.now_ms - 1000]
    outcomes = [event["at_ms"] for event in bench.events("outcome")]
    lost = [down for down in heard if not any(0 <= at_ms - down < 100 for at_ms in outcomes)]
    assert (lost, len(heard) > 3) == ([], True)
    waits = [wait for down in heard if (wait := first_change_ms(bench, down))]
    assert len(waits) > 3
    assert max(waits) < ERASE_MS


def first_change_ms(bench, at_ms):
    """Returns the time from a press to the speaker's first move, or 0 if it already played."""
    steps = bench.parts.sound.waveform(0)
    moved = steps.times_us[np.diff(steps.levels, prepend=steps.levels[:1]) != 0] / 1000
    before, after = moved[moved < at_ms], moved[moved >= at_ms]
    return 0 if before.size and at_ms - before[-1] < QUIET_MS else float(after[0]) - at_ms
