"""Settings of the device, which every game can use. Declarations only."""

from pingware.shared import volume
from pingware.shared.schema import one_of, setting, switch, whole

# Kinds of cells. ``shared.power_budget`` has their limits.
THREE_AAA, TWO_AAA, ONE_AAA = "3xaaa", "2xaaa", "1xaaa_boost"
THREE_NIMH, TWO_NIMH = "3xnimh", "2xnimh"

# Ways in which the servo moves. ``shared.motion`` has their speeds.
SLOW, NORMAL, FAST, SURPRISE = "slow", "normal", "fast", "surprise"

U32_MAX = 0xFFFFFFFF
SERVO_TURN_DEG = 180

_LEVEL = whole(volume.MUTE, volume.LOUDEST)

DEVICE_SETTINGS = {
    "volume": setting(6, _LEVEL, help="Volume of all sounds (0: silent)."),
    "cap": setting(10, _LEVEL, help="Cap: the loudest volume that can be set."),
    "mute_lock": setting(
        False, switch, help="Mute lock: silent until 'pingblock mute off' or the page unlocks it."
    ),
    "button_mute": setting(
        False, switch, help="Mute by the block's button: hold it for 5 s at power-on."
    ),
    "chime": setting(4, _LEVEL, help="Volume of the ping at power-on."),
    "cells": setting(
        THREE_AAA,
        one_of(THREE_AAA, TWO_AAA, THREE_NIMH, TWO_NIMH, ONE_AAA),
        help="Kind of batteries in the holder.",
    ),
}
