"""Operations of firmware that runs in place and writes to the flash. Each is recorded once."""

from __future__ import annotations

from functools import cache

from tests import slots_image
from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.flash_log import FlashLog

from pingblock.image.slot_image import SlotImage
from pingblock.sounds.sound_file import path_of
from pingware.shared.slot_format import CONTENT, PATH
from reliability import operations
from reliability.life import UP_MS, boot, logged_boot, wait_for_hello
from reliability.operations import NEW_SOUND, Operation, Recorded, after, record

B = 1
_COUNT = CONTENT + 16  # offset of frozen_table_t.count, see slot.h
TRIAL_MS = 12_000.0  # time for restart, trial and confirmation
CRASHES = "def run():\n    raise ValueError('on purpose')\n"
SWITCH = ("commit", "trial", "confirm")
REJECTION = "rejection of damage"
NAMES = ("upload", "upload over the latest", *SWITCH, "rollback", REJECTION)


@cache
def _device() -> bytes:
    """Returns the flash of a device with settings and a sound, and other firmware in slot b."""

    def owned(cable: Cable) -> None:
        with cable.device() as device:
            device.put(path_of("laugh"), NEW_SOUND)
        cable.bench.request("volume", level=3)
        cable.bench.advance(4000)

    return after(lambda: slots_image.flash({}), owned)


def _sent(firmware: SlotImage) -> operations.Act:
    def act(cable: Cable) -> None:
        cable.bench.advance(UP_MS)
        with cable.device() as device:
            device.put(PATH, firmware.stream(B))

    return act


@cache
def _with(firmware: str) -> bytes:
    made = slots_image.small(CRASHES) if firmware == "crashes" else slots_image.other_firmware()
    return after(_device, _sent(made))


def _tries(cable: Cable) -> None:
    """Tries the firmware in the other slot until it is confirmed or given up."""
    cable.bench.request("update", what="commit")
    cable.bench.advance(TRIAL_MS)


def with_cable(name: str) -> Operation:
    """Returns an operation that unplugging the cable can interrupt: ``upload`` or ``trial``."""
    if name == "trial":
        return Operation(lambda: _with("other"), _tries)
    return Operation(_device, _sent(slots_image.other_firmware()))


@cache
def _switched() -> tuple[FlashLog, int, int, int]:
    return operations.switched(_with("other"))


@cache
def recorded(name: str) -> Recorded:
    """Returns the record of an operation, one of ``NAMES``."""
    if name in SWITCH:
        log, *marks = _switched()
        place = SWITCH.index(name)
        return Recorded(name, log, ([0, *marks])[place], marks[place])
    if name == "rollback":
        log, first = operations.given_up(_with("crashes"))
        return Recorded(name, log, first, len(log.writes))
    if name == REJECTION:
        log = _rejected()
        return Recorded(name, log, 0, len(log.writes))
    sends = with_cable("upload")
    return record(name, sends if name == "upload" else Operation(_updated, sends.act))


def _rejected() -> FlashLog:
    """Returns the writes of a device whose confirmed slot b is so damaged that it cannot start."""
    slot = slots_image.other_firmware().at(B, 2)
    slot = slot[:_COUNT] + bytes(4) + slot[_COUNT + 4 :]
    cable, log = logged_boot(slots_image.with_parts(_device(), {B: slot}))
    wait_for_hello(cable.bench)
    log.stop()
    cable.bench.close()
    return log


@cache
def _updated() -> bytes:
    """Returns the flash of a device that went back from good firmware in slot b."""
    cable = boot(_with("other"))
    for _ in range(2):
        wait_for_hello(cable.bench)
        _tries(cable)
    flash = cable.bench.engine.flash_image()
    cable.bench.close()
    return flash
