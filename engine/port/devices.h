// Only MicroPython's vfs_blockdev.c includes this first. LittleFS and FAT cannot wait, so a block device
// that is written in Python must not wait.
#include "py/runtime.h"

mp_obj_t engine_call_device(size_t count, size_t named, const mp_obj_t *args);

#define mp_call_method_n_kw engine_call_device
