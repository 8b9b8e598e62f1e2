// Chooses the slot that runs: the later one of two good slots.
//
// It chooses once after each reset of the chip, before MicroPython interns its first string, because
// the strings of the slot come first. A soft reset keeps the choice, because an update may have
// written the other slot in the meantime.

#include "hardware/flash.h"
#include "hardware/regs/addressmap.h"
#include "hardware/sync.h"
#include "hardware/watchdog.h"
#include "lib/uzlib/uzlib.h"
#include "py/mpstate.h"
#include "rp2_flash.h"
#include "slot.h"

#include <string.h>

#define UNSET (0xFFFFFFFF)
#define WATCHDOG_MS (4000)
#define NO_STARTS (3)  // main.py gives up after these, see there

int pingblock_running = -1;
static bool trial;  // it ran for the first time after this reset

static const slot_head_t *head_of(int slot) {
    return (const slot_head_t *)(XIP_BASE + slot_offset(slot));
}

static const slot_state_t *record_at(int slot, uint32_t place) {
    return (const slot_state_t *)(XIP_BASE + slot_offset(slot) + place);
}

uint32_t slot_record(int slot) {
    uint32_t found = SLOT_PAGE;
    for (int i = 0; i < SLOT_RECORDS; i++) {
        uint32_t place = SLOT_PAGE + i * SLOT_RECORD;
        const slot_state_t *record = record_at(slot, place);
        if (record->inverse == ~record->number) {
            found = place;
        }
    }
    return found;
}

static const slot_state_t *state_of(int slot) {
    return record_at(slot, slot_record(slot));
}

static const void *content_of(int slot) {
    return (const void *)(XIP_BASE + slot_offset(slot) + SLOT_CONTENT);
}

static uint32_t crc_of(const void *data, size_t length) {
    return uzlib_crc32(data, length, UNSET) ^ UNSET;
}

bool slot_is_whole(int slot, bool read_content) {
    const slot_head_t *head = head_of(slot);
    return head->magic == SLOT_MAGIC
           && head->format == SLOT_FORMAT
           && head->head_crc == crc_of(head, offsetof(slot_head_t, head_crc))
           && memcmp(head->base, pingblock_base_hash, sizeof(head->base)) == 0
           && head->length <= SLOT_BYTES - SLOT_CONTENT
           && (!read_content || head->content_crc == crc_of(content_of(slot), head->length));
}

bool slot_is_good(int slot, bool read_content) {
    const slot_state_t *state = state_of(slot);
    bool fresh = state->tried == UNSET;
    return state->inverse == ~state->number
           && state->rejected == UNSET
           && (fresh || state->confirmed == 0)
           && slot_is_whole(slot, read_content || (fresh && state->confirmed != 0));
}

bool slot_is_damaged(int slot) {
    return slot_is_good(slot, false) && !slot_is_good(slot, true);
}

bool slot_on_trial(void) {
    return trial && state_of(pingblock_running)->confirmed != 0;
}

int slot_failed(void) {
    for (int slot = 0; slot < SLOTS; slot++) {
        const slot_state_t *state = state_of(slot);
        bool on_trial = slot_on_trial() && slot == pingblock_running;
        if (state->inverse == ~state->number && state->tried != UNSET && state->confirmed != 0
            && state->rejected == UNSET && !on_trial) {
            return slot;
        }
    }
    return -1;
}

void slot_program(uint32_t offset, const uint8_t *pages, uint32_t length) {
    uint32_t interrupts = save_and_disable_interrupts();
    flash_range_program(offset, pages, length);
    rp2_flash_set_timing();
    restore_interrupts(interrupts);
}

// Returns whether the trial of a slot begins now: it is neither tried nor confirmed. The number
// is programmed again, because a loss of power during the commit may have left weak bits.
static bool begins_trial(int slot) {
    if (state_of(slot)->confirmed == 0) {
        return false;
    }
    uint8_t page[SLOT_PAGE];
    memset(page, 0xFF, sizeof(page));
    uint32_t record = slot_record(slot) - SLOT_PAGE;
    memcpy(page + record, state_of(slot), offsetof(slot_state_t, tried));
    memset(page + record + offsetof(slot_state_t, tried), 0, sizeof(uint32_t));
    slot_program(slot_offset(slot) + SLOT_PAGE, page, sizeof(page));
    return true;
}

static void choose(void) {
    bool doubt = watchdog_hw->reason != 0;  // else it skips the content, which takes 30 ms to read
    for (int slot = 0; slot < SLOTS; slot++) {
        if ((pingblock_running < 0 || state_of(slot)->number > state_of(pingblock_running)->number)
            && slot_is_good(slot, doubt)) {
            pingblock_running = slot;
        }
    }
    if (pingblock_running >= 0) {
        // MicroPython reads the strings of the slot before main.py can start the watchdog. If they
        // are damaged, that may crash.
        if ((watchdog_hw->scratch[3] & NO_STARTS) != NO_STARTS) {
            watchdog_enable(WATCHDOG_MS, false);
        }
        trial = begins_trial(pingblock_running);
        pingblock_slot = content_of(pingblock_running);
    }
}

void __real_qstr_init(void);

void __wrap_qstr_init(void) {
    static bool chosen;
    __real_qstr_init();
    if (!chosen) {
        chosen = true;
        choose();
    }
    if (pingblock_slot != NULL) {
        MP_STATE_VM(last_pool) = (qstr_pool_t *)pingblock_slot->strings;
    }
}
