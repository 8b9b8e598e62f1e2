"""The sounds on a device: which of them are custom, and how to add and remove them."""

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
QUIET_S = 20.0  # the longest sound, and a second until the device looks
_LOOK_S = 0.1


@dataclass(frozen=True)
class Held:
    """A device's report on its sounds.

    Args:
        own: the custom sounds that play: name to (bytes of the file, ms).
        unusable: names of files that it cannot play. Built-in sounds play instead.
        waiting: whether new files are loaded only when the block is silent.
        restart: whether some can play only after a restart, because free memory is in pieces.
        ram_bytes, ram_most: the memory that they use, and its limit.
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
        When it can play. ``NOW``. ``SILENT``: when the block is silent, which it was not all the
        time. ``START``: after the next start, because the free memory is in pieces.
        ``OTHER_GAME``: when a game that has this sound is chosen.

    Raises:
        BadInput: the device has not enough memory for it and its other sounds.
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
        raise BadInput(
            f"It takes {sound.ram_bytes} bytes of memory, but {max(0, most - used)} of {most} are "
            f"free beside {', '.join(sorted(others)) or 'nothing'}: make it shorter, or remove "
            "one with 'pingblock sounds reset'."
        )


def play(device: Device, name: str, wait: bool = True) -> None:
    """Plays a sound once, like a press. Waits for its turn as ``Device.press`` does.

    Args:
        device: opened.
        name: of the sound.
        wait: False raises at once if something still sounds.

    Raises:
        Refused: ``busy`` if something still sounds. Or there is no such sound.
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
    """Removes custom sounds, so that the built-in ones play again.

    Args:
        names: of the tunes. None removes all.

    Returns:
        The names of the removed ones.
    """
    there = [name.removesuffix(ENDING) for name in device.files(FOLDER) if name.endswith(ENDING)]
    wanted = there if names is None else [name for name in names if name in there]
    gone = [name for name in wanted if device.remove(path_of(name))]
    if gone:
        _taken(device)
    return gone


def restart(device: Device) -> None:
    """Restarts the device when it is silent, so that all sounds fit in its memory.

    The link ends with it.
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
