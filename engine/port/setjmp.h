// setjmp for LLVM's older lowering (`-enable-emscripten-sjlj`). It uses no `try_table`, because Asyncify
// cannot process one. The compiler turns each call in a function with setjmp into a call of `invoke_*`,
// which jumps.py makes.
#pragma once
#include <stdint.h>

// The call of setjmp, and the call of its function, see setjmp.c.
typedef struct {
    void *invocation;
    uint32_t label;
} jmp_buf[1];

int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);
