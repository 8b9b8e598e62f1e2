"""Every experiment on the device's reliability. The test continues after a stop."""

import pytest
from reliability.experiments import KINDS
from reliability.ledger import Ledger


@pytest.mark.parametrize("name", KINDS)
def test_each_experiment_finds_no_loss(name):
    assert KINDS[name].run(every=True) == []


@pytest.mark.parametrize(
    ("name", "least"), [("cuts", 10_000), ("disturbances", 1000), ("damage", 300)]
)
def test_experiments_contain_enough_cases(name, least):
    assert len(KINDS[name].every()) >= least


@pytest.mark.parametrize(
    ("name", "number", "least"),
    [("host lines", "lines", 1_000_000), ("chip lines", "lines", 20_000), ("family", "hours", 72)],
)
def test_experiments_send_and_play_enough(name, number, least):
    KINDS[name].run(every=True)
    assert sum(row[number] for row in Ledger(name).rows.values()) >= least
