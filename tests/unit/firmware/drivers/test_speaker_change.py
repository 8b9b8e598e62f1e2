"""The speaker on a fake chip: a sound replaces another one, or follows one that has faded."""

import pytest
from tests.unit.firmware.drivers.speaker_stage import LARGEST_STEP, MIDDLE, TONE, steps, tune

NOTICE = tune((0, "tone", 150, 200, 90))
LONG_NOTICE = tune((0, "tone", 150, 5000, 90))
BLOCK = 128
INTR = 0x5000_0400  # RP2040 datasheet 2.5.7: raw interrupts of the DMA channels


def alone(speaker, chip):
    """Returns the samples of TONE from silence, without the block in which the bias rises."""
    speaker.start(TONE)
    chip.play_to_the_end()
    samples, chip.out = chip.out, []
    return samples[BLOCK:]


@pytest.mark.parametrize("blocks", range(0, 12))
def test_notice_is_replaced_in_the_next_block_without_a_jump(speaker, chip, blocks):
    expected = alone(speaker, chip)
    speaker.start(LONG_NOTICE, yields=True)
    chip.play(blocks)
    assert speaker.start(TONE) is True
    assert chip.amp_high[-1] == (blocks > 0)
    chip.play(1)  # it was mixed before
    assert chip.amp_high[-1] == 1
    behind = len(chip.out)
    chip.play_to_the_end()
    assert chip.out[behind + 2 * BLOCK :] == expected[2 * BLOCK :]
    assert max(steps(chip.out)) < LARGEST_STEP
    assert chip.amp_high[-1] == 0


@pytest.mark.parametrize("blocks", range(34, 42))
def test_replacement_of_an_ending_notice_begins_one_block_later(speaker, chip, blocks):
    expected = alone(speaker, chip)
    speaker.start(NOTICE, yields=True)
    chip.play(blocks)
    behind = len(chip.out)
    assert speaker.start(TONE) is True
    chip.play_to_the_end()
    assert chip.out[behind + 3 * BLOCK : behind + 20 * BLOCK] == (expected[2 * BLOCK : 19 * BLOCK])


def test_replacement_of_a_notice_keeps_within_the_cap(speaker, chip):
    speaker.set_volume(256, 60)
    loud = tune(*((0, "square", 300, 900, 100) for _ in range(4)))
    speaker.start(loud, yields=True)
    chip.play(6)
    speaker.start(tune(*((0, "square", 500, 900, 100) for _ in range(4))))
    chip.play(6)
    assert max(abs(level - MIDDLE) for level in chip.out[BLOCK:]) == 60


def test_start_does_not_change_samples_that_were_already_read(speaker, chip):
    speaker.start(LONG_NOTICE, yields=True)
    chip.play(4)
    first, second = chip.channels
    running, waiting = (first, second) if first.on else (second, first)
    running.on, waiting.on = False, True  # its interrupt waits while the press is handled
    waiting.left = 100
    before = waiting.samples()
    speaker.start(TONE)
    after = waiting.samples()
    assert after[: BLOCK - 100] == before[: BLOCK - 100]
    assert after[-20:] != before[-20:]


def test_faded_sound_yields_to_presses_but_not_to_notices(speaker, chip):
    bell = tune((0, "tone", 400, 50, 50), every_ms=500)
    speaker.start(bell)
    chip.play(8)
    assert speaker.start(TONE) is False, "the sound must be heard"
    chip.play(6)
    assert set(chip.out[-BLOCK:]) == {MIDDLE}
    assert speaker.start(NOTICE, yields=True) is False
    assert speaker.start(TONE) is True
    assert speaker.start(TONE) is False, "the new sound must be heard"


def test_sound_does_not_yield_during_its_pause(speaker, chip):
    speaker.start(tune((0, "tone", 400, 50, 50), repeats=2, every_ms=500))
    for _ in range(80):
        chip.play(1)
        assert speaker.start(TONE) is False
    assert speaker.elapsed_ms() > 450


def test_muted_sound_yields_when_it_would_have_faded(speaker, chip):
    speaker.set_volume(0, MIDDLE)
    speaker.start(tune((0, "tone", 400, 300, 50), every_ms=900))
    chip.play(50)
    assert speaker.start(TONE) is False
    chip.play(20)
    assert speaker.start(TONE) is True


def test_interrupt_left_by_an_abort_is_cleared(speaker, chip):
    speaker.start(TONE)
    chip.mem32[INTR] = 0
    chip.play_to_the_end()
    assert chip.mem32[INTR] == 0b11, "a bit for each channel"


def test_interrupts_are_off_while_a_start_is_under_way(speaker, chip):
    seen = []
    for channel in chip.channels:
        plain = channel.active
        channel.active = lambda *value, plain=plain: (seen.append(chip.locked), plain(*value))[1]
    speaker.start(LONG_NOTICE, yields=True)
    speaker.start(TONE)
    assert seen
    assert set(seen) == {1}
    assert chip.locked == 0
