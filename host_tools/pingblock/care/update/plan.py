"""Plans an update before anything is written."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.connection.device import Device
from pingblock.errors import Refused, WrongDevice
from pingblock.image.slot_image import SlotImage
from pingware.shared.slot_format import LETTERS

# Fields that are missing in the answer of a device whose firmware is files.
_IN_PLACE = ("base", "crc32", "other")


@dataclass(frozen=True)
class UpdateState:
    """State of a device's two slots.

    Args:
        slot: the slot that runs normally, "a" or "b".
        running: the slot that is running.
        state: confirmed, committed, trial or rolled_back.
        why: why the other slot was rejected, one of ``shared.slot_format.REASONS``, or "".
        mpy: the version of compiled files that its MicroPython runs.
        base: SHA-256 (hex) of the base image that runs the slots in place, or "" if the firmware
            is files.
        crc32: CRC-32 of the content of the slot that runs in place.
        other: state of the firmware in the other slot: good, rejected, unusable, none, or "" if it
            is not known.
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
        """Returns the facts as an object for JSON."""
        found = {name: getattr(self, name) for name in ("slot", "running", "state", "why")}
        return found | ({"other": self.other} if self.other else {})


def state(device: Device) -> UpdateState:
    """Asks a device for its state.

    Raises:
        WrongDevice: the device's firmware is too old for updates over the link.
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
        slot: the slot that does not run normally.
        content: the bytes from ``SlotImage.stream``.
        up_to_date: whether this firmware runs already, so that no upload is needed.
    """

    slot: str
    content: bytes
    up_to_date: bool


def plan(now: UpdateState, image: SlotImage) -> UpdatePlan:
    """Plans an update from the state of a device, without writing to the device.

    Args:
        now: the state from ``in_place``.
        image: the new firmware.

    Raises:
        Refused: another update is on trial (``busy``).
        WrongDevice: the firmware is for another MicroPython.
    """
    if now.state in ("committed", "trial"):
        raise Refused(
            "busy", "The device is still trying an update: wait half a minute, then try again."
        )
    if image.base.hex() != now.base:
        raise WrongDevice(
            "This firmware needs the MicroPython that it was made with, but the device has "
            "another one. Write the whole image onto it once, with 'pingblock flash pico' (or "
            "pico2): settings and sounds stay."
        )
    slot, runs = other_slot(now.slot), LETTERS.index(now.running)
    content = image.stream(LETTERS.index(slot))
    return UpdatePlan(slot, content, image.crc32(runs) == now.crc32)


def in_place(device: Device) -> UpdateState:
    """Asks a device that runs its firmware in place for its state.

    Raises:
        WrongDevice: the device's firmware is files, as in Pingblock 0.1, or see ``state``.
    """
    now = state(device)
    if not now.base:
        raise WrongDevice(
            "This device has its firmware as files, as Pingblock 0.1 had: use 'pingblock "
            "install' this once. It writes the whole image, and keeps settings and sounds."
        )
    return now


def other_slot(letter: str) -> str:
    """Returns the letter (str) of the slot other than ``letter``."""
    return LETTERS[1 - LETTERS.index(letter)]
