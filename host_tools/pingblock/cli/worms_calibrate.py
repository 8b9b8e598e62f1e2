"""``pingblock worms calibrate``: fits the worms' range to the built-in servo."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.care.owner import guide
from pingblock.cli.asking import Yes, must_agree
from pingblock.cli.attached import AsJson, Port, say, tell
from pingblock.cli.exit_codes import FAILED
from pingblock.connection.answers import CalibrationValues
from pingblock.connection.calibration import DEFAULT
from pingblock.connection.device import Device
from pingblock.errors import BadInput

_LOOK_S = 2.0  # time in which the worms have moved
_CANCELLED = "Cancelled: the calibration is as it was."


Low = Annotated[int | None, typer.Option(help="Angle of the servo with the worms down, 0 to 180.")]
High = Annotated[int | None, typer.Option(help="Angle of the servo with the worms up, 0 to 180.")]
Home = Annotated[
    int | None, typer.Option(help="Angle of the servo at rest, between the other two.")
]
FromUs = Annotated[
    int | None, typer.Option(help="Length of the pulse at 0 degrees, 500 us or more.")
]
ToUs = Annotated[
    int | None, typer.Option(help="Length of the pulse at 180 degrees, 2500 us or less.")
]
Reverse = Annotated[
    bool | None,
    typer.Option("--reverse/--no-reverse", help="Whether the servo is mounted in reverse."),
]


# Typer reads the options of the command from this list.
def calibrate(
    low_deg: Low = None,
    high_deg: High = None,
    home_deg: Home = None,
    from_us: FromUs = None,
    to_us: ToUs = None,
    reverse: Reverse = None,
    reset: Annotated[bool, typer.Option("--reset", help="Restore the default values.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Only show the calibration.")] = False,
    yes: Yes = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Helps you to set how far the worms can move.

    The device keeps the new calibration only if you agree. After q, Ctrl-C, an unplugged cable or
    two minutes without an answer, it returns to its old calibration. If you give values as
    options, the command only asks whether to keep them.
    """
    asked = {
        "low_deg": low_deg,
        "high_deg": high_deg,
        "home_deg": home_deg,
        "from_us": from_us,
        "to_us": to_us,
        "reverse": reverse,
    }
    given: dict[str, object] = {name: value for name, value in asked.items() if value is not None}
    guided = not (given or reset or show)
    _must_make_sense(bool(given), reset, guided, yes or show)
    with Device(port) as device:
        _warn(device)
        kept, stored = device.calibration(), True
        if not show:
            wanted = None if guided else (DEFAULT if reset else kept.changed(**given))
            kept = _try(device, wanted, yes)
            stored = device.wait_until_stored()
    later = "" if stored else "; it is stored after 3 s of rest: leave the power on until then"
    tell({"calibration": asdict(kept), "stored": stored}, _text(kept) + later, as_json)


def _must_make_sense(given: bool, reset: bool, guided: bool, asks_nothing: bool) -> None:
    """Raises BadInput if options exclude each other, or if questions need a missing terminal."""
    if reset and given:
        raise BadInput("--reset cannot be combined with other values.")
    if guided and asks_nothing:
        raise BadInput("--yes needs the values to keep, such as --low-deg 60.")
    if not (asks_nothing or sys.stdin.isatty()):
        helps = "give values such as --low-deg 60, and --yes" if guided else "give --yes"
        raise BadInput(f"There is no terminal in which to ask: {helps}.")


def _warn(device: Device) -> None:
    for problem in device.status().get("problems", []):
        if "calibration" in problem or "servo" in problem:
            say(f"Note: {problem}")


def _try(device: Device, wanted: CalibrationValues | None, yes: bool) -> CalibrationValues:
    """Tries a calibration, or guides the person to one. Keeps it if the person agrees."""
    try:
        with device.calibrate() as trial:
            if wanted is None:
                say("The worms will move. Keep fingers and cables away from them.")
                wanted = guide.lead(trial, _ask, say)
            if not yes:
                say(_text(wanted))
            for at_deg in () if yes else (wanted.low_deg, wanted.high_deg):
                trial.move(at_deg, **asdict(wanted))
                device.pause(_LOOK_S)
            must_agree("Keep this calibration?", yes)
            trial.move(wanted.home_deg, **asdict(wanted))
            return trial.save()
    except guide.Cancelled:
        say(_CANCELLED)
        raise typer.Exit(FAILED) from None
    except KeyboardInterrupt:
        say(f"\n{_CANCELLED}")
        raise


def _ask(question: str) -> str | None:
    print(question, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    return line if line else None


def _text(found: CalibrationValues) -> str:
    around = ", other way round" if found.reverse else ""
    default = " (the default)" if found == DEFAULT else ""
    return (
        f"worms from {found.low_deg} to {found.high_deg} deg, at rest at {found.home_deg}; "
        f"pulses {found.from_us} to {found.to_us} us{around}{default}"
    )
