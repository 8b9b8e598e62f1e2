/* Loads, stores, PUSH, POP. Each returns its cycles, or 0 if it has changed no state. */
#ifndef PINGBLOCK_TRANSFERS_H
#define PINGBLOCK_TRANSFERS_H

#include "memory.h"

#define TRANSFER(name) static inline int name(Machine *m, const Op *op)

/* Base register and constant. */
TRANSFER(LDR) { return load(m, m->r[op->b] + op->value, 4, &m->r[op->a]); }
TRANSFER(LDRH) { return load(m, m->r[op->b] + op->value, 2, &m->r[op->a]); }
TRANSFER(LDRB) { return load(m, m->r[op->b] + op->value, 1, &m->r[op->a]); }
TRANSFER(STR) { return store(m, m->r[op->b] + op->value, 4, m->r[op->a]); }
TRANSFER(STRH) { return store(m, m->r[op->b] + op->value, 2, m->r[op->a]); }
TRANSFER(STRB) { return store(m, m->r[op->b] + op->value, 1, m->r[op->a]); }
TRANSFER(LDR_LITERAL) { return load(m, op->value, 4, &m->r[op->a]); }

/* Base register and index register. */
TRANSFER(LDR_R) { return load(m, m->r[op->b] + m->r[op->c], 4, &m->r[op->a]); }
TRANSFER(LDRH_R) { return load(m, m->r[op->b] + m->r[op->c], 2, &m->r[op->a]); }
TRANSFER(LDRB_R) { return load(m, m->r[op->b] + m->r[op->c], 1, &m->r[op->a]); }
TRANSFER(STR_R) { return store(m, m->r[op->b] + m->r[op->c], 4, m->r[op->a]); }
TRANSFER(STRH_R) { return store(m, m->r[op->b] + m->r[op->c], 2, m->r[op->a]); }
TRANSFER(STRB_R) { return store(m, m->r[op->b] + m->r[op->c], 1, m->r[op->a]); }
INLINE int load_signed(Machine *m, const Op *op, uint32_t size) {
    uint32_t value, unused = 32 - 8 * size;
    int cycles = load(m, m->r[op->b] + m->r[op->c], size, &value);
    if (cycles)
        m->r[op->a] = (uint32_t)((int32_t)(value << unused) >> unused);
    return cycles;
}
TRANSFER(LDRSH_R) { return load_signed(m, op, 2); }
TRANSFER(LDRSB_R) { return load_signed(m, op, 1); }

/* Stores the registers of `list` one after the other. */
static inline void store_list(Machine *m, uint8_t *at, uint32_t list) {
    for (; list; list &= list - 1, at += 4)
        memcpy(at, &m->r[__builtin_ctz(list)], 4);
}

static inline void load_list(Machine *m, uint8_t *at, uint32_t list) {
    for (; list; list &= list - 1, at += 4)
        memcpy(&m->r[__builtin_ctz(list)], at, 4);
}

/* Bits 0..7 of list are the low registers, bit 14 is LR, and b is their number. In rp2040py, LR
 * takes no time. */
TRANSFER(PUSH) {
    uint32_t address = m->r[SP] - 4u * op->b;
    uint8_t *at = words_in_sram(m, address, op->b);
    if (!at)
        return 0;
    store_list(m, at, op->list);
    m->r[SP] = address;
    return op->cycles;
}

TRANSFER(POP) {
    uint8_t *at = words_in_sram(m, m->r[SP], op->b);
    if (!at)
        return 0;
    load_list(m, at, op->list);
    m->r[SP] += 4u * op->b;
    return op->cycles;
}

TRANSFER(STM) {
    uint32_t address = m->r[op->a];
    uint8_t *at = words_in_sram(m, address, op->b);
    if (!at)
        return 0;
    store_list(m, at, op->list);
    if (!(op->list >> op->a & 1)) /* rp2040py does not write back in this case */
        m->r[op->a] = address + 4u * op->b;
    return op->cycles;
}

TRANSFER(LDM) {
    uint32_t address = m->r[op->a];
    if (address & 3)
        return 0;
    uint8_t *at = words_in_sram(m, address, op->b);
    if (!at && address >> 24 == FLASH_BASE >> 24)
        at = m->flash + (address & FLASH_MASK);
    if (!at)
        return 0;
    if (m->xip && address >> 24 == FLASH_BASE >> 24)
        for (uint32_t i = 0; i < op->b; i++)
            read_cached(m, address + 4 * i);
    load_list(m, at, op->list);
    if (!(op->list >> op->a & 1))
        m->r[op->a] = address + 4u * op->b;
    return op->cycles;
}

#endif
