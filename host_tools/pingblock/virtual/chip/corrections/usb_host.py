"""The USB host answers before it has anything to say, reads without limit, and takes no time.

Wrong: (1) ``USBCDC`` answers every OUT request at once, with an empty packet if it has no data:
the firmware asks again, 34 000 interrupts a second, runs 4-6 times slower and never sleeps. A
real host NAKs until it has data. (2) ``dpram_updated`` tells the firmware that an IN packet was
taken the moment it is offered, so a host that stops reading cannot be shown and output has no
speed. (3) A packet takes 10 us. (4) ``FIFO.push`` drops what does not fit, without a word. (5) No
start-of-frame interrupt in device mode: MicroPython flushes what was printed before the port was
opened 16 frames after DTR, so that text waits for the next print. (6) Nor does the number of the
latest frame count there.

Reproduce: boot MicroPython and sleep for 1 s: the chip never waits for an interrupt.

Fix: hold the OUT request until there is data; tell the firmware that an IN packet was taken
when the host took it; pace packets at 54 us a 64 bytes, about what full-speed bulk gives; a
queue with a stated limit; a frame every ms while its interrupt is enabled, whose number is that of
the time since the bus was started.
"""

from __future__ import annotations

from collections.abc import Callable

from rp2040py.usb.cdc import USBCDC

from pingblock.errors import BadInput
from pingblock.virtual.chip.corrections import Chip

PACKET_SIZE = 64
PACKET_US = 54
QUEUE_LIMIT = 65_536
_FRAME_NS = 1_000_000
_DEBOUNCE_MS = 100  # from the cable to the first frame (USB 2.0, 7.1.7.3)
# RP2040 datasheet 4.1.4: reading SOF_RD acknowledges the start-of-frame interrupt.
_SOF_READ, _INTERRUPTS, _SOF_INTERRUPT = 0x48, 0x90, 1 << 17


class UsbHost:
    """The computer at the other end of the cable: enumerates, opens the port, talks.

    Args:
        mcu: the chip it is plugged into.
        received: called with each packet of serial data from the firmware.
        connected: whether the cable is in.
    """

    def __init__(
        self, mcu: Chip, received: Callable[[bytes], None], connected: bool = True
    ) -> None:
        self._usb = mcu.usb_ctrl
        self._clock = mcu.clock
        self._begun_ns: float | None = None  # the device shows itself to the host
        self._received = received
        self._connected = connected
        self._reading = True
        self._cdc = USBCDC(self._usb)
        self._taken = mcu.clock.create_alarm(self._take)
        self._frame = mcu.clock.create_alarm(self._start_frame)
        self._framing = False
        self._unsent = bytearray()
        self._asked_size = 0
        self._offered: list[bytes] = []
        self._taking = False
        self._wrap_hooks()

    def _wrap_hooks(self) -> None:
        usb = self._usb
        self._control_in = usb.on_endpoint_write
        self._control_out = usb.on_endpoint_read
        self._forget = usb.on_reset
        self._tell_buffer_ready = usb._indicate_buffer_ready
        usb.on_usb_enabled = self._enabled
        usb.on_reset = self._chip_reset
        usb.on_endpoint_write = self._offer
        usb.on_endpoint_read = self._ask
        usb._indicate_buffer_ready = self._buffer_ready
        self._read_register, self._write_register = usb.read_uint32, usb.write_uint32
        usb.read_uint32, usb.write_uint32 = self._read, self._write

    @property
    def open(self) -> bool:
        """True while the port is open: enumerated, and DTR set."""
        return self._connected and self._cdc.dtr

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` takes now."""
        return QUEUE_LIMIT - len(self._unsent)

    def send(self, data: bytes) -> None:
        """Queues bytes for the firmware; lost if the cable is out.

        Raises:
            BadInput: more than the queue's limit is waiting.
        """
        if not self._connected:
            return
        if len(data) > self.room:
            raise BadInput(f"The firmware has not read {len(self._unsent)} bytes: send fewer.")
        self._unsent += data
        self._answer()

    def read(self, reading: bool) -> None:
        """Stops or starts taking what the firmware offers; the port stays open."""
        self._reading = reading
        self._start_taking()

    def plug(self, connected: bool) -> None:
        """Pulls or plugs the cable. The firmware sees a pulled cable as a closed port (DTR off):
        the chip model has no bus suspend."""
        if connected == self._connected:
            return
        self._count_frames()
        self._connected = connected
        if connected:
            self._chip_reset()
            self._begun_ns = self._clock.nanos
            self._usb.reset_device()
        elif self._cdc.dtr:
            self._unsent.clear()
            self._cdc.set_control_lines(dtr=False, rts=False)

    def open_port(self, opened: bool) -> None:
        """Opens or closes the port with the cable in, as a terminal program does."""
        if self._connected and self._cdc.dtr != opened:
            self._cdc.set_control_lines(dtr=opened, rts=opened)
            self._start_taking()

    def _read(self, offset: int) -> int:
        if offset == _SOF_READ:
            self._count_frames()
        value = int(self._read_register(offset))
        if offset == _SOF_READ:
            self._usb._int_raw &= ~_SOF_INTERRUPT
            self._usb.check_interrupts()
        return value

    def _write(self, offset: int, value: int) -> None:
        self._write_register(offset, value)
        if offset == _INTERRUPTS:
            self._keep_framing()

    def _keep_framing(self) -> None:
        wanted = self._connected and bool(self._usb._int_enable & _SOF_INTERRUPT)
        if wanted and not self._framing:
            self._framing = True
            self._frame.schedule(_FRAME_NS)

    def _start_frame(self) -> None:
        self._framing = False
        if self._connected and self._usb._int_enable & _SOF_INTERRUPT:
            self._usb._int_raw |= _SOF_INTERRUPT
            self._usb.check_interrupts()
        self._keep_framing()

    def _count_frames(self) -> None:
        if not self._connected or self._begun_ns is None:
            return
        frames = int(self._clock.nanos - self._begun_ns) // _FRAME_NS - _DEBOUNCE_MS
        if frames > 0:
            self._usb._sof_frame_number = frames % 2048

    def _enabled(self) -> None:
        self._begun_ns = self._clock.nanos
        if self._connected:
            self._usb.reset_device()

    def _chip_reset(self) -> None:
        self._unsent.clear()
        self._offered.clear()
        self._asked_size = 0
        self._taking = False
        self._framing = False
        self._begun_ns = None
        self._taken.cancel()
        self._frame.cancel()
        self._forget()

    def _ask(self, endpoint: int, size: int) -> None:
        if endpoint != self._cdc._out_endpoint:
            self._control_out(endpoint, size)
            return
        self._asked_size = size
        self._answer()

    def _answer(self) -> None:
        if not self._asked_size or not self._unsent:
            return
        size = min(self._asked_size, PACKET_SIZE)
        packet = bytes(self._unsent[:size])
        del self._unsent[:size]
        self._asked_size = 0
        self._usb.endpoint_read_done(self._cdc._out_endpoint, packet, PACKET_US)

    def _buffer_ready(self, endpoint: int, out: bool) -> None:
        if out or endpoint != self._cdc._in_endpoint:
            self._tell_buffer_ready(endpoint, out)

    def _offer(self, endpoint: int, packet: bytes) -> None:
        if endpoint != self._cdc._in_endpoint:
            self._control_in(endpoint, packet)
            self._start_taking()
            return
        self._offered.append(bytes(packet))
        self._start_taking()

    def _start_taking(self) -> None:
        if self._offered and not self._taking and self._reading and self.open:
            self._taking = True
            self._taken.schedule((PACKET_US - self._usb.write_delay_microseconds) * 1000)

    def _take(self) -> None:
        self._taking = False
        packet = self._offered.pop(0)
        self._received(packet)
        if self._offered:
            self._start_taking()
        else:
            self._tell_buffer_ready(self._cdc._in_endpoint, False)
