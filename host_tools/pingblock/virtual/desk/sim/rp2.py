"""``rp2``: the ``DMA`` class of MicroPython 1.24, with its unusual defaults."""

import uctypes
from sim.clock import clock
from sim.dma import channels

_FIELDS = (  # name, shift, bits
    ("enable", 0, 1),
    ("high_pri", 1, 1),
    ("size", 2, 2),
    ("inc_read", 4, 1),
    ("inc_write", 5, 1),
    ("ring_size", 6, 4),
    ("ring_sel", 10, 1),
    ("chain_to", 11, 4),
    ("treq_sel", 15, 6),
    ("irq_quiet", 21, 1),
    ("bswap", 22, 1),
    ("sniff_en", 23, 1),
    ("busy", 24, 1),
    ("write_err", 29, 1),
    ("read_err", 30, 1),
    ("ahb_err", 31, 1),
)
_READ_ONLY = ("busy", "ahb_err")
# Quiet, not paced, increment read and write address, transfer words, enabled.
_DEFAULT = 1 << 21 | 0x3F << 15 | 1 << 5 | 1 << 4 | 2 << 2 | 1

_claimed = set()


def _address(value):
    return value if isinstance(value, int) else uctypes.addressof(value)


class _DmaIrq:
    """The object that ``DMA.irq`` returns."""

    def __init__(self, channel):
        self._channel = channel

    def flags(self):
        return int(self._channel.irq_raised)


class DMA:
    """One claimed DMA channel."""

    def __init__(self):
        free = [number for number in range(12) if number not in _claimed]
        if not free:
            raise OSError(16)
        _claimed.add(free[0])
        self.channel = free[0]
        self._hw = channels[self.channel]

    def __repr__(self):
        return "DMA(%d)" % self.channel

    def _open(self):
        if self._hw is None:
            raise ValueError("channel closed")
        clock.creep()
        return self._hw

    @property
    def read(self):
        return self._open().read

    @read.setter
    def read(self, value):
        self._open().read = _address(value)
        self._hw.keep = value

    @property
    def write(self):
        return self._open().write

    @write.setter
    def write(self, value):
        self._open().write = _address(value)

    @property
    def count(self):
        return self._open().remaining()

    @count.setter
    def count(self, value):
        self._open().reload = value

    @property
    def ctrl(self):
        return self._open().ctrl | (1 << 24 if self._hw.busy else 0)

    @ctrl.setter
    def ctrl(self, value):
        self._open().ctrl = value & ~(1 << 24)

    @property
    def registers(self):
        from sim.registers import RegisterBlock

        return RegisterBlock(0x50000000 + 0x40 * self.channel)

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        given = (("read", read), ("write", write), ("count", count), ("ctrl", ctrl))
        for name, value in given:
            if value is not None:
                setattr(self, name, value)
        if trigger:
            self._open().trigger()

    def active(self, value=None):
        hardware = self._open()
        if value is not None:
            hardware.trigger() if value else hardware.abort()
        return hardware.busy

    def pack_ctrl(self, default=None, **fields):
        value = _DEFAULT | self.channel << 11 if default is None else default
        for name, shift, bits in _FIELDS:
            if name in fields:
                wanted = int(fields.pop(name))
                mask = (1 << bits) - 1
                if wanted & ~mask:
                    raise ValueError("bad field value")
                if name not in _READ_ONLY:
                    value = value & ~(mask << shift) | wanted << shift
        if fields:
            raise TypeError
        return value

    @staticmethod
    def unpack_ctrl(value):
        return {name: (value >> shift) & ((1 << bits) - 1) for name, shift, bits in _FIELDS}

    def irq(self, handler=None, hard=False):
        hardware = self._open()
        hardware.irq_raised = False
        hardware.hard = hard
        hardware.handler = None if handler is None else lambda _channel: handler(self)
        hardware.irq_enabled = handler is not None
        return _DmaIrq(hardware)

    def close(self):
        if self._hw is None:
            return
        self.irq(None)
        self._hw.abort()
        _claimed.discard(self.channel)
        self._hw = None


def bootsel_button():
    return 0
