"""Descriptions of sounds, for people and for programs."""

from __future__ import annotations

from typing import Any

from pingblock.cards import strings
from pingblock.sounds import sound
from pingblock.sounds.shelf import Held
from pingblock.sounds.sound import Sound
from pingblock.sounds.tables import names_played
from pingware.shared import own_sound
from pingware.shared.power_budget import LOUDEST_MW

OWN, BUILT_IN, UNUSABLE = "own", "built-in", "built-in (yours cannot be played)"


def rows(held: Held | None) -> list[dict[str, Any]]:
    """Returns an object for each sound: name, tells, source, length_ms, bytes.

    Args:
        held: the sounds on a device. None lists only the built-in sounds.
    """
    names = names_played()
    return [_row(name, names[name], held) for name in sorted(names)]


def _row(name: str, tells: list[str], held: Held | None) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "tells": tells}
    if held and name in held.own:
        size, length_ms = held.own[name]
        return {**row, "source": OWN, "length_ms": length_ms, "bytes": size}
    ours = sound.of_name(name)
    source = UNUSABLE if held and name in held.unusable else BUILT_IN
    return {**row, "source": source, "length_ms": ours.length_ms, "bytes": len(ours.data)}


def ram(held: Held | None) -> dict[str, int]:
    """Returns how much memory custom sounds use on the device, and how much they may use."""
    used = held.ram_bytes if held else 0
    return {"used": used, "most": own_sound.RAM_BYTES_MOST}


def text(found: list[dict[str, Any]], held: Held | None) -> str:
    """Returns the list as text for people."""
    meanings = strings.meanings()
    lines = [
        f"{row['name']:<13} {row['length_ms']:>6} ms {row['bytes']:>6} bytes  {row['source']:<9} "
        f" {meanings.get(row['name'], ', '.join(row['tells']))}"
        for row in found
    ]
    if held:
        lines.append(f"Your own sounds take {held.ram_bytes} of {held.ram_most} bytes of memory.")
        if held.waiting:
            lines.append("The latest change takes effect as soon as the block is silent.")
        if held.restart:
            lines.append("Some of your sounds play only after a restart of the device.")
    return "\n".join(lines)


def fields(found: Sound) -> dict[str, Any]:
    """Returns the result of ``check`` as an object for JSON."""
    return {
        "name": found.name,
        "format": found.kind,
        "sounds_ms": found.sounds_ms,
        "length_ms": found.length_ms,
        "voices": found.voices,
        "bytes": len(found.data),
        "ram_bytes": found.ram_bytes,
        "ram_most": own_sound.RAM_BYTES_MOST,
        "peak_pct": found.level.peak_pct,
        "power_mw": found.level.power_mw,
        "power_most_mw": LOUDEST_MW,
        "loudness_db": found.level.loudness_db,
        "changes": list(found.said),
    }


def summary(found: Sound) -> str:
    """Returns the result of ``check`` as text for people."""
    voices = "1 voice" if found.voices == 1 else f"{found.voices} voices"
    level = found.level
    lines = [
        f"{found.name or 'A sound'} ({found.kind}): {found.sounds_ms} ms long, {voices}, "
        f"{len(found.data)} bytes on the device.",
        f"Peak {level.peak_pct} % of full scale, {level.power_mw} of "
        f"{LOUDEST_MW} mW, {level.loudness_db} dB.",
    ]
    return "\n".join([*lines, *found.said])
