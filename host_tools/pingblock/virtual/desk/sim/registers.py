"""``mem8``, ``mem16``, ``mem32``: the registers that firmware can use. Access to any other
register is a fault.

Source: RP2040 datasheet 2.1.2 (atomic aliases), 2.5.7 (DMA), 4.5.3 (PWM), 4.6.5 (timer), 2.15.7
and 2.18.4 (clocks), 4.7.6 (watchdog), 2.3.1.7 (SIO), 2.19.6 (pins), 4.1.4 (USB).
"""

import uctypes
from sim import dma, host, interrupts, pins, pwm, serial, usb_clock, watchdog
from sim.clock import clock
from sim.dma import channels
from sim.memory import is_ours

_CLOCKS = 0x40008000
_PINS = 0x40014000
_USB_PLL = 0x4002C000
_PWM = 0x40050000
_TIMER = 0x40054000
_WATCHDOG = 0x40058000
_DMA = 0x50000000
_USB_MEMORY = 0x50100000
_USB = 0x50110000
_SIO = 0xD0000000
_TAP = 0x40070000  # an address that no RP2040 has: see ``report_tap``
# Each channel has the same four registers in four orders. Writing to the last one in an order
# starts the transfer.
_READ, _WRITE, _COUNT, _CTRL = "read", "write", "reload", "ctrl"  # attributes of a channel
_ORDERS = (
    (_READ, _WRITE, _COUNT, _CTRL)
    + (_CTRL, _READ, _WRITE, _COUNT)
    + (_CTRL, _COUNT, _READ, _WRITE)
    + (_CTRL, _WRITE, _COUNT, _READ)
)
_BUSY = 1 << 24
_SLICE_REGISTERS = ("csr", "div", "ctr", "cc", "top")


def _pwm_read(offset):
    clock.creep()  # Time must advance, so that code which waits for a counter ends.
    if offset < 0xA0:
        return getattr(pwm.slices[offset // 0x14], _SLICE_REGISTERS[offset % 0x14 // 4])
    if offset == 0xA0:
        return sum((part.csr & 1) << part.number for part in pwm.slices)
    return None


def _pwm_write(offset, value):
    if offset < 0xA0:
        part = pwm.slices[offset // 0x14]
        setattr(part, _SLICE_REGISTERS[offset % 0x14 // 4], value)
        part.changed()
        return True
    if offset == 0xA0:
        for part in pwm.slices:
            part.csr = part.csr & ~1 | (value >> part.number) & 1
            part.changed()
    return offset == 0xA0


def _channel_read(offset):
    channel, name = channels[offset // 0x40], _ORDERS[offset % 0x40 // 4]
    if name == _COUNT:
        return channel.remaining()
    busy = name == _CTRL and channel.busy
    return getattr(channel, name) | (_BUSY if busy else 0)


def _channel_write(offset, value):
    channel, place = channels[offset // 0x40], offset % 0x40 // 4
    name = _ORDERS[place]
    setattr(channel, name, value & ~_BUSY if name == _CTRL else value)
    if place % 4 == 3:
        channel.trigger()


def _bits(name):
    return sum(1 << channel.number for channel in channels if getattr(channel, name))


def _dma_read(offset):
    if offset < 0x300:
        return _channel_read(offset)
    if offset == 0x400:
        return _bits("irq_raised")
    if offset == 0x404:
        return _bits("irq_enabled")
    if offset == 0x40C:
        return _bits("irq_raised") & _bits("irq_enabled")
    if 0x420 <= offset < 0x430:
        return dma.timers[(offset - 0x420) // 4]
    return {0x444: 0, 0x448: 12}.get(offset)


def _dma_write(offset, value):
    if offset < 0x300:
        _channel_write(offset, value)
    elif 0x420 <= offset < 0x430:
        dma.timers[(offset - 0x420) // 4] = value
    else:
        return _dma_masks(offset, value)
    return True


def _dma_masks(offset, value):
    """Writes a register with one bit for each channel: interrupts, trigger and abort."""
    if offset not in (0x400, 0x404, 0x40C, 0x430, 0x444):
        return False
    for channel in channels:
        bit = (value >> channel.number) & 1
        if offset == 0x404:
            channel.irq_enabled = bool(bit)
        elif bit and offset == 0x430:
            channel.trigger()
        elif bit and offset == 0x444:
            channel.abort()
        elif bit:
            channel.irq_raised = False
    return True


def _pins_read(offset):
    """Returns the edges that interrupt (0x100 to 0x10C): four bits for each GPIO (2.19.6.1)."""
    if not 0x100 <= offset <= 0x10C:
        return None
    first = (offset - 0x100) * 2
    watched = [line for line in pins.lines[first : first + 8] if line.handler is not None]
    return sum([line.trigger << line.gpio % 8 * 4 for line in watched])


def _timer_read(offset):
    clock.creep()
    now_us = clock.uptime_us()
    if offset in (0x28, 0x0C):
        return now_us & 0xFFFFFFFF
    return now_us >> 32 if offset in (0x24, 0x08) else None


def _sio_read(offset):
    if offset == 0x04:
        return pins.level_word()
    if offset == 0x10:
        return sum(line.out << line.gpio for line in pins.lines)
    return None


def _sio_write(offset, value):
    if offset not in (0x10, 0x14, 0x18, 0x1C):
        return False
    for line in pins.lines:
        bit = (value >> line.gpio) & 1
        if offset == 0x10:
            line.set_out(bit)
        elif bit:
            line.set_out({0x14: 1, 0x18: 0, 0x1C: 1 - line.out}[offset])
    return True


def _usb_read(offset):
    if offset == 0x90:  # The enabled interrupts. The one for frames is disabled.
        return 0
    frame = serial.frame()
    if offset == 0x00:
        return serial.given_address()
    return frame if offset == 0x48 else None


def _usb_write(offset, value):
    if offset == 0x00:
        serial.address = value
    return offset == 0x00


def _usb_memory_read(offset):
    """Returns the latest control request: the host opened or closed the port (PSTN 6.3.12)."""
    return (0x2221 | bool(serial.opened) << 16) if offset == 0 else None


def _none(_offset, _value=None):
    """Refuses to read or write a block."""


def _tap_write(_offset, value):
    host.send("E", value.to_bytes(4, "little"))
    return True


_BLOCKS = {
    _PWM: (_pwm_read, _pwm_write),
    _CLOCKS: (usb_clock.read_clocks, usb_clock.write_clocks),
    _USB_PLL: (usb_clock.read_pll, usb_clock.write_pll),
    _PINS: (_pins_read, _none),
    _TIMER: (_timer_read, _none),
    _WATCHDOG: (watchdog.read_register, watchdog.write_register),
    _DMA: (_dma_read, _dma_write),
    _USB: (_usb_read, _usb_write),
    _USB_MEMORY: (_usb_memory_read, _none),
    _SIO: (_sio_read, _sio_write),
    _TAP: (_none, _tap_write),
}


def _block(address):
    """Returns the block's functions, offset, and alias (0 plain, 1 xor, 2 set, 3 clear)."""
    if address & 0xFFFF0000 == _SIO:
        return _BLOCKS[_SIO] + (address & 0xFFF, 0)
    functions = _BLOCKS.get(address & 0xFFFFC000)
    if functions is None:
        _unknown(address)
    return functions + (address & 0xFFF, (address >> 12) & 3)


def _unknown(address):
    interrupts.fault("0x%08x is not a register of the desk engine (sim/registers.py)" % address)


def read(address):
    """Returns the value of a 32-bit register."""
    clock.catch_up()
    reader, _, offset, _ = _block(address)
    value = reader(offset)
    if value is None:
        _unknown(address)
    return value


def write(address, value):
    """Writes a 32-bit register, also by its atomic aliases."""
    clock.catch_up()
    reader, writer, offset, alias = _block(address)
    if alias:
        old = reader(offset) or 0
        value = (old ^ value, old | value, old & ~value)[alias - 1]
    if not writer(offset, value):
        _unknown(address)


dma.write_register = write


class Memory:
    """``machine.mem8``, ``mem16`` or ``mem32``: registers and the interpreter's own memory."""

    def __init__(self, size):
        self._size = size
        self._mask = (1 << 8 * size) - 1

    def __getitem__(self, address):
        if is_ours(address):
            return int.from_bytes(uctypes.bytearray_at(address, self._size), "little")
        return (read(address & ~3) >> 8 * (address & 3)) & self._mask

    def __setitem__(self, address, value):
        value &= self._mask
        if is_ours(address):
            uctypes.bytearray_at(address, self._size)[:] = value.to_bytes(self._size, "little")
            return
        # The bus copies a narrow write to all lanes of the word (datasheet 2.1.4).
        for _ in range(4 // self._size - 1):
            value |= value << 8 * self._size
        write(address & ~3, value & 0xFFFFFFFF)


class RegisterBlock:
    """A view of consecutive registers, as ``rp2.DMA.registers``."""

    def __init__(self, address):
        self._address = address

    def __getitem__(self, place):
        return read(self._address + 4 * place)

    def __setitem__(self, place, value):
        write(self._address + 4 * place, value & 0xFFFFFFFF)
