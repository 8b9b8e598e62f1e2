"""The games' host: a new seed reaches all that draws."""

from types import SimpleNamespace

from pingware.app.game_host import GameHost


class Drawing:
    """Something that draws, and counts the new seeds that it heard of."""

    def __init__(self):
        self.seeds = 0

    def reseed(self, _seed=None):
        self.seeds += 1


def test_a_new_seed_reaches_chance_both_games_and_the_servo():
    chance, press_game, lever_game, lever = (Drawing() for _ in range(4))
    stage = SimpleNamespace(on_change=lambda names, act: None)
    chosen = SimpleNamespace(game=press_game)
    host = GameHost(stage, None, None, None, chance, chosen)
    host.reseed(7)
    lever.declared, lever.game, lever.stage = SimpleNamespace(requests={}), lever_game, stage
    host.attend(lever)
    host.reseed(8)
    assert [each.seeds for each in (chance, press_game, lever_game, lever)] == [2, 2, 1, 1]
