"""The mixer's reference kernel: computes a buffer (128 samples) of four voices without allocating
memory.

It runs on every MicroPython port. ``mixer_thumb`` is a faster version for the RP2040 and gives the
same bytes. Both work in one ``array('i')``, described below. On a 64-bit port, viper loads a word
as unsigned. So every word must be >= 0, or be used only in additions.
"""

import micropython
from micropython import const

# The first words of the state. Gains are 0..30208 (full volume), caps and bias are PWM counts.
_GAIN_NOW = const(4)
_GAIN_NEXT = const(5)  # gain at the end of the buffer
_CAP = const(7)
_PEAK = const(8)
_BIAS_AT = const(9)  # position in the ramp: 0 = pin low, 128 = middle of the range
_BIAS_DIR = const(10)  # 0 = going down, 1 = resting, 2 = going up
_ERROR = const(20)  # half of the rounding error, 2 ** 19 = one count
# samples of this buffer that remain when a repetition begins, 0 = no repetition begins
_FRESH = const(21)
# offsets of the four voices, which have 32 words each
_VOICE = const(24)
_VOICES_END = const(152)
_VOICE_WORDS = const(32)
_KIND = const(0)  # 0 = pulse, 1 = triangle, 2 = noise, 3 = table, 4 = formant
_PHASE = const(1)  # 24 bits for a period. The position in a table has 12 bits of fraction.
_STEP = const(2)  # change of phase for each sample
_SLIDE = const(3)  # added to the step in each tick, can be negative
_SLIDE_END = const(4)  # tick of this buffer after which the step stays the same
_P1 = const(5)  # pulse: duty as a phase; noise: shift register; table: first halfword of the state
_P2 = const(6)  # pulse: height, 0..8191; table: position of the end; formant: mean of the wave
_P3 = const(7)  # pulse: depth, 0..8191; table: length of the step back at the end
_AMPS = const(16)  # 9 words: amplitude 0..16384 at the edges of the 8 ticks
_AUDIBLE = const(25)  # 0 = all amplitudes are 0
_EDGE = const(26)  # pulse: length of an edge, in 1/65536 of a period
# pulse: length of the sine that an edge reads; formant: number of the formant's periods in a
# period of the note, with 8 bits of fraction
_RATE = const(27)
_SWING = const(28)  # pulse: sum of height and depth
# The accumulator, one word for each sample. 65536 = no signal.
_ACC = const(152)
_ACC_END = const(280)
_ACC_ZERO = const(65536)
# Offsets in halfwords: the bias ramp (129 and a spare), the sine wave (257 and a spare), the
# recordings.
_RAMP_HALF = const(560)
_SINE_HALF = const(690)
_FALL_HALF = const(754)  # offset of the sine's peak

_PHASE_MASK = const(0xFFFFFF)
_PEAK_SAMPLE = const(8191)
_TICK_SAMPLES = const(16)
_BUFFER_TICKS = const(8)
_QUARTER_COUNT = const(1 << 17)
_COUNT_MASK = const((1 << 19) - 1)


@micropython.viper
def pulse(state, v: int, edge: int, i: int):
    s = ptr32(state)
    sine = ptr16(state)
    phase = s[v + _PHASE]
    amp = s[edge] << 4
    slope = s[edge + 1] - s[edge]
    end = i + _TICK_SAMPLES
    while i < end:
        phase = (phase + s[v + _STEP]) & _PHASE_MASK
        amp += slope
        at = phase - s[v + _P1]
        x = 0 - s[v + _P3]
        swing = s[v + _SWING]
        if at < 0:
            at = phase
            x = s[v + _P2]
            swing = 0 - swing
        at = at >> 8
        if at < s[v + _EDGE]:
            x += (swing * sine[_FALL_HALF + ((at * s[v + _RATE]) >> 16)]) >> 16
        s[i] = s[i] + ((x * amp) >> 18)
        i += 1
    s[v + _PHASE] = phase


@micropython.viper
def triangle(s: ptr32, v: int, edge: int, i: int):
    phase = s[v + _PHASE]
    amp = s[edge] << 4
    slope = s[edge + 1] - s[edge]
    end = i + _TICK_SAMPLES
    while i < end:
        phase = (phase + s[v + _STEP]) & _PHASE_MASK
        amp += slope
        x = phase >> 8
        if x > 32767:
            x = 65535 - x
        x = (x - 16384) >> 1
        s[i] = s[i] + ((x * amp) >> 18)
        i += 1
    s[v + _PHASE] = phase


@micropython.viper
def noise(s: ptr32, v: int, edge: int, i: int):
    phase = s[v + _PHASE]
    amp = s[edge] << 4
    slope = s[edge + 1] - s[edge]
    bits = s[v + _P1]
    end = i + _TICK_SAMPLES
    while i < end:
        phase += s[v + _STEP]
        if phase > _PHASE_MASK:
            phase &= _PHASE_MASK
            bits = (bits >> 1) | (((bits ^ (bits >> 1)) & 1) << 14)
        amp += slope
        x = _PEAK_SAMPLE
        if (bits & 1) == 0:
            x = 0 - _PEAK_SAMPLE
        s[i] = s[i] + ((x * amp) >> 18)
        i += 1
    s[v + _PHASE] = phase
    s[v + _P1] = bits


@micropython.viper
def table(state, v: int, edge: int, i: int):
    s = ptr32(state)
    samples = ptr16(state)
    at = s[v + _PHASE]
    amp = s[edge] << 4
    slope = s[edge + 1] - s[edge]
    end = i + _TICK_SAMPLES
    while i < end:
        at += s[v + _STEP]
        if at >= s[v + _P2]:
            at -= s[v + _P3]
        n = s[v + _P1] + (at >> 12)
        x = samples[n]
        x += ((samples[n + 1] - x) * (at & 4095)) >> 12
        x = (x - 32768) >> 2
        amp += slope
        s[i] = s[i] + ((x * amp) >> 18)
        i += 1
    s[v + _PHASE] = at


@micropython.viper
def formant(state, v: int, edge: int, i: int):
    """Adds a vowel's resonance: a sine that starts with each period and fades during it."""
    s = ptr32(state)
    sine = ptr16(state)
    phase = s[v + _PHASE]
    amp = s[edge] << 4
    slope = s[edge + 1] - s[edge]
    end = i + _TICK_SAMPLES
    while i < end:
        phase = (phase + s[v + _STEP]) & _PHASE_MASK
        amp += slope
        x = sine[_SINE_HALF + ((((phase >> 8) * s[v + _RATE]) >> 16) & 255)] - 32768
        x = ((x * ((_PHASE_MASK - phase) >> 8)) >> 18) - s[v + _P2]
        s[i] = s[i] + ((x * amp) >> 18)
        i += 1
    s[v + _PHASE] = phase


@micropython.viper
def voice(state, v: int):
    """Adds the buffer of a voice to the accumulator."""
    s = ptr32(state)
    tick = 0
    while tick < _BUFFER_TICKS:
        edge = v + _AMPS + tick
        i = _ACC + (tick << 4)
        if s[edge] | s[edge + 1]:
            if tick < s[v + _SLIDE_END]:
                s[v + _STEP] = s[v + _STEP] + s[v + _SLIDE]
            kind = s[v + _KIND]
            if kind == 0:
                pulse(state, v, edge, i)
            elif kind == 1:
                triangle(state, v, edge, i)
            elif kind == 2:
                noise(state, v, edge, i)
            elif kind == 3:
                table(state, v, edge, i)
            else:
                formant(state, v, edge, i)
        tick += 1


@micropython.viper
def finish(state, half):
    """Turns the accumulator into 128 compare values of the PWM: volume, rounding, cap, bias.

    Half of the rounding error is added to the next sample, so that the noise has higher
    frequencies. Cap and bias are 472 at most, so only a falling bias can make a sample negative.
    """
    s = ptr32(state)
    out = ptr16(half)
    ramp = ptr16(state)
    gain = s[_GAIN_NOW] << 7
    slope = s[_GAIN_NEXT] - s[_GAIN_NOW]
    cap = s[_CAP]
    bias_at = s[_BIAS_AT] + _RAMP_HALF
    fresh = _ACC_END - s[_FRESH]
    i = _ACC
    while i < _ACC_END:
        gain += slope
        if i == fresh:
            s[_ERROR] = _QUARTER_COUNT
        x = (s[i] - _ACC_ZERO) * (gain >> 7) + s[_ERROR] + _QUARTER_COUNT
        s[_ERROR] = (x & _COUNT_MASK) >> 1
        x = x >> 19
        s[i] = _ACC_ZERO
        if x > cap:
            x = cap
        if x < 0 - cap:
            x = 0 - cap
        if x > s[_PEAK]:
            s[_PEAK] = x
        if 0 - x > s[_PEAK]:
            s[_PEAK] = 0 - x
        bias_at += s[_BIAS_DIR] - 1
        x += ramp[bias_at]
        if x < 0:
            x = 0
        out[i - _ACC] = x
        i += 1
    s[_FRESH] = 0
    s[_BIAS_AT] = bias_at - _RAMP_HALF
    s[_GAIN_NOW] = s[_GAIN_NEXT]


@micropython.viper
def voices(state):
    """Adds the buffers of all audible voices to the accumulator.

    Args:
        state: ``array('i')`` from ``mixer_buffer.new_state``.
    """
    s = ptr32(state)
    v = _VOICE
    while v < _VOICES_END:
        if s[v + _AUDIBLE]:
            voice(state, v)
        v += _VOICE_WORDS


render = (voices, finish)
