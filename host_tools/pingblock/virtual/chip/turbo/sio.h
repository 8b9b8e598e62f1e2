/* Registers that are read and written here: spin locks and divider (SIO), raw time (TIMER).
 * Source: RP2040 datasheet 2.3.1.5, 2.3.1.7, 4.6.4. */
#ifndef PINGBLOCK_SIO_H
#define PINGBLOCK_SIO_H

#include "machine.h"

enum {
    CPUID = 0x00, SPINLOCK_ST = 0x5C, UDIVIDEND = 0x60, UDIVISOR = 0x64, SDIVIDEND = 0x68,
    SDIVISOR = 0x6C, QUOTIENT = 0x70, REMAINDER = 0x74, DIV_STATE = 0x78,
    SPINLOCK0 = 0x100, SPINLOCK31 = 0x17C
};
#define TIMERAWH 0x40054024u
#define TIMERAWL 0x40054028u

static inline void reset_sio(Sio *sio) {
    memset(sio, 0, sizeof *sio);
    sio->divisor = 1;
}

static inline uint32_t take_spin_lock(Sio *sio, uint32_t lock) {
    uint32_t taken = sio->locks & lock ? 0 : lock;
    sio->locks |= lock;
    return taken;
}

/* Reads one register. Returns false if it is not kept here. */
static inline bool read_sio(Sio *sio, uint32_t offset, uint32_t *value) {
    if (offset >= SPINLOCK0 && offset <= SPINLOCK31) {
        *value = take_spin_lock(sio, 1u << ((offset - SPINLOCK0) >> 2));
        return true;
    }
    switch (offset) {
    case CPUID: *value = 0; return true;
    case SPINLOCK_ST: *value = sio->locks; return true;
    case UDIVIDEND: case SDIVIDEND: *value = sio->dividend; return true;
    case UDIVISOR: case SDIVISOR: *value = sio->divisor; return true;
    case QUOTIENT: sio->state &= ~2u; *value = sio->quotient; return true;
    case REMAINDER: *value = sio->remainder; return true;
    case DIV_STATE: *value = sio->state; return true;
    default: return false;
    }
}

static inline void divide_unsigned(Sio *sio) {
    uint32_t a = sio->dividend, b = sio->divisor;
    sio->quotient = b ? a / b : 0xFFFFFFFFu;
    sio->remainder = b ? a % b : a;
}

static inline void divide_signed(Sio *sio) {
    int64_t a = (int32_t)sio->dividend, b = (int32_t)sio->divisor;
    sio->quotient = b ? (uint32_t)(a / b) : (a < 0 ? 1u : 0xFFFFFFFFu);
    sio->remainder = b ? (uint32_t)(a % b) : (uint32_t)a;
}

/* Writes one register. Returns false if it is not kept here. */
static inline bool write_sio(Sio *sio, uint32_t offset, uint32_t value) {
    if (offset >= SPINLOCK0 && offset <= SPINLOCK31) {
        sio->locks &= ~(1u << ((offset - SPINLOCK0) >> 2));
        return true;
    }
    switch (offset) {
    case UDIVIDEND: sio->dividend = value; divide_unsigned(sio); break;
    case UDIVISOR: sio->divisor = value; divide_unsigned(sio); break;
    case SDIVIDEND: sio->dividend = value; divide_signed(sio); break;
    case SDIVISOR: sio->divisor = value; divide_signed(sio); break;
    case QUOTIENT: sio->quotient = value; break;
    case REMAINDER: sio->remainder = value; break;
    default: return false;
    }
    sio->state = 3;
    return true;
}

/* Reads the raw time. Returns false for another register of the timer. */
static inline bool read_timer(const Machine *m, uint32_t address, uint32_t *value) {
    if (address != TIMERAWH && address != TIMERAWL)
        return false;
    double now_ns = m->start_ns + (m->budget - m->left) * CYCLE_NS;
    double micros = (now_ns - m->timer_epoch_ns) / 1000;
    *value = address == TIMERAWH ? (uint32_t)((uint64_t)micros >> 32) : (uint32_t)(uint64_t)micros;
    return true;
}

#endif
