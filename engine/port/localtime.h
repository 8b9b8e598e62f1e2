// Part of MicroPython's modtime.c: the time of the day, from the virtual clock.
#include "shared/timeutils/timeutils.h"

static void mp_time_localtime_get(timeutils_struct_time_t *now) {
    timeutils_seconds_since_epoch_to_struct_time(mp_hal_time_ns() / 1000000000, now);
}

static mp_obj_t mp_time_time_get(void) {
    return mp_obj_new_int_from_ull(mp_hal_time_ns() / 1000000000);
}
