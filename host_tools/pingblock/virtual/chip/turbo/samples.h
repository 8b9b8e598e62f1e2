/* Sound samples on their way from SRAM to a PWM compare register, one for each alarm. */
#ifndef PINGBLOCK_SAMPLES_H
#define PINGBLOCK_SAMPLES_H

#include "machine.h"

#define SAMPLES 1024u

typedef struct {
    uint32_t read, step, ring; /* address, bytes to the next, mask of the part that counts */
    uint32_t left; /* transfers before the one that ends the block */
    uint32_t moved; /* transfers since the last report */
    double period_ns;
    double times_ns[SAMPLES];
    uint16_t levels[SAMPLES];
} Samples;

/* Returns whether the next transfer can be made here. */
static inline bool can_move_sample(const Samples *s) {
    return s->left && s->moved < SAMPLES && s->read - SRAM_BASE < SRAM_SIZE - 1;
}

static inline void move_sample(Samples *s, const uint8_t *sram, double now_ns) {
    memcpy(&s->levels[s->moved], sram + (s->read - SRAM_BASE), 2);
    s->times_ns[s->moved++] = now_ns;
    s->read = (s->read & ~s->ring) | ((s->read + s->step) & s->ring);
    s->left--;
}

#endif
