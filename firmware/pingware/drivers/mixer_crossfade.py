"""The mixer's change from one sound to the next, and its test for a faded sound.

It never allocates. The words of the state are those of ``mixer_viper``. A test checks that the
mixer's files agree.
"""

import micropython
from micropython import const

from pingware.drivers.mixer_buffer import take_over

_NEXT = const(1)  # word of the next note in the program
_LEFT = const(2)  # repetitions left, this one included
_RUNNING = const(3)
_GAIN_NOW = const(4)
_GAIN_TARGET = const(6)
_CAP = const(7)
_BIAS_AT = const(9)
_BIAS_DIR = const(10)
_STEADY = const(12)
_RAMP_TOP = const(128)
_VOICE = const(24)
_VOICES_END = const(152)
_VOICE_WORDS = const(32)
_STAGE = const(9)  # of a voice; 1 = attack
_LAST_AMP = const(24)  # of a voice, 0..16384
_PERIOD = const(0)  # of a program
_MIDDLE = const(472)
_BUFFER_SAMPLES = const(128)
_GAIN_FULL = const(30_208)
# Amplitude times gain: 2 of 472 PWM counts, -47 dB of a full sine.
_HEARD = const(2_097_152)
_STILL = const(2)


@micropython.viper
def change(state, program) -> int:
    """Changes to another program and replaces the buffer that was mixed last.

    Returns:
        int: 1 if it did, with gain 0. 0 if the bias moves or the pin is low.
    """
    s = ptr32(state)
    if s[_BIAS_AT] != _RAMP_TOP or s[_BIAS_DIR] != 1:
        return 0
    if s[_GAIN_TARGET] == 0 or s[_CAP] == 0:
        return 0
    take_over(state, program)
    s[_GAIN_NOW] = 0
    s[_STEADY] = s[_STEADY] - 1  # the buffer that is replaced was counted
    return 1


@micropython.viper
def cross(state, half, coming, first: int):
    """Fades ``half`` out and ``coming`` in from sample ``first`` on, within the cap."""
    s = ptr32(state)
    out = ptr16(half)
    new = ptr16(coming)
    cap = s[_CAP]
    i = first
    while i < _BUFFER_SAMPLES:
        old = out[i] - _MIDDLE
        level = ((old * (_BUFFER_SAMPLES - 1 - i)) >> 7) + new[i] - _MIDDLE
        if level > cap:
            level = cap
        if level < 0 - cap:
            level = 0 - cap
        out[i] = level + _MIDDLE
        i += 1


@micropython.viper
def is_quiet(state, program, running) -> int:
    """Returns 1 if the rest is inaudible: no note remains or rings, also in ``running``.

    A muted sound counts as one at full volume, so that its light finishes.
    """
    s = ptr32(state)
    p = ptr32(program)
    coming = s[_RUNNING]
    if coming and s[_LEFT] == 1 and p[s[_NEXT]] >= p[_PERIOD]:
        coming = 0
    if coming:
        return 0
    loud = 0
    v = _VOICE
    while v < _VOICES_END:
        if s[v + _STAGE] == 1:
            return 0
        loud += s[v + _LAST_AMP]
        v += _VOICE_WORDS
    gain = s[_GAIN_TARGET]
    if gain == 0:
        gain = _GAIN_FULL
    if loud * gain >= _HEARD:
        return 0
    if s[_BIAS_AT]:  # otherwise it ends or is muted
        out = ptr16(running)
        i = 0
        while i < _BUFFER_SAMPLES:
            if out[i] > _MIDDLE + _STILL or out[i] < _MIDDLE - _STILL:
                return 0
            i += 1
    return 1
