"""Writing flash during sounds: the mixer's interrupt is never delayed while a sound plays."""

from types import SimpleNamespace

from pingware.app.power.flash_writer import FlashWriter


def test_interrupts_stay_on_while_something_sounds_or_moves():
    held_off = []
    board = SimpleNamespace(without_interrupts=held_off.append)
    writer = FlashWriter(board, SimpleNamespace(busy=True))
    assert writer.did(lambda: None) is False
    assert held_off == []
