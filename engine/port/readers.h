// Only MicroPython's vfs_reader.c includes this first, because files.c reads source files instead.
#include "py/mpconfig.h"

#undef MICROPY_READER_VFS
#define MICROPY_READER_VFS (0)
