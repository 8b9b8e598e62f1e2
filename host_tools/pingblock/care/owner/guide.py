"""Guides a person through a calibration, one question at a time."""

from __future__ import annotations

from collections.abc import Callable

from pingblock.connection.answers import CalibrationValues
from pingblock.connection.calibration import RemoteCalibrationTrial
from pingblock.errors import BadInput

Ask = Callable[[str], str | None]
Say = Callable[[str], None]

STEPS_DEG = {"+": 2, "-": -2, "++": 10, "--": -10}
_QUIT = ("q", "quit", "cancel")
_HOW = "+ or - moves by 2 deg, ++ or -- by 10, a number goes there, Enter keeps it, q cancels."
_PLACES = (
    ("low_deg", "the lowest place: all worms down, nothing hums or touches"),
    ("high_deg", "the highest place: all worms well up, nothing hums or touches"),
    ("home_deg", "the place of rest"),
)


class Cancelled(Exception):
    """The person wants to stop."""


def lead(trial: RemoteCalibrationTrial, ask: Ask, say: Say) -> CalibrationValues:
    """Asks questions until the calibration is good. Does not save it.

    Args:
        trial: an open trial of calibration values.
        ask: shows a question and returns the answer, or None at the end of the input.
        say: shows a line.

    Raises:
        Cancelled: the person wants to stop.
    """
    _direction(trial, ask, say)
    say(_HOW)
    for name, what in _PLACES:
        _place(trial, name, what, ask, say)
    return trial.tried


def _direction(trial: RemoteCalibrationTrial, ask: Ask, say: Say) -> None:
    trial.move(trial.tried.low_deg)
    while True:
        _answer(ask, "Press Enter and look: the worms should go up. ")
        trial.move(trial.tried.high_deg)
        if _yes(ask, say, "Did they go up? [Y/n] "):
            return
        trial.move(trial.tried.low_deg, reverse=not trial.tried.reverse)
        say("So the servo is mounted the other way round: this is noted. Try again.")


def _place(trial: RemoteCalibrationTrial, name: str, what: str, ask: Ask, say: Say) -> None:
    say(f"Now {what}.")
    trial.move(getattr(trial.tried, name))
    while True:
        at_deg = getattr(trial.tried, name)
        answer = _answer(ask, f"{at_deg} deg> ")
        if not answer:
            return
        wanted = _wanted(answer, at_deg)
        if wanted is None:
            say(_HOW)
            continue
        try:
            trial.move(wanted, **{name: wanted})
        except BadInput as wrong:
            say(f"That does not work: {wrong}")


def _wanted(answer: str, at_deg: int) -> int | None:
    if answer in STEPS_DEG:
        return at_deg + STEPS_DEG[answer]
    return int(answer) if answer.isascii() and answer.isdigit() else None


def _yes(ask: Ask, say: Say, question: str) -> bool:
    while True:
        answer = _answer(ask, question)
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            return False
        say("Please answer y or n, or q to cancel.")


def _answer(ask: Ask, question: str) -> str:
    answer = ask(question)
    if answer is None or answer.strip().lower() in _QUIT:
        raise Cancelled
    return answer.strip().lower()
