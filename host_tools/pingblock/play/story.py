"""Turns what the firmware tells into sentences for a family. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pingblock.games import fortune, words
from pingblock.languages import N_, _, ngettext, pgettext
from pingblock.languages.later import NC_
from pingblock.languages.numbers import number
from pingblock.virtual.serial_tap import Event

# What each outcome but coins asks for on the board. Source: QB-03 to QB-06.
MEANINGS: Mapping[str, tuple[str, str]] = {
    "power_up": (N_("Power-up"), N_("Roll the die and move again.")),
    "laugh": (N_("Villain's laugh"), N_("Pay the bank 5 coins.")),
    "game_over": (N_("Game-over tune"), N_("Pay the bank 10 coins.")),
}
# Of a battery check: as a title, and in a word.
VERDICTS: Mapping[str, tuple[str, str]] = {
    "good": (N_("Batteries good"), NC_("batteries", "good")),
    "fair": (N_("Batteries fair"), NC_("batteries", "fair")),
    "replace_soon": (N_("Batteries replace soon"), NC_("batteries", "replace soon")),
    "stop": (N_("Batteries empty"), NC_("batteries", "empty")),
}
_FITTED: Mapping[str, str] = {
    "fresh": NC_("batteries", "fresh"),
    "worn": NC_("batteries", "worn"),
    "demo": NC_("batteries", "demo"),
    "flat": NC_("batteries", "flat"),
}
_CAUSES: Mapping[str, str] = {
    "power_on": NC_("start", "power on"),
    "watchdog": NC_("start", "watchdog"),
    "soft_reset": NC_("start", "soft reset"),
    "run_pin": NC_("start", "run pin"),
}


def title(event: Event) -> str:
    """Returns the name of an outcome (or of its replay), such as "4 coins"."""
    kind = str(event.get("outcome"))
    if kind in words.WORDS:
        return words.WORDS[kind](event)[0]
    if kind == "coins":
        n = int(event.get("coins", 0))
        return ngettext("{n} coin", "{n} coins", n).format(n=n)
    return _(MEANINGS[kind][0]) if kind in MEANINGS else kind


def meaning(event: Event) -> str:
    """Returns what the player has to do after an outcome."""
    kind = str(event.get("outcome"))
    if kind in words.WORDS:
        return words.WORDS[kind](event)[1]
    if kind == "coins":
        n = int(event.get("coins", 0))
        say = ngettext("Take {n} coin from the bank.", "Take {n} coins from the bank.", n)
        return say.format(n=n)
    return _(MEANINGS[kind][1]) if kind in MEANINGS else ""


def _outcome(event: Event) -> str:
    name = title(event)
    return f"{name}{'' if name.endswith('?') else '.'} {meaning(event)}"


def verdict(event: Event) -> str:
    """Returns a word for the cells, such as "good"."""
    known = VERDICTS.get(str(event.get("verdict")))
    return pgettext("batteries", known[1]) if known else str(event.get("verdict"))


def cells_fitted(preset: str) -> str:
    """Returns a word for new cells, such as "worn"."""
    return pgettext("batteries", _FITTED.get(preset, preset))


def cells_found(event: Event) -> str:
    """Returns the verdict of a battery check, such as "Batteries good"."""
    if event.get("fault") == "battery_on_usb":
        return _("Batteries not tested: USB powers the block")
    known = VERDICTS.get(str(event.get("verdict")))
    if event.get("demo_cell") and not known:  # the light tells no more
        return _("Like demo batteries")
    found = (
        _(known[0]) if known else _("Batteries: {verdict}").format(verdict=event.get("verdict"))
    )
    if event.get("demo_cell") and was_loaded(event):
        return _("{batteries}, but like a demo battery").format(batteries=found)
    return found


def pressed(block: bool, held_ms: float) -> str:
    """Returns which button was pressed, the block or check, and how long, 0 for a short press."""
    if not held_ms:
        return _("Pressed the block.") if block else _("Pressed the check button.")
    say = _("Pressed the block for {s} s.") if block else _("Pressed the check button for {s} s.")
    return say.format(s=number(held_ms / 1000, 1))


def was_loaded(event: Event) -> bool:
    """Returns whether a battery check loaded the cells; if not, it knows no resistance."""
    return bool(event.get("milliohm") or event.get("loaded_mv") != event.get("open_mv"))


def cells_measured(event: Event) -> str:
    """Returns the figures of a battery check, whole pack; empty without any."""
    if event.get("fault"):
        return ""
    open_v, loaded_v = (number(event.get(key, 0) / 1000, 2) for key in ("open_mv", "loaded_mv"))
    if not was_loaded(event):
        return _("{open} V open, too empty to load").format(open=open_v)
    ohm = number(event.get("milliohm", 0) / 1000, 1)
    say = _("{open} V open, {loaded} V loaded, {ohm} ohm")
    return say.format(open=open_v, loaded=loaded_v, ohm=ohm)


def _battery(event: Event) -> str:
    measured = cells_measured(event)
    return f"{cells_found(event)} ({measured})" if measured else f"{cells_found(event)}."


def _press(event: Event) -> str:
    check = event.get("button") == "check"
    return _("It took the check button.") if check else _("It took the press.")


# What a run of the worms does, by its state.
RUNS: Mapping[str, str] = {
    "armed": N_("The lever is armed: let it go."),
    "started": N_("The worms bob: a surprise."),
    "ended": N_("Time is up."),
    "stopped": N_("The run was stopped."),
    "won": N_("Won: {player}."),
}


def _run(event: Event) -> str:
    state, length_ms = str(event.get("state")), event.get("length_ms")
    if state == "started" and length_ms:
        return _("The worms bob for {n} s.").format(n=number(length_ms / 1000))
    if state not in RUNS:
        return _("The worms: {state}.").format(state=state)
    return _(RUNS[state]).format(player=_player(event))


def _player(event: Event) -> str:
    if event.get("name"):
        return str(event["name"])
    seat = event.get("player")
    return _("player {n}").format(n=seat) if seat else _("somebody")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _score(event: Event) -> str:
    say = _("{player} has {n} of {all}.")
    player = _capital(_player(event))
    return say.format(player=player, n=event.get("count"), all=event.get("of"))


def _hand(event: Event) -> str:
    colours = _("{n} green"), _("{n} blue"), _("{n} red"), _("{n} yellow")
    cards = zip(colours, event.get("cards", ()), strict=False)
    needed = ", ".join(say.format(n=count) for say, count in cards if count)
    return _("{player} needs {cards}.").format(player=_capital(_player(event)), cards=needed)


def _hello(event: Event) -> str:
    say = _("Hello: Pingblock {version}, {board}.")
    return say.format(version=event.get("version"), board=event.get("board"))


def _reset(event: Event) -> str:
    cause = str(event.get("cause"))
    return _("Starts ({cause}).").format(
        cause=pgettext("start", _CAUSES.get(cause, cause.replace("_", " ")))
    )


_SENTENCES: Mapping[str, Callable[[Event], str]] = {
    "hello": _hello,
    "press": _press,
    "outcome": _outcome,
    "replay": lambda event: _("Again: {outcome}.").format(outcome=title(event)),
    "battery": _battery,
    "fault": lambda event: _("Fault: {what}").format(what=event.get("say") or event.get("code")),
    "reset": _reset,
    "brown_out": lambda event: _("The batteries are too weak: the block went off."),
    "run": _run,
    "turn": lambda event: _("It is the turn of {player}.").format(player=_player(event)),
    "score": _score,
    "hand": _hand,
    "lever_free": lambda event: _("The lever is free again."),
    "game": lambda event: _("The game is {name} now.").format(name=event.get("name")),
    "skulls": fortune.skulls,
    "text": lambda event: str(event.get("text")),
}


def sentence(event: Event) -> str:
    """Returns what an event of the bench means, one line; empty for what needs no words."""
    kind = str(event["kind"])
    if kind == "reply":
        refusal: dict[str, Any] = event.get("error", {})
        return _("Refused: {why}").format(why=refusal.get("say")) if refusal else ""
    known = _SENTENCES.get(kind)
    return known(event) if known else f"{kind}."
