// A slot is firmware, frozen and linked to the base that runs it. See frozen/README.md.
// shared/slot_format.py has the same layout.
#ifndef PINGBLOCK_SLOT_H
#define PINGBLOCK_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "py/emitglue.h"
#include "py/qstr.h"

// Frozen modules, sorted by name.
typedef struct {
    const qstr_pool_t *strings;
    const char *names;
    const uint16_t *places;  // of each name in names
    const mp_frozen_module_t *const *modules;
    uint32_t count;
} frozen_table_t;

// The first page of a slot. It is written last, so it vouches for the content.
typedef struct {
    uint32_t magic;
    uint32_t format;
    uint8_t base[32];  // the hash of the base that the content is linked to
    uint32_t length;  // of the content, bytes
    uint32_t content_crc;
    uint32_t head_crc;  // of everything before it
} slot_head_t;

// The second page has records. Each commit programs the next one, and the last one that has a
// number is in force. Each word is programmed once, without an erase, so all are 0xFFFFFFFF at
// first. After the records, a bit is cleared for each sector of an upload that is written.
typedef struct {
    uint32_t number;  // set by a commit. Of two good slots the one with the higher number runs
    uint32_t inverse;  // ~number
    uint32_t tried;  // set before the trial starts
    uint32_t confirmed;  // 0 once the firmware has proved good
    uint32_t rejected;  // a reason, once it has not
} slot_state_t;

#define SLOTS (2)
#define SLOT_BASE (0x80000)  // from the start of flash
#define SLOT_BYTES (0x40000)
#define SLOT_PAGE (256)
#define SLOT_RECORD (32)
#define SLOT_RECORDS (7)
#define SLOT_CONTENT (2 * SLOT_PAGE)
#define SLOT_MAGIC (0x4C534250)  // PBSL
#define SLOT_FORMAT (1)

extern const frozen_table_t pingblock_table;  // of the base
extern const uint8_t pingblock_base_hash[32];
extern const frozen_table_t *pingblock_slot;  // NULL if no slot is good
extern int pingblock_running;  // its number, or -1 if no slot is good

// Returns the place of a slot in the flash, bytes from its start.
static inline uint32_t slot_offset(int slot) {
    return SLOT_BASE + slot * SLOT_BYTES;
}

// Returns whether a slot may run: it is whole, fits this base, was committed and not rejected.
bool slot_is_good(int slot, bool read_content);

// Returns whether the head and the content of a slot are whole and fit this base.
bool slot_is_whole(int slot, bool read_content);

// Returns whether a slot would run after power-on although its content is damaged.
bool slot_is_damaged(int slot);

// Returns the place of the record in force, bytes from the start of the slot.
uint32_t slot_record(int slot);

// Returns whether this is the trial of the slot that runs, and it is not confirmed yet.
bool slot_on_trial(void);

// Returns the number of a slot whose trial ended without a verdict, or -1.
int slot_failed(void);

// Programs whole pages. Bits can only be cleared.
void slot_program(uint32_t offset, const uint8_t *pages, uint32_t length);

#endif
