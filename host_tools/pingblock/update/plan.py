"""Plan of an update, decided before anything is written."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.build.slot_image import SlotImage
from pingblock.connection.device import Device
from pingblock.errors import Refused, WrongDevice
from pingware.shared.slot_format import LETTERS, other

_IN_PLACE = ("base", "crc32", "other")  # fields of a state that a device with files has not


@dataclass(frozen=True)
class UpdateState:
    """State of a device's slots.

    Args:
        slot: in force, "a" or "b".
        running: the one that runs now.
        state: confirmed, committed, trial or rolled_back.
        why: it was rolled back, one of ``shared.slot_format.REASONS``; else "".
        mpy: the format of compiled files that it runs.
        base: SHA-256 (hex) of the MicroPython that runs the slots in place; "" if they are files.
        crc32: of the content of the slot that runs in place.
        other: of the firmware in the other slot: good, rejected, or none; "" if it is not known.
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
        """Returns what a program wants to know of it, by name."""
        found = {name: getattr(self, name) for name in ("slot", "running", "state", "why")}
        return found | ({"other": self.other} if self.other else {})


def state(device: Device) -> UpdateState:
    """Asks a device for its state.

    Raises:
        WrongDevice: its firmware is older than updates over the link.
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
        slot: that is not in force.
        content: as ``SlotImage.stream`` returns it.
        up_to_date: whether this firmware runs already, so that nothing is to be done.
    """

    slot: str
    content: bytes
    up_to_date: bool


def plan(now: UpdateState, image: SlotImage) -> UpdatePlan:
    """Decides from the state of a device; writes nothing.

    Args:
        now: as ``in_place`` returns it.
        image: the firmware.

    Raises:
        Refused: ``busy``, another update is being tried.
        WrongDevice: the firmware is for another MicroPython.
    """
    _check_free(now)
    if image.base.hex() != now.base:
        raise WrongDevice(
            "This firmware needs the MicroPython that it was made with, and the device has another"
            " one. Write the whole image onto it once, with 'pingblock flash pico' (or pico2):"
            " settings and sounds stay."
        )
    slot, runs = other(now.slot), LETTERS.index(now.running)
    content = image.stream(LETTERS.index(slot))
    return UpdatePlan(slot, content, image.crc32(runs) == now.crc32)


def in_place(device: Device) -> UpdateState:
    """Asks a device that runs its firmware in place for its state.

    Raises:
        WrongDevice: its firmware is files, as of Pingblock 0.1, or see ``state``.
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
