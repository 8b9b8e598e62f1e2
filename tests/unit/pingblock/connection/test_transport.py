import errno
import os
import socket
from contextlib import closing

import pytest
import serial
from tests.bench.ports import PtyPort, TcpPort

from pingblock.connection import transport
from pingblock.connection.port_lock import Holder, holder
from pingblock.connection.transport import TAIL_MAX_BYTES, Lines, open_port
from pingblock.errors import BadInput, LinkError, LinkLost, NoAnswer, NoDevice, PortBusy


class Bytes:
    """A stream that gives these pieces, one a read."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)
        self.in_waiting = 0

    def read(self, size=1, /):
        return self.pieces.pop(0)

    def write(self, data, /):
        raise self.pieces.pop(0)

    def close(self):
        raise OSError(5, "gone")


def test_lines_are_put_together_from_pieces_and_empty_ones_left_out():
    lines = Lines(Bytes(b"ab", b"c\r\n\r\n", b"d\ne\nf"), "port")
    assert [lines.read() for _ in range(3)] == [[], [b"abc"], [b"d", b"e"]]


def test_a_line_without_end_is_dropped():
    lines = Lines(Bytes(b"x" * (TAIL_MAX_BYTES + 1), b"y\n"), "port")
    assert [lines.read(), lines.read()] == [[], [b"y"]]


def test_device_that_takes_no_data_and_one_that_is_gone_are_told_apart():
    lines = Lines(Bytes(serial.SerialTimeoutException("Write timeout"), OSError(5, "gone")), "p")
    with pytest.raises(NoAnswer, match="does not take any data"):
        lines.write(b"x\n")
    with pytest.raises(LinkLost, match="link to p was lost"):
        lines.write(b"x\n")
    lines.close()


def refusing(error):
    """Returns what opens no port."""

    def refuse(*arguments, **options):
        raise error

    return refuse


def address_of(server):
    host, port = server.getsockname()
    return f"socket://{host}:{port}"


@pytest.mark.parametrize("name", ["nonsense://x", "socket://", "socket://host", "socket://a:b"])
def test_url_that_is_none_is_bad_input(name):
    with pytest.raises(BadInput, match="is not a port"):
        open_port(name)


def test_absent_port_is_no_device_and_the_others_are_named(tmp_path):
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


def test_stranger_that_holds_the_port_is_named_where_the_system_tells(monkeypatch):
    monkeypatch.setattr(transport, "holders", lambda name: [Holder(12, "minicom -D x")])
    monkeypatch.setattr("serial.serial_for_url", refusing(OSError(errno.EBUSY, "busy")))
    with pytest.raises(PortBusy, match=r"in use by minicom -D x \(process 12\)"):
        open_port("COM3")


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_port_held_by_this_program_says_so_and_is_free_when_closed(kind):
    port = PtyPort() if kind == "pty" else TcpPort()
    name = port.name if kind == "pty" else f"socket://{port.name}"
    held = open_port(name)
    with pytest.raises(PortBusy, match=rf"in use by .*process {os.getpid()}"):
        open_port(name)
    held.close()
    held.close()
    open_port(name).close()
    port.close()


def test_port_that_could_not_be_opened_is_not_kept_locked(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("serial.serial_for_url", refusing(serial.SerialException("odd")))
        with pytest.raises(LinkError):
            open_port("COM3")
    assert holder("COM3") is None


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (
            serial.SerialException(errno.EACCES, "denied"),
            PortBusy,
            "You have no permission to use COM3",
        ),
        (serial.SerialException(errno.EBUSY, "busy"), PortBusy, "in use"),
        (serial.SerialException("PermissionError(13, 'Access is denied.')"), PortBusy, "in use"),
        (serial.SerialException("FileNotFoundError(2, 'x')"), NoDevice, "no port"),
        (serial.SerialException("odd"), LinkError, "cannot be opened: odd"),
    ],
)
def test_why_a_port_cannot_be_opened(monkeypatch, error, kind, text):
    monkeypatch.setattr("serial.serial_for_url", refusing(error))
    with pytest.raises(kind, match=text):
        open_port("COM3")


def test_missing_permission_comes_with_the_command_on_linux(monkeypatch):
    denied = serial.SerialException(errno.EACCES, "denied")
    monkeypatch.setattr("serial.serial_for_url", refusing(denied))
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(PortBusy, match="usermod -a -G dialout"):
        open_port("/dev/ttyACM0")


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


def test_tcp_that_hangs_up_is_a_lost_link():
    with socket.create_server(("127.0.0.1", 0)) as server:
        name = address_of(server)
        lines = Lines(open_port(name), name)
        client, _ = server.accept()
        client.close()
        with closing(lines), pytest.raises(LinkLost):
            lines.read()


def test_tcp_that_nobody_serves_cannot_be_opened():
    with socket.create_server(("127.0.0.1", 0)) as server:
        name = address_of(server)
    says = rf"^{name} cannot be opened: \[Errno \d+\] [^:]+\.$"
    with pytest.raises(LinkError, match=says):
        open_port(name)
