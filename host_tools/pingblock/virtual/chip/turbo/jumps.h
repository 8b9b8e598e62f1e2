/* Instructions that change the PC. */
#ifndef PINGBLOCK_JUMPS_H
#define PINGBLOCK_JUMPS_H

#include "transfers.h"

#define JUMP(name) static inline int name(Machine *m, const Op *op)

static inline int jump_to(Machine *m, uint32_t address, int cycles) {
    m->r[PC] = address;
    return cycles;
}

/* Ends a handler: rp2040py's core must do this. */
static inline bool returns_from_exception(const Machine *m, uint32_t address) {
    return m->in_handler && address >> 28 == 0xF;
}

/* Conditional branches: whether they are taken. */
#define CONDITION(name, condition) \
    static inline bool name(const Machine *m) { return condition; }

CONDITION(BEQ, m->z == 0)
CONDITION(BNE, m->z != 0)
CONDITION(BCS, m->c)
CONDITION(BCC, !m->c)
CONDITION(BMI, m->n >> 31)
CONDITION(BPL, !(m->n >> 31))
CONDITION(BVS, m->v)
CONDITION(BVC, !m->v)
CONDITION(BHI, m->c && m->z)
CONDITION(BLS, !(m->c && m->z))
CONDITION(BGE, m->n >> 31 == m->v)
CONDITION(BLT, m->n >> 31 != m->v)
CONDITION(BGT, m->n >> 31 == m->v && m->z)
CONDITION(BLE, !(m->n >> 31 == m->v && m->z))

/* Unconditional jumps. Each returns its cycles, or 0 if it has changed no state. */
JUMP(B) { return jump_to(m, op->value, 2); }
JUMP(BL) {
    m->r[LR] = (op->pc + 4) | 1;
    return jump_to(m, op->value, 3);
}
JUMP(BX) {
    uint32_t address = m->r[op->b];
    return returns_from_exception(m, address) ? 0 : jump_to(m, address & ~1u, 2);
}
JUMP(BLX) {
    uint32_t address = m->r[op->b];
    if (returns_from_exception(m, address))
        return 0;
    m->r[LR] = (op->pc + 2) | 1;
    return jump_to(m, address & ~1u, 2);
}
JUMP(MOV_PC) { return jump_to(m, m->r[op->b] & ~1u, 2); }
JUMP(ADD_PC) { return jump_to(m, (m->r[op->b] + op->value) & ~1u, 2); }

/* POP with PC in the list. b also counts the PC. */
JUMP(POP_PC) {
    uint8_t *at = words_in_sram(m, m->r[SP], op->b);
    if (!at)
        return 0;
    uint32_t target = read_at(at + 4 * (op->b - 1), 4);
    if (returns_from_exception(m, target))
        return 0;
    load_list(m, at, op->list);
    m->r[SP] += 4u * op->b;
    return jump_to(m, target & ~1u, op->cycles);
}

#endif
