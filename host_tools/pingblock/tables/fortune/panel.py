"""A game of ``fortune`` in words: scores, card, dice, and the risk of each decision."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import _, ngettext
from pingblock.languages.numbers import percent
from pingblock.tables.command import Command
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import odds, turn
from pingblock.tables.fortune.cards import CARDS, title
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import PLACE, ROLL, STOP
from pingblock.tables.fortune.words import in_words
from pingblock.tables.text_width import cell_len, set_cell_size


def board(state: FortuneState, players: Sequence[str]) -> list[str]:
    """Returns the lines that describe the game."""
    wide = max(map(cell_len, players))
    lines = []
    for seat, (name, points) in enumerate(zip(players, state.scores, strict=True)):
        if seat in state.out:
            continue
        own = seat == state.seat and state.result is None
        lines.append(f"{'▶' if own else ' '} {set_cell_size(name, wide)} {points:>7}")
    if state.last_round is not None:
        names = ", ".join(players[seat] for seat in state.last_round)
        lines.append("  " + _("THE FINAL ROUND: {names}").format(names=names))
    now = state.turn
    if now is None:
        return lines
    card = CARDS[now.card]
    lines += ["", _("Card: {title}").format(title=_(card.title)), f"  {_(card.say)}", ""]
    lines += [_("Dice on the table:"), *_in_words(now.dice)]
    if now.chest:
        lines.append(_("On the chest: {dice}").format(dice=in_words(d.text(now.chest))))
    if now.hand:
        lines.append(
            ngettext("In the hand: {n} die", "In the hand: {n} dice", now.hand).format(n=now.hand)
        )
        return lines
    skulls = _("Skulls: {n}, ON THE ISLAND") if now.island else _("Skulls: {n}")
    lines.append(skulls.format(n=turn.skulls(now)))
    if turn.may_stop(now):
        score = turn.score_at_stop(state.rules, now)
        say = _("If you stop now: {points}")
        if score.each_opponent:
            say = _("If you stop now: each opponent {points}")
        lines.append(say.format(points=score.each_opponent or score.points))
    return lines


def hints(state: FortuneState) -> list[tuple[str, Command]]:
    """Returns sentences that say how to name the dice to roll again."""
    if state.turn is None or state.seat is None or state.turn.hand or state.result:
        return []
    if not (rolls := turn.rollable(state.rules, state.turn)):
        return []
    return [
        (
            _("Say which dice roll again, for example {example}"),
            turn.decision(ROLL, state.seat, rolls[-1]),
        )
    ]


def label(state: FortuneState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words, with its risk."""
    some = d.read(step.arg("dice") or "") or 0
    if step.do == STOP:
        return _("stop, and write the points down")
    if step.do == PLACE:
        return _("place {dice} on the chest").format(dice=in_words(d.text(some)))
    if step.do != ROLL or state.turn is None:
        [(name, value)] = step.args
        if name == "player":
            return _("{name} begins").format(name=players[value])
        return _("card: {title}").format(title=title(value))
    now = state.turn
    risk = float(odds.risk(state.rules, now, some))
    say = _("roll {dice} no new skull {risk}") if now.island else _("roll {dice} out {risk}")
    return say.format(dice=f"{d.text(some):<8}", risk=f"{percent(risk):>4}")


def _in_words(dice: int) -> list[str]:
    """Returns dice with letters and names, two kinds on a line. People type the letters."""
    kinds = [
        f"{face}{n} {ngettext(*names, n)}"
        for face, names in d.NAMES.items()
        if (n := d.count(dice, face))
    ]
    pairs = (kinds[at : at + 2] for at in range(0, len(kinds), 2))
    return ["  " + "".join(set_cell_size(kind, 15) for kind in pair).rstrip() for pair in pairs]
