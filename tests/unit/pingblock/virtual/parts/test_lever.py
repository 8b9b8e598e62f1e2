from random import Random

import pytest

from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.parts.lever import LeverModel


@pytest.fixture
def lever(engine):
    return LeverModel(engine, 13, Random(1))


def test_switch_is_closed_at_rest_and_open_while_lever_pulled(engine, lever):
    lever.pull(1000.0, CLEAN)
    lever.release(2000.0, CLEAN)
    assert engine.calls == [(0.0, 13, False), (1000.0, 13, None), (2000.0, 13, False)]


def test_lever_bounces_by_default(engine, lever):
    lever.pull(1000.0)
    assert len(engine.calls) == 8
    assert engine.calls[-1][2] is None
