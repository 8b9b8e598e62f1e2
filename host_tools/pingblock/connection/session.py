"""A session with a device: requests and their answers, and events."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from pingblock.common import declared
from pingblock.common.plain_text import plain
from pingblock.connection.transport import VIRTUAL, Lines
from pingblock.connection.untrusted import HELPS, Fields, check_answer, check_event, cleaned
from pingblock.errors import AtPrompt, BadInput, LinkLost, NoAnswer, PortBusy, Refused, WrongDevice
from pingware.games import catalog
from pingware.shared import protocol

Message = dict[str, Any]
Clock = Callable[[], float]

# maximum events that wait for the program. If there are more, the oldest is dropped.
EVENTS_KEPT = 1000
EVENTS_MOST = 10_000  # maximum events in a row without a pause
FIRST_S = 1.0  # Time for the first greeting. A device that has just started answers within it.
LOOK_S = 0.5  # After a longer pause, a program reads waiting bytes before it sends more.
_GREETING = "hello"
_PROMPT = ">>>"
_SOCKET = "socket://"
_OTHER_ENTRANCE = (
    "{} closed the link: another program uses one of its other ports. Stop that first."
)
_OTHER_GAME = (
    "'{do}' is for the game {game}, but the device plays another one: choose {game} first, with "
    "'pingblock game {game}'."
)
_OLDER = "The firmware of the device is too old for this: update it with 'pingblock update'."


class Session:
    """Requests and events over one opened port.

    Args:
        lines: the lines of the port.
        clock: returns seconds. Only differences count.
    """

    def __init__(self, lines: Lines, clock: Clock) -> None:
        self._lines = lines
        self._clock = clock
        # The ids are unique, because an answer to an earlier program can still arrive.
        self._name = token_hex(3)
        self._last = 0
        self._do = ""
        self._looked_s = clock()
        self._reply: Message | None = None
        self._events: deque[Message] = deque(maxlen=EVENTS_KEPT)
        self._steps: deque[Message] = deque()  # events of a request that has several steps
        self._text = ""  # the latest line that was not a message

    def resync(self, end: bytes = b"\n") -> None:
        """Ends a line or a file that another program may have left incomplete."""
        self._lines.write(end)

    def request(self, do: str, arguments: Message, timeout_s: float) -> Message:
        """Sends a request and waits for the answer.

        Returns:
            The fields of ``ok`` in the device's answer.

        Raises:
            BadInput: the request is invalid and was not sent.
            Refused: the device refused.
            NoAnswer, LinkLost: the link failed.
            WrongDevice: the answer is invalid.
        """
        self.begin(do, arguments)
        if not self._read_until(self._is_answered, timeout_s):
            raise self._silence(do, timeout_s)
        return self._fields()

    def greet(self, timeout_s: float) -> Message:
        """Sends the first request, for the identity. Returns and raises the same as ``request``.

        The request is sent twice. If the last program stopped within a file, the device can
        mistake the first request for the rest of the file.
        """
        self._text = ""
        self._lines.forget()
        try:
            return self._greeted(timeout_s)
        except LinkLost as lost:
            if self._lines.name.startswith(VIRTUAL):
                raise PortBusy(_OTHER_ENTRANCE.format(self._lines.name)) from lost
            if not self._lines.name.startswith(_SOCKET):
                raise
            # `virtual serve` reports this in its first line, but pyserial drops the bytes that
            # come while it opens.
            raise PortBusy(
                f"{self._lines.name} closed the link: another program may use it, or it needs its "
                "token"
                " (socket://HOST:PORT?token=WORD)."
            ) from lost

    def _greeted(self, timeout_s: float) -> Message:
        first_s, waited_s = min(FIRST_S, timeout_s), 0.0
        # An empty line would run a half-typed block at MicroPython's prompt.
        for wait_s, end in ((first_s, b" \n"), (timeout_s - first_s, b"\n")):
            self.resync(end)
            self.begin(_GREETING, {})
            if self._read_until(self._is_answered, wait_s):
                return self._fields()
            waited_s += wait_s
            if self._is_echoed(_GREETING):
                break  # MicroPython's prompt does not answer requests.
        raise self._silence(_GREETING, waited_s)

    def _is_answered(self) -> bool:
        return self._reply is not None

    def begin(self, do: str, arguments: Message) -> None:
        """Begins a request of several steps: see ``step``.

        Raises the same errors as ``request``.
        """
        self._last += 1
        self._do = do
        self._reply = None
        self._steps.clear()
        self._lines.write(_sealed(self._id, do, arguments))

    def step(self, do: str, timeout_s: float) -> Message | None:
        """Waits for the next step of a request that was begun.

        Returns:
            An event with the request's id, or None when the device has answered that it is done.

        Raises:
            Refused: the device refused.
            NoAnswer, LinkLost: the link failed.
        """
        if not self._read_until(lambda: bool(self._steps or self._reply), timeout_s):
            raise self._silence(do, timeout_s)
        if self._steps:
            return self._steps.popleft()
        self._fields()
        return None

    def send(self, data: bytes) -> None:
        """Sends raw bytes for a request of several steps. Raises LinkLost, NoAnswer.

        While this program pauses, the device can end the request. Then nothing is sent,
        because the device would mistake the bytes for lines, and ``step`` reports it.
        """
        if self._clock() - self._looked_s > LOOK_S:
            self.pause(LOOK_S)
        if not self._is_answered():
            self._lines.write(data)

    def _fields(self) -> Message:
        reply: Message = self._reply or Fields()
        if "error" in reply:
            raise _refusal(self._do, reply["error"])
        return check_answer(self._do, reply["ok"])

    def event(self, timeout_s: float | None) -> Message | None:
        """Returns the oldest event that was not yet returned, or None if no event comes in time.

        With None as ``timeout_s`` it waits without limit.
        """
        self._read_until(lambda: bool(self._events), timeout_s)
        return self._events.popleft() if self._events else None

    def pause(self, for_s: float) -> None:
        """Waits for ``for_s`` seconds. Keeps the events that arrive."""
        self._read_until(lambda: False, for_s)

    def forget_events(self, quiet_s: float) -> None:
        """Drops the waiting events of the device, until no event came for ``quiet_s``.

        Raises:
            WrongDevice: the events do not end.
        """
        for _ in range(EVENTS_MOST):
            if self.event(quiet_s) is None:
                return
        raise WrongDevice(
            f"{self._lines.name} has sent {EVENTS_MOST} events without a pause. {HELPS}"
        )

    def close(self) -> None:
        """Releases the port. It can be called twice."""
        self._lines.close()

    @property
    def _id(self) -> str:
        return f"{self._name}-{self._last}"

    def _read_until(self, done: Callable[[], bool], timeout_s: float | None) -> bool:
        """Reads until ``done()``. Returns whether that was in time."""
        began_s = self._clock()
        while not done():
            self._looked_s = self._clock()
            if timeout_s is not None and self._looked_s - began_s >= timeout_s:
                return False
            for line in self._lines.read():
                self._take(line)
        return True

    def _take(self, line: bytes) -> None:
        try:
            message = cleaned(protocol.decode(line))
        except protocol.ProtocolError:  # such as a boot banner, a traceback, or noise
            self._text = plain(line.decode("utf-8", "backslashreplace"))
            return
        if "event" in message and "id" in message:
            if message["id"] == self._id:
                self._steps.append(check_event(message))
        elif "event" in message:
            self._events.append(check_event(message))
        elif message.get("id") == self._id and "do" not in message:
            self._reply = message

    def _silence(self, do: str, timeout_s: float) -> NoAnswer:
        said = f"The device at {self._lines.name} did not answer '{do}' within {timeout_s:g} s"
        if self._is_echoed(do):
            return AtPrompt(
                f"{said}: it is at MicroPython's prompt. 'pingblock restart' starts Pingblock; "
                "'pingblock doctor' says more."
            )
        return NoAnswer(f"{said}; it said '{self._text[:80]}'." if self._text else f"{said}.")

    def _is_echoed(self, do: str) -> bool:
        """Returns whether the last text looks like MicroPython's prompt, which echoes its input.

        MicroPython 1.24 does not take a newline as the end of a line. Version 1.28 does, and then
        prints an error about the line before its next prompt.
        """
        rest = self._lines.rest
        echoes = b'"%s"' % do.encode() in rest or rest.strip().endswith(_PROMPT.encode())
        return echoes or self._text.startswith(_PROMPT)


def _sealed(id: str, do: str, arguments: Message) -> bytes:
    try:
        return protocol.encode(declared.request(declared.DECLARATIONS, id, do, **arguments))
    except protocol.ProtocolError as wrong:
        raise BadInput(wrong.say) from None
    except UnicodeEncodeError as wrong:
        odd = ascii(wrong.object[wrong.start : wrong.end])
        raise BadInput(
            f"It contains {odd}, which is not a character: write it as UTF-8."
        ) from None


def _refusal(do: str, error: Message) -> Refused:
    """Returns the error for a refusal. A device that does not know the request is older."""
    if error["code"] == "unknown_request":
        return Refused(error["code"], _OLDER)
    if error["code"] == "other_game" and (game := catalog.CATALOG.find(do)):
        return Refused(error["code"], _OTHER_GAME.format(do=do, game=game))
    return Refused(error["code"], error["say"])
