"""Words for the events of the dice. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Event = Mapping[str, Any]
FACES = "⚀⚁⚂⚃⚄⚅"
BID_S = 10.0  # as long as an auction waits for the next bid


def faces(event: Event) -> str:
    """Returns the faces of the dice that an event tells, such as "⚂ ⚄"."""
    return " ".join(FACES[face - 1] for face in event.get("dice", ()) if 1 <= face <= len(FACES))


def _roll(event: Event) -> tuple[str, str]:
    dice = list(event.get("dice", ()))
    title = f"{faces(event)} {' + '.join(map(str, dice))}"
    title += f" = {sum(dice)}" if len(dice) > 1 else ""
    if event.get("jail"):
        return title, "Third in a row: to jail, without a move."
    again = ", then roll again." if event.get("bonus") else "."
    return title, f"Move {sum(dice)}{again}"


def _jail_try(event: Event) -> tuple[str, str]:
    moved = sum(event.get("dice", ()))
    result = event.get("result")
    if result == "free":
        return f"{faces(event)} Out of jail", f"Free: move {moved}; the turn ends."
    if result == "pay":
        return f"{faces(event)} Pay {event.get('pay')}", f"Then move {moved}."
    return f"{faces(event)} Stays in jail", f"Try {event.get('try')}."


def _roll_off(event: Event) -> tuple[str, str]:
    if "first" in event:
        return f"Player {event['first']} begins", "So many notes said so."
    if "again" in event:
        tied = ", ".join(str(player) for player in event["again"])
        return "A tie", f"Players {tied} roll again."
    if "player" in event:
        return f"Player {event['player']} has rolled", "The next one rolls."
    return "Who begins?", "Each player rolls once; then the lever, or check for 1 s."


def _clock(event: Event) -> tuple[str, str]:
    left = event.get("left_min")
    return ("Time is up", "Count what you own.") if not left else (f"{left} min left", "Play on.")


# Outcome -> its title and what the players do now.
WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {
    "roll": _roll,
    "jail_try": _jail_try,
    "auction": lambda event: ("Auction", "Press to bid; pull the lever to end it."),
    "bid": lambda event: (f"Bid {event.get('bid')}", "Who bids more presses."),
    "sold": lambda event: ("Sold", "The last one who bid pays the bank."),
    "unsold": lambda event: ("Not sold", "Nobody has bid: the bank keeps it."),
    "roll_off": _roll_off,
    "clock": _clock,
}
# These are shown at once: there is nothing in them that the players count for themselves.
AT_ONCE = frozenset(WORDS) - {"roll", "jail_try"}


def bid_left_s(event: Event, now_ms: float) -> float | None:
    """Returns how long the others may still bid, s; None unless an auction is the latest event."""
    if event.get("outcome") not in ("auction", "bid"):
        return None
    return max(0.0, BID_S - (now_ms - float(event["at_ms"])) / 1000)
