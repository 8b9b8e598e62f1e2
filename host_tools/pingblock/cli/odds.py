"""``pingblock odds``: how likely each outcome is, and whether the device keeps to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.bar import bar
from pingblock.cli.exit_codes import FAILED
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.device import Device
from pingblock.errors import BadInput, Refused
from pingblock.owner import odds_report
from pingblock.owner.answers import Odds
from pingblock.owner.options import OPTIONS, choices
from pingware.games.block import rules
from pingware.games.block.options import CUSTOM

DRAWS_MOST = 1_000_000


def odds(
    profile: Annotated[
        str | None,
        typer.Argument(
            help="manual, junior or custom. Default: the one that the device uses.",
            autocompletion=offer(*choices(OPTIONS["profile"].rule)),
        ),
    ] = None,
    test: Annotated[
        int | None,
        typer.Option(min=1, max=DRAWS_MOST, help="Number of test draws."),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Shows how likely each outcome is; --test checks that the device keeps to it.

    manual and junior need no device. A test plays nothing and counts no presses; exit code 1 if
    the draws do not fit the odds.
    """
    if test is not None:
        return _test(profile, test, port, as_json)
    found = _found(profile, port)
    tell(odds_report.as_dict(found), odds_report.table(found), as_json)
    return None


def _found(profile: str | None, port: str | None) -> Odds:
    """Returns the odds of a profile; those that only a device knows are asked of it."""
    if profile in rules.PROFILES:
        return odds_report.named(str(profile))
    _must_be(profile)
    with Device(port) as device:
        held = device.odds()
        if profile in (None, held.profile):
            return held
        return odds_report.named(str(profile), device.settings().values["weights"])


def _must_be(profile: str | None) -> None:
    known = (*rules.PROFILES, CUSTOM)
    if profile is not None and profile not in known:
        raise BadInput(no_such("profile", profile, known))


def _test(profile: str | None, count: int, port: str | None, as_json: bool) -> None:
    _must_be(profile)
    with Device(port) as device:
        held = device.odds()
        if profile and profile != held.profile:
            raise BadInput(
                f"The device uses the profile {held.profile}: choose {profile} first, with "
                f"'pingblock profile {profile}'."
            )
        with bar("Drawing", count) as step:
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
    return odds_report.trial(held, counts)
