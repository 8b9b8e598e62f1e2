// setjmp for LLVM's older lowering (`-enable-emscripten-sjlj`), in which no function has a `try_table`:
// Asyncify cannot take one. The compiler turns each call of a function with setjmp into a call of
// `invoke_*`, which jumps.py makes.
#pragma once
#include <stdint.h>

// Which call of setjmp, of which call of its function: see setjmp.c.
typedef struct {
    void *invocation;
    uint32_t label;
} jmp_buf[1];

int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);
