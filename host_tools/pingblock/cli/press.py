"""``pingblock press`` and ``pingblock replay``: the block's outcomes."""

from __future__ import annotations

from dataclasses import asdict

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.connection.answers import Outcome
from pingblock.device import Device
from pingblock.games.words import WORDS


def press(port: Port = None, as_json: AsJson = False) -> None:
    """Presses the block and shows the outcome. Exit code 1 if the press did not count."""
    with Device(port) as device:
        _tell(device.press(), as_json)


def replay(port: Port = None, as_json: AsJson = False) -> None:
    """Plays the last outcome again; nothing new is drawn."""
    with Device(port) as device:
        _tell(device.replay(), as_json)


def _tell(outcome: Outcome, as_json: bool) -> None:
    coins = "1 coin" if outcome.coins == 1 else f"{outcome.coins} coins"
    text = coins if outcome.coins else outcome.outcome.replace("_", " ")
    answer = asdict(outcome)
    answer |= answer.pop("details")
    if outcome.outcome in WORDS:
        text = ": ".join(WORDS[outcome.outcome](answer))
    tell(answer, text, as_json)
