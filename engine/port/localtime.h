// Part of MicroPython's modtime.c: there is no clock but the simulated one.
#include "shared/timeutils/timeutils.h"

static void mp_time_localtime_get(timeutils_struct_time_t *now) {
    timeutils_seconds_since_epoch_to_struct_time(0, now);
}
