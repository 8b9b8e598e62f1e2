// Replaces the viper emitter, which has no code for WebAssembly. The decorator returns a kernel in C for
// functions of the mixer. Other functions get the behaviour of viper's pointers.
#include <string.h>

#include "engine.h"
#include "py/objfun.h"
#include "py/runtime.h"

// ptr8(x), ptr16(x), ptr32(x): unsigned bytes and halfwords, signed words from an address or a
// buffer on. As in viper, only one thing is checked: the address must be in the module's memory.
typedef struct {
    mp_obj_base_t base;
    char *at;
} pointer_t;

static mp_obj_t pointer_make(const mp_obj_type_t *type, size_t count, size_t named, const mp_obj_t *args) {
    mp_arg_check_num(count, named, 1, 1, false);
    pointer_t *self = mp_obj_malloc(pointer_t, type);
    mp_buffer_info_t buffer;
    if (mp_get_buffer(args[0], &buffer, MP_BUFFER_READ)) {
        self->at = buffer.buf;
    } else {
        self->at = (char *)(uintptr_t)mp_obj_get_int_truncated(args[0]);
    }
    return MP_OBJ_FROM_PTR(self);
}

static mp_obj_t pointer_subscript(mp_obj_t object, mp_obj_t index, mp_obj_t value) {
    pointer_t *self = MP_OBJ_TO_PTR(object);
    mp_int_t i = mp_obj_get_int(index);
    bool loads = value == MP_OBJ_SENTINEL;
    int32_t stored = loads ? 0 : (int32_t)mp_obj_get_int_truncated(value);
    if (self->base.type == &engine_ptr8_type) {
        uint8_t *item = (uint8_t *)self->at + i;
        return loads ? MP_OBJ_NEW_SMALL_INT(*item) : (*item = stored, mp_const_none);
    }
    if (self->base.type == &engine_ptr16_type) {
        uint16_t *item = (uint16_t *)self->at + i;
        return loads ? MP_OBJ_NEW_SMALL_INT(*item) : (*item = stored, mp_const_none);
    }
    int32_t *item = (int32_t *)self->at + i;
    return loads ? mp_obj_new_int(*item) : (*item = stored, mp_const_none);
}

MP_DEFINE_CONST_OBJ_TYPE(
    engine_ptr8_type, MP_QSTR_ptr8, MP_TYPE_FLAG_NONE,
    make_new, pointer_make, subscr, pointer_subscript);
MP_DEFINE_CONST_OBJ_TYPE(
    engine_ptr16_type, MP_QSTR_ptr16, MP_TYPE_FLAG_NONE,
    make_new, pointer_make, subscr, pointer_subscript);
MP_DEFINE_CONST_OBJ_TYPE(
    engine_ptr32_type, MP_QSTR_ptr32, MP_TYPE_FLAG_NONE,
    make_new, pointer_make, subscr, pointer_subscript);

// viper(function): the kernel that replaces it, or the function itself.
static mp_obj_t viper(mp_obj_t function) {
    const mp_obj_fun_bc_t *code = MP_OBJ_TO_PTR(function);
    mp_obj_dict_t *globals = code->context->module.globals;
    mp_obj_t of = mp_obj_dict_get(MP_OBJ_FROM_PTR(globals), MP_OBJ_NEW_QSTR(MP_QSTR___name__));
    const char *module = mp_obj_str_get_str(of);
    const char *name = mp_obj_str_get_str(mp_load_attr(function, MP_QSTR___name__));
    for (const kernel_t *kernel = engine_kernels; kernel->module; kernel++) {
        if (strcmp(kernel->module, module) == 0 && strcmp(kernel->function, name) == 0) {
            if (strcmp(name, "read_score") == 0) {
                MP_STATE_VM(engine_sequence) = MP_OBJ_FROM_PTR(globals);
            }
            return MP_OBJ_FROM_PTR(kernel->stand_in);
        }
    }
    return function;
}
MP_DEFINE_CONST_FUN_OBJ_1(engine_viper_obj, viper);

// The names of `mixer_score_reader`: its kernel calls a function of the firmware.
MP_REGISTER_ROOT_POINTER(mp_obj_t engine_sequence);
