// Files and block devices for the code that never waits: `never_waits` of tools.toml.
#include "engine.h"
#include "extmod/vfs.h"
#include "py/reader.h"
#include "py/runtime.h"
#include "py/stream.h"

#define PIECE_BYTES 2048

// Reads the whole file before its first byte is used, because a file that is written in Python can wait,
// but lexer and loader cannot.
void mp_reader_new_file(mp_reader_t *reader, qstr name) {
    mp_obj_t args[] = {MP_OBJ_NEW_QSTR(name), MP_OBJ_NEW_QSTR(MP_QSTR_rb)};
    mp_obj_t file = mp_vfs_open(MP_ARRAY_SIZE(args), args, (mp_map_t *)&mp_const_empty_map);
    mp_get_stream_raise(file, MP_STREAM_OP_READ);
    vstr_t content;
    vstr_init(&content, PIECE_BYTES);
    for (mp_uint_t got = PIECE_BYTES; got == PIECE_BYTES;) {
        int error;
        char *piece = vstr_add_len(&content, PIECE_BYTES);
        got = mp_stream_rw(file, piece, PIECE_BYTES, &error, MP_STREAM_RW_READ);
        if (error) {
            mp_raise_OSError(error);
        }
        vstr_cut_tail_bytes(&content, PIECE_BYTES - got);
    }
    mp_stream_close(file);
    mp_reader_new_mem(reader, (const byte *)content.buf, content.len, content.alloc);
}

// Calls a method of a block device, which must not wait.
mp_obj_t engine_call_device(size_t count, size_t named, const mp_obj_t *args) {
    nlr_buf_t nlr;
    engine_without_wait++;
    if (nlr_push(&nlr) == 0) {
        mp_obj_t result = mp_call_method_n_kw(count, named, args);
        nlr_pop();
        engine_without_wait--;
        return result;
    }
    engine_without_wait--;
    nlr_jump(nlr.ret_val);
}
