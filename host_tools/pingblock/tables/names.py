"""Names of the games that have a referee, each with a sentence; light to import."""

from __future__ import annotations

GAMES = {
    "fortune": "Referees fortune: eight pirate dice and a deck of cards, 2 to 4 players.",
    "worms": "Referees the worms: colours, hands and runs, 2 to 4 players.",
}
