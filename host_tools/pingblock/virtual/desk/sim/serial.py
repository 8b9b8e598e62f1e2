"""The USB serial link behind the firmware's ``sys.stdin`` and ``sys.stdout``.

Measured with MicroPython 1.24.1: if a host has the port open but does not read, writes fill a FIFO
of 256 bytes. Then a write waits 500 ms and loses its data. If the cable is unplugged, written data
is lost at once. If the port is closed, only the last 256 bytes are kept, and are sent when the
port is opened.
"""

import io

from sim import host, interrupts
from sim.clock import NEVER_NS, clock

_FIFO_BYTES = 256
_TX_TIMEOUT_NS = 500_000_000
_POLL = 3  # MP_STREAM_POLL
_POLLIN = 1
_POLLOUT = 4
_DEBOUNCE_MS = 100  # delay before a host starts the bus (USB 2.0, 7.1.7.3)
_KEPT_MOST = 4096  # number of read bytes after which they are removed
_REACTION_US = 1000  # A host that reacts to our bytes reacts within this time.

plugged = False
reading = True
opened = True  # whether the host has set DTR
address = 0  # The controller's address register. The host sets it after a bus reset.
interrupt_byte = 3
stand_in = None  # stream of os.dupterm, which is read if the host has sent nothing
_received = bytearray()  # It is emptied when all bytes were read.
# Number of read bytes at its start. Removing each byte at once would take quadratic time.
_taken = 0
_fifo = bytearray()
_plugged_ns = 0
_frame = 0


def _arrive(data):
    global _received
    if not plugged:
        return
    if interrupt_byte >= 0:
        key = bytes((interrupt_byte,))
        for _ in range(data.count(key)):
            interrupts.press_ctrl_c()
        data = data.replace(key, b"")
    _received.extend(data)
    clock.woken = True


def set_plugged(value):
    """Plugs or unplugs the cable. Waiting bytes in both directions are lost."""
    global plugged, opened, address, _fifo, _plugged_ns
    frame()
    plugged = bool(value)
    _plugged_ns = clock.now_ns
    opened = opened or plugged
    address = 0 if plugged else address
    _forget()
    _fifo = bytearray()


def _forget():
    global _received, _taken
    _received = bytearray()
    _taken = 0


def frame():
    """Returns the number of the last frame, 0..2047. A host sends one each millisecond."""
    global _frame
    if plugged and _frames() > 0:
        _frame = _frames() & 0x7FF
    return _frame


def _frames():
    return (clock.now_ns - max(_plugged_ns, clock.boot_ns)) // 1_000_000 - _DEBOUNCE_MS


def given_address():
    """Returns the address register. A host that sends frames has set it after a bus reset."""
    global address
    if plugged and not address & 0x7F and _frames() > 0:
        address = 1
    return address


def _set_reading(payload):
    global reading
    reading = bool(payload[0])
    _send_fifo()


def _set_opened(payload):
    global opened
    opened = bool(payload[0])
    _send_fifo()


def _send_fifo():
    """Sends the waiting bytes if a program reads them now."""
    global _fifo
    clock.woken = True
    if reading and opened and _fifo:
        host.send("S", bytes(_fifo))
        _fifo = bytearray()
        clock.sync_within(_REACTION_US)


def room():
    """Returns how many bytes a write can accept at once."""
    return _FIFO_BYTES - len(_fifo) if plugged and opened and not reading else 1 << 30


def write(data):
    """Sends bytes. Returns how many of them were accepted."""
    global _fifo
    if not plugged:
        return len(data)
    if not opened:
        _fifo = (_fifo + data)[-_FIFO_BYTES:]
        return len(data)
    if not reading:
        return _write_unread(data)
    if data:
        host.send("S", bytes(data))
        clock.sync_within(_REACTION_US)
    return len(data)


def _write_unread(data):
    taken = min(len(data), room())
    _fifo.extend(data[:taken])
    if taken < len(data):
        until_ns = clock.now_ns + _TX_TIMEOUT_NS
        wait_for(lambda: reading or not plugged or not opened, until_ns)
        if reading or not opened:
            return taken + write(data[taken:])
    return taken


def wait_for(ready, until_ns):
    """Advances time until ``ready()`` or ``until_ns``."""
    while not ready() and clock.now_ns < until_ns:
        clock.woken = False
        clock.run_until(until_ns, wake=True)


def _wait_for_byte():
    """Waits for a byte of the host. If the dupterm stream has a byte first, returns that."""
    byte = bytearray(1)
    while not _received:
        if stand_in is not None and stand_in.readinto(byte):
            return bytes(byte)
        clock.woken = False
        clock.run_until(NEVER_NS, wake=True)
    return None


def take(count):
    """Reads up to ``count`` received bytes. Waits for the first one."""
    global _received, _taken
    byte = _wait_for_byte()
    if byte is not None:
        return byte
    begin = _taken
    _taken += count
    found = bytes(_received[begin:_taken])
    if _taken >= len(_received):
        _forget()
    elif _taken > _KEPT_MOST:
        _received = _received[_taken:]
        _taken = 0
    return found


class _Bytes(io.IOBase):
    """``sys.stdin.buffer`` and ``sys.stdout.buffer``: the same USB link as bytes."""

    def ioctl(self, request, flags):
        if request != _POLL:
            return 0
        ready = flags & _POLLIN if _received else 0
        return ready | _POLLOUT if flags & _POLLOUT and room() > 0 else ready

    def readinto(self, buffer, count=-1):
        wanted = len(buffer) if count < 0 else min(count, len(buffer))
        place = 0
        while place < wanted:  # A blocking stream reads all requested bytes.
            part = take(wanted - place)
            buffer[place : place + len(part)] = part
            place += len(part)
        return place

    def read(self, count=-1):
        if count < 0:
            raise OSError(5)
        buffer = bytearray(count)
        self.readinto(buffer)
        return bytes(buffer)

    def readline(self, count=1 << 30):
        line = b""
        while not line.endswith(b"\n") and len(line) < count:
            line += take(1)
        return line

    def write(self, data, *span):
        data = bytes(data)
        if span:
            data = data[span[0] : span[0] + span[1]] if len(span) > 1 else data[: span[0]]
        return write(data)


class _Text(_Bytes):
    """``sys.stdin`` and ``sys.stdout``. They send a newline as CR LF."""

    def __init__(self, buffer):
        self.buffer = buffer

    def read(self, count=-1):
        return super().read(count).decode()

    def readline(self, count=1 << 30):
        return super().readline(count).decode()

    def write(self, data, *span):
        if isinstance(data, str):
            data = data.encode()
        write(bytes(data).replace(b"\n", b"\r\n"))
        return len(data)


stdio = _Text(_Bytes())
host.on_input["s"] = _arrive
host.on_input["r"] = _set_reading
host.on_input["o"] = _set_opened
