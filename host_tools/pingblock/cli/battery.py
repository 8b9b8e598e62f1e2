"""``pingblock battery``: a test of the cells."""

from __future__ import annotations

from dataclasses import asdict

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.device import Device
from pingblock.errors import Refused

_ON_USB = "battery_on_usb"


def battery(port: Port = None, as_json: AsJson = False) -> None:
    """Tests the cells; exit code 1 if they could not be tested, as while USB gives power."""
    with Device(port) as device:
        check = device.battery()
    if check.fault:
        raise Refused(check.fault, _WHY.get(check.fault, f"No test: {check.fault}."))
    volts = f"{check.open_mv / 1000:.2f} V open, {check.loaded_mv / 1000:.2f} V under load"
    demo = "; these look like demonstration cells" if check.demo_cell else ""
    verdict = check.verdict.replace("_", " ")
    tell(asdict(check), f"{verdict}: {volts}, {check.milliohm} mOhm{demo}", as_json)


_WHY = {
    _ON_USB: "The cells cannot be tested while USB powers the device: hold its check button "
    "for 2 s with the cable out."
}
