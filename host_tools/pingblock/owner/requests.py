"""The owner's requests to a device: settings, odds, mute, notes. Part of ``Device``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pingblock.connection.files import PAGES_MOST
from pingblock.connection.link import DeviceLink
from pingblock.connection.session import Message
from pingblock.errors import Refused, WrongDevice
from pingblock.owner import calibration as calibrations
from pingblock.owner.answers import CellHistory, CellTest, Fault, Odds, SettingsState
from pingblock.owner.calibration import CalibrationValues, RemoteCalibrationTrial
from pingware.games import catalog
from pingware.games.block.options import DRAWS_MOST

STORED_S = 10.0  # a device stores after some 3 s of quiet
_LOOK_S = 0.25
_TICKS = 2**30  # the device's clock wraps here
VERDICTS = ("good", "fair", "replace_soon", "stop")


class OwnerRequests(DeviceLink):
    """The owner's methods of ``Device``."""

    # Settings

    def settings(self) -> SettingsState:
        """Returns all settings; those of a game that is not chosen are asked for apart."""
        return self._with_games(self.request("settings"))

    def _with_games(self, fields: Message) -> SettingsState:
        found = dict(fields["settings"])
        for game in catalog.CATALOG.games():
            if not set(game.settings) <= set(found):
                found |= self.request("settings", of=game.name)["settings"]
        return _state(fields, found)

    def set_settings(
        self, values: Mapping[str, Any] | None = None, reset: Sequence[str] | None = None
    ) -> SettingsState:
        """Changes settings, all of them or none.

        Args:
            values: name to value.
            reset: names that get their defaults, before ``values``; an empty list means all.

        Raises:
            BadInput, Refused: a name or a value is wrong; Refused ``busy``: a run of the worms
                is on. Nothing was changed.
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

    def wait_until_stored(self, limit_s: float = STORED_S) -> bool:
        """Waits until a loss of power would lose no setting; returns whether that is so.

        It stores after three quiet seconds, so while somebody plays it may take longer.
        """
        for _ in range(round(limit_s / _LOOK_S)):
            if not self.request("settings")["unsaved"]:
                return True
            self.pause(_LOOK_S)
        return not self.request("settings")["unsaved"]

    def mute(self, on: bool) -> SettingsState:
        """Silences all sounds until this is undone; nothing that a child can reach undoes it."""
        return self.set_settings({"mute_lock": on})

    # Odds

    def odds(self) -> Odds:
        """Returns the odds in force."""
        return _odds(self.request("odds"))

    def draw(self, count: int) -> Iterator[tuple[Odds, list[int]]]:
        """Makes the device draw beside its game, slice by slice: no press is counted.

        Args:
            count: of all draws, 1 or more.

        Yields:
            The odds, and how often each of the nine outcomes came in this slice.
        """
        left = count
        while left:
            size = min(left, DRAWS_MOST)
            fields = self.request("odds", draws=size)
            counts = list(fields["counts"])
            if sum(counts) != size:
                raise WrongDevice(f"The device drew {sum(counts)} times instead of {size}.")
            left -= size
            yield _odds(fields), counts

    # Calibration

    def calibration(self) -> CalibrationValues:
        """Returns the servo's calibration. Raises Refused where no base is, or in a run."""
        return calibrations.of(self.request("worms_calibrate"))

    def calibrate(self) -> RemoteCalibrationTrial:
        """Opens a trial of another calibration: use it with ``with``."""
        return RemoteCalibrationTrial(self)

    # Notes

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
        """Returns the note that the last crash left; "" if there is none."""
        return _whole(lambda at: self.request("log", part="crash", at=at))

    def cell_history(self) -> CellHistory:
        """Returns the tests of the cells that somebody asked for, also of earlier days."""
        fields = self.request("log", part="battery")
        return CellHistory(fields["count"], tuple(map(_cell_test, fields["tests"])))


def _state(fields: Message, settings: dict[str, Any]) -> SettingsState:
    return SettingsState(settings, fields["version"], fields["unsaved"], tuple(fields["waits"]))


def _odds(fields: Message) -> Odds:
    if min(fields["weights"]) < 0 or not any(fields["weights"]):
        raise WrongDevice(f"The device's weights cannot be odds: {fields['weights']}.")
    return Odds(fields["profile"], tuple(fields["weights"]))


def _cell_test(noted: Sequence[int]) -> CellTest:
    open_mv, loaded_mv, milliohm, level = noted
    return CellTest(open_mv, loaded_mv, milliohm, VERDICTS[level])


def _whole(ask: Callable[[int], Message]) -> str:
    text = ""
    for _ in range(PAGES_MOST):
        fields = ask(len(text))
        text += str(fields["crash"])
        if not fields["more"] or not fields["crash"]:
            return text
    raise WrongDevice("The device's note of its crash has no end: it says 'more' each time.")
