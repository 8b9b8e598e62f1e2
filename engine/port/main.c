// The module's exports: its memory, its start and the execution of Python code.
#include <string.h>

#include "host.h"
#include "py/compile.h"
#include "py/cstack.h"
#include "py/gc.h"
#include "py/mphal.h"
#include "py/runtime.h"

#define HEAP_BYTES (6u << 20)

// The collector treats any word as a pointer. Below 16 MB the phases of the mixer, which have 24
// bits, would keep garbage alive. Untouched parts of the gap use no memory of the host.
static struct {
    uint8_t flash[FLASH_BLOCKS * FLASH_BLOCK];
    uint8_t source[4096];
    uint8_t gap[16u << 20];
    _Alignas(16) char heap[HEAP_BYTES];
} memory;

uint8_t *const engine_flash = memory.flash;
uint32_t engine_branches_left;
extern char __stack_low, __stack_high;

// Addresses for the host.
EXPORT(flash) uint8_t *export_flash(void) { return memory.flash; }
EXPORT(source) uint8_t *export_source(void) { return memory.source; }

EXPORT(start) void export_start(void) {
    mp_cstack_init_with_top(&__stack_high, &__stack_high - &__stack_low);
    gc_init(memory.heap, memory.heap + HEAP_BYTES);
    mp_init();
}

// Runs the `count` bytes of Python code at `source`. Returns 0, or 1 after an exception.
EXPORT(run) int export_run(uint32_t count) {
    nlr_buf_t nlr;
    engine_branches_left = BRANCHES_MOST;
    if (nlr_push(&nlr) == 0) {
        mp_lexer_t *lexer = mp_lexer_new_from_str_len(
            MP_QSTR__lt_stdin_gt_, (const char *)memory.source, count, 0);
        qstr name = lexer->source_name;
        mp_parse_tree_t tree = mp_parse(lexer, MP_PARSE_FILE_INPUT);
        mp_call_function_0(mp_compile(&tree, name, false));
        nlr_pop();
        return 0;
    }
    mp_obj_print_exception(&mp_plat_print, MP_OBJ_FROM_PTR(nlr.ret_val));
    return 1;
}

// Pointers in WebAssembly's locals are on this stack as well, because of `wasm-opt --spill-pointers`.
__attribute__((noinline)) void gc_collect(void) {
    void *here;
    gc_collect_start();
    void **first = &here;
    gc_collect_root(first, (void **)&__stack_high - first);
    gc_collect_end();
}

void nlr_jump_fail(void *value) {
    (void)value;
    __builtin_trap();
}

mp_uint_t mp_hal_stdout_tx_strn(const char *text, size_t count) {
    host_print(text, count);
    return count;
}

void mp_hal_stdout_tx_strn_cooked(const char *text, size_t count) {
    host_print(text, count);
}

void mp_hal_stdout_tx_str(const char *text) {
    host_print(text, strlen(text));
}

int mp_hal_stdin_rx_chr(void) {
    return 4;
}

uintptr_t mp_hal_stdio_poll(uintptr_t flags) {
    (void)flags;
    return 0;
}
