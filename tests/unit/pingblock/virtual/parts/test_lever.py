from random import Random

from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.parts.lever import LeverModel


class Drives:
    def __init__(self):
        self.calls = []

    def drive(self, at_us, gpio, level):
        self.calls.append((at_us, gpio, level))


def test_switch_is_closed_while_the_lever_rests():
    engine = Drives()
    LeverModel(engine, 13, Random(1))
    assert engine.calls == [(0.0, 13, False)]


def test_pulled_lever_floats_and_released_lever_closes_again():
    engine = Drives()
    lever = LeverModel(engine, 13, Random(1))
    lever.pull(1000.0, CLEAN)
    lever.release(2000.0, CLEAN)
    assert engine.calls[1:] == [(1000.0, 13, None), (2000.0, 13, False)]


def test_lever_bounces_by_default():
    engine = Drives()
    lever = LeverModel(engine, 13, Random(1))
    lever.pull(1000.0)
    assert len(engine.calls) == 8
    assert engine.calls[-1][2] is None
