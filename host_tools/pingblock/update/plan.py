"""Plan of an update, decided before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from pingblock.build.slot_image import SlotImage
from pingblock.common.frozen import NAME, RUNNING, identity
from pingblock.common.micropython import SUPPORTED, runs
from pingblock.connection.device import Device
from pingblock.connection.files import FileInfo
from pingblock.errors import Refused, WrongDevice
from pingware.shared import slots
from pingware.shared.slot_format import PATH

_IN_PLACE = ("base", "crc32", "other")  # fields of a state that a device with files has not


@dataclass(frozen=True)
class UpdateState:
    """State of a device's slots.

    Args:
        slot: in force, "a" or "b".
        running: the one that runs now; "f" is the firmware in MicroPython itself, which stands in
            the place of slot a.
        state: confirmed, committed, trial or rolled_back.
        why: it was rolled back, one of ``shared.slots.REASONS``; else "".
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
    """Files to write and to remove, and the slot they are for.

    Args:
        slot: that is not in force.
        write: path to content.
        remove: paths of the slot that do not belong there.
        same: paths that hold what they must already.
        up_to_date: whether this firmware is in force already, so that nothing is to be done.
    """

    slot: str
    write: dict[str, bytes]
    remove: tuple[str, ...]
    same: tuple[str, ...]
    up_to_date: bool

    @property
    def in_place(self) -> bool:
        """True if it writes a slot whose firmware runs in place, not files."""
        return PATH in self.write

    @property
    def size(self) -> int:
        """Bytes to write."""
        return sum(map(len, self.write.values()))


def plan(device: Device, firmware: Mapping[str, bytes]) -> UpdatePlan:
    """Looks at the device and decides; writes nothing.

    Args:
        device: open.
        firmware: of a slot, name to content.

    Raises:
        Refused: ``busy``, another update is being tried.
        WrongDevice: the device cannot run this firmware, or take updates at all.
    """
    now = state(device)
    _check_free(now)
    _check_runs(now, firmware)
    slot = str(slots.other(now.slot))
    held = device.files(f"/{slot}")
    same = {name for name, data in firmware.items() if held.get(name) == info(data)}
    return UpdatePlan(
        slot,
        {f"/{slot}/{name}": data for name, data in firmware.items() if name not in same},
        tuple(f"/{slot}/{name}" for name in sorted(held.keys() - firmware.keys())),
        tuple(f"/{slot}/{name}" for name in sorted(same)),
        is_frozen(device, firmware)
        if now.running == RUNNING
        else holds(device, now.slot, firmware),
    )


def plan_in_place(now: UpdateState, image: SlotImage) -> UpdatePlan:
    """Decides for a device whose firmware runs in place.

    Args:
        now: its state.
        image: the firmware.

    Raises:
        Refused: ``busy``, another update is being tried.
        WrongDevice: the firmware is for another MicroPython.
    """
    _check_free(now)
    if image.base.hex() != now.base:
        raise WrongDevice(
            "This firmware needs the MicroPython that it was made with, and the device has another"
            " one. Write the whole image onto it once, with 'pingblock flash': settings and sounds"
            " stay."
        )
    slot, runs = slots.other(now.slot), slots.SLOTS.index(now.running)
    content = image.stream(slots.SLOTS.index(slot))
    return UpdatePlan(slot, {PATH: content}, (), (), image.crc32(runs) == now.crc32)


def _check_free(now: UpdateState) -> None:
    if now.state in ("committed", "trial"):
        raise Refused(
            "busy", "The device is still trying an update: wait half a minute, then try again."
        )


def holds(device: Device, slot: str, firmware: Mapping[str, bytes]) -> bool:
    """Returns whether a slot holds this firmware, and nothing else."""
    return device.files(f"/{slot}") == {name: info(data) for name, data in firmware.items()}


def is_frozen(device: Device, firmware: Mapping[str, bytes]) -> bool:
    """Returns whether the device's MicroPython has this firmware in it."""
    return device.files("/").get(NAME) == info(identity(firmware).encode())


def info(data: bytes) -> FileInfo:
    """Returns what a device tells of a file with this content."""
    return FileInfo(len(data), crc32(data))


def _check_runs(now: UpdateState, firmware: Mapping[str, bytes]) -> None:
    ours = {data[1] | data[2] << 8 for data in firmware.values() if data[:1] == b"M"}
    if not runs(now.mpy, max(ours, default=now.mpy)):
        raise WrongDevice(
            "The device's MicroPython cannot run this firmware, which is compiled for "
            f"{SUPPORTED}."
        )
