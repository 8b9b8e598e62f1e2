"""State of the worms as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.connection.messages import WormsAnswer


def text(found: WormsAnswer) -> str:
    """Returns one or two lines: the wiggle, and with a referee also the turn and the score.

    Args:
        found: result of ``Device.worms``.
    """
    settings = found.get("settings", {})
    lines = [_run(found, settings.get("run_s"))]
    if "scores" in found:
        lines.append(_game(found, settings.get("names", ())))
    return "\n".join(lines)


def _run(found: WormsAnswer, run_s: Sequence[int] | None) -> str:
    if found["state"] == "armed":
        return "The lever is pulled: let it go to start a run."
    if found["state"] == "started":
        known = run_s and not found.get("surprise")
        length = f"{run_s[0]} s" if run_s and known else "a length that is a surprise"
        return f"The worms are moving: {found.get('elapsed_ms', 0) // 1000} s of {length}."
    runs = found.get("runs", 0)
    return f"The worms rest. Runs since power-on: {runs}."


def _game(found: WormsAnswer, names: Sequence[str]) -> str:
    called = [_name(number, names) for number in range(1, len(found["scores"]) + 1)]
    score = ", ".join(
        f"{name} {count}" for name, count in zip(called, found["scores"], strict=True)
    )
    winner = found.get("winner")
    turn = (
        f"{_name(winner, names)} has won" if winner else f"{_name(found['player'], names)} is up"
    )
    return f"{turn}. Matches: {score}."


def _name(number: int, names: Sequence[str]) -> str:
    given = names[number - 1] if 0 < number <= len(names) else ""
    return given or f"Player {number}"
