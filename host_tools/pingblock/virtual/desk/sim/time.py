"""``time`` for the virtual clock. Ticks wrap at 2**30."""

from time import gmtime, localtime, mktime  # noqa: F401  the pure ones are the port's own

from sim.clock import clock

_MASK = (1 << 30) - 1
_HALF = 1 << 29
_EPOCH_S = 1_609_459_200  # 2021-01-01: a Pico's clock starts here when it has no battery


def ticks_us():
    return clock.ticks_us() & _MASK


def ticks_ms():
    return clock.ticks_us() // 1000 & _MASK


def ticks_cpu():
    return ticks_us()


def ticks_add(tick, delta):
    return (tick + delta) & _MASK


def ticks_diff(later, earlier):
    return ((later - earlier + _HALF) & _MASK) - _HALF


def sleep_us(us):
    clock.run_until(clock.now_ns + max(0, us) * 1000)


def sleep_ms(ms):
    clock.run_until(clock.now_ns + max(0, ms) * 1_000_000)


def sleep(s):
    clock.run_until(clock.now_ns + int(max(0, s) * 1_000_000_000))


def time():
    return _EPOCH_S + clock.uptime_us() // 1_000_000


def time_ns():
    return _EPOCH_S * 1_000_000_000 + clock.uptime_us() * 1000
