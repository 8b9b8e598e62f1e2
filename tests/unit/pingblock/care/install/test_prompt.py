"""The prompt over a stream: each failure raises an error with a sentence, without printing."""

from itertools import count
from types import SimpleNamespace

import pytest
import serial
from mpremote.transport import TransportExecError

from pingblock.care.carry.board import look
from pingblock.care.install import prompt as prompts
from pingblock.care.install.prompt import Prompt
from pingblock.errors import LinkLost, NoAnswer, Refused, WrongDevice

RAW = b"raw REPL; CTRL-B to exit\r\n>"


class Wire:
    """A stream that sends one of ``answers`` after each write."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.written = b""
        self.closed = 0
        self._ready = b""

    @property
    def in_waiting(self):
        if isinstance(self._ready, Exception):
            raise self._ready
        return len(self._ready)

    def read(self, size=1, /):
        data, self._ready = self._ready[:size], self._ready[size:]
        return data

    def write(self, data, /):
        self.written += data
        if self.answers and data not in (b"\r\x03",):
            self._ready = self.answers.pop(0)
        return len(data)

    def close(self):
        self.closed += 1


@pytest.fixture(autouse=True)
def _hurried(monkeypatch):
    monkeypatch.setattr(prompts, "ANSWER_S", 0.05)
    monkeypatch.setattr(prompts, "_LOOKS", 3)


@pytest.fixture
def prompt_at(monkeypatch):
    """Returns the prompt at the other end of a stream, with the stream's clock if it has one."""

    def opened(wire):
        monkeypatch.setattr(prompts, "open_port", lambda _name: wire)
        if hasattr(wire, "clock"):
            monkeypatch.setattr(prompts, "time", SimpleNamespace(monotonic=wire.clock))
        return Prompt("COM7")

    return opened


GONE = serial.SerialException("gone")


@pytest.mark.parametrize(
    ("answers", "error", "says"),
    [
        (
            [b"I am a printer\r\n"],
            NoAnswer,
            r"MicroPython's prompt does not answer \(COM7\).*BOOTSEL",
        ),
        ([RAW, GONE], LinkLost, "COM7 was lost"),
    ],
)
def test_board_without_a_prompt_raises_advice_and_prints_nothing(
    capsys, prompt_at, answers, error, says
):
    wire = Wire(*answers)
    wire.clock = count(0, 0.01).__next__
    with pytest.raises(error, match=says), prompt_at(wire):
        pass
    assert (wire.closed > 0, capsys.readouterr().out) == (True, "")


class Talker(Wire):
    """A stream that sends without a pause, with a separate clock."""

    in_waiting, now_s, sent = 1, 0.0, 0

    def __init__(self, byte_s=0.001):
        super().__init__()
        self._byte_s = byte_s

    def read(self, size=1, /):
        self.now_s += self._byte_s
        self.sent += size
        assert self.now_s < 50_000, "the stream never ends"
        return b"x" * size

    def clock(self):
        return self.now_s


def test_port_that_talks_constantly_is_left_after_a_while(prompt_at):
    wire = Talker()
    opened = prompt_at(wire)
    with pytest.raises(NoAnswer, match=r"COM7.*without a pause"), opened:
        pass
    assert wire.closed
    assert wire.now_s < 40


def test_answer_without_an_end_is_limited_by_its_bytes(monkeypatch, prompt_at):
    monkeypatch.setattr(prompts, "_ANSWER_BYTES", 3000)
    monkeypatch.setattr(Prompt, "_stop", lambda self: None)
    wire = Talker(byte_s=0)
    with prompt_at(wire) as prompt:
        prompt._left = True  # there is no restart
        with pytest.raises(NoAnswer, match="without a pause"):
            prompt.run("pass")
    assert wire.sent < 4000


def test_all_operations_share_one_deadline(monkeypatch, prompt_at):
    def answered_slowly(transport, _program):
        wire.now_s += 200
        transport.serial.inWaiting()
        return b""

    wire = Talker()
    monkeypatch.setattr(Prompt, "_stop", lambda self: None)
    monkeypatch.setattr(prompts._Transport, "exec", answered_slowly)
    with prompt_at(wire) as prompt:
        for _ in range(4):
            wire.now_s += 10_000  # the person needs time to answer a question
            prompt.run("pass")
        with pytest.raises(NoAnswer, match="without a pause"):
            prompt.run("pass")
    assert wire.closed


def test_other_board_than_a_pico_is_refused():
    found = {"machine": "ESP32 module with ESP32", "uid": b"\1", "files": {}}
    found |= {"release": "1.28.0", "slots": False}
    other = SimpleNamespace(port="COM7", ask=lambda program: found)
    with pytest.raises(WrongDevice, match=r"COM7 is a ESP32 module with ESP32, .*another chip"):
        look(other)


def test_board_that_stops_answering_names_the_unwritten_file(monkeypatch, prompt_at):
    """mpremote itself reads on without checking the number of bytes."""
    monkeypatch.setattr(Prompt, "_stop", lambda self: None)
    wire = Wire(b"R\x01\x20")  # half of the window in raw paste mode
    with prompt_at(wire) as prompt:
        prompt._left = True  # there is no restart to wait for
        wire._ready = b">"
        with pytest.raises(NoAnswer, match=r"/a\.py cannot be written \(COM7\)"):
            prompt.write("/a.py", b"1", print)


def test_ctrl_c_stops_the_board_again_and_resets_it(monkeypatch, prompt_at):
    done = []
    monkeypatch.setattr(Prompt, "_stop", lambda self: done.append("stop"))
    monkeypatch.setattr(Prompt, "leave", lambda self, how: done.append(how))
    with pytest.raises(KeyboardInterrupt), prompt_at(Wire()):
        raise KeyboardInterrupt
    assert done == ["stop", "stop", "import machine; machine.reset()"]


@pytest.mark.parametrize("said", ["", "boot\x1b[2J", "(", "[" * 500, "__import__('os')"])
def test_answer_without_a_value_is_a_wrong_device(said):
    prompt = object.__new__(Prompt)
    prompt.port, prompt.run = "COM3", lambda program: said
    with pytest.raises(WrongDevice, match=r"COM3 answered .*, which Micro") as wrong:
        look(prompt)
    assert "\x1b" not in str(wrong.value)


def test_error_of_the_board_is_shown_without_control_characters(prompt_at):
    prompt = prompt_at(SimpleNamespace(write=None, close=None))
    with pytest.raises(Refused, match="OSError: ␛"), prompt._failing("It failed"):
        raise TransportExecError(1, "OSError: \x1b[2J")
