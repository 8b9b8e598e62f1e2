"""Table of ``fortune`` in words: scores, card, dice, and what each decision risks."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.command import Command
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import odds, turn
from pingblock.tables.fortune.cards import CARDS
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import PLACE, ROLL, STOP
from pingblock.tables.text_width import cell_len, set_cell_size


def board(state: FortuneState, players: Sequence[str]) -> list[str]:
    """Returns the lines of the table."""
    wide = max(map(cell_len, players))
    lines = []
    for seat, (name, points) in enumerate(zip(players, state.scores, strict=True)):
        own = seat == state.seat and state.result is None
        lines.append(f"{'▶' if own else ' '} {set_cell_size(name, wide)} {points:>7}")
    if state.last_round is not None:
        lines.append("  THE FINAL ROUND: " + ", ".join(players[seat] for seat in state.last_round))
    now = state.turn
    if now is None:
        return lines
    card = CARDS[now.card]
    lines += ["", f"Card: {card.title}", f"  {card.say}", ""]
    lines += ["Dice on the table:", *_in_words(now.dice)]
    if now.chest:
        lines.append(f"On the chest: {d.text(now.chest)}")
    if now.hand:
        lines.append(f"In the hand: {now.hand} dice")
        return lines
    lines.append(f"Skulls: {turn.skulls(now)}{', ON THE ISLAND' if now.island else ''}")
    if turn.may_stop(now):
        score = turn.score_at_stop(state.rules, now)
        others = score.each_opponent and f"each opponent {score.each_opponent}"
        lines.append(f"If you stop now: {others or score.points}")
    return lines


def hints(state: FortuneState) -> list[tuple[str, Command]]:
    """Returns how dice are named that roll again."""
    if state.turn is None or state.seat is None or state.turn.hand or state.result:
        return []
    if not (rolls := turn.rollable(state.rules, state.turn)):
        return []
    return [("Say which dice roll again", turn.decision(ROLL, state.seat, rolls[-1]))]


def label(state: FortuneState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words, with its risk."""
    some = d.read(step.arg("dice") or "") or 0
    if step.do == STOP:
        return "stop, and write the points down"
    if step.do == PLACE:
        return f"place {d.text(some) or 'nothing'} on the chest"
    if step.do != ROLL or state.turn is None:
        [(name, value)] = step.args
        return f"{players[value]} begins" if name == "player" else f"card {value}"
    now = state.turn
    risk = float(odds.risk(state.rules, now, some))
    what = "no new skull" if now.island else "out"
    return f"roll {d.text(some):<8} {what} {risk:>4.0%}"


def _in_words(dice: int) -> list[str]:
    """Returns dice with letters and names, two kinds a line: people type the letters."""
    kinds = [
        f"{face}{n} {name}{'s' if n > 1 else ''}"
        for face, name in d.NAMES.items()
        if (n := d.count(dice, face))
    ]
    pairs = (kinds[at : at + 2] for at in range(0, len(kinds), 2))
    return ["  " + "".join(f"{kind:<15}" for kind in pair).rstrip() for pair in pairs]
