/* Decodes Thumb code into operations. Source: ARMv6-M Architecture Reference Manual, A5. */
#ifndef PINGBLOCK_DECODE_H
#define PINGBLOCK_DECODE_H

#include "operations.h"

#define PRIMASK 16u

static inline void set_op(Op *op, uint8_t code, uint32_t a, uint32_t b, uint32_t value) {
    op->code = code;
    op->a = a;
    op->b = b;
    op->value = value;
}

static void decode_shift(Op *op, uint32_t word) {
    static const uint8_t codes[] = {CODE_LSLS, CODE_LSRS, CODE_ASRS};
    uint32_t kind = word >> 11, by = word >> 6 & 31;
    set_op(op, codes[kind], word & 7, word >> 3 & 7, by ? by : 32);
    if (!kind && !by)
        op->code = CODE_MOVS_R;
}

static void decode_add_subtract(Op *op, uint32_t word) {
    uint32_t third = word >> 6 & 7;
    bool constant = word & 0x400, subtract = word & 0x200;
    uint8_t code = constant ? (subtract ? CODE_SUBS : CODE_ADDS)
                            : (subtract ? CODE_SUBS_R : CODE_ADDS_R);
    set_op(op, code, word & 7, word >> 3 & 7, third);
    op->c = third;
}

static void decode_byte_constant(Op *op, uint32_t word) {
    static const uint8_t codes[] = {CODE_MOVS, CODE_CMP, CODE_ADDS, CODE_SUBS};
    uint32_t high = word >> 8 & 7;
    set_op(op, codes[word >> 11 & 3], high, high, word & 0xFF);
}

static void decode_two_low(Op *op, uint32_t word) {
    static const uint8_t codes[] = {
        CODE_ANDS, CODE_EORS, CODE_LSLS_R, CODE_LSRS_R, CODE_ASRS_R, CODE_ADCS, CODE_SBCS,
        CODE_RORS, CODE_TST, CODE_RSBS, CODE_CMP_R, CODE_CMN, CODE_ORRS, CODE_MULS, CODE_BICS,
        CODE_MVNS};
    set_op(op, codes[word >> 6 & 15], word & 7, word >> 3 & 7, 0);
}

/* ADD, CMP, MOV on all sixteen registers; BX and BLX. Rare forms are handed over. */
static void decode_high(Op *op, uint32_t word) {
    uint32_t to = (word & 7) | (word >> 4 & 8), from = word >> 3 & 15, kind = word >> 8 & 3;
    bool pc_in = from == PC, pc_out = to == PC;
    if (kind == 3) {
        /* rp2040py's BLX LR jumps to the new LR, so this code does the same. */
        bool link = word & 0x80;
        if (!(word & 7 || pc_in || (link && from == LR)))
            set_op(op, link ? CODE_BLX : CODE_BX, 0, from, 0);
    } else if (kind == 1) {
        if (!pc_in && !pc_out)
            set_op(op, CODE_CMP_R, to, from, 0);
    } else if (pc_in) {
        if (to < SP)
            set_op(op, kind ? CODE_CONSTANT : CODE_ADD, to, to, op->pc + 4);
    } else if (pc_out) {
        set_op(op, kind ? CODE_MOV_PC : CODE_ADD_PC, 0, from, op->pc + 4);
    } else if (to == SP) {
        set_op(op, kind ? CODE_MOV_SP : CODE_ADD_SP_R, SP, from, 0);
    } else {
        set_op(op, kind ? CODE_MOV : CODE_ADD_R, to, from, 0);
    }
}

static void decode_indexed(Op *op, uint32_t word) {
    static const uint8_t codes[] = {CODE_STR_R, CODE_STRH_R, CODE_STRB_R, CODE_LDRSB_R,
                                    CODE_LDR_R, CODE_LDRH_R, CODE_LDRB_R, CODE_LDRSH_R};
    set_op(op, codes[word >> 9 & 7], word & 7, word >> 3 & 7, 0);
    op->c = word >> 6 & 7;
}

static void decode_based(Op *op, uint32_t word) {
    static const uint8_t codes[] = {CODE_STR, CODE_LDR, CODE_STRB, CODE_LDRB, CODE_STRH, CODE_LDRH};
    static const uint8_t scales[] = {2, 2, 0, 0, 1, 1};
    uint32_t kind = (word >> 11) - 12;
    set_op(op, codes[kind], word & 7, word >> 3 & 7, (word >> 6 & 31) << scales[kind]);
}

static void decode_stack(Op *op, uint32_t word) {
    uint32_t count = __builtin_popcount(word & 0x1FF), low = __builtin_popcount(word & 0xFF);
    bool extra = word & 0x100, pop = word & 0x800;
    op->list = (word & 0xFF) | (!pop && extra ? 1u << LR : 0);
    set_op(op, pop ? (extra ? CODE_POP_PC : CODE_POP) : CODE_PUSH, 0, count, 0);
    op->cycles = 1 + low + (pop && extra ? 2 : 0);
}

/* SP arithmetic, extensions, PUSH, POP, REV, CPSID, CPSIE, NOP. */
static void decode_various(Op *op, uint32_t word) {
    static const uint8_t extensions[] = {CODE_SXTH, CODE_SXTB, CODE_UXTH, CODE_UXTB};
    uint32_t low = word & 7, from = word >> 3 & 7, by = (word & 0x7F) * 4;
    if ((word & 0xF600) == 0xB400)
        decode_stack(op, word);
    else if (word >> 8 == 0xB0)
        set_op(op, CODE_ADD_SP, SP, SP, word & 0x80 ? 0u - by : by);
    else if (word >> 8 == 0xB2)
        set_op(op, extensions[word >> 6 & 3], low, from, 0);
    else if (word >> 6 == 0x2E8)
        set_op(op, CODE_REV, low, from, 0);
    else if (word == 0xB672)
        set_op(op, CODE_CPSID, 0, 0, 0);
    else if (word == 0xB662)
        set_op(op, CODE_UNMASK, PC, 0, 0);
    else if (word == 0xBF00)
        set_op(op, CODE_NOP, 0, 0, 0);
}

static void decode_many(Op *op, uint32_t word) {
    op->list = word & 0xFF;
    op->cycles = 1 + __builtin_popcount(op->list);
    set_op(op, word & 0x800 ? CODE_LDM : CODE_STM, word >> 8 & 7, op->cycles - 1, 0);
}

static void decode_branch(Op *op, uint32_t word) {
    uint32_t condition = word >> 8 & 15;
    int32_t offset = word >> 12 == 13 ? (int32_t)(word << 24) >> 23 : (int32_t)(word << 21) >> 20;
    if (word >> 11 == 28)
        set_op(op, CODE_B, 0, 0, op->pc + 4 + offset);
    else if (condition < 14)
        set_op(op, CODE_BEQ + condition, 0, 0, op->pc + 4 + offset);
}

/* BL, barriers, PRIMASK in and out. */
static void decode_wide(Op *op, uint32_t word, uint32_t second) {
    uint32_t sign = word >> 10 & 1;
    uint32_t i1 = 1 - (sign ^ (second >> 13 & 1)), i2 = 1 - (sign ^ (second >> 11 & 1));
    op->cycles = 3;
    if (second >> 14 == 3 && second & 0x1000)
        set_op(op, CODE_BL, 0, 0,
               op->pc + 4 + ((sign ? 0xFF000000u : 0) | i1 << 23 | i2 << 22
                             | (word & 0x3FF) << 12 | (second & 0x7FF) << 1));
    else if (word == 0xF3BF && (second & 0xFFF0) >= 0x8F40 && (second & 0xFFF0) <= 0x8F60)
        set_op(op, CODE_NOP, 0, 0, 0);
    else if (word == 0xF3EF && (second & 0xF0FF) == 0x8000 + PRIMASK && (second >> 8 & 15) < 8)
        set_op(op, CODE_MRS, second >> 8 & 15, 0, 0);
    else if (word >> 4 == 0xF38 && second == 0x8800 + PRIMASK && (word & 15) != PC)
        set_op(op, CODE_UNMASK, word & 15, 0, 0);
}

/* Decodes the instruction at op->pc, from its half words. A rare one becomes HAND_OVER. */
static void decode(Op *op, uint32_t word, uint32_t second) {
    uint32_t group = word >> 11, high = word >> 8 & 7, offset = (word & 0xFF) * 4;
    set_op(op, CODE_HAND_OVER, 0, 0, 0);
    op->cycles = 1;
    op->link = 0;
    op->wide = group >= 29;
    if (group < 3)
        decode_shift(op, word);
    else if (group == 3)
        decode_add_subtract(op, word);
    else if (group < 8)
        decode_byte_constant(op, word);
    else if (group == 8)
        word & 0x400 ? decode_high(op, word) : decode_two_low(op, word);
    else if (group == 9)
        set_op(op, CODE_LDR_LITERAL, high, 0, ((op->pc + 4) & ~3u) + offset);
    else if (group < 12)
        decode_indexed(op, word);
    else if (group < 18)
        decode_based(op, word);
    else if (group < 20)
        set_op(op, group == 18 ? CODE_STR : CODE_LDR, high, SP, offset);
    else if (group == 20)
        set_op(op, CODE_CONSTANT, high, 0, (op->pc & ~3u) + 4 + offset);
    else if (group == 21)
        set_op(op, CODE_ADD, high, SP, offset);
    else if (group < 24)
        decode_various(op, word);
    else if (group < 26)
        decode_many(op, word);
    else if (group < 29)
        decode_branch(op, word);
    else if (group == 30)
        decode_wide(op, word, second);
}

#endif
