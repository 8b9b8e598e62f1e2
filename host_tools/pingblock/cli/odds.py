"""``pingblock odds`` and ``profile``: the chance of each outcome, and their choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.bar import bar
from pingblock.cli.exit_codes import FAILED
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.connection.answers import Odds
from pingblock.connection.device import Device
from pingblock.errors import BadInput, Refused
from pingblock.owner import odds_report
from pingblock.owner.options import OPTIONS, choices
from pingware.games.block import rules
from pingware.games.block.options import CUSTOM, OUTCOME_COUNT, SETTINGS
from pingware.games.block.outcomes import FAMILIES

DRAWS_MOST = 1_000_000
_PROFILE = OPTIONS["profile"]
_FAMILIES = [family.kind.replace("_", " ") for family in FAMILIES]
_SUCH_AS = ",".join(map(str, SETTINGS["weights"].default))


def odds(
    profile: Annotated[
        str | None,
        typer.Argument(
            help="manual, junior or custom. Default: the one that the device uses.",
            autocompletion=offer(*choices(_PROFILE.rule)),
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
    """Returns the odds of a profile. If only a device knows them, asks it."""
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


def profile(
    name: Annotated[
        str,
        typer.Argument(help=f"{_PROFILE.allowed}.", autocompletion=offer(*choices(_PROFILE.rule))),
    ],
    weights: Annotated[
        str | None,
        typer.Option(
            help=f"For custom: how often {', '.join(_FAMILIES)} come, such as {_SUCH_AS}. "
            f"Or {OUTCOME_COUNT} numbers, the first six for 1 to 6 coins."
        ),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Chooses the odds of the Question Block's outcomes, and shows them."""
    known = choices(_PROFILE.rule)
    if name not in known:
        raise BadInput(no_such("profile", name, known))
    chosen = None if weights is None else _numbers(weights)
    with Device(port) as device:
        held = device.profile(name, chosen)
        typed = device.settings().values["weights"] if name == CUSTOM else held
    text = f"{name}: {_weighted(typed)}"
    if len(typed) != len(held):
        text += f"\nThis gives {_weighted(held)}."
    if name == CUSTOM and chosen is None:
        text += f"\n'pingblock profile custom --weights {_SUCH_AS}' changes them."
    tell({"profile": name, "weights": held, "typed": list(typed)}, text, as_json)


def _weighted(weights: Sequence[int]) -> str:
    each_number = len(weights) > len(_FAMILIES)
    named = [f"1 to 6 {_FAMILIES[0]}" if each_number else _FAMILIES[0], *_FAMILIES[1:]]
    named = named[: len(weights) - 5 * each_number]
    return f"{', '.join(map(str, weights))} ({', '.join(named)})"


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(
            f"--weights is '{text}': write whole numbers with commas, such as {_SUCH_AS}."
        ) from None
