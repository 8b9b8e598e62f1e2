// The Python module firmware_slots: reports the slot that runs, and writes the other one.

#include "hardware/flash.h"
#include "hardware/regs/addressmap.h"
#include "hardware/sync.h"
#include "py/runtime.h"
#include "rp2_flash.h"
#include "slot.h"

// tools/slots.py writes the hash of the program here. slot_choice.c reads it, because the
// compiler must not see the zeros there.
const uint8_t pingblock_base_hash[32] = {0};

static int slot_from(mp_obj_t number) {
    mp_int_t slot = mp_obj_get_int(number);
    if (slot < 0 || slot >= SLOTS) {
        mp_raise_ValueError(MP_ERROR_TEXT("slot must be 0 or 1"));
    }
    return slot;
}

// Returns the place of a part of a slot in the flash. The code that runs must not change.
static uint32_t place_from(int slot, mp_obj_t offset_in, uint32_t length, uint32_t unit) {
    mp_int_t offset = mp_obj_get_int(offset_in);
    if (offset < 0 || offset % unit || length % unit || offset > SLOT_BYTES - (mp_int_t)length) {
        mp_raise_ValueError(MP_ERROR_TEXT("not whole pages of the slot"));
    }
    if (slot == pingblock_running && (offset != SLOT_PAGE || length != SLOT_PAGE)) {
        mp_raise_ValueError(MP_ERROR_TEXT("this slot runs: only its state can be written"));
    }
    return slot_offset(slot) + offset;
}

// running() returns the number of the slot that runs, or -1.
static mp_obj_t running(void) {
    return MP_OBJ_NEW_SMALL_INT(pingblock_running);
}
static MP_DEFINE_CONST_FUN_OBJ_0(running_obj, running);

// on_trial() returns whether the slot that runs is on trial.
static mp_obj_t on_trial(void) {
    return mp_obj_new_bool(slot_on_trial());
}
static MP_DEFINE_CONST_FUN_OBJ_0(on_trial_obj, on_trial);

// failed() returns the slot whose trial ended without a verdict, or -1.
static mp_obj_t failed(void) {
    return MP_OBJ_NEW_SMALL_INT(slot_failed());
}
static MP_DEFINE_CONST_FUN_OBJ_0(failed_obj, failed);

// is_good(slot) reads the whole slot and returns whether it may run.
static mp_obj_t is_good(mp_obj_t slot) {
    return mp_obj_new_bool(slot_is_good(slot_from(slot), true));
}
static MP_DEFINE_CONST_FUN_OBJ_1(is_good_obj, is_good);

// is_whole(slot) reads the whole slot and returns whether it holds firmware for this base.
static mp_obj_t is_whole(mp_obj_t slot) {
    return mp_obj_new_bool(slot_is_whole(slot_from(slot), true));
}
static MP_DEFINE_CONST_FUN_OBJ_1(is_whole_obj, is_whole);

// is_damaged(slot) reads the whole slot and returns whether it would run after power-on although
// its content is damaged.
static mp_obj_t is_damaged(mp_obj_t slot) {
    return mp_obj_new_bool(slot_is_damaged(slot_from(slot)));
}
static MP_DEFINE_CONST_FUN_OBJ_1(is_damaged_obj, is_damaged);

// record(slot) returns the place of its record in force, bytes from the start of the slot.
static mp_obj_t record(mp_obj_t slot) {
    return MP_OBJ_NEW_SMALL_INT(slot_record(slot_from(slot)));
}
static MP_DEFINE_CONST_FUN_OBJ_1(record_obj, record);

// view(slot) returns all bytes of a slot as they are in the flash (memoryview, read-only).
static mp_obj_t view(mp_obj_t slot) {
    byte *flash = (byte *)(XIP_BASE + slot_offset(slot_from(slot)));
    return mp_obj_new_memoryview('B', SLOT_BYTES, flash);
}
static MP_DEFINE_CONST_FUN_OBJ_1(view_obj, view);

// write(slot, offset, data) programs whole pages without an erase.
static mp_obj_t write(mp_obj_t slot, mp_obj_t offset, mp_obj_t data) {
    mp_buffer_info_t pages;
    mp_get_buffer_raise(data, &pages, MP_BUFFER_READ);
    slot_program(place_from(slot_from(slot), offset, pages.len, SLOT_PAGE), pages.buf, pages.len);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_3(write_obj, write);

// erase(slot, offset) erases a sector of 4096 bytes.
static mp_obj_t erase(mp_obj_t slot, mp_obj_t offset) {
    uint32_t place = place_from(slot_from(slot), offset, FLASH_SECTOR_SIZE, FLASH_SECTOR_SIZE);
    uint32_t interrupts = save_and_disable_interrupts();
    flash_range_erase(place, FLASH_SECTOR_SIZE);
    rp2_flash_set_timing();
    restore_interrupts(interrupts);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(erase_obj, erase);

static const mp_rom_map_elem_t globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_firmware_slots) },
    { MP_ROM_QSTR(MP_QSTR_running), MP_ROM_PTR(&running_obj) },
    { MP_ROM_QSTR(MP_QSTR_on_trial), MP_ROM_PTR(&on_trial_obj) },
    { MP_ROM_QSTR(MP_QSTR_failed), MP_ROM_PTR(&failed_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_good), MP_ROM_PTR(&is_good_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_whole), MP_ROM_PTR(&is_whole_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_damaged), MP_ROM_PTR(&is_damaged_obj) },
    { MP_ROM_QSTR(MP_QSTR_record), MP_ROM_PTR(&record_obj) },
    { MP_ROM_QSTR(MP_QSTR_view), MP_ROM_PTR(&view_obj) },
    { MP_ROM_QSTR(MP_QSTR_write), MP_ROM_PTR(&write_obj) },
    { MP_ROM_QSTR(MP_QSTR_erase), MP_ROM_PTR(&erase_obj) },
};
static MP_DEFINE_CONST_DICT(globals, globals_table);

const mp_obj_module_t firmware_slots_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&globals,
};

MP_REGISTER_MODULE(MP_QSTR_firmware_slots, firmware_slots_module);
