"""The speaker on a fake chip: late interrupts, closing, memory for recordings."""

import sys

import pytest
from tests.unit.firmware.drivers.fake_sound_chip import CC
from tests.unit.firmware.drivers.speaker_stage import MIDDLE, PEAK, TONE, tune


@pytest.mark.parametrize("late_blocks", [1, 2, 3])
def test_late_interrupt_is_counted_as_an_underrun(speaker, chip, late_blocks):
    speaker.start(tune((0, "tone", 400, 1000, 50)))
    chip.play(4)
    assert speaker.underruns == 0
    chip.late_blocks = late_blocks
    chip.play(1)
    chip.late_blocks = 0
    assert speaker.underruns >= 1
    chip.play_to_the_end()


def test_interrupt_after_the_end_is_ignored(speaker, chip):
    speaker.start(TONE)
    chip.play_to_the_end()
    for channel in chip.channels:
        channel.handler(channel)
    assert not chip.playing
    assert speaker.underruns == 0


@pytest.mark.parametrize("blocks", [0, 1, 7, 200])
def test_close_is_silent_at_once_and_safe_at_any_time(speaker, chip, blocks):
    speaker.start(TONE)
    for _ in range(blocks):
        if chip.playing:
            chip.play_half()
    speaker.close()
    assert not chip.playing
    assert all(channel.closed for channel in chip.channels)
    assert chip.mem32[CC] == 0
    assert chip.amp_high[-1] == 0
    assert speaker.start(TONE) is False
    assert not speaker.playing
    speaker.stop()
    speaker.close()


def test_speaker_opens_again_after_a_close(speaker, chip):
    speaker.close()
    chip.channels.clear()
    speaker.open(b"", kernel="viper")
    speaker.set_volume(256, MIDDLE)
    assert speaker.start(TONE) is True
    chip.play_to_the_end()


def test_unopened_speaker_does_not_start_and_can_be_closed(speaker_module, chip):
    speaker = speaker_module.Speaker(chip.parts())
    assert speaker.start(TONE) is False
    assert speaker.elapsed_ms() == -1
    speaker.close()
    assert chip.channels == []


def test_without_machine_code_the_viper_kernel_is_chosen(speaker_module, monkeypatch):
    monkeypatch.setitem(sys.modules, "pingware.drivers.mixer_thumb", None)
    monkeypatch.delattr(sys.modules["pingware.drivers"], "mixer_thumb", raising=False)
    assert speaker_module._kernel(None) is sys.modules["pingware.drivers.mixer_viper"].render
    with pytest.raises(ImportError):
        speaker_module._kernel("thumb")


def test_memory_for_recordings_keeps_the_state_and_sounds_play(speaker, chip):
    before = list(speaker._state)
    room = speaker.make_room(500)
    assert len(room) == 500
    assert speaker.room_at == 2 * len(before)
    assert list(speaker._state[: len(before)]) == before
    room[0] = 77
    assert speaker._state[len(before)] == 77
    assert speaker.start(TONE)
    chip.play_to_the_end()
    assert speaker._state[PEAK] > 200
    assert room[0] == 77


def test_memory_for_recordings_can_be_resized_except_during_a_sound(speaker, chip):
    words = len(speaker._state)
    for wanted in (500, 0, 100):
        assert len(speaker.make_room(wanted)) == wanted
        assert len(speaker._state) == words + wanted
        assert speaker.room_at == 2 * words
    speaker.start(TONE)
    state = speaker._state
    assert speaker.make_room(500) is None
    assert speaker._state is state
    chip.play_to_the_end()
    assert speaker.make_room(500) is not None


def test_volume_survives_a_later_allocation_for_recordings(speaker, chip):
    speaker.set_volume(256, 100)
    speaker.make_room(500)
    speaker.start(TONE)
    chip.play_to_the_end()
    assert speaker._state[PEAK] == 100
