"""Names of the shipped editions of the property game, each with a sentence."""

from __future__ import annotations

from pingblock.languages import N_

EDITIONS = {
    "celebration": N_("Referees the celebration: coins, a block, a die, 2 to 6 players."),
    "hideout": N_("Referees the hideout: two dice, doubles and elevens, 2 to 8 players."),
    "wasteland": N_("Referees the wasteland: two dice and doubles, 2 to 6 players."),
    "wasteland_speed": N_("Referees the wasteland's speed play, 60 to 90 minutes."),
}
