/* Loads and stores. Each returns the instruction's cycles, or 0 if it cannot be done here. */
#ifndef PINGBLOCK_MEMORY_H
#define PINGBLOCK_MEMORY_H

#include "flash_cache.h"
#include "sio.h"

#define MEMORY_CYCLES 2
#define SIO_CYCLES 1
#define PERIPHERAL_CYCLES 4

/* If the size is constant, a copy is one instruction. Otherwise it is a slow loop. */
#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t read_at(const uint8_t *at, uint32_t size) {
    uint32_t word = 0;
    memcpy(&word, at, size); /* only for little-endian hosts, like rp2040py */
    return word;
}

/* Reads the known register. For another register, returns false and notes the address. */
static inline bool read_known(Machine *m, uint32_t address, uint32_t *value) {
    if (address != m->known) {
        m->asked = address;
        return false;
    }
    *value = m->known_value;
    return true;
}

/* Loads from flash, boot ROM or a register kept here. */
INLINE int load_elsewhere(Machine *m, uint32_t address, uint32_t size, uint32_t *value) {
    if (address >> 26 == FLASH_BASE >> 26) {
        if (m->xip && address >> 24 == FLASH_BASE >> 24)
            read_cached(m, address);
        else if (m->xip) /* the mirrors that bypass the cache */
            m->extra += MISS_CYCLES;
        *value = read_at(m->flash + (address & FLASH_MASK), size);
        return MEMORY_CYCLES;
    }
    if (address < ROM_SIZE) {
        *value = read_at(m->rom + address, size);
        return MEMORY_CYCLES;
    }
    if (size == 4 && address - SIO_BASE < 0x1000)
        return read_sio(&m->sio, address - SIO_BASE, value) ? SIO_CYCLES : 0;
    if (size == 4 && read_timer(m, address, value))
        return PERIPHERAL_CYCLES;
    return size == 4 && read_known(m, address, value) ? PERIPHERAL_CYCLES : 0;
}

INLINE int load(Machine *m, uint32_t address, uint32_t size, uint32_t *value) {
    if (address & (size - 1))
        return 0;
    if (address - SRAM_BASE < SRAM_SIZE) {
        *value = read_at(m->sram + (address - SRAM_BASE), size);
        return MEMORY_CYCLES;
    }
    return load_elsewhere(m, address, size, value);
}

INLINE int store(Machine *m, uint32_t address, uint32_t size, uint32_t value) {
    if (address & (size - 1))
        return 0;
    if (address - SRAM_BASE < SRAM_SIZE) {
        memcpy(m->sram + (address - SRAM_BASE), &value, size);
        return MEMORY_CYCLES;
    }
    if (size != 4 || address - SIO_BASE >= 0x1000)
        return 0;
    return write_sio(&m->sio, address - SIO_BASE, value) ? SIO_CYCLES : 0;
}

/* Returns where `count` words of SRAM begin, or NULL if some are outside. */
static inline uint8_t *words_in_sram(Machine *m, uint32_t first, uint32_t count) {
    uint32_t offset = first - SRAM_BASE;
    bool inside = !(first & 3) && offset < SRAM_SIZE && offset + 4 * count <= SRAM_SIZE;
    return inside ? m->sram + offset : NULL;
}

#endif
