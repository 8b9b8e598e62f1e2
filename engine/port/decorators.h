// Read before MicroPython's compiler alone: `@micropython.viper` and `native` ask for an emitter of
// machine code, which WebAssembly has not. Under no name the compiler takes them for functions.
#include "py/mpconfig.h"
#include "py/qstr.h"

#define MP_QSTR_micropython MP_QSTRnull
