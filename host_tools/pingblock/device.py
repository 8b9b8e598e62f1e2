"""A Pingblock on a serial port, for scripts and tests.

``with Device() as device: print(device.press())``
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pingblock.connection import answers
from pingblock.connection.answers import BatteryCheck, Outcome, Volume
from pingblock.connection.files import FileRequests
from pingblock.connection.messages import Status
from pingblock.connection.session import Message
from pingblock.errors import Refused
from pingblock.owner.requests import OwnerRequests

TEST_S = 25.0  # of the cells: the longest sound, 15 s, comes before it
QUIET_S = 0.2  # after which no old event is on its way any more
_COINS = "coins"


class Device(OwnerRequests, FileRequests):
    """One device, owned by this program while open. Not for several threads.

    Args:
        port: device name, a board's serial number, pyserial URL, ``virtual``, or an opened
            stream like pyserial's; None takes PINGBLOCK_PORT, else the only Pico plugged in.
        timeout_s: longest wait for an answer.
        clock: tells seconds; for tests in emulated time.
    """

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


_NO_REPLAY = {
    "busy": "No replay: the block is still playing. Try again when it is quiet.",
    "nothing": "There is nothing to replay: press the block first.",
}


def _outcome(event: Message) -> Outcome:
    known = {"event", "ms", "outcome", _COINS, "draw"}
    details = {name: value for name, value in event.items() if name not in known}
    return answers.of(Outcome, {_COINS: 0, **event, "details": details})


def _ends_a_test(event: Message) -> bool:
    failed = event["event"] == "fault" and str(event.get("code")).startswith("battery_")
    return failed or event["event"] == "battery"
