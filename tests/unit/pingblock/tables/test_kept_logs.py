"""A log of each release is played by today's referees as it was then."""

import pytest
from tests import kept_logs

from pingblock.tables.registry import TABLES


@pytest.mark.parametrize("version", kept_logs.names())
def test_logs_of_release_replay_with_same_events(version):
    games = kept_logs.kept(version)
    for name, held in games.items():
        assert len(held["events"]) > 20, name
        assert kept_logs.events_of(held["log"]) == held["events"], name


def test_first_release_has_log_of_each_game():
    assert kept_logs.kept("1.0.0").keys() == set(TABLES)
