"""Snapshot of the virtual block for the screen."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.virtual.heard import Onset
from pingblock.virtual.parts.light import Colour
from pingblock.virtual.serial_tap import Event


@dataclass(frozen=True)
class LogLine:
    """One thing that happened.

    Args:
        at_ms: emulated ms since power-on.
        who: "you", "block" (what the firmware reported) or "ear" (what was heard).
        text: one sentence.
        number: counts the lines from 1 in the order they became known.
    """

    at_ms: float
    who: str
    text: str
    number: int = 0


@dataclass(frozen=True)
class PlayState:
    """A snapshot; it never changes.

    Args:
        now_ms: emulated ms since power-on.
        engine: ``desk`` or ``chip``.
        speed: emulated over real time, 1.0 is real time.
        slow: real time is not kept.
        sound_out: where the sound goes, or why nowhere.
        colour: the light, red, green, blue, each 0..255 of its power.
        block_down, check_down: a finger is on the button.
        lever_pulled: the lever of the apple base is held back.
        horn_deg: where the servo's horn stands, 0..180.
        worms_powered: the servo has its supply.
        bobbing: the worms move.
        playing: a sound or its light is under way.
        sounding: something is heard that has not ended.
        heard: the notes of that sound, or of the last one.
        shown: the latest outcome, replay or battery event that may be shown; None while a new
            sound is under way, as players count for themselves first.
        battery: the latest battery event, if any.
        plugged: the USB cable is in.
        cells: name of the preset.
        cell_mv, cell_ohm: each of the cells.
        cell_count: how many.
        vsys_mv: supply at this moment, mV.
        volume: 0..10, None as long as it is not known.
        muted: all sounds are locked.
        profile: odds, None as long as they are not known.
        game: the press game.
        rules: of the dice, or what a press of the fortune deck means; None as long as they are not
            known.
        log: oldest first.
        failure: why the engine stopped; empty while it runs.
    """

    now_ms: float = 0.0
    engine: str = "desk"
    speed: float = 1.0
    slow: bool = False
    sound_out: str = "no sound"
    colour: Colour = (0, 0, 0)
    block_down: bool = False
    check_down: bool = False
    lever_pulled: bool = False
    horn_deg: float = 90.0
    worms_powered: bool = False
    bobbing: bool = False
    playing: bool = False
    sounding: bool = False
    heard: tuple[Onset, ...] = ()
    shown: Event | None = None
    battery: Event | None = None
    plugged: bool = True
    cells: str = "fresh"
    cell_mv: float = 0.0
    cell_ohm: float = 0.0
    cell_count: int = 3
    vsys_mv: float = 0.0
    volume: int | None = None
    muted: bool = False
    profile: str | None = None
    game: str = "block"
    rules: str | None = None
    log: tuple[LogLine, ...] = ()
    failure: str = ""
