"""Programs made from rows: times, pitches, voices, envelopes, recordings."""

import random

import pytest

from pingblock.tunes import sequencer

TICK_MS = 16 * 5670 / 125_000
HEAD, NOTE, END = 2, 7, 0x3FFFFFFF
TONE = {"wave": "sine", "attack_ms": 2, "release_ms": 5}
SQUARE = {"wave": "pulse"}
INSTRUMENTS = {"tone": TONE, "square": SQUARE}


def compiled(*rows, instruments=INSTRUMENTS, places=None, repeats=1, **words):
    return sequencer.compile_tune({"rows": rows, **words}, instruments, places or {}, repeats)


def notes_of(program):
    """Returns the program's notes as tuples, and checks its shape."""
    notes, at = [], HEAD
    while program[at] != END:
        notes.append(tuple(program[at : at + NOTE]))
        at += NOTE
    assert (len(program) - at - 1) % 9 == 0
    return notes


@pytest.mark.parametrize("ms", [0, 1, 6, 7, 250, 350, 60_000])
def test_time_is_rounded_up_by_less_than_one_tick(ms):
    assert 0 <= sequencer.ticks(ms) * TICK_MS - ms < TICK_MS + 1e-9
    assert sequencer.ticks(350) == 483


@pytest.mark.parametrize(
    ("note", "hz"),
    [("A4", 440), ("C4", 261.6256), ("C#5", 554.3653), ("B8", 7902.133), (45, 45), (0.5, 0.5)],
)
def test_note_names_and_hertz_have_their_pitch(note, hz):
    assert sequencer.pitch_mhz(note) / 1000 == pytest.approx(hz, rel=2e-5)


def test_all_notes_are_in_equal_temperament_around_440_hz():
    names = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
    for octave in range(9):
        expected_mhz = [440_000 * 2 ** (octave - 4 + (n - 9) / 12) for n in range(12)]
        pitches_mhz = [sequencer.pitch_mhz(f"{name}{octave}") for name in names]
        assert pitches_mhz == pytest.approx(expected_mhz, abs=1)


@pytest.mark.parametrize("note", ["H4", "C9", "c4", "", "Bb4", "C#", "4A", "A44"])
def test_unknown_note_is_an_error(note):
    with pytest.raises((ValueError, IndexError)):
        sequencer.pitch_mhz(note)


def test_row_becomes_a_note_with_time_step_hold_and_level():
    """The step of a sine counts its table, not turns."""
    (note,) = notes_of(compiled((100, "square", 1000, 50, 40)))
    tick, voice, _, step, *others = note
    assert (tick, voice) == (sequencer.ticks(100), 24)
    assert step == pytest.approx(1000 / 22045.855 * 2**24, abs=1)
    assert others == [0, sequencer.ticks(50), 16384 * 40 // 100]
    (sine,) = notes_of(compiled((0, "tone", 1000, 50, 40)))
    assert sine[3] == pytest.approx(1000 / 22045.855 * 2**20, abs=1)


@pytest.mark.parametrize(("start", "end"), [(500, 900), (900, 500), (300, 300)])
def test_slide_ends_at_its_target(start, end):
    (note,) = notes_of(compiled((0, "square", start, 80, 40, end)))
    reached = note[3] + note[4] * note[5]
    assert reached == pytest.approx(end / 22045.855 * 2**24, abs=note[5])


def test_rows_in_any_order_become_notes_by_rising_time():
    rows = [(n * 40, "square", 300 + n, 20, 10) for n in range(12)]
    expected = notes_of(compiled(*rows))
    random.Random(3).shuffle(rows)
    assert notes_of(compiled(*rows)) == expected


def test_four_notes_get_their_voices_and_fifth_is_an_error():
    notes = notes_of(compiled(*((0, "square", 300, 50, 20) for _ in range(4))))
    assert sorted(note[1] for note in notes) == [24, 56, 88, 120]
    with pytest.raises(ValueError, match="more than 4"):
        compiled(*((0, "square", 300, 50, 20) for _ in range(5)))
    rows = [(at_ms, "square", 300, 50, 20) for at_ms in (0, 52, 90)]
    assert [note[1] for note in notes_of(compiled(*rows))] == [24, 56, 24]


def test_program_period_is_exact_for_repeats_and_else_its_length():
    repeated = compiled((0, "square", 300, 50, 20), repeat_every_ms=350, repeats=6)
    assert list(repeated[:2]) == [483, 6]
    assert sequencer.length_ms(repeated) == int(6 * 483 * TICK_MS)
    program = compiled((0, "square", 300, 50, 20))
    assert program[0] == sequencer.ticks(50) + sequencer.tail_ticks(SQUARE)


def test_each_instrument_is_stored_once_and_referenced_by_its_notes():
    program = compiled(
        (0, "tone", 300, 50, 20), (0, "square", 300, 50, 20), (200, "tone", 300, 50, 20)
    )
    kinds = [program[note[2]] for note in notes_of(program)]
    assert sorted(kinds) == [0, 3, 3]
    assert len(program) == HEAD + 3 * NOTE + 1 + 2 * 9


@pytest.mark.parametrize("duty_pct", [1, 15, 30, 50, 85, 99])
def test_pulse_has_no_direct_current(duty_pct):
    program = compiled(
        (0, "reed", 300, 50, 20), instruments={"reed": {"wave": "pulse", "duty_pct": duty_pct}}
    )
    duty, height, depth = program[HEAD + NOTE + 2 : HEAD + NOTE + 5]
    assert max(height, depth) == 8191
    assert duty * height == pytest.approx((256 - duty) * depth, rel=0.02, abs=256)


def test_recordings_follow_one_another_with_silence_after_each():
    recordings, places = sequencer.place_recordings(
        {"b": ("A4", bytes((0x80, 0x7F, 0, 0xFF))), "a": ("C4", bytes(5))}
    )
    first = sequencer._RECORDINGS_AT
    assert places["a"] == (first, 5, sequencer.pitch_mhz("C4"))
    assert places["b"][0] == first + 5 + 17
    at = places["b"][0] - first
    assert list(recordings[at : at + 4]) == [0, 255 << 8, 32768, 127 << 8]
    assert set(recordings[at + 4 : at + 21]) == {32768}
    assert len(recordings) % 2 == 0


def test_recording_at_its_own_note_plays_sample_by_sample():
    _, places = sequencer.place_recordings({"hm": ("A4", bytes(100))})
    hum = {"hum": {"wave": "sample", "sample": "hm"}}
    (note,) = notes_of(compiled((0, "hum", "A4", 50, 20), instruments=hum, places=places))
    (octave,) = notes_of(compiled((0, "hum", "A5", 50, 20), instruments=hum, places=places))
    assert note[3] == 4096
    assert octave[3] == pytest.approx(8192, abs=1)


def test_program_words_are_32_bit_integers():
    program = compiled((60_000, "tone", 11_000, 60_000, 100, 1))
    assert program.typecode == "i"
    assert program.itemsize == 4
