/* The list of operations, by the way in which they run. */
#ifndef PINGBLOCK_OPERATIONS_H
#define PINGBLOCK_OPERATIONS_H

#include "arithmetic.h"
#include "jumps.h"
#include "transfers.h"

/* Use only registers, and always take op->cycles. */
#define PLAIN_OPERATIONS(X) \
    X(MOVS) X(MOVS_R) X(CMP) X(ADDS) X(SUBS) X(ADDS_R) X(SUBS_R) X(LSLS) X(LSRS) X(ASRS) \
    X(LSLS_R) X(LSRS_R) X(ASRS_R) X(RORS) X(ADCS) X(SBCS) X(ANDS) X(EORS) X(ORRS) X(BICS) \
    X(MVNS) X(MULS) X(RSBS) X(TST) X(CMP_R) X(CMN) X(MOV) X(MOV_SP) X(CONSTANT) X(ADD_R) \
    X(ADD) X(ADD_SP_R) X(ADD_SP) X(SXTH) X(SXTB) X(UXTH) X(UXTB) X(REV) X(CPSID) X(MRS) X(NOP)

/* rp2040py's core may have to run these. */
#define TRANSFER_OPERATIONS(X) \
    X(LDR) X(LDRH) X(LDRB) X(STR) X(STRH) X(STRB) X(LDR_LITERAL) X(LDR_R) X(LDRH_R) X(LDRB_R) \
    X(STR_R) X(STRH_R) X(STRB_R) X(LDRSH_R) X(LDRSB_R) X(PUSH) X(POP) X(STM) X(LDM)

/* Go to op->value, or continue with the next operation. */
#define BRANCH_OPERATIONS(X) \
    X(BEQ) X(BNE) X(BCS) X(BCC) X(BMI) X(BPL) X(BVS) X(BVC) X(BHI) X(BLS) X(BGE) X(BLT) X(BGT) \
    X(BLE)

/* End a block and set r[PC] to op->value. */
#define DIRECT_JUMPS(X) X(B) X(BL)

/* End a block and set r[PC]. rp2040py's core may have to run these. */
#define COMPUTED_JUMPS(X) X(BX) X(BLX) X(MOV_PC) X(ADD_PC) X(POP_PC)

/* UNMASK is CPSIE or MSR PRIMASK, and ends a block. NEXT is not an instruction, and continues at
 * pc. HAND_OVER is an instruction for rp2040py's core. */
#define SPECIAL_OPERATIONS(X) X(UNMASK) X(NEXT) X(HAND_OVER)

#define ALL_OPERATIONS(X) \
    PLAIN_OPERATIONS(X) TRANSFER_OPERATIONS(X) BRANCH_OPERATIONS(X) DIRECT_JUMPS(X) \
    COMPUTED_JUMPS(X) SPECIAL_OPERATIONS(X)
#define CODE(name) CODE_##name,
enum {
    ALL_OPERATIONS(CODE)
};

#endif
