"""The mixer's score reader: notes and envelopes, one buffer ahead. Never allocates.

A buffer is 8 control ticks of 16 samples (0.7258 ms each). The words of the state are those of
``mixer_viper``, the words of a program those of ``tunes.sequencer``, and a test checks that they
agree. Calls between viper functions cost 3 us and more, so each handles a whole buffer.

A note's edges are rounded as it begins (``note_on``), so that no frequency above half the sample
rate folds back. An edge of a pulse takes 5 samples, half a turn at most, along half a turn of a
sine. A high pulse or triangle therefore becomes a sine. A note that slides is rounded for its
highest pitch. A formant turns a whole number of half turns in a turn of its note (rates have 8
bits below the point), so that it ends at 0.
"""

import micropython
from micropython import const

_TICK = const(0)  # current control tick of this repetition
_NEXT = const(1)  # word of the next note in the program
_LEFT = const(2)  # repetitions left, this one included
_RUNNING = const(3)  # 1 = more of the score must be read
# samples of this buffer left when a repetition begins, 0 = no repetition begins
_FRESH = const(21)
_SOUNDING = const(15)  # 0 = all voices are silent
_VOICE = const(24)
_VOICES_END = const(152)
_VOICE_WORDS = const(32)
_KIND = const(0)
_PHASE = const(1)
_STEP = const(2)
_SLIDE = const(3)
_SLIDE_END = const(4)
_P1 = const(5)
_P2 = const(6)
_P3 = const(7)
_ENV = const(8)  # envelope, 24 bits = full
_STAGE = const(9)  # 0 = silent, 1 = attack, 2 = decay and sustain, 3 = release
_HOLD = const(10)  # ticks until the release, 0 = it has begun
_LEVEL = const(11)  # 0..16384
_INSTR = const(12)  # word of the instrument in the program
_START = const(13)  # tick of this buffer in which a new note begins
_AMPS = const(16)
_LAST_AMP = const(24)
_AUDIBLE = const(25)
_EDGE = const(26)
_RATE = const(27)
_SWING = const(28)

# A program has a head, notes of 7 words by rising tick, one end mark, and instruments of 9 words.
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
_NEARLY = const(1 << 13)  # -66 dB: an exponential curve counts as arrived
_BUFFER_TICKS = const(8)
_PULSE = const(0)
_TRIANGLE = const(1)
_FORMANT = const(4)
_TURN = const(1 << 24)
_HALF_TURN = const(1 << 23)
_EDGE_SAMPLES = const(5)
_EDGE_STEPS = const(128 << 16)  # length of the sine that an edge reads
_PEAK_SAMPLE = const(8191)
# Above 1051 Hz the harmonics of a triangle that fold back are no longer 38 dB down.
_TRIANGLE_STEP = const(800_000)
# 256 * 8191 / (2 * pi): the mean of a sine that fades along a line, times its number of turns.
_FORMANT_MEAN = const(333_740)
_ROUND_PEAK = const(6639)  # 8 / pi ** 2 of the peak: the first harmonic of a triangle


def rewind(state, program):
    """Returns to a program's first tick, with all voices silent."""
    state[_TICK] = 0
    state[_NEXT] = _FIRST_NOTE
    state[_LEFT] = program[_REPEATS]
    state[_RUNNING] = 1
    state[_SOUNDING] = 0
    for v in range(_VOICE, _VOICES_END, _VOICE_WORDS):
        state[v + _STAGE] = 0
        state[v + _LAST_AMP] = 0
        state[v + _AUDIBLE] = 0


def note_on(state, program, note, tick):
    """Starts a note. It is bytecode because it is called rarely and viper code is 3 times as long.

    Args:
        state: ``array('i')`` of ``mixer_buffer.new_state``.
        program: ``array('i')`` of ``tunes.sequencer``.
        note: the note's first word in it.
        tick: tick of this buffer in which it begins.
    """
    v = program[note + 1]
    instrument = program[note + 2]
    step = program[note + 3]
    end = step + program[note + 4] * program[note + 5]
    state[v + _STEP] = step
    state[v + _SLIDE] = program[note + 4]
    state[v + _HOLD] = program[note + 5]
    state[v + _LEVEL] = program[note + 6]
    state[v + _INSTR] = instrument
    state[v + _KIND] = kind = program[instrument]
    state[v + _P1] = program[instrument + 1]
    state[v + _P2] = program[instrument + 2]
    state[v + _P3] = program[instrument + 3]
    state[v + _PHASE] = 0
    state[v + _ENV] = 0
    state[v + _START] = tick
    state[v + _STAGE] = 1
    if kind == _PULSE or (kind == _TRIANGLE and max(step, end) >= _TRIANGLE_STEP):
        round_edges(state, v, max(step, end))
    elif kind == _FORMANT:
        rate = (((program[instrument + 1] << 9) // (step + end + 1) + 64) >> 7 << 7) or 128
        state[v + _RATE] = rate
        state[v + _P2] = _FORMANT_MEAN // rate


def round_edges(state, v, highest):
    """Sets the edges of a pulse, or of a triangle that becomes a sine.

    Args:
        state: ``array('i')`` of ``mixer_buffer.new_state``.
        v: the voice's first word in it.
        highest: the highest step of its note.
    """
    width = min(highest * _EDGE_SAMPLES, _HALF_TURN)
    duty = state[v + _P1] << 16
    if state[v + _KIND] == _TRIANGLE:
        duty = width = _HALF_TURN
        state[v + _KIND] = _PULSE
        state[v + _P2] = state[v + _P3] = _ROUND_PEAK
    # an edge needs this time, so a pulse cannot be shorter
    elif not width <= duty <= _TURN - width:
        most = _TURN - width
        duty = min(max(duty, width), most)
        state[v + _P2] = (_PEAK_SAMPLE * ((_TURN - duty) >> 9)) // (most >> 9)
        state[v + _P3] = (_PEAK_SAMPLE * (duty >> 9)) // (most >> 9)
    width = (width >> 8) or 1
    state[v + _P1] = duty
    state[v + _EDGE] = width
    state[v + _RATE] = _EDGE_STEPS // width
    state[v + _SWING] = state[v + _P2] + state[v + _P3]


@micropython.viper
def read_score(state, program):
    """Starts the notes that are due in this buffer."""
    s = ptr32(state)
    p = ptr32(program)
    note = s[_NEXT]
    tick = 0
    while tick < _BUFFER_TICKS and s[_RUNNING]:
        if s[_TICK] == 0:
            s[_FRESH] = 128 - (tick << 4)
        while p[note] == s[_TICK]:
            note_on(state, program, note, tick)
            note += _NOTE_WORDS
        s[_TICK] = s[_TICK] + 1
        if s[_TICK] >= p[_PERIOD]:
            s[_TICK] = 0
            note = _FIRST_NOTE
            s[_LEFT] = s[_LEFT] - 1
            if s[_LEFT] < 1:
                s[_RUNNING] = 0
        tick += 1
    s[_NEXT] = note


@micropython.viper
def envelope(state, program, v: int):
    """Writes the voice's amplitude at the 9 edges of this buffer's ticks."""
    s = ptr32(state)
    p = ptr32(program)
    instrument = s[v + _INSTR]
    env = s[v + _ENV]
    stage = s[v + _STAGE]
    hold = s[v + _HOLD]
    level = s[v + _LEVEL]
    amp = v + _AMPS
    last = v + _LAST_AMP
    audible = s[last]
    s[amp] = audible
    s[v + _SLIDE_END] = s[v + _START] + hold
    if hold > _BUFFER_TICKS and stage == 2 and env == p[instrument + _SUSTAIN]:
        while amp < last:  # the loudness stays the same
            amp += 1
            s[amp] = audible
        s[v + _HOLD] = hold - _BUFFER_TICKS
        return
    while s[v + _START]:
        amp += 1
        s[amp] = 0
        s[v + _START] = s[v + _START] - 1
    while amp < last:
        amp += 1
        if stage == 1:
            env += p[instrument + _ATTACK]
            if env >= _FULL:
                env = _FULL
                stage = 2
        elif stage:
            aim = 0
            loss = p[instrument + _RELEASE]
            if stage == 2:
                aim = p[instrument + _SUSTAIN]
                loss = p[instrument + _DECAY]
            above = env - aim
            if above:
                if p[instrument + _CURVE]:
                    loss = ((above >> 12) * loss) >> 4
                    if above < _NEARLY:
                        loss = above
                env -= loss
                if env < aim:
                    env = aim
        if hold:
            hold -= 1
            if hold == 0:
                stage = 3
        if env == 0:
            stage = 0
        loud = ((env >> 10) * level) >> 14
        s[amp] = loud
        audible |= loud
    s[v + _ENV] = env
    s[v + _STAGE] = stage
    s[v + _HOLD] = hold
    s[v + _AUDIBLE] = audible


@micropython.viper
def move_voices(state, program):
    """Moves the envelopes of all voices on by one buffer."""
    s = ptr32(state)
    sounding = 0
    v = _VOICE
    while v < _VOICES_END:
        if s[v + _STAGE] | s[v + _AUDIBLE]:
            envelope(state, program, v)
        sounding |= s[v + _STAGE] | s[v + _AUDIBLE]
        v += _VOICE_WORDS
    s[_SOUNDING] = sounding
