"""Turns what the firmware tells into sentences for a family. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pingblock.games import fortune, words
from pingblock.virtual.serial_tap import Event

# What each outcome asks for on the board. Source: QB-03 to QB-06.
MEANINGS: Mapping[str, tuple[str, str]] = {
    "coins": ("coins", "Take {coins} from the bank."),
    "power_up": ("Power-up", "Roll the die and move again."),
    "laugh": ("Villain's laugh", "Pay the bank 5 coins."),
    "game_over": ("Game-over tune", "Pay the bank 10 coins."),
}
VERDICTS: Mapping[str, str] = {
    "good": "good",
    "fair": "fair",
    "replace_soon": "replace soon",
    "stop": "empty",
}


def counted(number: int, thing: str) -> str:
    """Returns for example "1 coin" or "4 coins"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def title(event: Event) -> str:
    """Returns the name of an outcome (or of its replay), such as "4 coins"."""
    kind = str(event.get("outcome"))
    if kind in words.WORDS:
        return words.WORDS[kind](event)[0]
    if kind == "coins":
        return counted(int(event.get("coins", 0)), "coin")
    return MEANINGS[kind][0] if kind in MEANINGS else kind


def meaning(event: Event) -> str:
    """Returns what the player has to do after an outcome."""
    kind = str(event.get("outcome"))
    if kind in words.WORDS:
        return words.WORDS[kind](event)[1]
    if kind not in MEANINGS:
        return ""
    return MEANINGS[kind][1].format(coins=counted(int(event.get("coins", 0)), "coin"))


def _outcome(event: Event) -> str:
    name = title(event)
    return f"{name}{'' if name.endswith('?') else '.'} {meaning(event)}"


def verdict(event: Event, demo: bool = True) -> str:
    """Returns the words for the cells, such as "good"; ``demo`` adds a suspicion, if any."""
    word = str(event.get("verdict"))
    suspect = ", but like a demo battery" if demo and event.get("demo_cell") else ""
    return f"{VERDICTS.get(word, word)}{suspect}"


def cells_found(event: Event) -> str:
    """Returns the verdict of a battery check, such as "Batteries good"."""
    if event.get("fault") == "battery_on_usb":
        return "Batteries not tested: USB powers the block"
    return f"Batteries {verdict(event, demo=was_loaded(event))}"


def was_loaded(event: Event) -> bool:
    """Returns whether a battery check loaded the cells; if not, it knows no resistance."""
    return bool(event.get("milliohm") or event.get("loaded_mv") != event.get("open_mv"))


def cells_seen(event: Event) -> str:
    """Returns the result of a battery check that the light showed, such as "batteries good"."""
    return "like demo batteries" if event["demo_cell"] else f"batteries {verdict(event)}"


def cells_measured(event: Event) -> str:
    """Returns the figures of a battery check, whole pack; empty without any."""
    if event.get("fault"):
        return ""
    if not was_loaded(event):
        return f"{event.get('open_mv', 0) / 1000:.2f} V open, too empty to load"
    open_v, loaded_v = (float(event.get(name, 0)) / 1000 for name in ("open_mv", "loaded_mv"))
    ohm = float(event.get("milliohm", 0)) / 1000
    return f"{open_v:.2f} V open, {loaded_v:.2f} V loaded, {ohm:.1f} ohm"


def _battery(event: Event) -> str:
    measured = cells_measured(event)
    return f"{cells_found(event)} ({measured})" if measured else f"{cells_found(event)}."


def _press(event: Event) -> str:
    return "Took the check button." if event.get("button") == "check" else "Took the press."


# What a run of the worms does, by its state.
RUNS: Mapping[str, str] = {
    "armed": "The lever is armed: let it go.",
    "started": "The worms go",
    "ended": "Time is up.",
    "stopped": "The run was stopped.",
    "won": "Won",
}


def _run(event: Event) -> str:
    state = str(event.get("state"))
    words = RUNS.get(state, state)
    if state == "started":
        length = event.get("length_ms")
        return f"{words} for {length / 1000:g} s." if length else f"{words}: a surprise."
    return f"{words}: {_player(event)}." if state == "won" else words


def _player(event: Event) -> str:
    number = event.get("player")
    return str(event.get("name") or (f"player {number}" if number else "somebody"))


def _score(event: Event) -> str:
    return f"{_player(event).capitalize()} has {event.get('count')} of {event.get('of')}."


def _hand(event: Event) -> str:
    cards = zip(("green", "blue", "red", "yellow"), event.get("cards", ()), strict=False)
    needed = ", ".join(f"{count} {colour}" for colour, count in cards if count)
    return f"{_player(event).capitalize()} needs {needed}."


_SENTENCES: Mapping[str, Callable[[Event], str]] = {
    "hello": lambda event: f"Hello: Pingblock {event.get('version')}, {event.get('board')}.",
    "press": _press,
    "outcome": _outcome,
    "replay": lambda event: f"Again: {title(event)}.",
    "battery": _battery,
    "fault": lambda event: f"Fault: {event.get('say') or event.get('code')}",
    "reset": lambda event: f"Starts ({str(event.get('cause')).replace('_', ' ')}).",
    "brown_out": lambda event: "The batteries are too weak: the block went off.",
    "run": _run,
    "turn": lambda event: f"It is the turn of {_player(event)}.",
    "score": _score,
    "hand": _hand,
    "lever_free": lambda event: "The lever is free again.",
    "game": lambda event: f"The game is {event.get('name')} now.",
    "skulls": fortune.skulls,
    "text": lambda event: str(event.get("text")),
}


def sentence(event: Event) -> str:
    """Returns what an event of the bench means, one line; empty for what needs no words."""
    kind = str(event["kind"])
    if kind == "reply":
        refusal: dict[str, Any] = event.get("error", {})
        return f"Refused: {refusal.get('say')}" if refusal else ""
    known = _SENTENCES.get(kind)
    return known(event) if known else f"{kind}."
