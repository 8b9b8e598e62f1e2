"""Writing flash beside sound: nothing holds the mixer's interrupt up while something sounds."""

from types import SimpleNamespace

import pytest

from pingware.app.at_rest import AtRest


@pytest.mark.parametrize(("sounds", "moves"), [(True, False), (False, True)])
def test_interrupts_stay_on_while_something_sounds_or_moves(sounds, moves):
    held_off = []
    device = SimpleNamespace(
        speaker=SimpleNamespace(playing=sounds),
        board=SimpleNamespace(without_interrupts=held_off.append),
    )
    writer = AtRest(device, SimpleNamespace(moves=moves))
    assert writer.did(lambda: None) is False
    assert held_off == []
