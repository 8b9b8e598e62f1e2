/* Instructions that use only registers. Formulas follow rp2040py 0.3.6, also where it differs from
 * the architecture (the carry of register shifts by 0 or more than 32). */
#ifndef PINGBLOCK_ARITHMETIC_H
#define PINGBLOCK_ARITHMETIC_H

#include "machine.h"

#define PLAIN(name) static inline void name(Machine *m, const Op *op)

static inline uint32_t set_nz(Machine *m, uint32_t value) {
    m->n = m->z = value;
    return value;
}

static inline uint32_t add_flags(Machine *m, uint32_t a, uint32_t b) {
    uint32_t sum = a + b;
    m->c = sum < a;
    m->v = (~(a ^ b) & (a ^ sum)) >> 31;
    return set_nz(m, sum);
}

static inline uint32_t subtract_flags(Machine *m, uint32_t a, uint32_t b) {
    uint32_t difference = a - b;
    m->c = a >= b;
    m->v = ((a ^ b) & (a ^ difference)) >> 31;
    return set_nz(m, difference);
}

PLAIN(MOVS) { m->r[op->a] = set_nz(m, op->value); }
PLAIN(MOVS_R) { m->r[op->a] = set_nz(m, m->r[op->b]); } /* LSLS by 0 */
PLAIN(CMP) { subtract_flags(m, m->r[op->b], op->value); }
PLAIN(ADDS) { m->r[op->a] = add_flags(m, m->r[op->b], op->value); }
PLAIN(SUBS) { m->r[op->a] = subtract_flags(m, m->r[op->b], op->value); }
PLAIN(ADDS_R) { m->r[op->a] = add_flags(m, m->r[op->b], m->r[op->c]); }
PLAIN(SUBS_R) { m->r[op->a] = subtract_flags(m, m->r[op->b], m->r[op->c]); }

/* Shifts by a constant: value is 1..31 for LSLS, 1..32 for the others. */
PLAIN(LSLS) {
    uint32_t a = m->r[op->b];
    m->c = a >> (32 - op->value) & 1;
    m->r[op->a] = set_nz(m, a << op->value);
}
PLAIN(LSRS) {
    uint32_t a = m->r[op->b];
    m->c = a >> (op->value - 1) & 1;
    m->r[op->a] = set_nz(m, op->value < 32 ? a >> op->value : 0);
}
PLAIN(ASRS) {
    uint32_t a = m->r[op->b];
    m->c = a >> (op->value - 1) & 1;
    m->r[op->a] = set_nz(m, (uint32_t)((int32_t)a >> (op->value < 32 ? op->value : 31)));
}

/* Shifts by a register. */
PLAIN(LSLS_R) {
    uint32_t a = m->r[op->a], shift = m->r[op->b] & 0xFF;
    if (shift)
        m->c = a >> ((32 - shift) & 31) & 1;
    m->r[op->a] = set_nz(m, shift < 32 ? a << shift : 0);
}
PLAIN(LSRS_R) {
    uint32_t a = m->r[op->a], shift = m->r[op->b] & 0xFF;
    m->c = shift <= 32 ? a >> ((shift - 1) & 31) & 1 : 0;
    m->r[op->a] = set_nz(m, shift < 32 ? a >> shift : 0);
}
PLAIN(ASRS_R) {
    uint32_t a = m->r[op->a], shift = m->r[op->b] & 0xFF;
    shift = shift < 32 ? shift : 32;
    m->c = a >> ((shift - 1) & 31) & 1;
    m->r[op->a] = set_nz(m, (uint32_t)((int32_t)a >> (shift < 32 ? shift : 31)));
}
PLAIN(RORS) {
    uint32_t a = m->r[op->a], shift = m->r[op->b] & 31;
    m->r[op->a] = set_nz(m, shift ? a >> shift | a << (32 - shift) : a);
    m->c = m->r[op->a] >> 31;
}

PLAIN(ADCS) {
    int64_t a = m->r[op->b], b = (int64_t)m->r[op->a] + m->c, total = a + b;
    m->c = total != (int64_t)(uint32_t)total;
    m->v = (int64_t)(int32_t)total != (int64_t)(int32_t)a + (int64_t)(int32_t)b;
    m->r[op->a] = set_nz(m, (uint32_t)total);
}
PLAIN(SBCS) {
    int64_t a = m->r[op->a], b = (int64_t)m->r[op->b] + 1 - m->c;
    uint32_t left = (uint32_t)a, right = (uint32_t)b, difference = (uint32_t)(a - b);
    m->c = a >= b;
    m->v = ((left ^ right) & (left ^ difference)) >> 31;
    m->r[op->a] = set_nz(m, difference);
}
PLAIN(ANDS) { m->r[op->a] = set_nz(m, m->r[op->a] & m->r[op->b]); }
PLAIN(EORS) { m->r[op->a] = set_nz(m, m->r[op->a] ^ m->r[op->b]); }
PLAIN(ORRS) { m->r[op->a] = set_nz(m, m->r[op->a] | m->r[op->b]); }
PLAIN(BICS) { m->r[op->a] = set_nz(m, m->r[op->a] & ~m->r[op->b]); }
PLAIN(MVNS) { m->r[op->a] = set_nz(m, ~m->r[op->b]); }
PLAIN(MULS) { m->r[op->a] = set_nz(m, m->r[op->a] * m->r[op->b]); }
PLAIN(RSBS) { m->r[op->a] = subtract_flags(m, 0, m->r[op->b]); }
PLAIN(TST) { set_nz(m, m->r[op->a] & m->r[op->b]); }
PLAIN(CMP_R) { subtract_flags(m, m->r[op->a], m->r[op->b]); }
PLAIN(CMN) { add_flags(m, m->r[op->a], m->r[op->b]); }

/* Without flags. */
PLAIN(MOV) { m->r[op->a] = m->r[op->b]; }
PLAIN(MOV_SP) { m->r[SP] = m->r[op->b] & ~3u; }
PLAIN(CONSTANT) { m->r[op->a] = op->value; } /* ADR; MOV from PC */
PLAIN(ADD_R) { m->r[op->a] += m->r[op->b]; }
PLAIN(ADD) { m->r[op->a] = m->r[op->b] + op->value; }
PLAIN(ADD_SP_R) { m->r[SP] = (m->r[SP] + m->r[op->b]) & ~3u; }
PLAIN(ADD_SP) { m->r[SP] = (m->r[SP] + op->value) & ~3u; }
PLAIN(SXTH) { m->r[op->a] = (uint32_t)(int32_t)(int16_t)m->r[op->b]; }
PLAIN(SXTB) { m->r[op->a] = (uint32_t)(int32_t)(int8_t)m->r[op->b]; }
PLAIN(UXTH) { m->r[op->a] = m->r[op->b] & 0xFFFF; }
PLAIN(UXTB) { m->r[op->a] = m->r[op->b] & 0xFF; }
PLAIN(REV) { m->r[op->a] = __builtin_bswap32(m->r[op->b]); }
PLAIN(CPSID) { m->primask = 1; }
PLAIN(MRS) { m->r[op->a] = m->primask; }
PLAIN(NOP) { }

#endif
