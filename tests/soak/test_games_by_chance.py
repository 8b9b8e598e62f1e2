"""A hundred thousand random games of each referee. The test continues after a stop."""

import pytest
from tests.soak.table_games import EDITIONS, run


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_game_stays_legal_and_ends(edition: str) -> None:
    assert run(edition, 100_000) == []
