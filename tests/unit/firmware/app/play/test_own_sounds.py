"""The loader of custom sounds, with little memory or a sound playing at the wrong moment."""

import os
from array import array
from types import SimpleNamespace

import pytest
from tests.scenarios.trials.own_sound_files import PING, made, wav

from pingblock.tunes.tune_files import tunes_of
from pingware.app.play import own_sounds
from pingware.app.requests import sound_requests
from pingware.games.block.play import QuestionBlock
from pingware.games.worms.play import WormsPlay
from pingware.shared import events, own_sound, protocol
from pingware.shared.light_show import EVERY_MS
from pingware.shared.sounds import device_sounds
from pingware.shared.sounds.sound_table import SoundTable


class FakeSpeaker:
    """A speaker that provides memory or not."""

    room_at = 948
    playing = False

    def __init__(self):
        self.answers = []  # results of make_room, True = as requested
        self.asked = []

    def make_room(self, words):
        self.asked.append(words)
        answer = self.answers.pop(0) if self.answers else True
        if answer is MemoryError:
            raise MemoryError
        return memoryview(array("I", [0] * words)) if answer else None


def entries(folder):
    """Replaces ``os.ilistdir``, which this Python lacks."""
    return iter([(name, 0x8000) for name in os.listdir(folder)])


@pytest.fixture
def device(tmp_path, monkeypatch):
    """A device with the folder of sounds at ``device.folder``."""
    monkeypatch.setattr(own_sounds, "FOLDER", str(tmp_path))
    monkeypatch.setattr(os, "ilistdir", entries, raising=False)
    monkeypatch.setattr(SoundTable, "has", lambda table, tune: tune in tunes_of(table))
    return Device(tmp_path)


class Device:
    """The parts of a device that the loader needs: speaker, game and faults."""

    def __init__(self, folder):
        self.folder = folder
        self.own = {}  # custom sounds
        self.speaker = FakeSpeaker()
        self.faults = []
        self.game = SimpleNamespace(arm=lambda: None)
        settings = SimpleNamespace(game="block")
        self.loader = own_sounds.OwnSounds(settings, self, self, self)

    def replace(self, own):
        self.own = own

    def stages(self):
        return [SimpleNamespace(tables=[QuestionBlock.SOUNDS])]

    def fault(self, code, say):
        self.faults.append((code, say))


def keep(device, *sounds):
    for each in sounds:
        (device.folder / f"{each.name}.snd").write_bytes(each.data)


def loaded(device):
    own = device.loader
    own.load()
    return own


TUNE, TAPE = made("ping", PING), made("laugh", wav(lasts_ms=200), ".wav")


def test_stored_sounds_are_loaded(device):
    keep(device, TUNE, TAPE)
    own = loaded(device)
    assert sorted(device.own) == ["laugh", "ping"]
    assert device.own["ping"] == (TUNE.program.tobytes(), EVERY_MS)
    assert (own.waiting, own.restart, own.unusable) == (False, False, {})
    assert own.ram_bytes == TUNE.ram_bytes + TAPE.ram_bytes
    assert device.speaker.asked == [0, len(TAPE.recording) // 2]


def test_sound_of_a_game_that_is_not_loaded_is_ignored(device):
    keep(device, TUNE, made("go", PING))
    own = loaded(device)
    assert (list(device.own), own.unusable, device.faults) == (["ping"], {}, [])


def test_recordings_without_contiguous_memory_wait_for_the_next_start(device):
    keep(device, TUNE, TAPE)
    device.speaker.answers = [True, MemoryError]
    own = loaded(device)
    assert list(device.own) == ["ping"]
    assert (own.waiting, own.restart) == (False, True)
    assert device.faults == []


def test_recording_that_no_longer_fits_is_a_fault(device):
    keep(device, TAPE)
    own = loaded(device)
    keep(device, TUNE, made("power_up", wav(lasts_ms=400), ".wav"))
    device.speaker.answers = [True, MemoryError]  # for both recordings
    own.load()
    assert (list(device.own), own.restart) == (["ping"], True)
    ((code, say),) = device.faults
    assert code == events.SOUND_UNUSABLE
    assert "until the device restarts" in say


def test_memory_of_recordings_is_kept_until_a_load_without_recordings(device):
    keep(device, TUNE, TAPE)
    own = loaded(device)
    words = len(TAPE.recording) // 2
    device.speaker.answers = [MemoryError]  # there is no longer a free block of this size
    own.load()
    assert (sorted(device.own), own.restart) == (["laugh", "ping"], False)
    (device.folder / "laugh.snd").unlink()
    device.speaker.answers = []
    own.load()
    assert device.speaker.asked == [0, words, 0, 0], "without recordings the memory must be freed"


def test_recording_is_dropped_if_memory_runs_out_after_reading_it(device, monkeypatch):
    """Its memory is freed, so the place that it refers to no longer contains sound."""
    keep(device, TUNE, TAPE)
    aim, calls = own_sound.aim, []

    def second_lacks(program, halfwords, first):
        calls.append(halfwords)
        if len(calls) == 2:
            raise MemoryError
        return aim(program, halfwords, first)

    monkeypatch.setattr(own_sound, "aim", second_lacks)
    own = loaded(device)
    assert calls == [len(TAPE.recording), 0, 0]
    assert list(device.own) == ["ping"]
    assert (list(own.lengths), own.restart) == (["ping"], True)


@pytest.mark.parametrize("step", ["read_head", "aim"])
def test_lack_of_memory_leaves_only_the_built_in_sounds(device, monkeypatch, step):
    keep(device, TUNE, TAPE)

    def lacks(*_):
        raise MemoryError

    monkeypatch.setattr(own_sound, step, lacks)
    own = loaded(device)
    assert (device.own, own.lengths) == ({}, {})
    assert (own.waiting, own.restart) == (False, True)


def test_loading_waits_until_the_current_sound_has_ended(device):
    device.loader._replace({"ping": (b"old", 350)})
    keep(device, TAPE)
    device.speaker.playing = True
    own = loaded(device)
    assert device.own == {"ping": (b"old", 350)}
    assert own.waiting is True
    device.speaker.playing = False
    device.speaker.answers = [True, None]  # a press comes between the two steps
    own.load()
    assert (device.own, own.waiting) == ({}, True)
    own.load()
    assert (list(device.own), own.waiting) == (["laugh"], False)


def test_unreadable_sound_file_is_reported_and_the_others_play(device, monkeypatch):
    keep(device, TUNE, TAPE)
    (device.folder / "laugh.snd").unlink()
    (device.folder / "laugh.snd").mkdir()
    own = loaded(device)
    assert list(device.own) == ["ping"]
    assert list(own.unusable) == ["laugh"]
    assert device.faults[0][0] == events.SOUND_UNUSABLE


def test_empty_or_missing_folder_restores_the_built_in_sounds(device):
    device.loader._replace({"ping": (b"old", 350)})
    own = loaded(device)
    assert (device.own, own.lengths, own.ram_bytes) == ({}, {}, 0)
    device.folder.rmdir()
    own.load()
    assert own.waiting is False


def test_longest_answer_about_sounds_fits_one_line():
    tables = (device_sounds.SOUNDS, QuestionBlock.SOUNDS, WormsPlay.SOUNDS)
    names = sorted(tune for table in tables for tune in tunes_of(table))
    full = {name: [32_768, 14_000] for name in names}
    for lengths, unusable in ((full, {}), ({}, dict.fromkeys(names))):
        own = SimpleNamespace(
            lengths=lengths, unusable=unusable, waiting=False, restart=False, ram_bytes=32_768
        )
        link = sound_requests.SoundHandlers(None, None, lambda own=own: own, None)
        reply = protocol.ok("x" * protocol.MAX_ID_CHARS, link.handlers["sounds"]({}))
        assert protocol.decode(protocol.encode(reply, 64)) == reply
