"""Coin flip on the stage."""

from pingware.games.coin_flip import lights, rules

from pingware.games.press_game import PressGame
from pingware.shared.sounds.sound_table import SoundTable


class CoinFlip(PressGame):
    """One coin.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    SOUNDS = SoundTable("games/coin_flip/tunes", {"flip": "ring"})
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        stage.on_change(("heads_pct",), self.redraw)

    def draw(self):
        """Draws ``rules.HEADS`` or ``rules.TAILS``."""
        return rules.flip(self.generator, self.stage.settings.heads_pct)

    def sound_of(self, outcome):
        """Returns one ring for heads, two for tails."""
        return "flip", 1 if outcome == rules.HEADS else 2

    def described(self, outcome):
        """Returns the side that is up."""
        return {"outcome": "flip", "side": outcome}

    def requests(self):
        """Returns the request ``flip``."""
        return {"flip": self._flip}

    def _flip(self, request):
        sides = [self.draw() for _ in range(request["times"])]
        return {"heads": sides.count(rules.HEADS), "tails": sides.count(rules.TAILS)}
