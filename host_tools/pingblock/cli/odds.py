"""``pingblock odds``: the chance of each outcome, and its choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from pingblock.care.owner import odds_report
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.bar import bar
from pingblock.cli.exit_codes import FAILED
from pingblock.cli.offers import offer
from pingblock.common.options import OPTIONS, choices
from pingblock.common.suggestion import no_such
from pingblock.connection.answers import Odds
from pingblock.connection.device import Device
from pingblock.errors import BadInput, Refused
from pingware.games.block import rules
from pingware.games.block.options import CUSTOM, OUTCOME_COUNT, SETTINGS
from pingware.games.block.outcomes import FAMILIES

DRAWS_MOST = 1_000_000
_PROFILE = OPTIONS["profile"]
_PROFILES = choices(_PROFILE.rule)
_FAMILIES = [family.kind.replace("_", " ") for family in FAMILIES]
_SUCH_AS = ",".join(map(str, SETTINGS["weights"].default))


def odds(
    profile: Annotated[
        str | None,
        typer.Argument(
            help=f"Odds to choose: {_PROFILE.allowed}. Without it, the device's odds are shown.",
            autocompletion=offer(*_PROFILES),
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            help=f"For custom: how often {', '.join(_FAMILIES)} come, such as {_SUCH_AS}. "
            f"Or {OUTCOME_COUNT} numbers, the first six for 1 to 6 coins."
        ),
    ] = None,
    test: Annotated[
        int | None,
        typer.Option(min=1, max=DRAWS_MOST, help="Number of test draws."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show the odds of a profile.")
    ] = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Shows or chooses how likely each outcome is. --test checks the device's draws.

    The test is silent, and its draws do not count as presses. The exit code is 1 if the draws do
    not fit the odds. With --dry-run, the profiles manual and junior do not need a device.
    """
    chosen = None if weights is None else _numbers(weights)
    name = _named(profile, chosen)
    if test is None:
        found = _planned(name, chosen, port) if dry_run else _chosen(name, chosen, port)
        tell(odds_report.as_dict(found), _text(found, name, chosen), as_json)
    elif dry_run:
        raise BadInput("--test uses the odds of the device: leave out --dry-run.")
    else:
        _test(name, chosen, test, port, as_json)


def _named(profile: str | None, weights: list[int] | None) -> str | None:
    """Returns the profile that the user named, or None for the one in use on the device."""
    name = CUSTOM if profile is None and weights else profile
    if name not in (None, *_PROFILES):
        raise BadInput(no_such("profile", str(name), _PROFILES))
    if weights and name != CUSTOM:
        raise BadInput(f"--weights needs the profile {CUSTOM}, not {name}.")
    return name


def _planned(name: str | None, weights: list[int] | None, port: str | None) -> Odds:
    """Returns the odds of a profile. Asks the device if only it knows them."""
    if weights or name in rules.PROFILES:
        return odds_report.named(str(name), weights)
    with Device(port) as device:
        held = device.settings().values["weights"] if name else None
        return odds_report.named(CUSTOM, held) if held else device.odds()


def _chosen(name: str | None, weights: list[int] | None, port: str | None) -> Odds:
    with Device(port) as device:
        return Odds(name, tuple(device.profile(name, weights))) if name else device.odds()


def _text(found: Odds, name: str | None, weights: list[int] | None) -> str:
    hint = f"\n'pingblock odds custom --weights {_SUCH_AS}' changes them."
    return odds_report.table(found) + (hint if name == CUSTOM and not weights else "")


def _test(
    name: str | None, weights: list[int] | None, count: int, port: str | None, as_json: bool
) -> None:
    with Device(port) as device, bar("Drawing", count) as step:
        if name:
            device.profile(name, weights)
        trial = _trial(device, count, step)
    tell(trial.as_dict(), trial.table(), as_json)
    if not trial.fits:
        raise typer.Exit(FAILED)


def _trial(device: Device, count: int, step: Callable[[int], None]) -> odds_report.OddsTrial:
    held = device.odds()
    counts = [0] * len(held.weights)
    for odds_now, came in device.draw(count):
        if odds_now != held:
            raise Refused("odds_changed", "The odds were changed during the test: run it again.")
        counts = [total + more for total, more in zip(counts, came, strict=True)]
        step(sum(came))
    return odds_report.OddsTrial(held, counts)


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(
            f"--weights is '{text}': write whole numbers with commas, such as {_SUCH_AS}."
        ) from None
