"""A full game of each edition, played by bots through the virtual device, then its log again."""

from pathlib import Path

import pytest
from tests.scenarios.table_game import played, replayed

from pingblock.tables.property.board_file import SHIPPED

SEEDS = range(1, 6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [*SHIPPED, "storm", "fortune"])
def test_full_game_is_played_through_the_device_and_replayed(
    tmp_path: Path, name: str, seed: int
) -> None:
    log = tmp_path / "game.jsonl"
    table, rolls = played(name, log, seed)
    assert rolls > 20
    assert "bound" not in table.state.result.reason
    assert replayed(log) == table.state
