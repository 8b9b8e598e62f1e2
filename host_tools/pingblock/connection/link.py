"""A device on an opened port: its identity, any request, and its events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Self, cast

from pingblock.common.stream import Stream
from pingblock.connection import answers
from pingblock.connection.answers import Hello
from pingblock.connection.discovery import choose
from pingblock.connection.messages import DeviceEvent
from pingblock.connection.person import Recovery
from pingblock.connection.recovery import bring_back
from pingblock.connection.session import Clock, Message, Session
from pingblock.connection.transport import Lines, open_port
from pingblock.errors import LinkError, NoAnswer, WrongDevice
from pingware.shared import protocol

ANSWER_S = 5.0
SOUND_S = 20.0  # longest wait for silence, because the longest sound takes 15 s
LOOK_S = 0.25
_PRODUCT = "pingblock"
_CLOSED = "The device is not open: use 'with Device() as device'."


class DeviceLink:
    """The link to a device, which this program owns while it is open. Use it in one thread.

    Args:
        port: device name, a Pico's serial number, pyserial URL, ``virtual``, or an opened stream
            like pyserial's. None takes PINGBLOCK_PORT, else the only Pico plugged in.
        timeout_s: longest wait for an answer.
        clock: returns seconds. Tests pass emulated time.
        recover: how to treat a device that does not answer, because an editor left it at
            MicroPython's prompt, or because another program runs. See ``person.Recovery``.
    """

    def __init__(
        self,
        port: str | Stream | None = None,
        timeout_s: float = ANSWER_S,
        clock: Clock = time.monotonic,
        recover: Recovery = "ask",
    ) -> None:
        self._port = port
        self._recover = recover
        self._timeout_s = timeout_s
        self._clock = clock
        self._session: Session | None = None
        self._hello: Hello | None = None

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def open(self) -> Self:
        """Opens the port and checks that a Pingblock answers. A ``with`` statement also calls
        this.

        Raises:
            BadInput, NoDevice, PortBusy, LinkError: the port cannot be opened.
            NoAnswer, WrongDevice: no Pingblock of this version answers.
        """
        if self._session is not None:
            raise LinkError("The device is already open.")
        lines = self._lines()
        self._session = Session(lines, self._clock)
        try:
            self._hello = _checked(self._greeted(lines, self._session))
        except BaseException:
            self.close()
            raise
        return self

    def _greeted(self, lines: Lines, session: Session) -> Message:
        try:
            return session.greet(self._timeout_s)
        except NoAnswer as silence:
            if self._recover == "never":
                raise
            bring_back(lines, self._clock, silence, self._recover)
        return session.greet(self._timeout_s)

    def close(self) -> None:
        """Closes the port. You can call it twice."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

    @property
    def hello(self) -> Hello:
        """Identity of the device, as it answered on opening."""
        if self._hello is None:
            raise LinkError(_CLOSED)
        return self._hello

    def request(self, do: str, **arguments: object) -> Message:
        """Sends any request of the protocol.

        Returns:
            The fields of the answer.

        Raises:
            BadInput: the protocol does not have this request.
            Refused: the device refused.
            NoAnswer, LinkLost: the link failed.
        """
        return self._opened().request(do, arguments, self._timeout_s)

    def wait_until_quiet(self, limit_s: float = SOUND_S) -> bool:
        """Waits until the device is silent. Returns whether it is silent. Keeps new events.

        Args:
            limit_s: longest wait, in seconds.
        """
        until_s = self._clock() + limit_s
        while self._plays():
            if self._clock() >= until_s:
                return False
            self.pause(LOOK_S)
        return True

    def _plays(self) -> bool:
        return bool(self.request("status").get("playing"))

    def until_accepted(self, ask: Callable[[], bool], wait: bool = True) -> bool:
        """Requests a sound or a game from the device until it accepts. Returns whether it
        accepted.

        If it refuses while it plays a sound, the next try follows when the sound has ended. If it
        refuses in silence, the sound can have just ended, so there is one more try.

        Args:
            ask: sends the request. Returns whether the device accepted it.
            wait: False tries only once.
        """
        until_s = self._clock() + SOUND_S
        silent = False
        while not ask():
            plays = wait and self._plays()
            if not wait or (silent and not plays):
                return False
            silent = not plays
            if plays and not self.wait_until_quiet(until_s - self._clock()):
                return False
        return True

    def pause(self, for_s: float) -> None:
        """Waits for ``for_s`` seconds. Events that arrive meanwhile are kept."""
        self._opened().pause(for_s)

    def events(self, for_s: float | None = None) -> Iterator[DeviceEvent]:
        """Yields events as they arrive, after those that were kept: dicts with the key ``event``.

        Args:
            for_s: seconds. None continues until the link is lost.
        """
        return (cast(DeviceEvent, event) for event in self._messages(for_s))

    def _messages(self, for_s: float | None) -> Iterator[Message]:
        began_s = self._clock()
        while True:
            left_s = None if for_s is None else for_s - (self._clock() - began_s)
            event = self._opened().event(left_s)
            if event is None:
                return
            yield event

    def wait_for(self, kind: str, timeout_s: float = ANSWER_S) -> DeviceEvent:
        """Returns the next event of a kind and drops others.

        Raises NoAnswer if no such event arrives in time.
        """
        return cast(DeviceEvent, self._await(kind, lambda event: True, timeout_s))

    def _await(
        self,
        kind: str | None,
        fits: Callable[[Message], bool],
        timeout_s: float | None = None,
    ) -> Message:
        limit_s = self._timeout_s if timeout_s is None else timeout_s
        for event in self._messages(limit_s):
            if kind in (None, event["event"]) and fits(event):
                return event
        raise NoAnswer(f"The device sent no {kind or 'result'} within {limit_s:g} s.")

    def _lines(self) -> Lines:
        if self._port is None or isinstance(self._port, str):
            name = choose(self._port)
            return Lines(open_port(name), name)
        return Lines(self._port, "the stream")

    def _opened(self) -> Session:
        if self._session is None:
            raise LinkError(_CLOSED)
        return self._session


def _checked(fields: Message) -> Hello:
    """Returns the identity of the device. Raises WrongDevice if its version does not fit."""
    if fields.get("product") != _PRODUCT:
        raise WrongDevice(
            f"This device is not a Pingblock: it answered {str(fields)[:80]}. Name another port."
        )
    spoken, ours = fields.get("protocol"), protocol.PROTOCOL_VERSION
    if spoken != ours:
        older = isinstance(spoken, int) and spoken < ours
        helps = (
            "install the firmware again, with 'pingblock install'"
            if older
            else "update this program"
        )
        raise WrongDevice(
            f"The device speaks protocol {spoken} (firmware {fields.get('version')}), but this "
            f"program needs {ours}: {helps}."
        )
    return answers.of(Hello, fields)
