// Makes the dict of a module or a class large enough for the names that it will store.
//
// MicroPython lets such a dict grow from one entry on and sorts all names in anew each time. The
// dict keeps one entry in eight free, because a search in a full dict compares all its names.

#include "py/bc.h"
#include "py/bc0.h"
#include "py/objfun.h"
#include "py/objmodule.h"

// Returns how often the code of a module or a class stores a name.
static size_t stores(mp_obj_t body) {
    const uint8_t *ip = ((mp_obj_fun_bc_t *)MP_OBJ_TO_PTR(body))->bytecode;
    MP_BC_PRELUDE_SIG_DECODE(ip);
    MP_BC_PRELUDE_SIZE_DECODE(ip);
    (void)n_state, (void)n_exc_stack, (void)scope_flags;
    (void)n_pos_args, (void)n_kwonly_args, (void)n_def_pos_args;
    size_t count = 0;
    for (ip += n_info + n_cell; *ip != MP_BC_RETURN_VALUE;) {
        uint8_t op = *ip++;
        count += op == MP_BC_STORE_NAME;
        size_t format = MP_BC_FORMAT(op);
        if (format == MP_BC_FORMAT_OFFSET) {
            ip += *ip & 0x80 ? 2 : 1;
        } else if (format != MP_BC_FORMAT_BYTE) {
            while (*ip++ & 0x80) {
            }
        }
        ip += (op & MP_BC_MASK_EXTRA_BYTE) == 0;
    }
    return count;
}

void pingblock_size(mp_obj_dict_t *dict, mp_obj_t body) {
    if (!mp_obj_is_type(body, &mp_type_fun_bc)) {
        return;
    }
    mp_map_t before = dict->map;
    size_t names = before.used + stores(body);
    mp_map_init(&dict->map, names + names / 8);
    for (size_t at = 0; at < before.alloc; at++) {
        if (mp_map_slot_is_filled(&before, at)) {
            mp_map_lookup(&dict->map, before.table[at].key, MP_MAP_LOOKUP_ADD_IF_NOT_FOUND)->value =
                before.table[at].value;
        }
    }
    mp_map_deinit(&before);
}
