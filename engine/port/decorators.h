// Only MicroPython's compiler includes this first. `@micropython.viper` and `native` need an emitter
// of machine code, which WebAssembly lacks. Without their names the compiler treats them as functions.
#include "py/mpconfig.h"
#include "py/qstr.h"

#define MP_QSTR_micropython MP_QSTRnull
