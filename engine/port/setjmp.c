// Functions that LLVM's code for setjmp calls, see setjmp.h.
#include "setjmp.h"

#include "host.h"

// The last `invoke_*` caught this: the jump's buffer and value, else 0.
uintptr_t __THREW__;
int __threwValue;

EXPORT(caught) void export_caught(uintptr_t at, int value) {
    __THREW__ = at;
    __threwValue = value;
}

static int result;

void setTempRet0(int value) {
    result = value;
}

int getTempRet0(void) {
    return result;
}

void __wasm_setjmp(jmp_buf at, uint32_t label, void *invocation) {
    at->invocation = invocation;
    at->label = label;
}

// Returns the label of the setjmp to continue at, or 0 if it is in another function's call.
uint32_t __wasm_setjmp_test(jmp_buf at, void *invocation) {
    return at->invocation == invocation ? at->label : 0;
}

__attribute__((import_module("env"), import_name("jump"))) _Noreturn void throw_jump(uintptr_t, int);

_Noreturn void emscripten_longjmp(uintptr_t at, int value) {
    throw_jump(at, value);
}
