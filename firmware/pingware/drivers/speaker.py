"""The speaker: PWM fed by two chained DMA channels, mixed in a hard interrupt.

It plays a compiled program (``tunes.sequencer``), not a name. One buffer (128 samples, 5.8 ms)
sounds while the other is mixed. Sources: RP2040 datasheet 2.5 (DMA: chaining, rings, pacing
timers) and 4.5 (PWM).
"""

from array import array

from pingware.drivers import mixer_buffer
from pingware.drivers.mixer_buffer import (
    AMP_ON,
    BUFFERS,
    CAP,
    GAIN_STEP,
    GAIN_TARGET,
    ON,
    OVER,
    STOP,
)

TOP = 944
MIDDLE = 472
HALF_SAMPLES = 128
HALF_BYTES = 256
GAIN_FULL_Q8 = 256

_PACE = (1 << 16) | 5670  # one sample every 5670 system clocks
_TREQ_TIMER0 = 0x3B
_DMA_INTR = 0x50000400  # raised interrupts, which a written 1 clears
_CSR, _DIV, _CTR, _CC, _PWM_TOP = 0x00, 0x04, 0x08, 0x0C, 0x10
_RING_BITS = 8  # log2 of a buffer's 256 bytes
_HALFWORD = 1
_AHEAD = 2  # samples: the DMA reads these next, so they are not changed


def _kernel(name):
    """Returns the render function: ``"thumb"``, ``"viper"``, or None for the fastest."""
    if name != "viper":
        try:
            from pingware.drivers import mixer_thumb

            return mixer_thumb.render
        except (ImportError, SyntaxError, ValueError):
            if name == "thumb":
                raise
    # for engines that cannot run machine code
    from pingware.drivers.mixer_viper import render as viper  # type: ignore[import-not-found]

    return viper


def _clamp(value, highest):
    return max(0, min(int(value), highest))


class Speaker:
    """One speaker on channel A of a PWM slice, with an amplifier that can be shut down.

    ``open`` starts it.

    Args:
        fed_pwm: result of ``boards.peripherals.fed_pwm``. The DMA's first pacing timer feeds it.
            Its switch (high = on) is the amplifier.
    """

    def __init__(self, fed_pwm):
        self._dma, self._mem32, self._address_of, self._lock, self._unlock, *own = fed_pwm
        self._pwm, self._slice, self._pacing, self._amp = own  # keeps the PWM alive
        self._compare = self._slice + _CC
        self._channels = []
        self._state = array("i", [0] * (ON + 1))  # placeholder until it is opened
        self._busy = True  # closed, so a start is refused
        self._yields = False
        self._on_end = None
        self.underruns = 0
        self.starts = 0  # sounds so far, modulo 2**16

    def open(self, recordings, kernel=None):
        """Takes two DMA channels and prepares. It is muted until ``set_volume``.

        Args:
            recordings: ``array('H')`` of ``sequencer.place_recordings``.
            kernel: ``"viper"`` or ``"thumb"`` to choose one, None for the fastest.
        """
        self._state = mixer_buffer.new_state(recordings)
        self._words = len(self._state)
        # last item: the half that was mixed last
        self._score = [None, _kernel(kernel), self._state, None]
        self._place_halves()
        self._set_carrier()
        self._take_channels()
        self._busy = False

    def make_room(self, words):
        """Resizes the memory for more recordings after those of ``open``. It must be silent.

        Args:
            words: int, 0 or more. A word holds two samples.

        Returns:
            The memory, a ``memoryview`` of words with any content, or None while a sound plays.

        Raises:
            MemoryError: the memory does not suffice. The speaker is unchanged.
        """
        kept = self._words
        # allocated once, because bytes would need the memory twice
        state = array("i", range(kept + words))
        before = self._lock()
        quiet = not self._busy
        if quiet:
            memoryview(state)[:kept] = memoryview(self._state)[:kept]
            self._state = self._score[2] = state
        self._unlock(before)
        return memoryview(state)[kept:] if quiet else None

    @property
    def room_at(self):
        """The first halfword of ``make_room``'s memory, as programs use it."""
        return 2 * self._words

    def _place_halves(self):
        """Finds a place for both halves that is aligned to their size, as a DMA ring needs."""
        self._room = bytearray(3 * HALF_BYTES)
        start = -self._address_of(self._room) % HALF_BYTES
        view = memoryview(self._room)
        self._half_a = view[start : start + HALF_BYTES]
        self._half_b = view[start + HALF_BYTES : start + 2 * HALF_BYTES]
        self._coming = bytearray(HALF_BYTES)
        self._address_a = self._address_of(self._room) + start

    def _set_carrier(self):
        mem32 = self._mem32
        mem32[self._compare] = 0
        mem32[self._slice + _CSR] = 0
        mem32[self._slice + _DIV] = 1 << 4
        mem32[self._slice + _PWM_TOP] = TOP
        mem32[self._slice + _CTR] = 0
        mem32[self._slice + _CSR] = 1
        mem32[self._pacing] = _PACE

    def _take_channels(self):
        self._channels = [self._dma(), self._dma()]
        self._a, self._b = self._channels
        self._ctrl_a = self._control(self._a, self._b)
        self._ctrl_b = self._control(self._b, self._a)
        self._ctrl_off = self._a.pack_ctrl(enable=False)
        self._park()
        self._a.irq(self._refiller(self._half_a), hard=True)
        self._b.irq(self._refiller(self._half_b), hard=True)

    def _control(self, channel, other):
        return channel.pack_ctrl(
            size=_HALFWORD,
            inc_read=True,
            inc_write=False,
            ring_size=_RING_BITS,
            ring_sel=False,
            chain_to=other.channel,
            treq_sel=_TREQ_TIMER0,
            irq_quiet=False,
        )

    def _park(self):
        """Ends both channels, sets the pin low and prepares the next start.

        The channels are disabled first, so that aborting one does not start the other. A pending
        interrupt would overwrite the half that the next start mixes.
        """
        self._amp(0)
        self._a.config(ctrl=self._ctrl_off)
        self._b.config(ctrl=self._ctrl_off)
        self._a.active(0)
        self._b.active(0)
        self._mem32[_DMA_INTR] = 1 << self._a.channel | 1 << self._b.channel
        self._state[ON] = 0
        self._mem32[self._compare] = 0
        mixer_buffer.first_half(self._state, self._half_a, 1)
        self._aim(self._a, self._address_a, self._ctrl_a)
        self._aim(self._b, self._address_a + HALF_BYTES, self._ctrl_b)

    def _aim(self, channel, address, ctrl):
        channel.config(read=address, write=self._compare, count=HALF_SAMPLES, ctrl=ctrl)

    def close(self):
        """Silences the speaker at once and frees the channels. It can be called twice.

        It must run before a soft reset, because a reset during DMA hangs MicroPython 1.24.1.
        """
        self._busy = True
        self._yields = False
        self._state[ON] = 0
        channels, self._channels = self._channels, []
        for channel in channels:
            channel.irq(None)
            channel.config(ctrl=self._ctrl_off)
        for channel in channels:
            channel.active(0)
            channel.close()
        self._mem32[self._compare] = 0
        self._amp(0)

    def start(self, program, yields=False):
        """Starts a program. Its first sample is out within 0.1 ms. Allocates no memory.

        Interrupts are off meanwhile, so a press comes before or after it.

        Args:
            program: ``array('i')`` of ``sequencer.compile_tune``.
            yields: True = the next start can replace this one before its end.

        Returns:
            False if a sound plays that does not yield, or the speaker is closed. An inaudible,
            faded sound can be replaced by one that does not yield.
        """
        before = self._lock()
        told = not self._busy or self._yields or (not yields and self._has_faded())
        if told:
            self.starts = (self.starts + 1) & 0xFFFF
            if not self._busy or not self._change(program):
                if self._busy:
                    self._park()
                self._busy = True
                if self._state[GAIN_TARGET] == 0 or self._state[CAP] == 0:
                    mixer_buffer.first_half(self._state, self._half_a, 0)
                self._a.active(1)
                self._score[0] = program
                mixer_buffer.begin(self._state, program)
                mixer_buffer.mix_half(self._score, self._half_b)
                self._score[3] = self._half_b
            self._yields = yields
        self._unlock(before)
        return told

    def give_way(self):
        """Lets the next start replace the current sound, as with ``yields``."""
        self._yields = True

    def _has_faded(self):
        """Returns whether the current sound has become inaudible. False after ``close``."""
        if not self._channels:
            return False
        running = self._half_a if self._score[3] is self._half_b else self._half_b
        return mixer_buffer.is_quiet(self._state, self._score[0], running) == 1

    def _change(self, program):
        """Replaces the current sound in the half that plays next (within 5.8 ms).

        Returns:
            bool, whether it did. It cannot while the bias moves.
        """
        if not mixer_buffer.change(self._state, program):
            return False
        self._score[0] = program
        mixer_buffer.mix_half(self._score, self._coming)
        channel = self._a if self._score[3] is self._half_a else self._b
        first = HALF_SAMPLES - channel.count + _AHEAD if channel.active() else 0
        mixer_buffer.cross(self._state, self._score[3], self._coming, first)
        return True

    def _refiller(self, half):
        """Returns the hard interrupt of the channel that has just played ``half``.

        It has few local names, because with more than 11 words of names and stack the interpreter
        would need the heap.
        """
        mix, score = mixer_buffer.mix_half, self._score

        def refill(channel):
            told = mix(score, half)
            if told:
                self._act(told)
            score[3] = half
            if channel.active():  # the channel plays again, so this came too late
                self.underruns += 1

        return refill

    def _act(self, told):
        if told == OVER:
            self._end()
        else:
            self._amp(told == AMP_ON)

    def _end(self):
        self._park()
        self._busy = self._yields = False
        if self._on_end:
            self._on_end()

    def stop(self):
        """Fades out: silent within 20 ms, without a click. Allocates no memory."""
        if self.playing:
            self._state[STOP] = 1

    @property
    def playing(self):
        """Returns whether it plays (bool), until pin and amplifier are off, even if muted."""
        return self._state[ON] == 1

    def elapsed_ms(self):
        """Returns the time since the start in steps of 5.8 ms of sample time. -1 = silent."""
        if not self.playing:
            return -1
        return (self._state[BUFFERS] - 1) * HALF_SAMPLES * 5670 // 125_000

    def set_volume(self, gain_q8, cap):
        """Sets the volume from the next buffer on, even during a sound.

        Args:
            gain_q8: 0 (mute) .. 256 (full), clamped.
            cap: highest distance of a sample from the middle, 0..472 PWM counts, clamped.
        """
        self._state[CAP] = _clamp(cap, MIDDLE)
        self._state[GAIN_TARGET] = _clamp(gain_q8, GAIN_FULL_Q8) * GAIN_STEP

    def on_end(self, call):
        """Sets a callback for the end. It runs in the hard interrupt and must not allocate."""
        self._on_end = call
