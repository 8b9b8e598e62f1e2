// The parts of module `_engine`.
#include "py/obj.h"

// Queues a record to the host.
void engine_put(char kind, int64_t at_ns, const void *data, uint32_t size);

// A record from the host.
typedef struct {
    char kind;
    int64_t at_ns;
    mp_obj_t payload;
} engine_record_t;

// Above 0 while a function that cannot wait runs Python code, see `never_waits` of tools.toml.
extern uint32_t engine_without_wait;

// Sends the queue and waits for the host's next batch, then returns its records one by one.
// Raises RuntimeError in code that cannot wait.
void engine_receive(void);
bool engine_next(engine_record_t *record);

// The clock: its time, its events, and its list of the objects that move data as time passes.
int64_t engine_now_ns(void);
void *engine_at(int64_t due_ns, mp_obj_t action, mp_obj_t argument);
void engine_cancel(void *event);
mp_obj_t engine_active(void);

extern const mp_obj_type_t engine_channel_type;
MP_DECLARE_CONST_FUN_OBJ_0(engine_catch_up_obj);
extern const mp_obj_type_t engine_clock_type;
extern const mp_obj_type_t engine_flash_type;
extern const mp_obj_type_t engine_ptr8_type;
extern const mp_obj_type_t engine_ptr16_type;
extern const mp_obj_type_t engine_ptr32_type;
MP_DECLARE_CONST_FUN_OBJ_1(engine_viper_obj);

// A kernel of the mixer, with the module and the function that it replaces.
typedef struct {
    const char *module;
    const char *function;
    const void *stand_in;
} kernel_t;

// The kernels, the last one without a module.
extern const kernel_t engine_kernels[];
