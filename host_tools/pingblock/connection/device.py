"""A Pingblock on a serial port, for scripts and tests.

``with Device() as device: print(device.press())``
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pingblock.common.device_path import device_path
from pingblock.connection import answers
from pingblock.connection import calibration as calibrations
from pingblock.connection.answers import (
    BatteryCheck,
    CalibrationValues,
    CellHistory,
    CellTest,
    Fault,
    Odds,
    Outcome,
    SettingsState,
    Volume,
)
from pingblock.connection.calibration import RemoteCalibrationTrial
from pingblock.connection.files import PAGES_MOST, FileInfo, Progress, Upload
from pingblock.connection.link import LOOK_S, DeviceLink
from pingblock.connection.messages import Status, WormsAnswer
from pingblock.connection.session import Message
from pingblock.errors import Refused, WrongDevice
from pingware.games import catalog
from pingware.games.block.options import DRAWS_MOST

TEST_S = 25.0  # time limit of a cell test. The longest sound, 15 s, can come before it.
QUIET_S = 0.2  # after this silence, no old event arrives
STORED_S = 10.0  # A device stores changes after about 3 s of quiet.
_TICKS = 2**30  # The device's clock wraps here.
VERDICTS = ("good", "fair", "replace_soon", "stop")
_COINS = "coins"


class Device(DeviceLink):
    """A device that this program owns while the port is open. Use it in one thread.

    Args:
        port: device name, a Pico's serial number, pyserial URL, ``virtual``, or an opened stream
            like pyserial's. None takes PINGBLOCK_PORT, else the only Pico plugged in.
        timeout_s: longest wait for an answer.
        clock: returns seconds. Tests use it for emulated time.
        recover: see ``DeviceLink``.
    """

    def status(self, memory: bool = False) -> Status:
        """Returns draws, settings, faults, supply and health, as the device reports them.

        Args:
            memory: whether to add the free memory, which takes the device about 30 ms.
        """
        return cast(Status, self.request("status", **({"memory": True} if memory else {})))

    def game(self, name: str | None = None) -> tuple[str, list[str]]:
        """Chooses a press game if you name one. Returns the chosen game and all others.

        Raises:
            Refused: the device does not have this game.
        """
        fields = self.request("game", **({} if name is None else {"name": name}))
        return str(fields["game"]), list(fields["games"])

    def press(self, wait: bool = True) -> Outcome:
        """Presses the block's button. If an outcome's sound is playing, waits for its end first.

        Args:
            wait: False raises at once if the press does not count.

        Raises:
            Refused: ``busy`` if the press did not count within 20 s.
        """
        draws = self.status()["draws"]
        if not self.until_accepted(lambda: bool(self.request("press")["accepted"]), wait):
            raise Refused(_BUSY, f"The press did not count: {_BUSY_SAY}")
        return _outcome(self._await("outcome", lambda event: event["draw"] > draws))

    def replay(self, wait: bool = True) -> Outcome:
        """Plays the last outcome again without a draw. Waits like ``press``.

        Args:
            wait: False raises at once if a sound is still playing.

        Raises:
            Refused: ``busy``, or ``nothing`` if there is no outcome yet.
        """
        draws = self.status()["draws"]
        replies: list[str] = []

        def ask() -> bool:
            replies.append(str(self.request("replay")["replay"]))
            return replies[-1] != _BUSY

        self.until_accepted(ask, wait)
        reply = replies[-1]
        if reply != "done":
            raise Refused(
                reply, _NO_REPLAY.get(reply, f"The device did not replay the press: {reply}.")
            )
        return _outcome(self._await("replay", lambda event: event["draw"] == draws))

    def volume(
        self,
        level: int | None = None,
        cap: int | None = None,
        chime: int | None = None,
        mute: bool | None = None,
    ) -> Volume:
        """Sets the given levels (0..10) and returns all levels in force.

        Args:
            level: volume of all sounds.
            cap: the highest level that can be set.
            chime: volume of the ping at power-on.
            mute: True sets the mute lock, False unmutes. See ``mute``.
        """
        asked = {"cap": cap, "chime": chime, "mute_lock": mute}
        changes = {name: value for name, value in asked.items() if value is not None}
        if level is not None or changes:
            kept = self.status()["settings"]["volume"] if level is None else level
            self.request("volume", level=kept, **changes)
        return answers.of(Volume, dict(self.status()["settings"]))

    def profile(self, name: str, weights: Sequence[int] | None = None) -> list[int]:
        """Chooses the odds: manual, junior or custom. Without weights, custom keeps its current
        weights.

        Returns:
            The weights: the weights of 1 to 6 coins, then of the device's other outcomes.
        """
        given = {} if weights is None else {"weights": list(weights)}
        return list(self.request("profile", name=name, **given)["weights"])

    def battery(self, timeout_s: float = TEST_S) -> BatteryCheck:
        """Tests the cells when the device is quiet, and returns the result.

        Raises:
            Refused: the test failed. ``code`` is the code of the fault.
        """
        self._opened().forget_events(QUIET_S)
        self.request("battery")
        event = self._await(None, _ends_a_test, timeout_s)
        if event["event"] == "fault":
            raise Refused(event["code"], event["say"])
        return answers.of(BatteryCheck, event)

    def worms(self) -> WormsAnswer:
        """Returns the state of the worms, the current wiggle, scores and settings."""
        return cast(WormsAnswer, self.request("worms"))

    def start_worms(self) -> WormsAnswer:
        """Starts the worms. Returns ``worms()``. Raises Refused: ``busy``, or no apple base."""
        found = cast(WormsAnswer, self.request("worms", run="start"))
        if found["reply"] != "done":
            raise Refused(
                found["reply"],
                "The worms cannot start: they are already moving, or something blocks them.",
            )
        return found

    def stop_worms(self) -> WormsAnswer:
        """Stops the worms. Returns ``worms()``. Raises Refused without an apple base."""
        return cast(WormsAnswer, self.request("worms", run="stop"))

    def settings(self) -> SettingsState:
        """Returns all settings, including those of games that are not chosen."""
        return self._with_games(self.request("settings"))

    def _with_games(self, fields: Message) -> SettingsState:
        found = dict(fields["settings"])
        for game in catalog.CATALOG.games():
            if not set(game.settings) <= set(found):
                found |= self.request("settings", of=game.name)["settings"]
        return SettingsState(found, fields["version"], fields["unsaved"], tuple(fields["waits"]))

    def set_settings(
        self, values: Mapping[str, object] | None = None, reset: Sequence[str] | None = None
    ) -> SettingsState:
        """Changes settings. If one value is refused, all settings stay as they were.

        Args:
            values: name to value.
            reset: names of settings to reset before ``values`` are set. An empty list resets all.

        Raises:
            BadInput, Refused: a name or a value is wrong, or the worms are moving (``busy``). No
                setting was changed.
        """
        asked: dict[str, object] = {}
        if values:
            asked["set"] = dict(values)
        if reset is not None:
            asked["reset"] = list(reset)
        fields = self.request("settings", **asked)
        if fields["reply"] != "done":
            names = ", ".join(fields["waits"])
            raise Refused(
                fields["reply"],
                f"Nothing was changed: {names} cannot be set while the worms run. "
                "Stop them with 'pingblock worms stop', or try again afterwards.",
            )
        return self._with_games(fields)

    def wait_until_stored(self) -> bool:
        """Waits until all settings are stored. Returns whether they are.

        The device stores them after three seconds without a sound or an action, so this takes
        longer while a person plays.
        """
        for _ in range(round(STORED_S / LOOK_S)):
            if not self.request("settings")["unsaved"]:
                return True
            self.pause(LOOK_S)
        return not self.request("settings")["unsaved"]

    def mute(self, on: bool) -> SettingsState:
        """Sets the mute lock, or removes it together with a mute by button."""
        return self.set_settings({"mute_lock": on})

    def odds(self) -> Odds:
        """Returns the odds that are in force."""
        return _odds(self.request("odds"))

    def draw(self, count: int) -> Iterator[tuple[Odds, list[int]]]:
        """Makes the device draw outcomes in several requests, without counting presses.

        Args:
            count: number of draws, 1 or more.

        Yields:
            The odds, and the count of each outcome in one request.
        """
        left = count
        while left:
            size = min(left, DRAWS_MOST)
            fields = self.request("odds", draws=size)
            counts = list(fields["counts"])
            if sum(counts) != size or len(counts) != len(fields["weights"]):
                raise WrongDevice(f"The device drew {sum(counts)} times instead of {size}.")
            left -= size
            yield _odds(fields), counts

    def calibration(self) -> CalibrationValues:
        """Returns the servo's calibration. Raises Refused without a base or during a wiggle."""
        return calibrations.of(self.request("worms_calibrate"))

    def calibrate(self) -> RemoteCalibrationTrial:
        """Returns a trial of another calibration, for a ``with`` statement."""
        return RemoteCalibrationTrial(self)

    def faults(self) -> list[Fault]:
        """Returns the faults since power-on, the latest last."""
        fields = self.request("log")
        now_ms = fields["now_ms"]
        return [
            Fault(
                entry["code"],
                entry["count"],
                (now_ms - entry["first_ms"]) % _TICKS,
                (now_ms - entry["last_ms"]) % _TICKS,
            )
            for entry in fields["faults"]
        ]

    def crash(self) -> str:
        """Returns the note of the last crash, or ""."""
        text = ""
        for _ in range(PAGES_MOST):
            fields = self.request("log", part="crash", at=len(text))
            text += str(fields["crash"])
            if not fields["more"] or not fields["crash"]:
                return text
        raise WrongDevice(
            "The device's note of its crash does not end: each answer says that more follows."
        )

    def cell_history(self) -> CellHistory:
        """Returns the requested cell tests, including those before the last power-on."""
        fields = self.request("log", part="battery")
        tests = (
            CellTest(open_mv, loaded_mv, milliohm, VERDICTS[level])
            for open_mv, loaded_mv, milliohm, level in fields["tests"]
        )
        return CellHistory(fields["count"], tuple(tests))

    def put(self, path: str, data: bytes, progress: Progress | None = None) -> None:
        """Puts a file on the device. If that fails, the old file remains.

        To continue an interrupted transfer, put the same data again. While the device plays a
        sound, transfers are slower.

        Args:
            path: ``/sounds/<name>``, or ``/firmware`` for the slot that does not run, see
                ``shared.slot_format``.
            data: the whole content of the file.
            progress: called with the number of bytes done, including earlier attempts, and the
                total.

        Raises:
            BadInput: a file on a device cannot have this path.
            Refused: the device refused the file and still has the old one.
            NoAnswer, LinkLost: the link failed. Open the port again and put the same file.
        """
        Upload(self._opened(), device_path(path), data, progress, self._timeout_s).run()

    def files(self, folder: str) -> dict[str, FileInfo]:
        """Returns the files of a folder by name. The result is empty if the folder does not exist.

        Args:
            folder: ``/sounds`` or ``/``.

        Raises:
            Refused: the folder is not one of these.
            WrongDevice: the list did not end.
        """
        found: dict[str, FileInfo] = {}
        for _ in range(PAGES_MOST):
            after = {"after": max(found)} if found else {}
            page = self.request("files", folder=folder, **after)
            found |= {name: FileInfo(*entry) for name, entry in page["files"].items()}
            if not page["more"]:
                return found
        raise WrongDevice(
            f"The device's list of {folder} does not end: each answer says that more follows."
        )

    def remove(self, path: str) -> bool:
        """Removes a file. Returns whether it existed. Raises Refused as ``put`` does."""
        return bool(self.request("remove", path=path)["removed"])


_BUSY = "busy"
_BUSY_SAY = "the block was busy. Try again when it is quiet."
_NO_REPLAY = {
    _BUSY: f"No replay: {_BUSY_SAY}",
    "nothing": "There is nothing to replay: press the block first.",
}


def _outcome(event: Message) -> Outcome:
    known = {"event", "ms", "outcome", _COINS, "draw"}
    details = {name: value for name, value in event.items() if name not in known}
    return answers.of(Outcome, {_COINS: 0, **event, "details": details})


def _ends_a_test(event: Message) -> bool:
    failed = event["event"] == "fault" and str(event.get("code")).startswith("battery_")
    return failed or event["event"] == "battery"


def _odds(fields: Message) -> Odds:
    if any(weight < 0 for weight in fields["weights"]) or not any(fields["weights"]):
        raise WrongDevice(f"The device's weights cannot be odds: {fields['weights']}.")
    return Odds(fields["profile"], tuple(fields["weights"]))
