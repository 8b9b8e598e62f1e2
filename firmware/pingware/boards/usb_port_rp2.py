"""Session of the USB serial port, from the controller's registers. It is the same on any board.

MicroPython reports neither that a program has opened the port nor that the host is gone. A write
at the wrong moment is dangerous: TinyUSB panics if it comes between the bus reset of a reconnected
cable and TinyUSB's next look. So the outbox asks here before each packet.

- A bus reset clears the whole address register. In each session this module sets a bit of it that
  only a host controller uses. If the bit is missing, there was a bus reset.
- The latest control request stays in the controller's memory. A program that opens or closes the
  port sends the state of its lines. If another request has followed, only the interrupt at each
  frame shows it, which MicroPython switches on for 16 frames whenever a program opens the port.
- A host that sleeps or is disconnected sends no frames.

Source: RP2040 datasheet 4.1.4 and RP2350 datasheet 12.7 (``ADDR_ENDP``, ``SOF_RD``, ``INTE``); USB
2.0, 7.1.7 (100 ms until a host resets a new device) and 9.3; USB CDC PSTN 1.2, 6.3.12;
MicroPython, ``shared/tinyusb/mp_usbd_cdc.c``.
"""

import time

from machine import Timer, mem32
from micropython import const

_REQUEST = const(0x50100000)
_ADDRESS, _ADDRESS_SET = const(0x50110000), const(0x50112000)
_FRAME = const(0x50110048)
_INTERRUPTS = const(0x50110090)
_LINE_STATE = const(0x2221)  # request 0x22, of the class, to an interface
_BIT_16 = const(1 << 16)  # in the address: seen. In a request: DTR, a program has the port open.
_AT_EACH_FRAME = const(1 << 17)
_LOOK_MS = const(15)  # less than the 16 frames
# Pause between looks while a program has the port open and frames arrive, because faster looks
# take 0.7 % of the processor.
_CALM_MS = const(60)
_STILL_LOOKS = const(2)  # If this number of looks finds no frame, the host is gone.
_ALIVE_LOOKS = const(4)  # looks with frames and no bus reset, so the host noticed no loss


class UsbPort:
    """The port of one device.

    ``session`` changes whenever a partly sent or read message will not be continued.
    """

    def __init__(self):
        self._timer = Timer(-1)
        self._every_ms = 0  # time from look to look, or 0 without looks
        self.session = 0
        self._lost = 0  # number of looks until the cable's last move is forgotten
        self._frame = 0
        self._still = 0  # number of looks in a row without a frame
        self._looked = 0  # time of the latest look, in units of 8 ms
        self._request = 0  # a program's latest request, if it was about its lines
        self._open = False

    def watch(self, wanted):
        """Starts or stops the looks at the port (bool), because they would cost power on cells."""
        self._look_each(_LOOK_MS if wanted else 0)

    def _look_each(self, ms):
        self._every_ms = ms
        self._timer.deinit()
        if ms:
            self._timer.init(period=ms, callback=self._look)

    def moved(self):
        """Ends the session. Hard interrupts can call it: it allocates no memory."""
        self._lost = _ALIVE_LOOKS
        self.session += 1

    def heard(self):
        """Notes that a program has sent input, so the port is open, even if DTR is low."""
        self._open = True

    def opened(self):
        """Returns whether a program has the port open now (bool)."""
        address = mem32[_ADDRESS]
        if not address & _BIT_16:  # a host has reset the bus in between
            self._open = False
            self._lost = self._request = 0
            self.session += 1
            if address:
                mem32[_ADDRESS_SET] = _BIT_16
            return False
        if self._lost or self._still >= _STILL_LOOKS or address == _BIT_16:
            return False
        request = mem32[_REQUEST]
        if request != self._request and request & 0xFFFF == _LINE_STATE:
            self._request = request
            self._open = request & _BIT_16 != 0
            self.session += not self._open
        return self._open

    def _look(self, _timer):
        frame = mem32[_FRAME]
        if frame != self._frame:
            self._frame = frame
            self._still = 0
        else:
            looked = time.ticks_diff(time.ticks_ms(), 0) >> 3
            # delayed, for example by a flash write, so no frame was seen
            if looked == self._looked:
                return
            self._looked = looked
            self._still += 1
        if self._lost:
            self._lost = _ALIVE_LOOKS if self._still else self._lost - 1
        every_ms = _LOOK_MS
        if self.opened():
            if not self._still:
                every_ms = _CALM_MS
        elif mem32[_INTERRUPTS] & _AT_EACH_FRAME:
            self._open = mem32[_ADDRESS] > _BIT_16
        if self._every_ms and every_ms != self._every_ms:  # the last look can come after its end
            self._look_each(every_ms)
