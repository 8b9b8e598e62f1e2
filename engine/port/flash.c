// `_engine.Flash`: the device's flash as a block device for LittleFS. The host reads and writes the
// same memory.
#include <string.h>

#include "engine.h"
#include "extmod/vfs.h"
#include "host.h"
#include "py/mperrno.h"
#include "py/runtime.h"

static mp_obj_t flash_make(const mp_obj_type_t *type, size_t count, size_t named, const mp_obj_t *args) {
    mp_arg_check_num(count, named, 0, 0, false);
    return MP_OBJ_FROM_PTR(mp_obj_malloc(mp_obj_base_t, type));
}

// Returns the memory that (block, buffer[, offset]) means. Raises OSError beyond the end.
static uint8_t *place(size_t count, const mp_obj_t *args, mp_buffer_info_t *buffer, mp_uint_t flags) {
    mp_get_buffer_raise(args[2], buffer, flags);
    mp_int_t at = mp_obj_get_int(args[1]) * (mp_int_t)FLASH_BLOCK;
    at += count > 3 ? mp_obj_get_int(args[3]) : 0;
    if (at < 0 || at + (mp_int_t)buffer->len > (mp_int_t)(FLASH_BLOCKS * FLASH_BLOCK)) {
        mp_raise_OSError(MP_EIO);
    }
    return engine_flash + at;
}

static mp_obj_t flash_read(size_t count, const mp_obj_t *args) {
    mp_buffer_info_t into;
    const uint8_t *from = place(count, args, &into, MP_BUFFER_WRITE);
    memcpy(into.buf, from, into.len);
    return MP_OBJ_NEW_SMALL_INT(0);
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(flash_read_obj, 3, 4, flash_read);

static mp_obj_t flash_write(size_t count, const mp_obj_t *args) {
    mp_buffer_info_t from;
    uint8_t *into = place(count, args, &from, MP_BUFFER_READ);
    memcpy(into, from.buf, from.len);
    return MP_OBJ_NEW_SMALL_INT(0);
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(flash_write_obj, 3, 4, flash_write);

static mp_obj_t flash_ioctl(mp_obj_t self, mp_obj_t request, mp_obj_t argument) {
    (void)self;
    switch (mp_obj_get_int(request)) {
        case MP_BLOCKDEV_IOCTL_BLOCK_COUNT:
            return MP_OBJ_NEW_SMALL_INT(FLASH_BLOCKS);
        case MP_BLOCKDEV_IOCTL_BLOCK_SIZE:
            return MP_OBJ_NEW_SMALL_INT(FLASH_BLOCK);
        case MP_BLOCKDEV_IOCTL_BLOCK_ERASE: {
            mp_int_t block = mp_obj_get_int(argument);
            if (block < 0 || block >= (mp_int_t)FLASH_BLOCKS) {
                return MP_OBJ_NEW_SMALL_INT(-MP_EIO);
            }
            memset(engine_flash + block * FLASH_BLOCK, 0xFF, FLASH_BLOCK);
            return MP_OBJ_NEW_SMALL_INT(0);
        }
        default:
            return MP_OBJ_NEW_SMALL_INT(0);
    }
}
static MP_DEFINE_CONST_FUN_OBJ_3(flash_ioctl_obj, flash_ioctl);

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR_readblocks), MP_ROM_PTR(&flash_read_obj)},
    {MP_ROM_QSTR(MP_QSTR_writeblocks), MP_ROM_PTR(&flash_write_obj)},
    {MP_ROM_QSTR(MP_QSTR_ioctl), MP_ROM_PTR(&flash_ioctl_obj)},
};
static MP_DEFINE_CONST_DICT(locals, names);

MP_DEFINE_CONST_OBJ_TYPE(
    engine_flash_type, MP_QSTR_Flash, MP_TYPE_FLAG_NONE,
    make_new, flash_make,
    locals_dict, &locals);
