"""Writing flash during sounds: the mixer's interrupt is never delayed while a sound plays."""

from types import SimpleNamespace

from pingware.app.power.flash_writer import FlashWriter


def test_flash_writer_keeps_interrupts_on_while_the_device_is_busy():
    held_off = []
    board = SimpleNamespace(without_interrupts=held_off.append)
    writer = FlashWriter(board, SimpleNamespace(busy=True))
    assert writer.did(lambda: None) is False
    assert held_off == []
