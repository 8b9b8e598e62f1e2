// Time and console of the port. Time itself is simulated in Python (sim/clock.py).
#include <stddef.h>
#include <stdint.h>

void mp_hal_set_interrupt_char(int c);
static inline mp_uint_t mp_hal_ticks_ms(void) { return 0; }
static inline mp_uint_t mp_hal_ticks_us(void) { return 0; }
static inline mp_uint_t mp_hal_ticks_cpu(void) { return 0; }
static inline uint64_t mp_hal_time_ns(void) { return 0; }
static inline void mp_hal_delay_ms(mp_uint_t ms) { (void)ms; }
static inline void mp_hal_delay_us(mp_uint_t us) { (void)us; }
