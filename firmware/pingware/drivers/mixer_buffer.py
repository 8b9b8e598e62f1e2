"""The mixer's buffers of 128 samples: fades, the change to the next sound, the end of a sound.

Only ``new_state`` allocates. The words of the state are those of ``mixer_viper``. A test checks
that the mixer's files agree, because viper and assembler cannot use an imported name as a number.
Other modules read the public names here.
"""

from array import array

import micropython
from micropython import const

from pingware.drivers.mixer_score_reader import move_voices, read_score, rewind

_RUNNING = const(3)
_GAIN_NOW = const(4)
_GAIN_NEXT = const(5)
GAIN_TARGET = const(6)  # gain that the volume asks for
CAP = const(7)
PEAK = const(8)
_BIAS_AT = const(9)
_BIAS_DIR = const(10)
_AMP = const(11)  # 1 = the amplifier is on
_STEADY = const(12)  # buffers mixed since the one in which the bias moved last
STOP = const(13)  # 1 = a stop is requested
BUFFERS = const(14)  # buffers mixed since the start
_SOUNDING = const(15)
ON = const(18)  # 1 = between a start and its end
# Results of ``mix_half`` besides a plain buffer.
AMP_ON = const(1)
AMP_OFF = const(2)
OVER = const(3)  # the DMA must be stopped
GAIN_STEP = const(118)  # the mixer's gain for 1/256 of full volume
_ACC = const(152)
_ACC_END = const(280)
_ACC_ZERO = const(65536)
_RAMP_HALF = const(560)
_RAMP_TOP = const(128)
_SINE_HALF = const(690)
_RECORDINGS_WORD = const(474)
_MIDDLE = const(472)
_BUFFER_SAMPLES = const(128)

# 65 little-endian words: 32767 * sin, from 0 to a quarter turn, because floats differ between
# ports.
_SINE_QUARTER = (
    b"\x00\x00\x24\x03\x48\x06\x6a\x09\x8c\x0c\xab\x0f\xc8\x12\xe2\x15"
    b"\xf9\x18\x0b\x1c\x1a\x1f\x23\x22\x28\x25\x26\x28\x1f\x2b\x11\x2e"
    b"\xfb\x30\xdf\x33\xba\x36\x8c\x39\x56\x3c\x17\x3f\xce\x41\x7a\x44"
    b"\x1c\x47\xb4\x49\x3f\x4c\xbf\x4e\x33\x51\x9b\x53\xf5\x55\x42\x58"
    b"\x82\x5a\xb3\x5c\xd7\x5e\xeb\x60\xf1\x62\xe8\x64\xcf\x66\xa6\x68"
    b"\x6d\x6a\x23\x6c\xc9\x6d\x5e\x6f\xe2\x70\x54\x72\xb5\x73\x04\x75"
    b"\x41\x76\x6b\x77\x84\x78\x89\x79\x7c\x7a\x5c\x7b\x29\x7c\xe3\x7c"
    b"\x89\x7d\x1d\x7e\x9c\x7e\x09\x7f\x61\x7f\xa6\x7f\xd8\x7f\xf5\x7f"
    b"\xff\x7f"
)


def new_state(recordings):
    """Returns a silent, muted state.

    Args:
        recordings: ``array('H')`` of ``sequencer.place_recordings``.
    """
    state = array("i", bytes(4 * _RECORDINGS_WORD))
    state.extend(array("i", bytes(recordings)))
    fill_tables(state, _SINE_QUARTER)
    return state


@micropython.viper
def fill_tables(state, quarter_sine):
    """Fills in the bias ramp, the sine wave and the silent accumulator.

    The ramp is an S-curve from 0 to the middle. Its first step is one count, so that a start shows
    at its first sample. No step is above 6 counts, or 24 where it rises four times as fast (2.5 %
    of full scale, while 5 % is allowed).
    """
    s = ptr32(state)
    halves = ptr16(state)
    quarter = ptr16(quarter_sine)
    n = 1
    while n <= _RAMP_TOP:
        level = (_MIDDLE * ((n * n * (384 - 2 * n)) >> 7)) >> 14
        if level == 0:
            level = 1
        halves[_RAMP_HALF + n] = level
        n += 1
    n = 0
    while n <= 64:
        level = quarter[n]
        halves[_SINE_HALF + n] = 32768 + level
        halves[_SINE_HALF + 128 - n] = 32768 + level
        halves[_SINE_HALF + 128 + n] = 32768 - level
        halves[_SINE_HALF + 256 - n] = 32768 - level
        n += 1
    n = _ACC
    while n < _ACC_END:
        s[n] = _ACC_ZERO
        n += 1


@micropython.viper
def first_half(state, half, rising: int):
    """Fills the first buffer of a start: the bias rises, or zeros for a muted start.

    It rises in a quarter of the buffer. The amplifier's input settles in the rest.
    """
    out = ptr16(half)
    ramp = ptr16(state)
    i = 0
    at = _RAMP_HALF
    while i < _BUFFER_SAMPLES:
        if rising == 0:
            at = _RAMP_HALF
        elif i < _BUFFER_SAMPLES // 4:
            at += 4
        out[i] = ramp[at]
        i += 1


def begin(state, program):
    """Sets the state to a program's first tick, just after the first half's ramp."""
    rewind(state, program)
    state[ON] = 1
    state[STOP] = 0
    state[PEAK] = 0
    state[BUFFERS] = 0
    state[_AMP] = 0
    state[_BIAS_AT] = _RAMP_TOP
    state[_STEADY] = 0
    state[_GAIN_NOW] = state[GAIN_TARGET]
    if state[GAIN_TARGET] == 0 or state[CAP] == 0:
        state[_BIAS_AT] = 0
        state[_STEADY] = 2
        state[_GAIN_NOW] = 0


def take_over(state, program):
    """Changes to another program's first tick, with gain 0 and the current bias."""
    rewind(state, program)
    state[STOP] = 0
    state[PEAK] = 0
    state[BUFFERS] = 0


@micropython.viper
def plan(s: ptr32) -> int:
    """Plans gain and bias of the buffer. Returns the result of ``mix_half``.

    The amplifier would turn a moving bias into a loud thump, so it is on only while the bias rests
    in the middle. At the start the bias rises in one buffer, and the amplifier starts with the
    next. At the end the gain falls in one buffer. In the next one the bias falls and the amplifier
    stops.
    """
    over = s[STOP]
    if s[_RUNNING] + s[_SOUNDING] == 0:
        over = 1
    wanted = 0
    if over == 0 and s[GAIN_TARGET] > 0 and s[CAP] > 0:
        wanted = 1
    s[_BIAS_DIR] = 1
    s[_GAIN_NEXT] = 0
    s[_STEADY] = s[_STEADY] + 1
    if s[_BIAS_AT] == 0:
        if wanted:
            s[_BIAS_DIR] = 2
            s[_STEADY] = 0
        if s[_AMP]:
            s[_AMP] = 0
            return AMP_OFF
        if over and s[_STEADY] >= 2:
            return OVER
        return 0
    if wanted == 0 and s[_GAIN_NOW] == 0:
        s[_BIAS_DIR] = 0
        s[_STEADY] = 0
    if wanted:
        s[_GAIN_NEXT] = s[GAIN_TARGET]
    if s[_STEADY] >= 2 and s[_AMP] == 0:
        s[_AMP] = 1
        return AMP_ON
    return 0


@micropython.viper
def fade_in(half):
    """Fades a sound's first 1.5 ms in. The amplifier starts after 0.3 ms of them."""
    out = ptr16(half)
    i = 0
    while i < 32:
        if out[i]:  # otherwise the pin is low and the sound is muted
            out[i] = _MIDDLE + ((out[i] - _MIDDLE) * i * i >> 10)
        i += 1


@micropython.viper
def mix_half(score, out) -> int:
    """Mixes one buffer.

    Args:
        score: list of a program (``array('i')`` of ``tunes.sequencer``), the kernel
            (the functions ``voices`` and ``finish`` of ``mixer_viper`` or ``mixer_thumb``), and
            the ``array('i')`` of ``new_state``.
        out: room for 128 unsigned 16-bit samples.

    Returns:
        0 to continue, or AMP_ON, AMP_OFF, OVER.
    """
    state = score[2]
    s = ptr32(state)
    if s[ON] == 0:
        return 0
    told = int(plan(state))
    if s[_RUNNING]:
        read_score(state, score[0])
    move_voices(state, score[0])
    voices, finish = score[1]
    voices(state)
    finish(state, out)
    if s[BUFFERS] == 0:
        fade_in(out)
    s[BUFFERS] = s[BUFFERS] + 1
    return told


_NEXT = const(1)  # word of the next note in the program
_LEFT = const(2)  # repetitions left, this one included
_VOICE = const(24)
_VOICES_END = const(152)
_VOICE_WORDS = const(32)
_STAGE = const(9)  # in a voice; 1 = attack
_LAST_AMP = const(24)  # in a voice, 0..16384
_PERIOD = const(0)  # in a program
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
    if s[GAIN_TARGET] == 0 or s[CAP] == 0:
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
    cap = s[CAP]
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
    gain = s[GAIN_TARGET]
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
