"""``pingblock profile``: the odds that the block plays with."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.device import Device
from pingblock.errors import BadInput
from pingblock.owner.options import OPTIONS, choices
from pingware.games.block.options import CUSTOM

_PROFILE = OPTIONS["profile"]


def profile(
    name: Annotated[
        str,
        typer.Argument(help=f"{_PROFILE.allowed}.", autocompletion=offer(*choices(_PROFILE.rule))),
    ],
    weights: Annotated[
        str | None,
        typer.Option(
            help="For custom: how often coins,laugh,power-up,game-over, such as 2,2,1,1. Or nine "
            "numbers, the first six for 1 to 6 coins."
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
    text = f"{name}: {', '.join(map(str, held))} (1 to 6 coins, laugh, power-up, game over)"
    if name == CUSTOM and chosen is None:
        text += "\n'pingblock profile custom --weights 2,2,1,1' changes them."
    tell({"profile": name, "weights": held}, text, as_json)


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(
            f"--weights is '{text}': write whole numbers with commas, such as 2,2,1,1."
        ) from None
