"""A USB serial port as the console gets it from MicroPython, and the host at its other end.

It runs on CPython and MicroPython. It imitates what is unexpected on the device: a read of more
bytes than there are does not return, and a write waits ``WAIT_MS`` if there is less free space
than it needs, although the poll reports ready with one free byte. Source: MicroPython,
shared/tinyusb/mp_usbd_cdc.c, and the sizes in ports/rp2.
"""

import select

from pingblock.common.declared import declarations

FIFO_BYTES = 256
PACKET_BYTES = 64
WAIT_MS = 500


class Port:
    """Both directions of the port. The host can stop reading or close it at any time."""

    def __init__(self):
        self.coming = bytearray()  # bytes from the host that were not read
        self.fifo = bytearray()  # bytes from the device that were not sent
        self.packet = bytearray()  # bytes in the USB endpoint that wait for the host
        self.received = bytearray()  # bytes that the host has read
        self.reading = True
        self.connected = True
        self.session = 0  # as in ``boards.usb_port_rp2.UsbPort``
        self.speaks = False  # whether a program has sent a byte
        self.waited_ms = 0  # time that the device lost by waiting for the host
        self.writes = 0
        self.stdin = Stdin(self)
        self.stdout = Stdout(self)

    def opened(self):
        return self.connected or self.speaks

    def heard(self):
        self.speaks = True

    def free_bytes(self):
        return FIFO_BYTES - len(self.fifo)

    def carry(self, packets=1000):
        """Moves packets to the host, if it reads."""
        while True:
            if not self.packet and self.fifo:
                self.packet = self.fifo[:PACKET_BYTES]
                self.fifo = self.fifo[PACKET_BYTES:]
            if not (self.packet and packets and self.reading and self.connected):
                return
            self.received += self.packet
            self.packet = bytearray()
            packets -= 1

    def lines(self):
        """Returns the whole lines that the host has read (list of bytes), without empty ones."""
        return [line for line in bytes(self.received).split(b"\n")[:-1] if line]


class Stdin:
    def __init__(self, port):
        self._port = port

    def is_ready(self):
        return len(self._port.coming) > 0

    def readinto(self, buffer):
        coming = self._port.coming
        if len(coming) < len(buffer):
            raise AssertionError("this read would wait for the host forever")
        for place in range(len(buffer)):
            buffer[place] = coming[place]
        self._port.coming = coming[len(buffer) :]
        return len(buffer)


class Stdout:
    def __init__(self, port):
        self._port = port

    def is_ready(self):
        return not self._port.connected or self._port.free_bytes() > 0

    def write(self, buffer):
        port = self._port
        port.writes += 1
        data = bytes(buffer)
        if not port.connected:  # the buffer keeps the latest bytes
            port.fifo = (port.fifo + data)[-FIFO_BYTES:]
            return len(data)
        port.carry(0)
        if len(data) > port.free_bytes():
            port.waited_ms += WAIT_MS
            data = data[: port.free_bytes()]
        port.fifo += data
        port.carry(0)
        return len(data)


class Poll:
    """The part of ``select.poll`` that the device has."""

    def __init__(self):
        self._streams = {}

    def register(self, stream, flags):
        assert flags in (select.POLLIN, select.POLLOUT)
        self._streams[stream] = flags

    def ipoll(self, timeout_ms):
        assert timeout_ms == 0, "the poll must return at once"
        for stream in self._streams:
            if stream.is_ready():
                yield stream, self._streams[stream]


def opened_console(port):
    """Returns a console on ``port``, open, and the list of its calls of kbd_intr."""
    from pingware.link.console import Console

    calls = []
    console = Console(port.stdin, port.stdout, declarations(), calls.append, port, Poll)
    console.open()
    return console, calls


class Dice:
    """A small generator that rolls the same on every Python. ``seed`` is an int."""

    def __init__(self, seed):
        self._state = seed & 0xFFFFFFFF

    def below(self, limit):
        self._state = (self._state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self._state >> 8) % limit

    def junk(self, count):
        """Returns ``count`` random bytes."""
        return bytes([self.below(256) for _ in range(count)])
