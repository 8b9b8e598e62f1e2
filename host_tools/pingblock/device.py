"""A Pingblock on a serial port, for scripts and tests.

``with Device() as device: print(device.press())``
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import cast

from pingblock.common.stream import Stream
from pingblock.connection import answers
from pingblock.connection.answers import BatteryCheck, Hello, Outcome, Volume
from pingblock.connection.discovery import choose
from pingblock.connection.files import FileRequests
from pingblock.connection.messages import DeviceEvent, Status
from pingblock.connection.session import Clock, Message, Session
from pingblock.connection.transport import Lines, open_port
from pingblock.errors import LinkError, NoAnswer, Refused, WrongDevice
from pingblock.owner.requests import OwnerRequests
from pingware.shared import protocol

ANSWER_S = 5.0
TEST_S = 25.0  # of the cells: the longest sound, 15 s, comes before it
QUIET_S = 0.2  # after which no old event is on its way any more
_PRODUCT = "pingblock"
_COINS = "coins"


class Device(OwnerRequests, FileRequests):
    """One device, owned by this program while open. Not for several threads.

    Args:
        port: device name, a board's serial number, pyserial URL, ``virtual``, or an opened
            stream like pyserial's; None takes PINGBLOCK_PORT, else the only Pico plugged in.
        timeout_s: longest wait for an answer.
        clock: tells seconds; for tests in emulated time.
    """

    def __init__(
        self,
        port: str | Stream | None = None,
        timeout_s: float = ANSWER_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self._port = port
        self._timeout_s = timeout_s
        self._clock = clock
        self._session: Session | None = None
        self._hello: Hello | None = None

    def __enter__(self) -> Device:
        return self.open()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def open(self) -> Device:
        """Opens the port and checks that a Pingblock answers; ``with`` does it, too.

        Raises:
            BadInput, NoDevice, PortBusy, LinkError: the port cannot be opened.
            NoAnswer, WrongDevice: no Pingblock of this version is there.
        """
        if self._session is not None:
            raise LinkError("The device is open already.")
        self._session = Session(self._lines(), self._clock)
        try:
            self._hello = _checked(self._session.greet(self._timeout_s))
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """Gives the port back. Safe to call twice."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

    @property
    def hello(self) -> Hello:
        """Identity of the device, as it answered when it was opened."""
        if self._hello is None:
            raise LinkError(_CLOSED)
        return self._hello

    # Requests

    def request(self, do: str, **arguments: object) -> Message:
        """Sends any request of the protocol.

        Returns:
            The fields of the answer.

        Raises:
            BadInput: the request is not one of the protocol's.
            Refused: the device said no.
            NoAnswer, LinkLost: the link failed.
        """
        return self._opened().request(do, arguments, self._timeout_s)

    def status(self, memory: bool = False) -> Status:
        """Returns draws, settings, faults, supply and health, as the device reports them.

        Args:
            memory: also how much memory is free, which takes the device some 30 ms.
        """
        return cast(Status, self.request("status", **({"memory": True} if memory else {})))

    def game(self, name: str | None = None) -> tuple[str, list[str]]:
        """Chooses a press game, if one is named; returns the chosen one and all that there are.

        Raises:
            Refused: the device carries no such game.
        """
        fields = self.request("game", **({} if name is None else {"name": name}))
        return str(fields["game"]), list(fields["games"])

    def press(self) -> Outcome:
        """Presses the block's button.

        Raises:
            Refused: ``busy``, the press did not count.
        """
        draws = self.status()["draws"]
        if not self.request("press")["accepted"]:
            raise Refused(
                "busy",
                "The press did not count: the block was still playing. Try again when it is "
                "quiet.",
            )
        return _outcome(self._await("outcome", lambda event: event["draw"] > draws))

    def replay(self) -> Outcome:
        """Plays the last outcome again, without a draw.

        Raises:
            Refused: ``busy`` or ``nothing``, there is none yet.
        """
        draws = self.status()["draws"]
        reply = self.request("replay")["replay"]
        if reply != "done":
            raise Refused(reply, _NO_REPLAY.get(reply, f"No replay: {reply}."))
        return _outcome(self._await("replay", lambda event: event["draw"] == draws))

    def volume(
        self,
        level: int | None = None,
        cap: int | None = None,
        chime: int | None = None,
        mute: bool | None = None,
    ) -> Volume:
        """Sets what is given (levels 0..10) and returns what holds then.

        Args:
            level: of all sounds.
            cap: the loudest that they can be set to.
            chime: of the ping at power-on.
            mute: True silences all, and nobody at the device can undo it.
        """
        asked = {"cap": cap, "chime": chime, "mute_lock": mute}
        changes = {name: value for name, value in asked.items() if value is not None}
        if level is not None or changes:
            kept = self.status()["settings"]["volume"] if level is None else level
            self.request("volume", level=kept, **changes)
        return answers.of(Volume, dict(self.status()["settings"]))

    def profile(self, name: str, weights: Sequence[int] | None = None) -> list[int]:
        """Chooses the odds: manual, junior or custom, the last with 4 or 9 weights or the kept.

        Returns:
            Nine weights: 1 to 6 coins, laugh, power-up, game over.
        """
        given = {} if weights is None else {"weights": list(weights)}
        return list(self.request("profile", name=name, **given)["weights"])

    def battery(self, timeout_s: float = TEST_S) -> BatteryCheck:
        """Tests the cells, once it is quiet, and returns the result.

        Raises:
            Refused: the test failed; the code is a fault's.
        """
        self._opened().forget_events(QUIET_S)
        self.request("battery")
        event = self._await(None, _ends_a_test, timeout_s)
        if event["event"] == "fault":
            raise Refused(event["code"], event["say"])
        return answers.of(BatteryCheck, event)

    def worms(self) -> Message:
        """Returns the state, the run so far, scores and settings of the worms."""
        return self.request("worms")

    def start_worms(self) -> Message:
        """Starts a run; returns ``worms()``. Raises Refused: ``busy``, and where no base is."""
        found = self.request("worms", run="start")
        if found["reply"] != "done":
            raise Refused(
                found["reply"],
                "The worms cannot start: they run already, or something blocks them.",
            )
        return found

    def stop_worms(self) -> Message:
        """Stops the worms; returns ``worms()``. Raises Refused where no base is."""
        return self.request("worms", run="stop")

    # Events

    def pause(self, for_s: float) -> None:
        """Waits for ``for_s``; events that come meanwhile wait to be taken."""
        self._opened().pause(for_s)

    def events(self, for_s: float | None = None) -> Iterator[DeviceEvent]:
        """Returns events as they come, those that waited first: dicts with the key ``event``.

        Args:
            for_s: ends after so long; None goes on until the link is lost.
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
        """Returns the next event of a kind, dropping others. Raises NoAnswer if none comes."""
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

    def _transfers(self) -> tuple[Session, float]:
        return self._opened(), self._timeout_s

    def _opened(self) -> Session:
        if self._session is None:
            raise LinkError(_CLOSED)
        return self._session


_CLOSED = "The device is not open: use 'with Device() as device'."
_NO_REPLAY = {
    "busy": "No replay: the block is still playing. Try again when it is quiet.",
    "nothing": "There is nothing to replay: press the block first.",
}


def _checked(fields: Message) -> Hello:
    """Returns the identity of the device. Raises WrongDevice if it cannot be talked to."""
    if fields.get("product") != _PRODUCT:
        raise WrongDevice(f"What answers is not a Pingblock: {str(fields)[:80]}.")
    spoken, ours = fields.get("protocol"), protocol.PROTOCOL_VERSION
    if spoken != ours:
        older = isinstance(spoken, int) and spoken < ours
        helps = (
            "install the firmware again, with 'pingblock install'"
            if older
            else "update this program"
        )
        raise WrongDevice(
            f"The device speaks protocol {spoken} (firmware {fields.get('version')}), "
            f"this program {ours}: {helps}."
        )
    return answers.of(Hello, fields)


def _outcome(event: Message) -> Outcome:
    known = {"event", "ms", "outcome", _COINS, "draw"}
    details = {name: value for name, value in event.items() if name not in known}
    return answers.of(Outcome, {_COINS: 0, **event, "details": details})


def _ends_a_test(event: Message) -> bool:
    failed = event["event"] == "fault" and str(event.get("code")).startswith("battery_")
    return failed or event["event"] == "battery"
