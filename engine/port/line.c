// Module `_engine`: the private line to the host, the flash, and what stands in for viper.
#include <string.h>

#include "engine.h"
#include "host.h"
#include "py/objstr.h"
#include "py/runtime.h"

// A record: kind, time in ns, size; then its payload. Little-endian, as WebAssembly is.
typedef struct __attribute__((packed)) {
    uint8_t kind;
    int64_t at_ns;
    uint32_t size;
} head_t;

static uint8_t outgoing[64 * 1024];
static uint32_t filled;

static void send_all(void) {
    if (filled) {
        host_out(outgoing, filled);
        filled = 0;
    }
}

void engine_spins(void) {
    send_all();
    host_out(outgoing, 0);
    host_wait(); // does not return
}

static void append(const void *data, uint32_t size) {
    if (size > sizeof(outgoing) - filled) {
        send_all();
    }
    if (size > sizeof(outgoing)) {
        host_out(data, size);
        return;
    }
    memcpy(outgoing + filled, data, size);
    filled += size;
}

// put(kind, at_ns, payload): queues a record.
static mp_obj_t line_put(mp_obj_t kind, mp_obj_t at_ns, mp_obj_t payload) {
    mp_buffer_info_t data;
    mp_get_buffer_raise(payload, &data, MP_BUFFER_READ);
    head_t head = {(uint8_t)mp_obj_str_get_str(kind)[0], mp_obj_get_ll(at_ns), data.len};
    append(&head, sizeof(head));
    append(data.buf, data.len);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_3(line_put_obj, line_put);

// flush(): hands over what is queued.
static mp_obj_t line_flush(void) {
    send_all();
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(line_flush_obj, line_flush);

// receive() -> bytes: hands over what is queued and waits for the host's next batch.
static mp_obj_t line_receive(void) {
    send_all();
    uint32_t size = host_wait();
    engine_branches_left = BRANCHES_MOST;
    vstr_t batch;
    vstr_init_len(&batch, size);
    host_take(batch.buf);
    return mp_obj_new_bytes_from_vstr(&batch);
}
static MP_DEFINE_CONST_FUN_OBJ_0(line_receive_obj, line_receive);

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR__engine)},
    {MP_ROM_QSTR(MP_QSTR_put), MP_ROM_PTR(&line_put_obj)},
    {MP_ROM_QSTR(MP_QSTR_flush), MP_ROM_PTR(&line_flush_obj)},
    {MP_ROM_QSTR(MP_QSTR_receive), MP_ROM_PTR(&line_receive_obj)},
    {MP_ROM_QSTR(MP_QSTR_Clock), MP_ROM_PTR(&engine_clock_type)},
    {MP_ROM_QSTR(MP_QSTR_Flash), MP_ROM_PTR(&engine_flash_type)},
    {MP_ROM_QSTR(MP_QSTR_viper), MP_ROM_PTR(&engine_viper_obj)},
    {MP_ROM_QSTR(MP_QSTR_ptr8), MP_ROM_PTR(&engine_ptr8_type)},
    {MP_ROM_QSTR(MP_QSTR_ptr16), MP_ROM_PTR(&engine_ptr16_type)},
    {MP_ROM_QSTR(MP_QSTR_ptr32), MP_ROM_PTR(&engine_ptr32_type)},
};
static MP_DEFINE_CONST_DICT(globals, names);
const mp_obj_module_t engine_module = {
    .base = {&mp_type_module},
    .globals = (mp_obj_dict_t *)&globals,
};
MP_REGISTER_MODULE(MP_QSTR__engine, engine_module);
