// The parts of module `_engine`.
#include "py/obj.h"

extern const mp_obj_type_t engine_clock_type;
extern const mp_obj_type_t engine_flash_type;
extern const mp_obj_type_t engine_ptr8_type;
extern const mp_obj_type_t engine_ptr16_type;
extern const mp_obj_type_t engine_ptr32_type;
MP_DECLARE_CONST_FUN_OBJ_1(engine_viper_obj);

// A kernel of the mixer: which function of which of its modules it stands in for.
typedef struct {
    const char *module;
    const char *function;
    const void *stand_in;
} kernel_t;

// The kernels, the last one without a module.
extern const kernel_t engine_kernels[];
