"""Words for the events of the dice. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pingblock.languages import _, ngettext
from pingblock.languages.later import listed

Event = Mapping[str, Any]
FACES = "⚀⚁⚂⚃⚄⚅"


def faces(event: Event) -> str:
    """Returns the faces of the dice that an event tells, such as "⚂ ⚄"."""
    return " ".join(FACES[face - 1] for face in event.get("dice", ()) if 1 <= face <= len(FACES))


def _roll(event: Event) -> tuple[str, str]:
    dice = list(event.get("dice", ()))
    n = sum(dice)
    title = f"{faces(event)} {' + '.join(map(str, dice))}"
    title += f" = {n}" if len(dice) > 1 else ""
    if event.get("jail"):
        return title, _("Third in a row: to jail, without a move.")
    if event.get("bonus"):
        say = ngettext("Move {n}, then roll again.", "Move {n}, then roll again.", n)
    else:
        say = ngettext("Move {n}.", "Move {n}.", n)
    return title, say.format(n=n)


def _jail_try(event: Event) -> tuple[str, str]:
    n = sum(event.get("dice", ()))
    result = event.get("result")
    if result == "free":
        say = ngettext("Free: move {n}; the turn ends.", "Free: move {n}; the turn ends.", n)
        return f"{faces(event)} {_('Out of jail')}", say.format(n=n)
    if result == "pay":
        say = ngettext("Then move {n}.", "Then move {n}.", n)
        pay = _("Pay {sum}").format(sum=event.get("pay"))
        return f"{faces(event)} {pay}", say.format(n=n)
    return f"{faces(event)} {_('Stays in jail')}", _("Try {n}.").format(n=event.get("try"))


def _roll_off(event: Event) -> tuple[str, str]:
    if "first" in event:
        return _("Player {n} begins").format(n=event["first"]), _("So many notes said so.")
    if "again" in event:
        tied = listed(str(player) for player in event["again"])
        return _("A tie"), _("Players {some} roll again.").format(some=tied)
    if "player" in event:
        return _("Player {n} has rolled").format(n=event["player"]), _("The next one rolls.")
    return _("Who begins?"), _("Each player rolls once; then the lever, or check for 1 s.")


def _clock(event: Event) -> tuple[str, str]:
    if left := event.get("left_min"):
        return _("{n} min left").format(n=left), _("Play on.")
    return _("Time is up"), _("Count what you own.")


# Outcome -> its title and what the players do now.
WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {
    "roll": _roll,
    "jail_try": _jail_try,
    "auction": lambda event: (_("Auction"), _("Press to bid; pull the lever to end it.")),
    "bid": lambda event: (_("Bid {n}").format(n=event.get("bid")), _("Who bids more presses.")),
    "sold": lambda event: (_("Sold"), _("The last one who bid pays the bank.")),
    "unsold": lambda event: (_("Not sold"), _("Nobody has bid: the bank keeps it.")),
    "roll_off": _roll_off,
    "clock": _clock,
}
