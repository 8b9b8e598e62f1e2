"""The check between an owner's file and the mixer: harmful files do not pass."""

import struct
from array import array
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingblock.tunes import sequencer
from pingware.shared import own_sound

INSTRUMENTS = {
    "bell": {"wave": "sine", "decay_ms": 200, "sustain_pct": 0},
    "reed": {"wave": "pulse", "duty_pct": 30, "attack_ms": 0},
    "soft": {"wave": "triangle", "curve": "straight", "decay_ms": 0},
    "hiss": {"wave": "noise"},
    "vowel": {"wave": "formant", "formant_hz": 700},
    "tape": {"wave": "sample", "sample": "own", "curve": "straight"},
}
COUNT = 1000
RECORDING, PLACES = sequencer.place_recordings({"own": ("A4", bytes(COUNT))})
HALFWORDS = len(RECORDING)
ROWS = (
    (0, "bell", "A5", 100, 60),
    (0, "reed", "C4", 50, 30, "C5"),
    (100, "soft", 300, 50, 30, 200),
    (100, "vowel", 200, 50, 30, 150),
    (120, "hiss", 9000, 20, 10),
    (200, "tape", "A4", 45, 100),
)
VOICE, INSTRUMENT, STEP, SLIDE, HOLD, LEVEL = range(3, 9)  # indices of words in the first note


def program():
    return sequencer.compile_tune({"rows": ROWS}, INSTRUMENTS, PLACES)


def changed(word, value):
    """Returns the program with one changed word: a number, or (wave, word of its instrument)."""
    words = program()
    words[place_of(*word) if isinstance(word, tuple) else word] = value
    return words


def first_instrument():
    return program().index(0x3FFFFFFF) + 1


def place_of(wave, word=0):
    return first_instrument() + 9 * sorted(INSTRUMENTS).index(wave) + word


def aim(words, halfwords=HALFWORDS):
    return own_sound.aim(words, halfwords, own_sound.RECORDINGS_AT)


def refusal_of(words, halfwords=HALFWORDS):
    with pytest.raises(ValueError, match=r"\w") as wrong:
        aim(words, halfwords)
    return str(wrong.value)


def test_control_ticks_and_clock_equal_those_of_the_sequencer():
    assert own_sound.CLOCKS_A_TICK == sequencer.CLOCKS_A_TICK
    assert own_sound.CLOCK_HZ == sequencer.CLOCK_HZ


def test_good_program_passes_and_returns_its_length():
    words = program()
    assert aim(words) == sequencer.length_ms(program())
    assert words == program()


def test_only_the_recording_address_of_a_program_is_changed():
    words = program()
    own_sound.aim(words, len(RECORDING), 2000)
    changed = [place for place, word in enumerate(words) if word != program()[place]]
    assert changed == [place_of("tape") + 1]
    assert words[place_of("tape") + 1] == 2000


@pytest.mark.parametrize(
    ("why", "wrong"),
    [
        ("its length is impossible", {0: [0, 2_000_000, 19_292], 1: [0, 2]}),  # 14.001 s
        ("a note is in no place", {2: [-1, 60_000], VOICE: [0, 4096], INSTRUMENT: [9999, 2]}),
        ("a note's pitch is impossible", {STEP: [0, -5, 0x3FFFFFF0], HOLD: [0]}),
        ("a note's pitch is impossible", {SLIDE: [1 << 20, -(1 << 20)]}),
        ("a note is too loud", {LEVEL: [16_385, -1]}),
    ],
)
def test_bad_note_is_refused(why, wrong):
    for word, values in wrong.items():
        assert {value: refusal_of(changed(word, value)) for value in values} == dict.fromkeys(
            values, why
        )


@pytest.mark.parametrize(
    ("wave", "wrong"),
    [
        ("bell", {0: [5], 1: [691], 2: [1 << 30], 8: [65_536]}),
        ("reed", {1: [257], 2: [8192], 3: [-1]}),
        ("vowel", {1: [0, (1 << 22) + 1]}),
        ("hiss", {1: [0]}),
        ("tape", {1: [947, 949 + 16], 2: [(COUNT + 60) << 12], 3: [0]}),
        ("soft", {4: [0], 5: [2], 6: [-1], 7: [(1 << 24) + 1]}),
    ],
)
def test_bad_instrument_is_refused(wave, wrong):
    for word, values in wrong.items():
        why = "an instrument is impossible" if word < 4 else "an envelope is impossible"
        assert [refusal_of(changed((wave, word), value)) for value in values] == [why] * len(
            values
        )


@pytest.mark.parametrize(
    ("word", "edges"),
    [
        *((("reed", 1), [0, 256]), (("reed", 2), [0, 8191]), (("reed", 3), [0, 8191])),
        *((("hiss", 1), [1, 32_767]), (("bell", 8), [65_535])),
        *((("soft", 4), [1, 1 << 24]), (("soft", 7), [0, 1 << 24])),
        *((("soft", 5), [0]), (("soft", 6), [0])),
        (0, [19_291]),  # ticks of 0.72576 ms: the 14 s that a sound can last
        *((LEVEL, [0, 16_384]), (STEP, [1])),
    ],
)
def test_values_at_their_limits_pass(word, edges):
    assert all(aim(changed(word, value)) > 0 for value in edges)


def test_whole_turn_step_passes_and_larger_one_is_refused():
    """A phase has 24 bits a turn, except in tables."""
    row = next(row for row in ROWS if row[1] == "reed")
    words = sequencer.compile_tune({"rows": (row[:5],)}, INSTRUMENTS, PLACES)
    words[STEP] = 16_777_216
    assert aim(words) > 0
    words[STEP] = 16_777_217
    assert refusal_of(words) == "a note's pitch is impossible"


def test_missing_recording_is_refused():
    assert refusal_of(program(), halfwords=0) == "an instrument is impossible"


def test_incomplete_program_is_refused():
    assert refusal_of(program()[: first_instrument() - 1]) == "its program is cut off"
    assert refusal_of(program()[:-1]) == "its instruments are cut off"
    assert refusal_of(program()[: first_instrument()]) == "its instruments are cut off"
    assert refusal_of(array("i", [])) == "its program is cut off"


def test_program_without_notes_is_refused():
    words = program()
    assert refusal_of(words[:2] + words[first_instrument() - 1 :]) == "it has no notes"


def head(magic=b"PBS1", words=30, halfwords=100):
    return struct.pack(own_sound.HEAD, magic, 77, words, halfwords)


def test_head_contains_crc_and_sizes():
    assert own_sound.read_head(head()) == (77, 30, 100)
    assert own_sound.read_head(head(words=1024, halfwords=14_336)) == (77, 1024, 14_336)


@pytest.mark.parametrize(
    ("why", "heads"),
    [
        ("it is cut off", [b"", head()[:-1]]),
        ("it is not a sound", [head(magic=b"RIFF")]),
        ("it is too big", [head(words=1025), head(words=1024, halfwords=14_337)]),
        ("it is too big", [head(halfwords=16_384)]),
    ],
)
def test_bad_head_is_refused(why, heads):
    for data in heads:
        with pytest.raises(ValueError, match=why):
            own_sound.read_head(data)


@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=80), st.integers(0, 20_000))
def test_any_words_pass_or_raise_only_a_value_error(words, halfwords):
    with suppress(ValueError):
        assert own_sound.aim(array("i", words), halfwords, 948) > 0


@given(st.data())
def test_changed_word_is_refused_or_stays_within_mixer_bounds(data):
    words = program()
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.integers(-(2**31), 2**31 - 1))
    try:
        aim(words)
    except ValueError:
        return
    notes_end = list(words).index(0x3FFFFFFF)
    assert all(words[at] in (24, 56, 88, 120) for at in range(3, notes_end, 7))
    starts = set(range(notes_end + 1, len(words), 9))
    assert all(words[at] in starts for at in range(4, notes_end, 7))
    for at in starts:
        if words[at] == 3 and words[at + 1] != 690:
            first = words[at + 1] - own_sound.RECORDINGS_AT
            assert first >= 0
            assert first + (words[at + 2] >> 12) < len(RECORDING)
