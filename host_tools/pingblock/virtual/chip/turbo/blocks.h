/* The cache of decoded code, by address. Code in flash and boot ROM does not change until
 * forget_blocks. Stores, DMA and the host can change code in SRAM. So each run of such a block
 * begins with a comparison, and a store ends it. */
#ifndef PINGBLOCK_BLOCKS_H
#define PINGBLOCK_BLOCKS_H

#include "decode.h"

#define BLOCK_OPS 48u
#define EMPTY 1u

static inline void forget_blocks(Machine *m) {
    for (uint32_t i = 0; i < BLOCKS; i++)
        m->blocks[i].pc = EMPTY;
    m->ops_used = 1; /* a link to operation 0 means no link */
    m->copies_used = 0;
}

/* Returns the code at pc, or NULL if there is no code. */
static inline const uint8_t *code_at(const Machine *m, uint32_t pc) {
    if (pc - SRAM_BASE < SRAM_SIZE - 2)
        return m->sram + (pc - SRAM_BASE);
    if (pc >> 24 == FLASH_BASE >> 24)
        return m->flash + (pc & FLASH_MASK);
    return pc < ROM_SIZE - 2 ? m->rom + pc : NULL;
}

static inline bool ends_block(uint8_t code, bool in_sram) {
    if (code >= CODE_B)
        return true;
    bool stores = (code >= CODE_STR && code <= CODE_STRB) || (code >= CODE_STR_R && code <= CODE_STRB_R)
        || code == CODE_STM || code == CODE_PUSH;
    return in_sram && stores;
}

/* Decodes from pc on into ops. Returns the address behind the block. */
static uint32_t decode_run(Machine *m, uint32_t pc, bool in_sram) {
    Op *op = m->ops + m->ops_used, *last = op + BLOCK_OPS;
    for (;; op++) {
        const uint8_t *code = code_at(m, pc);
        op->pc = pc;
        if (!code || op == last) {
            set_op(op, code ? CODE_NEXT : CODE_HAND_OVER, 0, 0, 0);
            break;
        }
        decode(op, read_at(code, 2), read_at(code + 2, 2));
        pc += op->wide ? 4 : 2;
        if (ends_block(op->code, in_sram)) {
            if (op->code < CODE_B) {
                (++op)->pc = pc;
                set_op(op, CODE_NEXT, 0, 0, 0);
            }
            break;
        }
    }
    m->ops_used = (uint32_t)(op + 1 - m->ops);
    return pc;
}

static Block *decode_block(Machine *m, uint32_t pc, Block *block) {
    bool in_sram = pc - SRAM_BASE < SRAM_SIZE;
    if (m->ops_used + BLOCK_OPS + 2 > OPS || m->copies_used + 2 * BLOCK_OPS > COPIES)
        forget_blocks(m);
    block->first = m->ops_used;
    block->copy = m->copies_used;
    uint32_t end = decode_run(m, pc, in_sram);
    block->half_words = in_sram ? (end - pc) / 2 : 0;
    if (in_sram && end > SRAM_BASE + SRAM_SIZE)
        block->half_words = (SRAM_BASE + SRAM_SIZE - pc) / 2;
    memcpy(m->copies + block->copy, m->sram + (in_sram ? pc - SRAM_BASE : 0), block->half_words * 2);
    m->copies_used += block->half_words;
    block->pc = pc;
    return block;
}

/* Returns the first operation of the code at pc, and decodes it if needed. */
static Op *find_block(Machine *m, uint32_t pc) {
    Block *block = &m->blocks[pc >> 1 & (BLOCKS - 1)];
    bool known = block->pc == pc;
    if (known && block->half_words)
        known = !memcmp(m->copies + block->copy, m->sram + (pc - SRAM_BASE), block->half_words * 2);
    return m->ops + (known ? block : decode_block(m, pc, block))->first;
}

/* Returns the first operation at the target of a direct jump, and stores it in the jump's link.
 * SRAM code must be compared each time. A replaced block stays in ops until all are forgotten. */
static inline Op *follow(Machine *m, Op *jump) {
    if (jump->link)
        return m->ops + jump->link;
    uint32_t used = m->ops_used;
    Op *target = find_block(m, jump->value);
    bool kept = m->ops_used >= used; /* otherwise the jump was forgotten */
    if (kept && jump->value - SRAM_BASE >= SRAM_SIZE)
        jump->link = (uint32_t)(target - m->ops);
    return target;
}

#endif
