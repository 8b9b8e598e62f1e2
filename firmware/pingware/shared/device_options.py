"""The device's own settings, which every game finds there. Declarations only."""

from pingware.shared import volume
from pingware.shared.rules import Setting, one_of, switch, whole

# Kinds of cells; ``shared.cells`` has their limits.
THREE_AAA, TWO_AAA, ONE_AAA = "3xaaa", "2xaaa", "1xaaa_boost"
THREE_NIMH, TWO_NIMH = "3xnimh", "2xnimh"

U32_MAX = 0xFFFFFFFF
SERVO_TURN_DEG = 180

_LEVEL = whole(volume.MUTE, volume.LOUDEST)

SETTINGS = {
    "volume": Setting(6, _LEVEL),
    "cap": Setting(10, _LEVEL),
    "mute_lock": Setting(False, switch),
    "chime": Setting(4, _LEVEL),
    "cells": Setting(THREE_AAA, one_of(THREE_AAA, TWO_AAA, THREE_NIMH, TWO_NIMH, ONE_AAA)),
}

# Sentences for people; builds leave out what no part of the device uses.
HELP = {
    "volume": "Loudness of all sounds; 0 is silent.",
    "cap": "The loudest that a grown-up allows.",
    "mute_lock": "Silence, whatever the volume.",
    "chime": "Loudness of the ping at power-on.",
    "cells": "Kind of cells in the battery holder.",
}
