"""A fake of the speaker's hardware: memory, registers, two DMA channels, an amplifier pin.

It follows the datasheet as far as the speaker depends on it. Rings wrap within their size. A
channel that ends starts its chained channel, unless that is disabled. ``pack_ctrl`` has
MicroPython's defaults, including the unexpected ones. An abort can count as an end (erratum
RP2040-E13), so the SDK requires that the enable bits of the aborted channel and of its chained
channel are cleared first.
"""

CC = 0x4000_000C + 0x50000
TIMER0 = 0x5000_0420
ROOM_AT = 0x2000_1234  # not aligned, as on the heap


class DmaChannel:
    """One DMA channel, ``rp2.DMA``."""

    def __init__(self, chip):
        self.chip = chip
        self.channel = len(chip.channels)
        self.on = self.closed = False
        self.handler = None
        self.settings = {}
        self.left = 128
        self.ctrl = {"enable": False}
        chip.channels.append(self)

    def pack_ctrl(self, **ctrl):
        return {"enable": True, "irq_quiet": True, "chain_to": self.channel, **ctrl}

    def config(self, **settings):
        assert not self.closed
        self.ctrl = settings.pop("ctrl")
        self.settings |= settings

    def irq(self, handler=None, hard=False):
        assert handler is None or hard, "a soft interrupt would come too late for sound"
        self.handler = handler

    @property
    def count(self):
        """Returns the remaining transfers."""
        return self.left

    def active(self, *value):
        if value:
            assert not value[0] or self.ctrl["enable"]
            was_on, self.on = self.on, bool(value[0])
            if was_on and not value[0]:
                self._abort()
        return self.on

    def _abort(self):
        """Aborts. If a channel is enabled, this can start it and its chained channel."""
        if self.ctrl["enable"]:
            self.on = True
            other = self.chip.channels[self.ctrl["chain_to"]]
            other.on = other.on or other.ctrl["enable"]

    def samples(self):
        """Returns all samples that it reads."""
        settings, ctrl = self.settings, self.ctrl
        assert settings["write"] == CC
        assert (ctrl["size"], ctrl["inc_read"], ctrl["inc_write"]) == (1, True, False)
        assert (ctrl["ring_sel"], ctrl["treq_sel"]) == (False, 0x3B)
        size = 1 << ctrl["ring_size"]
        start = settings["read"] & -size
        assert start == settings["read"], "a ring must be aligned to its size"
        data = bytes(self.chip.room[start - ROOM_AT : start - ROOM_AT + size])
        samples = [data[n] | data[n + 1] << 8 for n in range(0, size, 2)]
        return samples[: settings["count"]]

    def close(self):
        assert not self.on
        assert self.handler is None
        assert not self.ctrl["enable"]
        self.closed = True


class FakeSoundChip:
    """Plays half buffers on request, and records the output."""

    def __init__(self):
        self.mem32 = {}
        self.channels = []
        self.room = None
        self.amp_high = []
        self.out = []
        self.late_blocks = 0
        self.locked = 0

    def parts(self, registers=0x40050000):
        dma = (lambda: DmaChannel(self), self.mem32, self._address_of, self._lock, self._unlock)
        return (*dma, object(), registers, TIMER0, self.amp_high.append)

    def _address_of(self, room):
        self.room = room
        return ROOM_AT

    def _lock(self):
        self.locked += 1
        return "before"

    def _unlock(self, before):
        assert before == "before"
        self.locked -= 1

    @property
    def playing(self):
        return any(channel.on for channel in self.channels)

    def play(self, blocks):
        for _ in range(blocks):
            self.play_half()

    def play_to_the_end(self):
        for _ in range(2000):
            if not self.playing:
                return
            self.play_half()
        raise AssertionError("the sound never ends")

    def play_half(self):
        """Lets the active channel play its half, then chains and interrupts as the chip does."""
        (channel,) = [channel for channel in self.channels if channel.on]
        self.out += channel.samples()
        channel.on = False
        other = self.channels[channel.ctrl["chain_to"]]
        assert other is not channel, "chain_to was left at its default"
        other.on = other.ctrl["enable"]
        for _ in range(self.late_blocks):  # the interrupt is late, so old halves are played again
            other.on, channel.on, other, channel = False, channel.ctrl["enable"], channel, other
        for done in (channel, other) if self.late_blocks else (channel,):
            if done.handler and not done.ctrl["irq_quiet"]:
                done.handler(done)
