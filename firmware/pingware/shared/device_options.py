"""The device's own settings and requests, which every game finds there. Declarations only."""

from pingware.shared import volume
from pingware.shared.rules import (
    either,
    one_of,
    request,
    setting,
    switch,
    whole,
)

# Kinds of cells; ``shared.cells`` has their limits.
THREE_AAA, TWO_AAA, ONE_AAA = "3xaaa", "2xaaa", "1xaaa_boost"
THREE_NIMH, TWO_NIMH = "3xnimh", "2xnimh"

U32_MAX = 0xFFFFFFFF
SERVO_TURN_DEG = 180

_LEVEL = whole(volume.MUTE, volume.LOUDEST)
_CELLS = one_of(THREE_AAA, TWO_AAA, THREE_NIMH, TWO_NIMH, ONE_AAA)

SETTINGS = {
    "volume": setting(6, _LEVEL, help="Loudness of all sounds; 0 is silent."),
    "cap": setting(10, _LEVEL, help="The loudest that a grown-up allows."),
    "mute_lock": setting(False, switch, help="Silent, whatever the volume."),
    "chime": setting(4, _LEVEL, help="Loudness of the ping at power-on."),
    "cells": setting(THREE_AAA, _CELLS, help="The kind of cells in the battery holder."),
}

REQUESTS = {
    "help": request(),
    "hello": request(),
    "status": request(),
    "volume": request({"level": _LEVEL}, {"cap": _LEVEL, "chime": _LEVEL, "mute_lock": switch}),
    "battery": request({}, {"cells": _CELLS}),
    "seed": request({"seed": either(one_of(None), whole(0, U32_MAX))}),
}
