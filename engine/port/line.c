// Module `_engine`: the private line to the host, the flash, and the replacement of viper.
#include <string.h>

#include "engine.h"
#include "host.h"
#include "py/objstr.h"
#include "py/runtime.h"

// A record: kind, time in ns, size, payload. Little-endian, like WebAssembly.
typedef struct __attribute__((packed)) {
    uint8_t kind;
    int64_t at_ns;
    uint32_t size;
} head_t;

static uint8_t outgoing[64 * 1024];
static uint32_t filled, last; // where the last record begins
static uint8_t incoming[4096]; // most batches fit
static struct {
    const uint8_t *at;
    uint32_t size, place;
} batch;

static void append(const void *data, uint32_t size) {
    if (size > sizeof(outgoing) - filled) {
        host_out(outgoing, filled);
        filled = 0;
    }
    if (size > sizeof(outgoing)) {
        host_out(data, size);
        return;
    }
    memcpy(outgoing + filled, data, size);
    filled += size;
}

static void exchange(void);

void engine_put(char kind, int64_t at_ns, const void *data, uint32_t size) {
    head_t head = {(uint8_t)kind, at_ns, size};
    append(&head, sizeof(head));
    last = filled - sizeof(head);
    append(data, size);
}

uint32_t engine_without_wait;

void engine_receive(void) {
    if (engine_without_wait) {
        filled = last; // drops the question, because its answer could be taken for that of the next one
        mp_raise_msg(&mp_type_RuntimeError, MP_ERROR_TEXT("a block device cannot wait"));
    }
    exchange();
}

static void exchange(void) {
    batch.size = host_exchange(outgoing, filled, incoming, sizeof(incoming));
    batch.at = incoming;
    batch.place = filled = 0;
    engine_branches_left = BRANCHES_MOST;
    if (batch.size > sizeof(incoming)) {
        uint8_t *room = m_new(uint8_t, batch.size);
        host_exchange(NULL, 0, room, batch.size);
        MP_STATE_VM(engine_batch) = room;
        batch.at = room;
    }
}

bool engine_next(engine_record_t *record) {
    if (batch.place >= batch.size) {
        MP_STATE_VM(engine_batch) = NULL;
        return false;
    }
    head_t head;
    memcpy(&head, batch.at + batch.place, sizeof(head));
    record->kind = head.kind;
    record->at_ns = head.at_ns;
    record->payload = mp_obj_new_bytes(batch.at + batch.place + sizeof(head), head.size);
    batch.place += sizeof(head) + head.size;
    return true;
}

// A large batch. It is kept until all of it is read.
MP_REGISTER_ROOT_POINTER(void *engine_batch);

void engine_spins(void) {
    engine_put('H', 0, NULL, 0);
    exchange(); // does not return
}

// put(kind, at_ns, payload): queues a record.
static mp_obj_t line_put(mp_obj_t kind, mp_obj_t at_ns, mp_obj_t payload) {
    mp_buffer_info_t data;
    mp_get_buffer_raise(payload, &data, MP_BUFFER_READ);
    engine_put(mp_obj_str_get_str(kind)[0], mp_obj_get_ll(at_ns), data.buf, data.len);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_3(line_put_obj, line_put);

// flush() does nothing, because the queue is sent when the program spins.
static mp_obj_t line_flush(void) {
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(line_flush_obj, line_flush);

// receive() -> [(kind, at_ns, payload)]: sends the queue and waits for the next batch.
static mp_obj_t line_receive(void) {
    engine_receive();
    mp_obj_t records = mp_obj_new_list(0, NULL);
    for (engine_record_t next; engine_next(&next);) {
        mp_obj_t items[] = {
            mp_obj_new_str(&next.kind, 1), mp_obj_new_int_from_ll(next.at_ns), next.payload};
        mp_obj_list_append(records, mp_obj_new_tuple(3, items));
    }
    return records;
}
static MP_DEFINE_CONST_FUN_OBJ_0(line_receive_obj, line_receive);

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR__engine)},
    {MP_ROM_QSTR(MP_QSTR_put), MP_ROM_PTR(&line_put_obj)},
    {MP_ROM_QSTR(MP_QSTR_flush), MP_ROM_PTR(&line_flush_obj)},
    {MP_ROM_QSTR(MP_QSTR_receive), MP_ROM_PTR(&line_receive_obj)},
    {MP_ROM_QSTR(MP_QSTR_Clock), MP_ROM_PTR(&engine_clock_type)},
    {MP_ROM_QSTR(MP_QSTR_Channel), MP_ROM_PTR(&engine_channel_type)},
    {MP_ROM_QSTR(MP_QSTR_catch_up), MP_ROM_PTR(&engine_catch_up_obj)},
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
