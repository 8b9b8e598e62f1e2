/* The flash cache's misses: RP2040 datasheet 2.6.3. */
#ifndef PINGBLOCK_FLASH_CACHE_H
#define PINGBLOCK_FLASH_CACHE_H

#include "machine.h"

static inline void flush_flash_cache(Machine *m) {
    memset(m->cache.valid, 0, sizeof m->cache.valid);
    memset(m->cache.oldest, 0, sizeof m->cache.oldest);
}

/* Charges the read of a word through the cache. */
static inline void read_cached(Machine *m, uint32_t address) {
    FlashCache *cache = &m->cache;
    uint32_t row = (address >> 3) & (CACHE_SETS - 1), tag = address >> 13;
    uint8_t word = 1u << ((address >> 2) & 1);
    uint32_t way = row * 2;
    if (!(cache->valid[way] && cache->tags[way] == tag)) {
        way++;
        if (!(cache->valid[way] && cache->tags[way] == tag)) {
            way = row * 2 + cache->oldest[row];
            cache->tags[way] = tag;
            cache->valid[way] = 0;
        }
    }
    cache->oldest[row] = 1 - (way & 1);
    if (!(cache->valid[way] & word)) {
        cache->valid[way] |= word;
        m->extra += MISS_CYCLES;
    }
}

/* Charges the fetch of one instruction. */
static inline void charge_fetch(Machine *m, const Op *op) {
    m->extra = 0;
    if (op->pc >> 24 == FLASH_BASE >> 24) {
        read_cached(m, op->pc);
        if (op->wide && op->pc & 2)
            read_cached(m, op->pc + 2);
    }
}

#endif
