// Time and console of the port. MicroPython's `time` and `_asyncio` use the virtual clock's time
// (clock.c).
#include <stddef.h>
#include <stdint.h>

void mp_hal_set_interrupt_char(int c);
mp_uint_t mp_hal_ticks_ms(void);
mp_uint_t mp_hal_ticks_us(void);
mp_uint_t mp_hal_ticks_cpu(void);
uint64_t mp_hal_time_ns(void);
void mp_hal_delay_ms(mp_uint_t ms);
void mp_hal_delay_us(mp_uint_t us);
