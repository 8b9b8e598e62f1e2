"""The sounds on a device: which are the owner's, and how they get there and go again."""

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
        own: the owner's that play: name to (bytes of the file, ms).
        unusable: names of files that it cannot play; ours sound instead.
        waiting: whether what was put there is taken once the block is silent.
        restart: whether some play only after the next start, for want of memory in one piece.
        ram_bytes, ram_most: what they take of its memory, and what they may.
    """

    own: dict[str, tuple[int, int]]
    unusable: tuple[str, ...]
    waiting: bool
    restart: bool
    ram_bytes: int
    ram_most: int


def held(device: Device, load: bool = False) -> Held:
    """Returns what plays on a device; ``load`` asks it to look at its files again."""
    fields = device.request("sounds", **({"load": True} if load else {}))
    own = {name: (size, ms) for name, (size, ms) in fields["own"].items()}
    unusable = tuple(fields["unusable"])
    return Held(own, unusable, fields["waiting"], fields["restart"], *fields["ram"])


def put(device: Device, sound: Sound, progress: Progress | None = None) -> str:
    """Puts a sound in the place of the built-in one of its name.

    A file that is there already is not sent again.

    Returns:
        From when on it plays: ``NOW``; ``SILENT``, once the block is, which it was not all the
        time; ``START``, after the next start, as the device has no memory in one piece; or
        ``OTHER_GAME``, once a game is chosen that has this sound.

    Raises:
        BadInput: it does not fit beside the sounds that are there.
        Refused: the device cannot play it.
        LinkError: the link failed; the old sound is there, or the new one.
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
    """Plays a sound once, as a press would, and waits for its turn as ``Device.press`` does.

    Args:
        device: opened.
        name: of the sound.
        wait: False raises at once if something still sounds.

    Raises:
        Refused: ``busy``, something still sounds; or there is no such sound.
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
    """Removes sounds of the owner's, so that ours play again.

    Args:
        names: of the tunes; None removes all.

    Returns:
        The names of those that were there.
    """
    there = [name.removesuffix(ENDING) for name in device.files(FOLDER) if name.endswith(ENDING)]
    wanted = there if names is None else [name for name in names if name in there]
    gone = [name for name in wanted if device.remove(path_of(name))]
    if gone:
        _taken(device)
    return gone


def restart(device: Device) -> None:
    """Restarts the device once it is quiet, so that all sounds find memory in one piece.

    The link ends with it.
    """
    device.request("sounds", restart=True)


def _taken(device: Device) -> Held:
    """Makes the device load its sound files again, and waits until it did."""
    now = held(device, load=True)
    for _ in range(round(QUIET_S / _LOOK_S)):
        if not now.waiting:
            break
        device.pause(_LOOK_S)
        now = held(device)
    return now
