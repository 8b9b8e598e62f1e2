"""Sounds adapted to the games' rules: changes are reported, and violations are refused."""

import errno
from pathlib import Path

import numpy as np
import pytest
from tests import page_blocks
from tests.unit.pingblock.sounds.wav_files import tone, wav

from pingblock.errors import BadInput
from pingblock.sounds import hearing, sound
from pingblock.sounds.rules import rule_of
from pingblock.sounds.sound_file import unpack
from pingblock.sounds.tables import names_played
from pingware.shared.light_show import EVERY_MS, PING_US

PACE = f"repeat_every_ms {EVERY_MS}\n"
PING = "0 bell A5 200 60\n"
LONG = "0 bell A5 {ms} 60\n"


@pytest.fixture
def made(tmp_path):
    """Makes a sound of a file's content."""

    def make(content, name="", ending=".tune"):
        path = tmp_path / f"own{ending}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return sound.of_file(path, name)

    return make


@pytest.fixture
def refusal(made):
    """Returns why a file makes no sound, without the file's name."""

    def told(content, name="", ending=".tune"):
        with pytest.raises(BadInput) as wrong:
            made(content, name, ending)
        lines = str(wrong.value).splitlines()
        assert all(f"own{ending}: " in line for line in lines)
        return "\n".join(line.partition(f"own{ending}: ")[2] for line in lines)

    return told


REPLACEABLE = sorted(names_played())


@pytest.mark.parametrize("name", REPLACEABLE)
def test_each_built_in_sound_passes_sound_rules_unchanged(made, name, tmp_path):
    from pingblock.sounds.tune_text import built_in, write_tune

    again = made(write_tune(built_in(name)), name)
    ours = sound.of_name(name)
    assert again.program[1:] == ours.program[1:]
    assert (again.level, again.voices) == (ours.level, ours.voices)
    assert not [said for said in again.said if "soft" in said and name not in ("self_test",)]


def test_sound_file_unpacks_to_program_and_recording(made):
    found = made(wav(tone()), "laugh", ".wav")
    assert unpack(found.data) == (found.program, found.recording)
    assert len(found.data) == 12 + found.ram_bytes


@pytest.mark.parametrize("name", ["no_such", "coins", ""])
def test_only_sounds_that_device_plays_can_be_replaced(name):
    with pytest.raises(BadInput, match="There is no sound"):
        rule_of(name)


@pytest.mark.parametrize("head", ["", PACE])
@pytest.mark.parametrize("name", ["ping", "beeps"])
def test_counted_sound_repeats_at_pace_of_coins(made, head, name):
    found = made(head + PING, name)
    assert (found.length_ms, found.sounds_ms) == (EVERY_MS, 241)
    six = hearing.onsets(hearing.rendered(found.program, found.recording, 6))
    gaps = np.diff([onset.at_ms for onset in six])
    assert len(six) == 6
    assert gaps == pytest.approx(PING_US / 1000, abs=2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "repeat_every_ms 300\n" + PING,
            f"repeat_every_ms is 300, but must be {EVERY_MS}: people count how often "
            "'ping' plays.",
        ),
        (
            "# long\n" + LONG.format(ms=400),
            f"line 2: with this note it sounds for 441 ms, and 'ping' may for {EVERY_MS} ms; "
            "the next one begins then: shorten it.",
        ),
        ("0 bell A5 60 60\n170 bell A5 60 60\n", "3 times are heard as 6: use one short note"),
    ],
    ids=["another pace", "lasts into the next", "cannot be counted"],
)
def test_unsuitable_ping_is_refused(refusal, text, why):
    assert why in refusal(text, "ping")


def test_sound_too_low_for_small_speaker_is_refused(refusal):
    low = "instrument hum wave=sine attack_ms=30 release_ms=30\n0 hum 32 600 40\n"
    assert refusal(low, "undo").startswith(
        ("The sound is too soft to be heard", "No note can be heard")
    )


def test_long_recorded_ping_is_cut_before_next_one(made):
    found = made(wav(tone(lasts_ms=900)), "ping", ".wav")
    assert (
        f"The sound lasts 900 ms: it is cut off after {EVERY_MS - 60} ms, with a fade."
        in found.said
    )
    assert found.length_ms == EVERY_MS
    assert len(hearing.onsets(hearing.rendered(found.program, found.recording, 6))) == 6


@pytest.mark.parametrize(
    ("name", "text", "length_ms", "said"),
    [
        ("game_over", PING, 2400, "Its light takes 2400 ms: until then the block stays silent."),
        ("nothing_yet", PING, 1200, "Its light takes 1200 ms: until then the block stays silent."),
        (
            "undo",
            PACE + PING,
            241,
            "'undo' is played once: repeat_every_ms is left out.",
        ),
    ],
)
def test_length_and_repeat_changes_are_reported(made, name, text, length_ms, said):
    found = made(text, name)
    assert (found.sounds_ms, found.length_ms, found.said) == (241, length_ms, (said,))


@pytest.mark.parametrize(
    ("name", "most_ms"), [("laugh", 10_000), ("tick_3", 900), ("go", 5_000), ("", 10_000)]
)
def test_too_long_sound_is_refused(refusal, made, name, most_ms):
    assert f"may for {most_ms} ms" in refusal(LONG.format(ms=most_ms + 100), name)
    assert made(LONG.format(ms=most_ms - 100), name).sounds_ms <= most_ms


def test_long_recorded_tick_is_cut_and_long_outcome_is_refused(made, refusal):
    assert made(wav(tone(lasts_ms=1200)), "tick_1", ".wav").sounds_ms <= 900
    assert refusal(wav(tone(lasts_ms=2500)), "laugh", ".wav").startswith(
        "The sound lasts 2.5 s, but "
    )
    told = refusal(wav(tone(lasts_ms=12_000)), "laugh", ".wav")
    assert told == "The sound lasts 12000 ms, but can last 9975 ms at most: shorten it."
    assert refusal(wav(tone(lasts_ms=12_000)), "", ".wav") == told


def test_five_simultaneous_notes_are_refused_with_line_of_fifth(refusal):
    five = "".join(f"{at} bell A5 100 10\n" for at in (0, 10, 20, 30, 40))
    assert refusal(five) == "line 5: more than 4 notes sound at once: make one end earlier."


def test_overlapping_loud_notes_are_refused_with_a_usable_loudness(refusal, made):
    loud = "0 bell A5 200 {0}\n0 bell A5 200 {0}\n"
    told = refusal(loud.format(80), "ping")
    assert told.startswith("The sound is too loud where notes overlap, 15")
    share = int(told.rsplit(" % of its", 1)[0].rsplit(" ", 1)[1])
    again = refusal(loud.format(80 * share // 100), "ping")  # no longer clipped
    assert again.startswith("The sound needs ")
    share = int(again.rsplit(" % of its", 1)[0].rsplit(" ", 1)[1])
    assert made(loud.format(80 * share // 100 * 62 // 100), "ping").level.power_mw < 138


def test_dense_tone_that_drains_batteries_is_refused(refusal):
    drone = "instrument drone wave=pulse\n0 drone A3 2000 95\n"
    told = refusal(drone, "laugh")
    assert "mW, but with moving worms worn batteries give only 138 mW" in told


def test_recordings_get_one_level_within_battery_limit(made):
    soft, loud, square = (
        made(wav(samples), "laugh", ".wav")
        for samples in (tone(share=0.05), tone(share=0.9), np.sign(tone(share=1.0)))
    )
    assert soft.level.loudness_db == pytest.approx(loud.level.loudness_db, abs=0.5)
    assert square.level.power_mw <= 138
    assert any("made softer" in said for said in square.said)


def test_inaudible_sound_is_refused_and_soft_sound_is_reported(refusal, made):
    assert refusal("0 bell A5 200 1\n", "undo").startswith("The sound is too soft to be heard (-3")
    found = made("0 bell A5 200 8\n", "undo")
    assert any(said.startswith("The sound is soft: ") for said in found.said)


def test_outcome_that_sounds_like_coins_is_refused(refusal, made):
    coins = "".join(f"{n * EVERY_MS} bell D6 200 60\n" for n in range(4))
    assert refusal(coins, "power_up").startswith("The sound could be mistaken for coins")
    other = coins.replace(f"{EVERY_MS} bell D6", f"{EVERY_MS} bell G6")
    assert made(other, "power_up").name == "power_up"
    assert made(coins.replace("ping", ""), "fanfare").name == "fanfare"


@pytest.mark.parametrize(
    ("content", "ending", "kind"),
    [
        (PING, ".tune", "tune"),
        (PING, ".txt", "tune"),
        ("x:d=4,o=5,b=120:c,e", ".rtttl", "rtttl"),
        ("x:d=4,o=5,b=120:c,e", ".txt", "rtttl"),
        ("\ufeffx:b=120:c,e", ".txt", "rtttl"),
        ("x:b=120,:c,e", ".rtl", "rtttl"),
        ("d=8,b=120:c,e", ".txt", "rtttl"),
        ("# my phone\nx::c,e", ".txt", "rtttl"),
        ("Für Elise:b=120:c,e".encode("latin-1"), ".txt", "rtttl"),
        ("Zażółć:b=120:c,e".encode("cp1250"), ".rtttl", "rtttl"),
        ("着信音:b=120:c,e".encode("shift-jis"), ".rtttl", "rtttl"),
        ("x:b=120:c,e".encode("utf-16"), ".rtttl", "rtttl"),
        ("x:b=120:c,e".encode("utf-16-be"), ".txt", "rtttl"),
        ("# schön: ein, zwei: drei\n".encode("cp1252") + PING.encode(), ".txt", "tune"),
        (wav(tone()), ".wav", "wav"),
        (wav(tone()), "", "wav"),
    ],
)
def test_file_kind_is_found_by_ending_or_content(made, content, ending, kind):
    assert made(content, ending=ending).kind == kind


def test_ringtone_is_heard_note_by_note(made):
    found = made("x:d=8,o=5,b=120:c,e,g,2c6", "power_up", ".rtttl")
    heard = hearing.onsets(hearing.rendered(found.program, found.recording))
    assert [onset.hz for onset in heard] == pytest.approx([523, 659, 784, 1047], rel=0.02)
    assert np.diff([onset.at_ms for onset in heard]) == pytest.approx(250, abs=5)


@pytest.mark.parametrize("notes", ["64c,64c,64c,64c,64c,64c,64c", "32c," * 60 + "c"])
def test_fastest_ringtones_need_at_most_four_voices(made, notes):
    assert made(f"x:o=5,b=300:{notes}", "laugh", ".rtttl").voices <= 4


@pytest.mark.parametrize("name", ["laugh", "ping"])
def test_sound_file_of_device_can_be_used_again(made, refusal, name):
    first = made(wav(tone()), name, ".wav")
    again = made(first.data, name, ".snd")
    assert (again.data, again.kind) == (first.data, "snd")
    assert "The device could not play this sound: it is damaged." in refusal(first.data[:-2], name)
    if name == "laugh":
        assert refusal(first.data, "ping", ".snd").startswith("The sound lasts 1")


def test_ignored_ringtone_setting_is_reported(made):
    assert (
        "The setting l=3 is left out: a sound is played once."
        in made("x:l=3:c", ending=".rtttl").said
    )


def test_invalid_tune_file_is_refused_with_reason(refusal, tmp_path):
    assert refusal(b"0 bell A5 100 50\n\0\1", "ping").startswith("line 2: this is not text")
    assert "far too many for a tune" in refusal("# x\n" * 20_000)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        sound.of_file(tmp_path / "none.tune")


@pytest.mark.parametrize("name", ["laugh", "ping", "tick_1"])
def test_recording_is_heard_at_its_pitch(made, name):
    found = made(wav(tone(hz=740)), name, ".wav")
    heard = hearing.onsets(hearing.rendered(found.program, found.recording))
    assert [onset.hz for onset in heard] == pytest.approx([740], rel=0.01)
    assert heard[0].at_ms < 15


def test_example_of_readme_is_a_valid_ping(made):
    block = page_blocks.ping()
    found = made(block.text, "ping")
    assert (found.sounds_ms, found.voices, found.said) == (191, 2, ())


OF_SYSTEMS = {
    "Thumbs.db": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500),
    "desktop.ini": "[.ShellClassInfo]\r\nIconResource=a,0".encode("utf-16"),
    ".DS_Store": b"\0\0\0\1Bud1" + bytes(100),
    "._ping.tune": b"\0\5\x16\7" + bytes(100),
    "Icon\r": b"",
    "read me.txt": b"Sounds: from my phone: all my own.\n0 bell A5 200 60\n",
    "laugh.txt": "Lache: wie Ann gelacht hat.\n".encode("latin-1"),
    "cover.jpg": b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(100),
    "more.zip": b"PK\3\4" + bytes(100),
    "index.html": b"<html>",
}


def test_folder_import_skips_files_that_are_not_sounds(tmp_path):
    (tmp_path / "ping.tune").write_text(PING)
    (tmp_path / "power_up.rtttl.txt").write_text("x:d=16,b=200:c,e,g")
    (tmp_path / "go.dat").write_bytes(wav(tone()))
    (tmp_path / "old").mkdir()
    for name, content in OF_SYSTEMS.items():
        (tmp_path / name).write_bytes(content)
    found = sound.of_folder(tmp_path)
    assert sorted(found.files) == [f"/sounds/{name}.snd" for name in ("go", "ping", "power_up")]
    assert sorted(found.left_out) == sorted([*OF_SYSTEMS, "old"])


@pytest.mark.parametrize("name", ["Ping.tune", "PING.TUN", "ping.TUNE.txt"])
def test_file_name_in_capitals_replaces_same_sound(tmp_path, name):
    (tmp_path / name).write_text(PING)
    assert [*sound.of_folder(tmp_path).files] == ["/sounds/ping.snd"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("pnig.wav", wav(tone()), "There is no sound 'pnig'. Did you mean 'ping'?"),
        ("pnig", wav(tone()), "There is no sound 'pnig'. Did you mean 'ping'?"),
        ("ping.m4a", b"\0\0\0\x1cftypM4A " + bytes(60), "This is an M4A or MP4 file."),
        ("ping.wav", b"no sound", "This is not a WAV, MP3, Ogg or FLAC file"),
        ("ping.tune", b"hello", "a line begins with a time"),
    ],
)
def test_unusable_sound_file_in_folder_is_an_error(tmp_path, name, content, why):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput) as wrong:
        sound.of_folder(tmp_path)
    assert why in str(wrong.value)


def test_two_files_for_one_sound_and_missing_folder_are_refused(tmp_path):
    for name in ("ping.tune", "ping.txt"):
        (tmp_path / name).write_text(PING)
    with pytest.raises(BadInput, match=r"ping\.tune and ping\.txt .*: keep one of them"):
        sound.of_folder(tmp_path)
    with pytest.raises(BadInput, match="no folder"):
        sound.of_folder(tmp_path / "none")


def test_unreadable_folder_is_an_error(tmp_path, monkeypatch):
    def refuses(_folder):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuses)
    with pytest.raises(BadInput, match=r"cannot be read: Permission denied\.$"):
        sound.of_folder(tmp_path)
