"""Calibration of the servo. Values are tried on the worms before they are saved."""

from __future__ import annotations

from dataclasses import asdict

from pingblock.connection.answers import CalibrationValues
from pingblock.connection.link import DeviceLink
from pingblock.connection.session import Message
from pingblock.errors import LinkError, WrongDevice
from pingware.shared import motion as rules

DEFAULT = CalibrationValues(**rules.DEFAULTS)


class RemoteCalibrationTrial:
    """A trial of calibration values on the device: ``with device.calibrate() as trial``.

    If the ``with`` statement ends without ``save``, the old calibration is restored. If the cable
    is pulled, the device restores it after two minutes.
    """

    def __init__(self, device: DeviceLink) -> None:
        self._device = device
        self._done = False
        self.kept = of(device.request("worms_calibrate"))
        self.tried = self.kept

    def __enter__(self) -> RemoteCalibrationTrial:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not self._done and not isinstance(error, LinkError):
            self.cancel()

    def move(self, at_deg: int, **values: object) -> CalibrationValues:
        """Applies other values for a trial, and moves the worms to an angle.

        Raises:
            BadInput: the values cannot be used. The worms did not move.
            Refused: the worms are busy.
        """
        tried = self.tried.changed(**values)
        # Sends all values each time, because the device ends a trial after two minutes without a
        # request.
        self._device.request("worms_calibrate", **{"try": asdict(tried)}, at_deg=at_deg)
        self.tried = tried
        return tried

    def save(self) -> CalibrationValues:
        """Saves the values of the latest ``move``."""
        fields = self._device.request("worms_calibrate", **{"try": asdict(self.tried)}, end="save")
        self._done = True
        return of(fields)

    def cancel(self) -> CalibrationValues:
        """Restores the calibration from before the trial."""
        self._done = True
        return of(self._device.request("worms_calibrate", end="cancel"))


def of(fields: Message) -> CalibrationValues:
    """Returns the calibration in a device's answer. Raises WrongDevice if the answer lacks it."""
    try:
        return CalibrationValues(**fields["calibration"])
    except TypeError as wrong:
        raise WrongDevice(f"The device's calibration cannot be read: {wrong}.") from None
