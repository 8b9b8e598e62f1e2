"""The mixer's score reader: notes, envelopes and the fades between blocks, in sample time.

One control tick is 16 samples (0.7258 ms), one block 8 ticks (128 samples, a half buffer). The
word layout is that of ``mixer_viper``; a test holds them together. Never allocates.
"""

import micropython
from micropython import const

_TICK = const(0)  # control tick within this repetition
_NEXT = const(1)  # word of the next note in the program
_LEFT = const(2)  # repetitions left, this one included
_RUNNING = const(3)  # 1 = there is score left to read
_GAIN_NOW = const(4)
_GAIN_NEXT = const(5)
_GAIN_TARGET = const(6)  # what the volume asks for
_CAP = const(7)
_PEAK = const(8)
_BIAS_AT = const(9)
_BIAS_DIR = const(10)
_OUT_AT = const(11)
_QUIET = const(12)  # blocks in a row that are nothing but zeros
_STOP = const(13)  # 1 = stop was asked for
_BLOCKS = const(14)  # blocks mixed since the start
_SOUNDING = const(15)  # 1 = at least one voice is not silent
_AIM = const(16)  # the gain this block moves to
_VOICE = const(40)
_VOICES_END = const(104)
_VOICE_WORDS = const(16)
_KIND = const(0)
_PHASE = const(1)
_STEP = const(2)
_AMP = const(3)
_AMP_NEXT = const(4)
_P1 = const(5)
_P2 = const(6)
_P3 = const(7)
_ENV = const(8)  # envelope, 24 bits = full
_STAGE = const(9)  # 0 = silent, 1 = attack, 2 = decay, 3 = sustain, 4 = release
_HOLD = const(10)  # ticks until the release
_LEVEL = const(11)  # 0..16384
_SLIDE = const(12)  # change of the step a tick, plus 2**24
_INSTR = const(13)  # word of the instrument in the program
_RAMP_HALF = const(208)
_RAMP_TOP = const(128)

# A program: head, notes of 7 words by rising tick, one end mark, instruments of 9 words.
_PERIOD = const(0)
_REPEATS = const(1)
_FIRST_NOTE = const(2)
_NOTE_WORDS = const(7)
_ATTACK = const(4)
_CURVE = const(5)  # 0 = straight lines, 1 = exponential
_DECAY = const(6)
_SUSTAIN = const(7)
_RELEASE = const(8)

_FULL = const(1 << 24)
_SLIDE_ZERO = const(1 << 24)
_NEARLY = const(1 << 13)  # -66 dB: an exponential curve counts as arrived
_FADE = const(3776)  # full volume to nothing takes the 8 ticks of one block
_BLOCK_SAMPLES = const(128)


@micropython.viper
def first_half(state, out: ptr16):
    """Fills the block that a start plays first: the bias rises, or zeros while muted."""
    s = ptr32(state)
    ramp = ptr16(state)
    muted = 0
    if s[_GAIN_TARGET] == 0 or s[_CAP] == 0:
        muted = 1
    i = 0
    while i < _BLOCK_SAMPLES:
        out[i] = ramp[_RAMP_HALF + 1 + i]
        if muted:
            out[i] = 0
        i += 1


@micropython.viper
def begin(s: ptr32, program: ptr32):
    """Sets the state to a program's first tick, just after the first half's ramp."""
    s[_TICK] = 0
    s[_NEXT] = _FIRST_NOTE
    s[_LEFT] = program[_REPEATS]
    s[_RUNNING] = 1
    s[_STOP] = 0
    s[_PEAK] = 0
    s[_BLOCKS] = 0
    s[_SOUNDING] = 0
    s[_BIAS_AT] = _RAMP_TOP
    s[_QUIET] = 0
    s[_GAIN_NOW] = s[_GAIN_TARGET]
    if s[_GAIN_TARGET] == 0 or s[_CAP] == 0:
        s[_BIAS_AT] = 0
        s[_QUIET] = 2
        s[_GAIN_NOW] = 0
    v = _VOICE
    while v < _VOICES_END:
        s[v + _STAGE] = 0
        s[v + _AMP_NEXT] = 0
        v += _VOICE_WORDS


@micropython.viper
def note_on(s: ptr32, program: ptr32, note: int):
    v = program[note + 1]
    instrument = program[note + 2]
    s[v + _INSTR] = instrument
    s[v + _STEP] = program[note + 3]
    s[v + _SLIDE] = program[note + 4]
    s[v + _HOLD] = program[note + 5]
    s[v + _LEVEL] = program[note + 6]
    s[v + _KIND] = program[instrument]
    s[v + _P1] = program[instrument + 1]
    s[v + _P2] = program[instrument + 2]
    s[v + _P3] = program[instrument + 3]
    s[v + _PHASE] = 0
    s[v + _ENV] = 0
    s[v + _STAGE] = 1


@micropython.viper
def read_score(state, program):
    """Starts the notes that are due and moves on by one tick."""
    s = ptr32(state)
    p = ptr32(program)
    note = s[_NEXT]
    while p[note] == s[_TICK]:
        note_on(state, program, note)
        note += _NOTE_WORDS
    s[_NEXT] = note
    s[_TICK] = s[_TICK] + 1
    if s[_TICK] >= p[_PERIOD]:
        s[_TICK] = 0
        s[_NEXT] = _FIRST_NOTE
        s[_LEFT] = s[_LEFT] - 1
        if s[_LEFT] < 1:
            s[_RUNNING] = 0


@micropython.viper
def fall(env: int, aim: int, rate: int, curve: int) -> int:
    """Returns the envelope one tick nearer to a lower ``aim``."""
    if curve:
        env -= (((env - aim) >> 12) * rate) >> 4
        if env - aim < _NEARLY:
            env = aim
    else:
        env -= rate
    if env < aim:
        env = aim
    return env


@micropython.viper
def envelope(state, program, v: int):
    s = ptr32(state)
    p = ptr32(program)
    instrument = s[v + _INSTR]
    env = s[v + _ENV]
    stage = s[v + _STAGE]
    if stage == 1:
        env += p[instrument + _ATTACK]
        if env >= _FULL:
            env = _FULL
            stage = 2
    elif stage == 2:
        aim = p[instrument + _SUSTAIN]
        env = int(fall(env, aim, p[instrument + _DECAY], p[instrument + _CURVE]))
        if env == aim:
            stage = 3
    elif stage == 4:
        env = int(fall(env, 0, p[instrument + _RELEASE], p[instrument + _CURVE]))
    if stage < 4:
        s[v + _STEP] = s[v + _STEP] + s[v + _SLIDE] - _SLIDE_ZERO
        s[v + _HOLD] = s[v + _HOLD] - 1
        if s[v + _HOLD] < 1:
            stage = 4
    if env == 0:
        stage = 0
    s[v + _ENV] = env
    s[v + _STAGE] = stage
    s[v + _AMP_NEXT] = ((env >> 10) * s[v + _LEVEL]) >> 14


@micropython.viper
def move_voices(state, program):
    """Moves each voice's envelope and pitch on by one tick."""
    s = ptr32(state)
    sounding = 0
    v = _VOICE
    while v < _VOICES_END:
        s[v + _AMP] = s[v + _AMP_NEXT]
        if s[v + _STAGE]:
            envelope(state, program, v)
        sounding += s[v + _AMP] + s[v + _AMP_NEXT] + s[v + _STAGE]
        v += _VOICE_WORDS
    s[_SOUNDING] = 0
    if sounding:
        s[_SOUNDING] = 1


@micropython.viper
def plan(s: ptr32) -> int:
    """Decides what the block does with bias and gain. Returns 1 when the sound is over."""
    over = s[_STOP]
    if s[_RUNNING] + s[_SOUNDING] == 0:
        over = 1
    wanted = 0
    if over == 0 and s[_GAIN_TARGET] > 0 and s[_CAP] > 0:
        wanted = 1
    direction = 1
    if wanted == 0 and s[_BIAS_AT] > 0:
        direction = 0
    if wanted and s[_BIAS_AT] == 0:
        direction = 2
    s[_BIAS_DIR] = direction
    s[_AIM] = 0
    if wanted and direction == 1:
        s[_AIM] = s[_GAIN_TARGET]
    s[_QUIET] = s[_QUIET] + 1
    if s[_BIAS_AT] > 0 or direction != 1:
        s[_QUIET] = 0
    return over


@micropython.viper
def fade(s: ptr32):
    """Moves the gain of the next tick towards the block's aim, without a jump."""
    gain = s[_GAIN_NOW]
    if gain < s[_AIM]:
        gain += _FADE
        if gain > s[_AIM]:
            gain = s[_AIM]
    else:
        gain -= _FADE
        if gain < s[_AIM]:
            gain = s[_AIM]
    s[_GAIN_NEXT] = gain


@micropython.viper
def mix_half(render, state, program, out) -> int:
    """Mixes one half buffer.

    Args:
        render: kernel, ``mixer_viper.render`` or ``mixer_thumb.render``.
        state: ``array('i')`` of ``mixer_state``.
        program: ``array('i')`` of ``services.sequencer``.
        out: 128 unsigned 16-bit samples.

    Returns:
        0 = amplifier on; 1 = it may go off; 2 = all is over, stop the DMA.
    """
    s = ptr32(state)
    over = int(plan(state))
    tick = 0
    while tick < 8:
        s[_OUT_AT] = tick << 4
        if s[_RUNNING]:
            read_score(state, program)
        move_voices(state, program)
        fade(state)
        render(state, out)
        tick += 1
    s[_BLOCKS] = s[_BLOCKS] + 1
    if s[_QUIET] < 2:
        return 0
    if s[_QUIET] > 2 and over:
        return 2
    return 1
