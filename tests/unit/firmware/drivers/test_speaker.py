"""The speaker on a fake chip: starts, stops, volume, ends."""

import pytest
from tests.unit.firmware.drivers.fake_sound_chip import CC, TIMER0
from tests.unit.firmware.drivers.speaker_stage import (
    BLOCK_MS,
    LARGEST_STEP,
    MIDDLE,
    PEAK,
    TONE,
    steps,
    tune,
)


def test_speaker_sets_only_its_given_registers_and_the_designed_pace(speaker_module, chip):
    slice_at = 0x400A8064
    speaker = speaker_module.Speaker(chip.parts(slice_at))
    speaker.open(b"", kernel="viper")
    written = {address: chip.mem32[address] for address in chip.mem32 if address < 0x5000_0000}
    offsets = {address - slice_at: value for address, value in written.items()}
    assert offsets == {0: 1, 4: 1 << 4, 8: 0, 12: 0, 16: 944}  # the first period is a whole one
    assert chip.mem32[TIMER0] == 1 << 16 | 5670


def test_nothing_plays_before_a_start(speaker, chip):
    assert not chip.playing
    assert not speaker.playing
    assert speaker.elapsed_ms() == -1
    assert chip.amp_high[-1] == 0


def test_sound_begins_with_rising_bias_and_ends_with_falling_bias(speaker, chip):
    assert speaker.start(TONE) is True
    chip.play(1)
    assert chip.out[0] > 0
    assert chip.out == sorted(chip.out)
    assert chip.out[-1] == MIDDLE
    chip.play_to_the_end()
    assert chip.mem32[CC] == 0
    falling = chip.out[-128:]
    assert falling == sorted(falling, reverse=True)
    assert (falling[0], falling[-1]) == (MIDDLE - 1, 0)
    assert max(steps(chip.out)) < LARGEST_STEP


def test_amplifier_is_on_from_first_to_last_tone_sample(speaker, chip):
    speaker.start(TONE)
    chip.play(1)
    assert chip.amp_high == [0, 1]  # the first change is that of `open`
    while chip.playing:
        before = len(chip.out)
        on = chip.amp_high[-1]
        chip.play_half()
        if on:
            assert len(set(chip.out[before:])) > 1 or chip.out[before] == MIDDLE
            assert min(chip.out[before:]) > 0
    assert set(chip.amp_high[2:]) == {0}


def test_speaker_reports_its_end_and_then_plays_the_same_again(speaker, chip):
    said = []
    speaker.on_end(lambda: said.append(speaker.playing))
    speaker.start(TONE)
    chip.play_to_the_end()
    assert said == [False]
    once, chip.out = chip.out, []
    assert len(set(once)) > 100
    assert speaker.start(TONE) is True
    chip.play_to_the_end()
    assert chip.out == once


def test_start_during_a_sound_is_refused_and_changes_nothing(speaker, chip):
    speaker.start(TONE)
    chip.play(5)
    assert speaker.start(tune((0, "tone", 900, 100, 50))) is False
    chip.play_to_the_end()
    with_refusal, chip.out = chip.out, []
    speaker.start(TONE)
    chip.play_to_the_end()
    assert with_refusal == chip.out


def test_start_replaces_a_yielding_notice_and_counts_unless_refused(speaker, chip):
    speaker.start(tune((0, "tone", 400, 5000, 50)), yields=True)
    chip.play(5)
    assert speaker.starts == 1
    assert speaker.start(TONE) is True
    assert speaker.start(TONE) is False
    assert speaker.starts == 2
    chip.play_to_the_end()
    assert len(chip.out) < 60 * 128
    speaker.start(TONE)
    assert speaker.starts == 3


@pytest.mark.parametrize("blocks", range(0, 12))
def test_stop_at_any_time_is_silent_within_20_ms(speaker, chip, blocks):
    speaker.start(tune((0, "tone", 150, 5000, 90)))
    chip.play(blocks)
    before = len(chip.out)
    speaker.stop()
    chip.play(1)
    while chip.playing and chip.amp_high[-1]:
        chip.play_half()
    silent_from = len(chip.out)
    chip.play_to_the_end()
    assert (silent_from - before) * BLOCK_MS / 128 <= 20
    assert max(steps(chip.out[before:])[1:]) < LARGEST_STEP
    assert chip.out[-1] == 0, "the end must not cut the bias"
    assert not speaker.playing


def test_stop_while_silent_does_nothing(speaker, chip):
    speaker.stop()
    assert speaker.start(TONE) is True
    chip.play(10)
    assert speaker.playing


def test_muted_sound_is_silent_with_amplifier_off_for_its_duration(speaker, chip):
    speaker.start(TONE)
    chip.play_to_the_end()
    audible, chip.out, chip.amp_high[:] = len(chip.out), [], []
    speaker.set_volume(0, MIDDLE)
    speaker.start(TONE)
    chip.play(10)
    assert speaker.elapsed_ms() == int(10 * BLOCK_MS)
    chip.play_to_the_end()
    assert set(chip.out) == {0}
    assert not any(chip.amp_high)
    assert abs(len(chip.out) - audible) <= 3 * 128


def test_mute_and_unmute_during_a_sound_fade_without_a_jump(speaker, chip):
    speaker.start(tune((0, "tone", 150, 600, 90)))
    chip.play(10)
    speaker.set_volume(0, MIDDLE)
    chip.play(6)
    assert chip.out[-128:] == [0] * 128
    assert chip.amp_high[-1] == 0
    speaker.set_volume(256, MIDDLE)
    chip.play(8)
    assert max(chip.out[-128:]) > MIDDLE + 300
    assert chip.amp_high[-1] == 1
    assert max(steps(chip.out)) < LARGEST_STEP
    chip.play_to_the_end()


@pytest.mark.parametrize("blocks", range(1, 7))
def test_stop_in_mute_after_an_unmute_completes_the_bias_fall(speaker, chip, blocks):
    speaker.set_volume(0, MIDDLE)
    speaker.start(tune((0, "tone", 150, 600, 90)))
    chip.play(5)
    speaker.set_volume(256, MIDDLE)
    chip.play(blocks)
    speaker.set_volume(0, MIDDLE)
    speaker.stop()
    chip.play_to_the_end()
    assert chip.out[-1] == 0
    assert max(steps(chip.out)) < LARGEST_STEP


def test_elapsed_time_grows_while_a_sound_plays(speaker, chip):
    speaker.start(tune((0, "tone", 400, 60_000, 50)))
    assert speaker.elapsed_ms() == 0
    chip.play(100)
    assert speaker.elapsed_ms() == int(100 * BLOCK_MS)


@pytest.mark.parametrize(
    ("gain_q8", "cap"),
    [
        (256, 100),
        (10**9, 100),
        (-5, 100),
        (256, -3),
        (256, 10**12),
        (77, 0),
        (True, 472),
        (9.9, 50),
    ],
)
def test_no_sample_is_above_the_cap_for_any_settings(speaker, chip, gain_q8, cap):
    speaker.set_volume(gain_q8, cap)
    speaker.start(tune(*((0, "square", 300, 100, 100) for _ in range(4))))
    chip.play_to_the_end()
    assert all(0 <= level <= 944 for level in chip.out)
    highest = max(0, min(int(cap), MIDDLE))
    inner = chip.out[128 : -5 * 128]
    assert speaker._state[PEAK] <= highest
    if gain_q8 > 0 and highest:
        assert max(abs(level - MIDDLE) for level in inner) == speaker._state[PEAK]
    else:
        assert set(chip.out) == {0}


def test_gain_above_full_is_limited_to_full(speaker, chip):
    for gain_q8 in (256, 257, 10**9):
        speaker.set_volume(gain_q8, MIDDLE)
        speaker.start(tune((0, "square", 300, 100, 100)))
        chip.play_to_the_end()
        assert speaker._state[6] == 30_208  # 118 for each of the 256 steps


def test_new_cap_acts_on_the_next_mixed_block(speaker, chip):
    speaker.start(tune((0, "square", 300, 1000, 100)))
    chip.play(10)
    speaker.set_volume(256, 30)
    chip.play(2)  # the one that is playing, and the one that was mixed already
    before = len(chip.out)
    chip.play(20)
    assert max(abs(level - MIDDLE) for level in chip.out[before:]) == 30


@pytest.mark.parametrize("nonsense", [None, "loud"])
def test_value_that_is_not_a_number_changes_nothing(speaker, chip, nonsense):
    with pytest.raises((TypeError, ValueError)):
        speaker.set_volume(nonsense, 472)
    speaker.start(TONE)
    chip.play_to_the_end()
    assert speaker._state[PEAK] > 200
