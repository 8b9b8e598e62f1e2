"""A hundred thousand random games of each referee. The test continues after a stop."""

import pytest
from tests.soak.table_games import EDITIONS, run


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_stay_legal_and_end(edition: str) -> None:
    assert run(edition, 100_000) == []
