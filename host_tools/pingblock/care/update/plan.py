"""Plan of an update. It is made before anything is written."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.connection.device import Device
from pingblock.errors import Refused, WrongDevice
from pingblock.image.slot_image import SlotImage
from pingware.shared.slot_format import LETTERS

# Fields of a state that a device with firmware files does not have.
_IN_PLACE = ("base", "crc32", "other")


@dataclass(frozen=True)
class UpdateState:
    """State of a device's slots.

    Args:
        slot: the slot in force, "a" or "b".
        running: the slot that runs now.
        state: confirmed, committed, trial or rolled_back.
        why: the reason why the other slot was rejected, one of ``shared.slot_format.REASONS``, or
            "".
        mpy: the format of compiled files that it runs.
        base: SHA-256 (hex) of the MicroPython that runs the slots in place, or "" if they are
            files.
        crc32: of the content of the slot that runs in place.
        other: of the firmware in the other slot: good, rejected, unusable, none, or "" if it is
            not known.
    """

    slot: str
    running: str
    state: str
    why: str
    mpy: int
    base: str = ""
    crc32: int = 0
    other: str = ""

    def fields(self) -> dict[str, str]:
        """Returns the facts for programs, by name."""
        found = {name: getattr(self, name) for name in ("slot", "running", "state", "why")}
        return found | ({"other": self.other} if self.other else {})


def state(device: Device) -> UpdateState:
    """Requests the state of a device.

    Raises:
        WrongDevice: its firmware is too old for updates over the link.
    """
    try:
        fields = device.request("update", what="state")
    except Refused as no:
        if no.code != "unknown_request":
            raise
        raise WrongDevice(
            f"Firmware {device.hello.version} cannot be updated over the link: use "
            "'pingblock install' once."
        ) from None
    named = {name: fields[name] for name in ("slot", "running", "state", "why", "mpy")}
    return UpdateState(**named, **{name: fields[name] for name in _IN_PLACE if name in fields})


@dataclass(frozen=True)
class UpdatePlan:
    """An upload, and the slot that it is for.

    Args:
        slot: the slot that is not in force.
        content: from ``SlotImage.stream``.
        up_to_date: whether this firmware runs already, so that no upload is needed.
    """

    slot: str
    content: bytes
    up_to_date: bool


def plan(now: UpdateState, image: SlotImage) -> UpdatePlan:
    """Makes the plan from the state of a device. It writes nothing.

    Args:
        now: from ``in_place``.
        image: the firmware.

    Raises:
        Refused: ``busy``, another update is on trial.
        WrongDevice: the firmware is for another MicroPython.
    """
    _check_free(now)
    if image.base.hex() != now.base:
        raise WrongDevice(
            "This firmware needs the MicroPython that it was made with, and the device has another"
            " one. Write the whole image onto it once, with 'pingblock flash pico' (or pico2):"
            " settings and sounds stay."
        )
    slot, runs = other_slot(now.slot), LETTERS.index(now.running)
    content = image.stream(LETTERS.index(slot))
    return UpdatePlan(slot, content, image.crc32(runs) == now.crc32)


def in_place(device: Device) -> UpdateState:
    """Requests the state of a device that runs its firmware in place.

    Raises:
        WrongDevice: its firmware is files, as in Pingblock 0.1, or see ``state``.
    """
    now = state(device)
    if not now.base:
        raise WrongDevice(
            "This device has its firmware as files, as Pingblock 0.1 had: use 'pingblock install'"
            " this once. It writes the whole image, and carries settings and sounds over."
        )
    return now


def _check_free(now: UpdateState) -> None:
    if now.state in ("committed", "trial"):
        raise Refused(
            "busy", "The device is still trying an update: wait half a minute, then try again."
        )


def other_slot(letter: str) -> str:
    """Returns the letter (str) of the slot other than ``letter``."""
    return LETTERS[1 - LETTERS.index(letter)]
