"""The real mpremote on the port of a running block."""

from random import Random

import pytest
from benchmarks.ports import PtyPort, TcpPort
from tests.waveforms import max_click, peak

CLICK_MAX = 0.05
SIZE = 3000


def causes(board):
    return [event["cause"] for event in board.bench.events("reset")]


@pytest.mark.parametrize("port", [PtyPort, TcpPort])
def test_exec_runs_while_the_firmware_plays(board, port):
    assert board("coins", 1).mpremote("exec", "print(6 * 7)", over=port).strip() == "42"


def test_file_copied_to_the_device_and_back_is_unchanged(board, tmp_path):
    sent, back = tmp_path / "sent.bin", tmp_path / "back.bin"
    sent.write_bytes(Random(3).randbytes(SIZE))
    block = board("coins", 1)
    block.mpremote("fs", "cp", str(sent), ":kept.bin", "+", "fs", "cp", ":kept.bin", str(back))
    assert back.read_bytes() == sent.read_bytes()
    assert block.bench.engine.device_files()["kept.bin"] == sent.read_bytes()
    block.mpremote("reset")
    block.bench.advance(1500)
    assert block.plays()


def test_soft_reset_during_a_sound_does_not_click(board):
    block = board("laugh")
    assert block.plays()
    sounding = block.bench.heard().waveform
    assert peak(sounding) > 0.3
    assert sounding.levels[-1] != 0.0, "a sound must play, to be interrupted"
    block.mpremote("soft-reset")
    assert causes(block) == ["power_on", "soft_reset"]
    block.bench.advance(10_000)
    assert causes(block) == ["power_on", "soft_reset"], "the prompt must stay"
    assert block.bench.parts.sound.idle
    assert max_click(block.bench.parts.sound) <= CLICK_MAX
    block.mpremote("reset")  # A soft reset by mpremote stays at the prompt.
    block.bench.advance(1500)
    assert block.plays()


def test_soft_reset_at_the_mpremote_prompt_restarts_the_block(board):
    block = board("laugh")
    person = block.terminal("mpremote", "connect", "{port}", "repl")
    person.until("Use Ctrl-] ")
    assert block.plays()
    person.type(b"\r\x03")
    person.until(">>> ")
    person.type(b"\x04")
    person.until("soft reboot")
    person.until('"hello"')
    block.bench.advance(1500)
    assert causes(block) == ["power_on", "soft_reset"]
    assert max_click(block.bench.parts.sound) <= CLICK_MAX
    assert block.plays()
