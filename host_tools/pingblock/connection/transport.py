"""Lines of bytes over a serial port, through pyserial. Locks ports and limits waiting times."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, urlsplit

import serial

from pingblock.common.owner import Owner
from pingblock.common.stream import POLL_S, Stream
from pingblock.connection.cures import POWER_OFF
from pingblock.connection.discovery import there_is
from pingblock.connection.port_holders import holders
from pingblock.connection.port_lock import holder, lock
from pingblock.errors import BadInput, LinkError, LinkLost, NoAnswer, NoDevice, PortBusy

VIRTUAL = "virtual"
# Longer than the restart of a hanging device (8 s). pyserial checks the time even after everything
# was written, so a pause of the computer must not look like a failed device.
WRITE_S = 10.0
TAIL_MAX_BYTES = 1 << 16  # maximum bytes of an incomplete line. All lines of a device are shorter.
_SOCKET = "socket://"
_NOT_OPENED = "Could not open port {}: "  # beginning of pyserial's message
_HELD = (errno.EBUSY, errno.EAGAIN)
_PERMIT = "sudo usermod -a -G dialout $USER, then log in again"


def open_port(name: str) -> Stream:
    """Opens a port and locks it.

    Args:
        name: a device name (or a pty's), a pyserial URL such as ``socket://host:port``, or
            ``virtual``, the user's block without a Pico (``virtual:chip`` names its engine, and
            ``virtual:new`` a new one). The text after ``?token=`` in a socket's URL is sent as the
            first line.

    Raises:
        BadInput: no port can have this name.
        NoDevice: there is no such port.
        PortBusy: another program has the port, or this user has no permission.
        LinkError: the port cannot be opened for any other reason.
    """
    if name.partition(":")[0] == VIRTUAL:
        from pingblock.serve.in_process import open_virtual

        opened = open_virtual(name)
        return _joined(opened, name) if isinstance(opened, str) else opened
    if name.startswith(_SOCKET) and not _names_a_socket(name):
        raise BadInput(f"{name} is not a port: write it like {_SOCKET}127.0.0.1:2217.")
    owner = lock(name)
    try:
        return _Locked(_opened(name), owner)
    except BaseException:
        owner.release()
        raise


def _joined(url: str, name: str) -> Stream:
    """Opens the port of a running virtual block after its last user has left."""
    from pingblock.block.kept import lock_place
    from pingblock.block.owning import LOOK_S, WAIT_S

    # A key without the URL's token, because the token differs each time.
    key = f"{VIRTUAL}://{lock_place()}"
    until_s = time.monotonic() + WAIT_S
    while True:
        try:
            owner = lock(key)
            break
        except PortBusy:
            if time.monotonic() > until_s:
                by = holder(key) or "another program"
                raise PortBusy(f"{name} is in use by {by}: stop that first.") from None
            time.sleep(LOOK_S)
    try:
        return _Locked(_opened(url), owner)
    except LinkError:
        owner.release()
        raise LinkError(f"{name} has just been closed by the program that ran it.") from None


def _opened(name: str) -> Stream:
    url, token = name, ""
    if name.startswith(_SOCKET) and (tokens := parse_qs(urlsplit(name).query).get("token")):
        url, token = name.partition("?")[0], tokens[0]
    try:
        stream: Stream = serial.serial_for_url(
            url, 115_200, timeout=POLL_S, write_timeout=WRITE_S, exclusive=True
        )
        if token:
            stream.write(token.encode() + b"\n")
        return stream
    except ValueError as error:
        raise BadInput(f"{name} is not a port: {error}.") from None
    except OSError as error:
        raise _reason(name, error) from None


class _Locked:
    """A stream that releases its lock when it is closed."""

    def __init__(self, stream: Stream, owner: Owner) -> None:
        self._stream = stream
        self._owner = owner
        self.read = stream.read
        self.write = stream.write

    @property
    def in_waiting(self) -> int:
        return self._stream.in_waiting

    def close(self) -> None:
        try:
            self._stream.close()
        finally:
            self._owner.release()


def _names_a_socket(url: str) -> bool:
    """Returns whether a URL has a host and a port. pyserial's own error is misleading."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port is not None
    except ValueError:  # The port is not a number.
        return False


def _reason(name: str, error: OSError) -> LinkError:
    """Returns the error for a failure of pyserial.

    On Windows, the text "permission" means that another program has the port.
    """
    text = str(error)
    if error.errno == errno.ENOENT or "FileNotFoundError" in text:
        return NoDevice(f"There is no port {name}. Is the device plugged in? {there_is()}")
    if error.errno in _HELD or "PermissionError" in text:
        by = ", ".join(map(str, holders(name))) or "another program"
        return PortBusy(f"{name} is in use by {by}: stop that first.")
    if error.errno in (errno.EACCES, errno.EPERM):
        helps = f" Run: {_PERMIT}." if sys.platform == "linux" else ""
        return PortBusy(f"You have no permission to use {name}.{helps}")
    why = os.strerror(error.errno) if error.errno else text.removeprefix(_NOT_OPENED.format(name))
    return LinkError(f"{name} cannot be opened: {why}.")


class Lines:
    """Whole lines over a stream.

    Args:
        stream: an open stream. ``close`` closes it.
        name: name of the port in messages.
    """

    def __init__(self, stream: Stream, name: str) -> None:
        self.name = name
        self._stream = stream
        self._tail = b""

    def write(self, line: bytes) -> None:
        """Sends ``line``, which must include its newline. Raises LinkLost, NoAnswer."""
        with self._guarded():
            self._stream.write(line)

    def take(self) -> bytes:
        """Returns the received bytes, or b"" if no byte comes soon. Raises LinkLost."""
        with self._guarded():
            return self._stream.read(max(1, self._stream.in_waiting))

    def read(self) -> list[bytes]:
        """Returns complete lines without their ends, or [] without one. Raises LinkLost."""
        *lines, self._tail = (self._tail + self.take()).split(b"\n")
        if len(self._tail) > TAIL_MAX_BYTES:
            self._tail = b""
        return [line.strip() for line in lines if line.strip()]

    def forget(self) -> None:
        """Drops the bytes of an incomplete line."""
        self._tail = b""

    @property
    def rest(self) -> bytes:
        """The bytes of an incomplete line."""
        return self._tail

    def close(self) -> None:
        """Releases the port. It can be called twice."""
        with suppress(OSError):
            self._stream.close()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except serial.SerialTimeoutException:
            raise NoAnswer(
                f"The device at {self.name} does not accept any data: {POWER_OFF}."
            ) from None
        except OSError as error:
            lost = f"The link to {self.name} was lost: was the device unplugged or restarted?"
            raise LinkLost(lost) from error
