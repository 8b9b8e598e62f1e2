"""Writing flash beside sound: nothing holds the mixer's interrupt up while something sounds."""

from types import SimpleNamespace

from pingware.app.power.flash_writer import FlashWriter


def test_interrupts_stay_on_while_something_sounds_or_moves():
    held_off = []
    board = SimpleNamespace(without_interrupts=held_off.append)
    writer = FlashWriter(board, SimpleNamespace(busy=True))
    assert writer.did(lambda: None) is False
    assert held_off == []
