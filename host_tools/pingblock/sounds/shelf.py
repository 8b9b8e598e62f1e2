"""The custom sounds on a device: lists, adds and removes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from zlib import crc32

from pingblock.connection.device import Device
from pingblock.errors import BadInput, Refused
from pingblock.sounds.sound import Sound
from pingblock.sounds.sound_file import ENDING, FOLDER, path_of
from pingware.shared import own_sound

Progress = Callable[[int, int], None]

NOW, SILENT, START, OTHER_GAME = "now", "silent", "start", "other_game"
_OTHER_GAME = (
    "The game that the device plays has no sound '{name}': choose one that has it, with "
    "'pingblock game', or hear it on this computer with 'pingblock sounds play {name} --here'."
)
QUIET_S = 20.0  # seconds for the longest sound, and for the device to read its files
_LOOK_S = 0.1


@dataclass(frozen=True)
class Held:
    """A device's report about its custom sounds.

    Args:
        own: custom sounds in use: name to (bytes of the file, ms).
        unusable: names of files that the device cannot play. It plays the built-in sounds instead.
        waiting: whether the device loads new files only when the block is silent.
        restart: whether some sounds can play only after a restart, because the free memory is
            fragmented.
        ram_bytes, ram_most: memory in bytes that custom sounds use, and may use.
    """

    own: dict[str, tuple[int, int]]
    unusable: tuple[str, ...]
    waiting: bool
    restart: bool
    ram_bytes: int
    ram_most: int


def held(device: Device, load: bool = False) -> Held:
    """Returns the custom sounds in use. With ``load``, the device first reads its files again."""
    fields = device.request("sounds", **({"load": True} if load else {}))
    own = {name: (size, ms) for name, (size, ms) in fields["own"].items()}
    unusable = tuple(fields["unusable"])
    return Held(own, unusable, fields["waiting"], fields["restart"], *fields["ram"])


def put(device: Device, sound: Sound, progress: Progress | None = None) -> str:
    """Replaces the built-in sound of the same name.

    If the device already has the file, it is not sent again.

    Returns:
        When the sound can play. ``NOW``: at once. ``SILENT``: when the block is silent, which
        did not happen in time. ``START``: after the next start, because the free memory is
        fragmented.
        ``OTHER_GAME``: when a game that has this sound is chosen.

    Raises:
        BadInput: the device has not enough memory for this sound and its other custom sounds.
        Refused: the device cannot play it.
        LinkError: the link failed. The device has the old sound or the new one.
    """
    data, path = sound.data, path_of(sound.name)
    there = device.files(FOLDER)
    name = sound.name + ENDING
    _check_room(sound, {other: there[other].size for other in there if other != name})
    if name not in there or (there[name].size, there[name].crc32) != (len(data), crc32(data)):
        device.put(path, data, progress)
    now = _taken(device)
    if sound.name in now.unusable:
        raise Refused(
            "unusable", f"The device cannot play {path}: the built-in sound plays instead."
        )
    if now.waiting:
        return SILENT
    if sound.name in now.own:
        return NOW
    return START if now.restart else OTHER_GAME


def _check_room(sound: Sound, others: dict[str, int]) -> None:
    used = sum(max(0, size - own_sound.HEAD_BYTES) for size in others.values())
    most = own_sound.RAM_BYTES_MOST
    if used + sound.ram_bytes > most:
        besides = ", ".join(sorted(others)) or "the built-in sounds"
        raise BadInput(
            f"The sound takes {sound.ram_bytes} bytes of memory, but only {max(0, most - used)} "
            f"of {most} are free, because of {besides}: make it shorter, or remove one with "
            "'pingblock sounds reset'."
        )


def play(device: Device, name: str, wait: bool = True) -> None:
    """Plays a sound once. Waits for its turn as ``Device.press`` does.

    Args:
        device: an open device.
        name: name of the sound.
        wait: False raises at once if a sound is playing.

    Raises:
        Refused: a sound is playing (``busy``), or the device has no such sound.
    """
    try:
        playing = device.until_accepted(
            lambda: bool(device.request("sounds", play=name)["playing"]), wait
        )
    except Refused as refused:
        if refused.code != "bad_value":
            raise
        raise Refused("other_game", _OTHER_GAME.format(name=name)) from None
    if not playing:
        raise Refused("busy", "The block is playing a sound: try again when it is silent.")


def reset(device: Device, names: Iterable[str] | None = None) -> list[str]:
    """Removes custom sounds, so that the built-in sounds play again.

    Args:
        names: names of the tunes. None removes all custom sounds.

    Returns:
        The names of the removed sounds.
    """
    there = [name.removesuffix(ENDING) for name in device.files(FOLDER) if name.endswith(ENDING)]
    wanted = there if names is None else [name for name in names if name in there]
    gone = [name for name in wanted if device.remove(path_of(name))]
    if gone:
        _taken(device)
    return gone


def restart(device: Device) -> None:
    """Restarts the device when it is silent, so that all custom sounds fit into its memory.

    The link ends because of this.
    """
    device.request("sounds", restart=True)


def _taken(device: Device) -> Held:
    """Makes the device load its sound files again, and waits until it has done so."""
    now = held(device, load=True)
    for _ in range(round(QUIET_S / _LOOK_S)):
        if not now.waiting:
            break
        device.pause(_LOOK_S)
        now = held(device)
    return now
