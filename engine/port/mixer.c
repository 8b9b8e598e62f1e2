// The mixer's functions that run once per buffer. They replace those in viper of `mixer_viper`,
// `mixer_buffer` and `mixer_score_reader`, and return the same samples. Those files document the words.
// A word has 32 bits. Intermediate products that can exceed them have 64.
#include "engine.h"
#include "py/mpstate.h"
#include "py/runtime.h"

enum { // words of the state
    TICK = 0,
    NEXT = 1,
    LEFT = 2,
    RUNNING = 3,
    GAIN_NOW = 4,
    GAIN_NEXT = 5,
    GAIN_TARGET = 6,
    CAP = 7,
    PEAK = 8,
    BIAS_AT = 9,
    BIAS_DIR = 10,
    AMPLIFIER = 11,
    STEADY = 12,
    STOP = 13,
    SOUNDING = 15,
    ERROR_LEFT = 20,
    FRESH = 21,
    VOICE = 24,
    VOICES_END = 152,
    VOICE_WORDS = 32,
    ACC = 152,
    ACC_END = 280,
    ACC_ZERO = 65536,
};
enum { // halfwords of it
    RAMP_HALF = 560,
    SINE_HALF = 690,
    FALL_HALF = 754,
};
enum { // words of a voice
    KIND = 0,
    PHASE = 1,
    STEP = 2,
    SLIDE = 3,
    SLIDE_END = 4,
    P1 = 5,
    P2 = 6,
    P3 = 7,
    ENV = 8,
    STAGE = 9,
    HOLD = 10,
    LEVEL = 11,
    INSTRUMENT = 12,
    START = 13,
    AMPS = 16,
    LAST_AMP = 24,
    AUDIBLE = 25,
    EDGE = 26,
    RATE = 27,
    SWING = 28,
};
enum { // words of a program, and of an instrument in it
    PERIOD = 0,
    FIRST_NOTE = 2,
    NOTE_WORDS = 7,
    ATTACK = 4,
    CURVE = 5,
    DECAY = 6,
    SUSTAIN = 7,
    RELEASE = 8,
};
enum { SILENT, ATTACKS, DECAYS, RELEASES };
enum { GO_ON, AMP_ON, AMP_OFF, OVER };
enum { PULSE, TRIANGLE, NOISE, TABLE };

#define PHASE_MASK 0xFFFFFF
#define PEAK_SAMPLE 8191
#define TICK_SAMPLES 16
#define BLOCK_TICKS 8
#define QUARTER_COUNT (1 << 17)
#define COUNT_MASK ((1 << 19) - 1)
#define FULL (1 << 24)
#define NEARLY (1 << 13)

// One sample of each kind of voice, about -8192..8191. It moves the voice's `phase` on.

static inline int32_t pulse(const int32_t *voice, const uint16_t *halves, int32_t *phase) {
    *phase = (*phase + voice[STEP]) & PHASE_MASK;
    int32_t at = *phase - voice[P1];
    int32_t x = -voice[P3], swing = voice[SWING];
    if (at < 0) {
        at = *phase;
        x = voice[P2];
        swing = -swing;
    }
    at >>= 8;
    if (at < voice[EDGE]) {
        x += (swing * halves[FALL_HALF + ((at * voice[RATE]) >> 16)]) >> 16;
    }
    return x;
}

static inline int32_t triangle(const int32_t *voice, int32_t *phase) {
    *phase = (*phase + voice[STEP]) & PHASE_MASK;
    int32_t x = *phase >> 8;
    return ((x > 32767 ? 65535 - x : x) - 16384) >> 1;
}

static inline int32_t noise(const int32_t *voice, int32_t *phase, int32_t *bits) {
    *phase += voice[STEP];
    if (*phase > PHASE_MASK) {
        *phase &= PHASE_MASK;
        *bits = (*bits >> 1) | (((*bits ^ (*bits >> 1)) & 1) << 14);
    }
    return *bits & 1 ? PEAK_SAMPLE : -PEAK_SAMPLE;
}

static inline int32_t table(const int32_t *voice, const uint16_t *halves, int32_t *phase) {
    *phase += voice[STEP];
    if (*phase >= voice[P2]) {
        *phase -= voice[P3];
    }
    const uint16_t *pair = halves + voice[P1] + (*phase >> 12);
    int32_t x = pair[0] + (((pair[1] - pair[0]) * (*phase & 4095)) >> 12);
    return (x - 32768) >> 2;
}

static inline int32_t formant(const int32_t *voice, const uint16_t *halves, int32_t *phase) {
    *phase = (*phase + voice[STEP]) & PHASE_MASK;
    int32_t place = (((*phase >> 8) * (int64_t)voice[RATE]) >> 16) & 255;
    int32_t x = halves[SINE_HALF + place] - 32768;
    return ((x * ((PHASE_MASK - *phase) >> 8)) >> 18) - voice[P2];
}

#define ADD_SAMPLES(sample) \
    for (int i = 0; i < TICK_SAMPLES; i++) { \
        amp += slope; \
        int32_t x = sample; \
        out[i] += (int32_t)(((int64_t)x * amp) >> 18); \
    }

// Adds one tick of a voice to the accumulator.
static void add_tick(int32_t *voice, const uint16_t *halves, const int32_t *amps, int32_t *out) {
    int32_t amp = amps[0] << 4, slope = amps[1] - amps[0];
    int32_t phase = voice[PHASE], bits = voice[P1];
    switch (voice[KIND]) {
        case PULSE:
            ADD_SAMPLES(pulse(voice, halves, &phase));
            break;
        case TRIANGLE:
            ADD_SAMPLES(triangle(voice, &phase));
            break;
        case NOISE:
            ADD_SAMPLES(noise(voice, &phase, &bits));
            voice[P1] = bits;
            break;
        case TABLE:
            ADD_SAMPLES(table(voice, halves, &phase));
            break;
        default:
            ADD_SAMPLES(formant(voice, halves, &phase));
    }
    voice[PHASE] = phase;
}

static void *words_of(mp_obj_t object) {
    mp_buffer_info_t buffer;
    mp_get_buffer_raise(object, &buffer, MP_BUFFER_RW);
    return buffer.buf;
}

static mp_obj_t voices(mp_obj_t state) {
    int32_t *s = words_of(state);
    for (int v = VOICE; v < VOICES_END; v += VOICE_WORDS) {
        int32_t *voice = s + v;
        for (int tick = 0; voice[AUDIBLE] && tick < BLOCK_TICKS; tick++) {
            const int32_t *amps = voice + AMPS + tick;
            if (amps[0] | amps[1]) {
                voice[STEP] += tick < voice[SLIDE_END] ? voice[SLIDE] : 0;
                add_tick(voice, (uint16_t *)s, amps, s + ACC + tick * TICK_SAMPLES);
            }
        }
    }
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(voices_obj, voices);

static inline int32_t within(int32_t x, int32_t most) {
    return x > most ? most : x < -most ? -most : x;
}

static mp_obj_t finish(mp_obj_t state, mp_obj_t half) {
    int32_t *s = words_of(state);
    const uint16_t *halves = (uint16_t *)s;
    uint16_t *out = words_of(half);
    int32_t gain = s[GAIN_NOW] << 7, slope = s[GAIN_NEXT] - s[GAIN_NOW];
    int32_t at = s[BIAS_AT] + RAMP_HALF;
    for (int i = ACC; i < ACC_END; i++) {
        gain += slope;
        if (i == ACC_END - s[FRESH]) {
            s[ERROR_LEFT] = QUARTER_COUNT;
        }
        int64_t exact = (int64_t)(s[i] - ACC_ZERO) * (gain >> 7) + s[ERROR_LEFT] + QUARTER_COUNT;
        s[ERROR_LEFT] = (int32_t)(exact & COUNT_MASK) >> 1;
        s[i] = ACC_ZERO;
        int32_t x = within((int32_t)(exact >> 19), s[CAP]);
        s[PEAK] = MAX(s[PEAK], x < 0 ? -x : x);
        at += s[BIAS_DIR] - 1;
        out[i - ACC] = MAX(x + halves[at], 0);
    }
    s[FRESH] = 0;
    s[BIAS_AT] = at - RAMP_HALF;
    s[GAIN_NOW] = s[GAIN_NEXT];
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(finish_obj, finish);

// Starts the notes that are due in this buffer, each with the firmware's `note_on`.
static mp_obj_t read_score(mp_obj_t state, mp_obj_t program) {
    int32_t *s = words_of(state);
    const int32_t *p = words_of(program);
    int32_t note = s[NEXT];
    for (int tick = 0; tick < BLOCK_TICKS && s[RUNNING]; tick++) {
        if (s[TICK] == 0) {
            s[FRESH] = 128 - tick * TICK_SAMPLES;
        }
        for (; p[note] == s[TICK]; note += NOTE_WORDS) {
            mp_obj_t start = mp_obj_dict_get(MP_STATE_VM(engine_sequence), MP_OBJ_NEW_QSTR(MP_QSTR_note_on));
            const mp_obj_t given[] = {
                state, program, MP_OBJ_NEW_SMALL_INT(note), MP_OBJ_NEW_SMALL_INT(tick)};
            mp_call_function_n_kw(start, 4, 0, given);
        }
        if (++s[TICK] >= p[PERIOD]) {
            s[TICK] = 0;
            note = FIRST_NOTE;
            s[RUNNING] = --s[LEFT] >= 1;
        }
    }
    s[NEXT] = note;
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(read_score_obj, read_score);

// Returns the envelope after a tick of its decay or release.
static int32_t fallen(int32_t env, int32_t stage, const int32_t *instrument) {
    int32_t aim = stage == DECAYS ? instrument[SUSTAIN] : 0;
    int32_t loss = instrument[stage == DECAYS ? DECAY : RELEASE];
    int32_t above = env - aim;
    if (above && instrument[CURVE]) {
        loss = above < NEARLY ? above : ((above >> 12) * loss) >> 4;
    }
    return above ? MAX(env - loss, aim) : env;
}

// Writes a voice's amplitude at the 9 edges of this buffer's ticks.
static void envelope(int32_t *voice, const int32_t *program) {
    const int32_t *instrument = program + voice[INSTRUMENT];
    int32_t env = voice[ENV], stage = voice[STAGE], hold = voice[HOLD];
    int32_t audible = voice[LAST_AMP];
    int tick = AMPS;
    voice[tick] = audible;
    voice[SLIDE_END] = voice[START] + hold;
    if (hold > BLOCK_TICKS && stage == DECAYS && env == instrument[SUSTAIN]) {
        while (tick < LAST_AMP) {
            voice[++tick] = audible;
        }
        voice[HOLD] = hold - BLOCK_TICKS;
        return;
    }
    for (; voice[START]; voice[START]--) {
        voice[++tick] = 0;
    }
    while (tick < LAST_AMP) {
        if (stage == ATTACKS) {
            env += instrument[ATTACK];
            if (env >= FULL) {
                env = FULL;
                stage = DECAYS;
            }
        } else if (stage != SILENT) {
            env = fallen(env, stage, instrument);
        }
        if (hold && --hold == 0) {
            stage = RELEASES;
        }
        if (env == 0) {
            stage = SILENT;
        }
        voice[++tick] = ((env >> 10) * voice[LEVEL]) >> 14;
        audible |= voice[tick];
    }
    voice[ENV] = env;
    voice[STAGE] = stage;
    voice[HOLD] = hold;
    voice[AUDIBLE] = audible;
}

static mp_obj_t move_voices(mp_obj_t state, mp_obj_t program) {
    int32_t *s = words_of(state);
    const int32_t *p = words_of(program);
    s[SOUNDING] = 0;
    for (int v = VOICE; v < VOICES_END; v += VOICE_WORDS) {
        int32_t *voice = s + v;
        if (voice[STAGE] | voice[AUDIBLE]) {
            envelope(voice, p);
        }
        s[SOUNDING] |= voice[STAGE] | voice[AUDIBLE];
    }
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(move_voices_obj, move_voices);

static int planned(int32_t *s) {
    bool over = s[STOP] || s[RUNNING] + s[SOUNDING] == 0;
    bool wanted = !over && s[GAIN_TARGET] > 0 && s[CAP] > 0;
    s[BIAS_DIR] = 1;
    s[GAIN_NEXT] = 0;
    s[STEADY]++;
    if (s[BIAS_AT] == 0) {
        if (wanted) {
            s[BIAS_DIR] = 2;
            s[STEADY] = 0;
        }
        if (s[AMPLIFIER]) {
            s[AMPLIFIER] = 0;
            return AMP_OFF;
        }
        return over && s[STEADY] >= 2 ? OVER : GO_ON;
    }
    if (!wanted && s[GAIN_NOW] == 0) {
        s[BIAS_DIR] = 0;
        s[STEADY] = 0;
    }
    if (wanted) {
        s[GAIN_NEXT] = s[GAIN_TARGET];
    }
    if (s[STEADY] >= 2 && s[AMPLIFIER] == 0) {
        s[AMPLIFIER] = 1;
        return AMP_ON;
    }
    return GO_ON;
}

static mp_obj_t plan(mp_obj_t state) {
    return MP_OBJ_NEW_SMALL_INT(planned(words_of(state)));
}
static MP_DEFINE_CONST_FUN_OBJ_1(plan_obj, plan);

const kernel_t engine_kernels[] = {
    {"pingware.drivers.mixer_buffer", "plan", &plan_obj},
    {"pingware.drivers.mixer_score_reader", "read_score", &read_score_obj},
    {"pingware.drivers.mixer_score_reader", "move_voices", &move_voices_obj},
    {"pingware.drivers.mixer_viper", "voices", &voices_obj},
    {"pingware.drivers.mixer_viper", "finish", &finish_obj},
    {NULL},
};
