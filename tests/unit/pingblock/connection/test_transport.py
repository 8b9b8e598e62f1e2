import errno
import os
import socket
from contextlib import closing

import pytest
import serial
from benchmarks.ports import PtyPort, TcpPort
from serial import SerialException

from pingblock.connection import transport
from pingblock.connection.port_lock import Holder, holder
from pingblock.connection.transport import TAIL_MAX_BYTES, Lines, open_port
from pingblock.errors import BadInput, LinkError, LinkLost, NoAnswer, NoDevice, PortBusy


class Bytes:
    """A stream that returns one of these pieces for each read."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)
        self.in_waiting = 0

    def read(self, size=1, /):
        return self.pieces.pop(0)

    def write(self, data, /):
        raise self.pieces.pop(0)

    def close(self):
        raise OSError(5, "gone")


def test_lines_are_joined_and_empty_or_endless_ones_dropped():
    lines = Lines(Bytes(b"ab", b"c\r\n\r\n", b"d\ne\nf"), "port")
    assert [lines.read() for _ in range(3)] == [[], [b"abc"], [b"d", b"e"]]
    lines = Lines(Bytes(b"x" * (TAIL_MAX_BYTES + 1), b"y\n"), "port")
    assert [lines.read(), lines.read()] == [[], [b"y"]]


def test_blocked_write_and_lost_link_raise_different_errors():
    lines = Lines(Bytes(serial.SerialTimeoutException("Write timeout"), OSError(5, "gone")), "p")
    with pytest.raises(NoAnswer, match="does not accept any data"):
        lines.write(b"x\n")
    with pytest.raises(LinkLost, match="link to p was lost"):
        lines.write(b"x\n")
    lines.close()


def refusing(error):
    """Returns a function that fails to open a port."""

    def refuse(*arguments, **options):
        raise error

    return refuse


def test_closed_tcp_link_is_lost_and_unserved_port_cannot_open():
    with socket.create_server(("127.0.0.1", 0)) as server:
        name = f"socket://127.0.0.1:{server.getsockname()[1]}"
        lines = Lines(open_port(name), name)
        client, _ = server.accept()
        client.close()
        with closing(lines), pytest.raises(LinkLost):
            lines.read()
    with pytest.raises(LinkError, match=rf"^{name} cannot be opened: \[Errno \d+\] [^:]+\.$"):
        open_port(name)


@pytest.mark.parametrize("name", ["nonsense://x", "socket://", "socket://host", "socket://a:b"])
def test_malformed_url_is_bad_input(name):
    with pytest.raises(BadInput, match="is not a port"):
        open_port(name)


def test_absent_port_raises_no_device(tmp_path):
    with pytest.raises(NoDevice, match=r"There is no port .*plugged in"):
        open_port(str(tmp_path / "ttyACM0"))


def test_port_held_by_another_program_is_busy():
    port = PtyPort()
    held = serial.Serial(port.name, exclusive=True)
    with pytest.raises(PortBusy, match="in use by another program"):
        open_port(port.name)
    held.close()
    open_port(port.name).close()
    port.close()


def test_program_that_holds_the_port_is_named(monkeypatch):
    monkeypatch.setattr(transport, "holders", lambda name: [Holder(12, "minicom -D x")])
    monkeypatch.setattr("serial.serial_for_url", refusing(OSError(errno.EBUSY, "busy")))
    with pytest.raises(PortBusy, match=r"in use by minicom -D x \(process 12\)"):
        open_port("COM3")


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_port_held_by_this_program_is_named_until_closed(kind):
    port = PtyPort() if kind == "pty" else TcpPort()
    name = port.name if kind == "pty" else f"socket://{port.name}"
    held = open_port(name)
    with pytest.raises(PortBusy, match=rf"in use by .*process {os.getpid()}"):
        open_port(name)
    held.close()
    held.close()
    open_port(name).close()
    port.close()


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (SerialException(errno.EACCES, "denied"), PortBusy, "no permission to use COM3.*usermod"),
        (SerialException(errno.EBUSY, "busy"), PortBusy, "in use"),
        (SerialException("PermissionError(13, 'Access is denied.')"), PortBusy, "in use"),
        (SerialException("FileNotFoundError(2, 'x')"), NoDevice, "no port"),
        (SerialException("odd"), LinkError, "cannot be opened: odd"),
    ],
)
def test_error_of_opening_a_port_has_its_reason(monkeypatch, error, kind, text):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("serial.serial_for_url", refusing(error))
    with pytest.raises(kind, match=text):
        open_port("COM3")
    assert holder("COM3") is None, "the port must be unlocked"


def test_pty_carries_lines_and_its_end_is_a_lost_link():
    port = PtyPort()
    lines = Lines(open_port(port.name), port.name)
    port.write(b"one\ntwo\n")
    got = []
    while len(got) < 2:
        got += lines.read()
    assert got == [b"one", b"two"]
    lines.write(b"three\n")
    assert os.read(port._master, 10) == b"three\n"
    port.close()
    with closing(lines), pytest.raises(LinkLost):
        lines.read()
