"""Names of the games that have a referee, each with a sentence; light to import."""

from __future__ import annotations

GAMES = {
    "celebration": "Referees the celebration: coins, a block, a die, 2 to 6 players.",
    "hideout": "Referees the hideout: two dice, doubles and elevens, 2 to 8 players.",
    "wasteland": "Referees the wasteland: two dice and doubles, 2 to 6 players.",
    "wasteland_speed": "Referees the wasteland's speed play, 60 to 90 minutes.",
    "storm": "Referees the storm: hit points (HP), walls and lines of sight, 2 to 7 players.",
    "fortune": "Referees fortune: eight pirate dice and a deck of cards, 2 to 4 players.",
    "worms": "Referees the worms: colours, hands and runs, 2 to 4 players.",
}
# Editions of the one property engine.
PROPERTY = ("celebration", "hideout", "wasteland", "wasteland_speed")
