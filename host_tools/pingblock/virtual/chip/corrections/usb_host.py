"""The USB host answers too early, reads without limit, and takes no time.

Wrong: (1) ``USBCDC`` answers every OUT request at once, with an empty packet if it has no data.
The firmware asks again, so it gets 34 000 interrupts a second, runs 4-6 times slower and never
sleeps. A real host NAKs until it has data. (2) ``dpram_updated`` reports an IN packet as taken
when the firmware offers it, so a host that stops reading cannot be simulated and output has no
speed. (3) A packet takes 10 us. (4) ``FIFO.push`` silently drops bytes that do not fit. (5) Device
mode has no start-of-frame interrupt. MicroPython flushes text from before the port was opened 16
frames after DTR, so that text waits for the next print. (6) In device mode, the frame number does
not count up, either. (7) The host resets the bus 10 ms after the cable was plugged in, gives an
address at once, and opens the port. A bus without frames is never suspended.

Reproduce: boot MicroPython and sleep for 1 s: the chip never waits for an interrupt.

Fix: hold the OUT request until there is data. Report an IN packet as taken when the host took it.
Pace packets at 54 us for 64 bytes, which is about the rate of full-speed bulk transfers. Limit the
queue. Send a frame every ms while its interrupt is enabled. The frame's number is the time since
the bus was started. A host waits until the contacts no longer bounce, resets the bus, waits again,
gives an address, and opens the port. After 3 ms without a frame the bus is suspended. Pulling the
cable changes nothing else: the firmware remains configured, with its port open. Source: USB 2.0,
7.1.7.3 (debounce), 7.1.7.5 (reset and recovery), 7.1.7.6 (suspend).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rp2040py.peripherals.usb import (
    CONTROLLER_EN,
    SIE_BUS_RESET,
    SIE_STATUS,
    SIE_SUSPENDED,
    USBEndpointAlarm,
)
from rp2040py.usb.cdc import USBCDC

from pingblock.errors import BadInput
from pingblock.virtual.chip.corrections import Chip, after_write

PACKET_SIZE = 64
PACKET_US = 54
QUEUE_LIMIT = 65_536
_FRAME_NS = 1_000_000
_MS = 1_000_000  # a millisecond in ns
_SUSPENDED_NS = 3 * _MS  # time without a frame after which the bus is suspended
# RP2040 datasheet 4.1.4: reading SOF_RD acknowledges the start-of-frame interrupt.
_SOF_READ, _INTERRUPTS, _SOF_INTERRUPT = 0x48, 0x90, 1 << 17


@dataclass(frozen=True)
class HostTimes:
    """Times in ms: before the bus reset, of the reset, after it, and before opening the port."""

    debounce_ms: float = 100
    reset_ms: float = 20
    recovery_ms: float = 10
    opening_ms: float = 20


class UsbHost:
    """The computer at the other end of the cable: enumerates the device, opens the port, sends and
    receives.

    Args:
        mcu: the chip that the cable is plugged into.
        received: called with each packet of serial data from the firmware.
        connected: whether the cable is plugged in.
        times: delays of the host.
    """

    def __init__(
        self,
        mcu: Chip,
        received: Callable[[bytes], None],
        connected: bool,
        times: HostTimes,
    ) -> None:
        self._usb = mcu.usb_ctrl
        self._clock = mcu.clock
        self._frames_from_ns: float | None = None  # time of the bus reset, or None before it
        self._received = received
        self._connected = connected
        self._reading = True
        self._cdc: Any = USBCDC(self._usb)
        self._times = times
        self._taken = mcu.clock.create_alarm(self._take)
        self._frame = mcu.clock.create_alarm(self._start_frame)
        self._debounced = mcu.clock.create_alarm(self._reset_bus)
        self._recovered = mcu.clock.create_alarm(lambda: self._give_address())
        self._idle = mcu.clock.create_alarm(self._suspend)
        self._opening = mcu.clock.create_alarm(lambda: self._set_lines())
        self._framing = False
        self._serial = -1  # number of the endpoints for serial data
        self._unsent = bytearray()
        self._asked_size = 0
        self._offered: list[bytes] = []
        self._taking = False
        self._wrap_hooks()

    def _wrap_hooks(self) -> None:
        usb = self._usb
        self._control_in = usb.on_endpoint_write
        self._control_out = usb.on_endpoint_read
        self._give_address = usb.on_reset_received
        self._set_lines = self._cdc._cdc_set_control_line_state
        self._forget = usb.on_reset
        self._tell_buffer_ready = usb._indicate_buffer_ready
        self._cdc._cdc_set_control_line_state = self._open_first
        usb.on_usb_enabled = self._attach
        times = self._times
        usb.on_reset_received = lambda: self._recovered.schedule(
            (times.reset_ms + times.recovery_ms) * _MS
        )
        usb.on_reset = self._chip_reset
        usb.on_endpoint_write = self._offer
        usb.on_endpoint_read = self._ask
        usb._indicate_buffer_ready = self._buffer_ready
        self._read_register = usb.read_uint32
        usb.read_uint32 = self._read
        after_write(usb, self._written)

    @property
    def open(self) -> bool:
        """True while the port is open: the device is enumerated and DTR is set.

        After the cable is plugged in again, the bus has no frames until the host has reset it.
        """
        return self._frames_come and self._cdc.dtr

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` accepts now."""
        return QUEUE_LIMIT - len(self._unsent)

    def send(self, data: bytes) -> None:
        """Queues bytes for the firmware. If the cable is out, they are lost.

        Raises:
            BadInput: the queue would exceed its limit.
        """
        if not self._connected:
            return
        if len(data) > self.room:
            raise BadInput(f"The firmware has not read {len(self._unsent)} bytes: send fewer.")
        self._unsent += data
        self._answer()

    def read(self, reading: bool) -> None:
        """Stops or starts taking the firmware's packets. The port stays open."""
        self._reading = reading
        self._start_taking()

    def plug(self, connected: bool) -> None:
        """Plugs the cable in or out. The firmware sees the unplugged cable as a suspended bus."""
        if connected == self._connected:
            return
        self._count_frames()
        self._connected = connected
        self._leave()
        if connected:
            self._attach()
        else:
            self._idle.schedule(_SUSPENDED_NS)

    def open_port(self, opened: bool) -> None:
        """Opens or closes the port while the cable is plugged in, as a terminal program does."""
        if not opened:
            self._opening.cancel()
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

    def _written(self, offset: int, _value: int) -> None:
        if offset == _INTERRUPTS:
            self._keep_framing()
        elif offset == SIE_STATUS and self._usb.raw_write_value & SIE_SUSPENDED:
            self._usb._sie_status &= ~SIE_SUSPENDED
            self._usb._sie_status_updated()

    def _keep_framing(self) -> None:
        wanted = self._frames_come and bool(self._usb._int_enable & _SOF_INTERRUPT)
        if wanted and not self._framing:
            self._framing = True
            self._frame.schedule(_FRAME_NS)

    def _start_frame(self) -> None:
        self._framing = False
        if self._frames_come and self._usb._int_enable & _SOF_INTERRUPT:
            self._usb._int_raw |= _SOF_INTERRUPT
            self._usb.check_interrupts()
        self._keep_framing()

    def _count_frames(self) -> None:
        if not self._connected or self._frames_from_ns is None:
            return
        frames = int(self._clock.nanos - self._frames_from_ns) // _FRAME_NS
        if frames > 0:
            self._usb._sof_frame_number = frames % 2048

    @property
    def _frames_come(self) -> bool:
        begun = self._frames_from_ns
        return self._connected and begun is not None and self._clock.nanos >= begun

    def _attach(self) -> None:
        """Attaches the device if its USB controller is on and the cable is plugged in."""
        if not self._usb._main_ctrl & CONTROLLER_EN:
            return
        self._idle.schedule(_SUSPENDED_NS)
        if self._connected:
            self._debounced.schedule(self._times.debounce_ms * _MS)

    def _leave(self) -> None:
        """Stops the host, which then neither takes nor sends bytes."""
        self._frames_from_ns = None
        self._unsent.clear()
        self._taking = self._framing = False
        for alarm in (self._taken, self._frame, self._debounced, self._recovered, self._opening):
            alarm.cancel()
        _cancel(self._usb.endpoint_read_alarms)

    def _reset_bus(self) -> None:
        self._drop()
        reset_ns = self._times.reset_ms * _MS
        self._frames_from_ns = self._clock.nanos + reset_ns
        self._usb._sie_status |= SIE_BUS_RESET
        self._usb._sie_status_updated()
        self._frame.schedule(reset_ns)
        self._framing = True

    def _drop(self) -> None:
        """Forgets the device's offers and requests, its endpoints and its line states."""
        _cancel(self._usb.endpoint_write_alarms)
        self._offered.clear()
        self._asked_size = 0
        self._forget()

    def _suspend(self) -> None:
        if not self._frames_come:
            self._usb._sie_status |= SIE_SUSPENDED
            self._usb._sie_status_updated()

    def _chip_reset(self) -> None:
        self._leave()
        self._idle.cancel()
        self._drop()

    def _open_first(self, value: int | None = None, interface_number: int | None = None) -> None:
        """Opens the port from a program, some time after the device was configured."""
        if value is None:
            self._cdc._initialized = True
            self._opening.schedule(self._times.opening_ms * _MS)
        else:
            self._set_lines(value, interface_number)

    def _is_serial(self, endpoint: int) -> bool:
        """Returns whether an endpoint carries serial data, even if the host has not asked yet."""
        self._serial = self._cdc._in_endpoint if self._cdc._in_endpoint > 0 else self._serial
        return endpoint == self._serial

    def _ask(self, endpoint: int, size: int) -> None:
        if not self._is_serial(endpoint):
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
        self._usb.endpoint_read_done(self._serial, packet, PACKET_US)

    def _buffer_ready(self, endpoint: int, out: bool) -> None:
        if out or not self._is_serial(endpoint):
            self._tell_buffer_ready(endpoint, out)

    def _offer(self, endpoint: int, packet: bytes) -> None:
        if not self._is_serial(endpoint):
            if self._connected:
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
            self._tell_buffer_ready(self._serial, False)


def _cancel(endpoints: list[USBEndpointAlarm]) -> None:
    """Forgets packets that are on their way."""
    for endpoint in endpoints:
        endpoint.alarm.cancel()
        endpoint.buffers = []
