"""Calibration of the servo: values are tried on the worms and kept only if they are good."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Protocol

from pingblock.connection.answers import CalibrationValues
from pingblock.connection.session import Message
from pingblock.errors import LinkError, WrongDevice
from pingware.shared import servo_calibration as rules


class Requester(Protocol):
    """Whatever sends a request to a device and returns the answer: a ``Device``."""

    def request(self, do: str, **arguments: object) -> Message:
        """Sends any request; see ``Device.request``."""


DEFAULT = CalibrationValues(**rules.DEFAULTS)


class RemoteCalibrationTrial:
    """A calibration on trial on the device: ``with device.calibrate() as trial``.

    Whatever ends the block without ``save`` brings the old calibration back; a device whose
    cable is pulled does so by itself after two minutes.
    """

    def __init__(self, device: Requester) -> None:
        self._device = device
        self._done = False
        self.kept = of(device.request("worms_calibrate"))
        self.tried = self.kept

    def __enter__(self) -> RemoteCalibrationTrial:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not self._done and not isinstance(error, LinkError):
            self.cancel()

    def move(self, at_deg: int, **values: Any) -> CalibrationValues:
        """Tries other values and goes to an angle by them.

        Raises:
            BadInput: the values cannot be used; nothing moved.
            Refused: the worms are busy.
        """
        tried = self.tried.changed(**values)
        # All values each time: the device forgets a trial after two minutes without a word.
        self._device.request("worms_calibrate", **{"try": asdict(tried)}, at_deg=at_deg)
        self.tried = tried
        return tried

    def save(self) -> CalibrationValues:
        """Keeps what was tried."""
        fields = self._device.request("worms_calibrate", **{"try": asdict(self.tried)}, end="save")
        self._done = True
        return of(fields)

    def cancel(self) -> CalibrationValues:
        """Goes back to the calibration before."""
        self._done = True
        return of(self._device.request("worms_calibrate", end="cancel"))


def of(fields: Message) -> CalibrationValues:
    """Returns the calibration that a device answered. Raises WrongDevice: it answered none."""
    try:
        return CalibrationValues(**fields["calibration"])
    except TypeError as wrong:
        raise WrongDevice(f"The device's calibration cannot be read: {wrong}.") from None
