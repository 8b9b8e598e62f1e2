"""Custom sounds: files of the owner that replace built-in sounds. Loaded only if any exist.

All are read into memory beforehand, so that a press starts its sound without delay. If a file is
damaged, the built-in sound plays and a fault is reported.
"""

import gc
import os
from array import array
from binascii import crc32
from typing import Any

from pingware.shared import events, own_sound
from pingware.shared.sounds import device_sounds
from pingware.storage.file_policy import FILES_MOST, NAME_MAX_CHARS

FOLDER = "/sounds"
ENDING = ".snd"
# Sounds that are loaded: all, those without a recording, or none, to save memory.
_ALL, _TUNES, _NONE = range(3)
_IN_PIECES = "Memory is fragmented: custom sounds are off until the device restarts."


class OwnSounds:
    """The sounds in ``FOLDER``.

    Args:
        settings, sound, host, reports: the objects of ``app``.
    """

    def __init__(self, settings, sound, host, reports):
        self._settings = settings
        self._sound = sound
        self._host = host
        self._reports = reports
        self._own = {}  # tune -> (program as bytes, how long it sounds in ms)
        self._due = False
        self._for: "Any" = None  # set of loaded tunes at the latest look into the folder
        # whether some sounds need a restart, because the free memory is fragmented
        self.restart = False
        # buffer for recordings, which is kept because later the memory can be fragmented
        self._room = b""
        self.lengths = {}  # a tune's name -> [bytes of its file, how long it sounds in ms]
        self.unusable = {}  # a tune's name -> reason
        self.ram_bytes = 0

    @property
    def waiting(self):
        """Returns whether the folder must be read again once the device is quiet (bool).

        This is needed after a request, a change of the game, or a game's loading of more tunes.
        """
        return self._due or self._for not in (None, self._loads())

    def _loads(self):
        return self._settings.game, len(self._loaded())

    def load_soon(self):
        """Makes the tasks load the folder's files once the device is quiet."""
        self._due = True

    def load(self):
        """Loads the folder's files. It stays ``waiting`` while a sound plays."""
        self._due = True
        gc.collect()  # so that new objects do not split the free memory
        if self._sound.speaker.playing:
            return
        before = self.lengths
        self._due = self.restart = False
        self._for = self._loads()
        for kinds in (_ALL, _TUNES, _NONE):
            try:
                self._take_all(kinds)
                break
            # After a restart, memory is not fragmented.
            except MemoryError:
                self.restart = True
        self._replace(self._own)
        # only for a sound that the device has played before
        if self.restart and any(name not in self.lengths for name in before):
            self._reports.fault(events.SOUND_UNUSABLE, _IN_PIECES)

    def _replace(self, own):
        """Plays ``own`` instead of the built-in sounds from now on."""
        self._own = own
        self._sound.replace(own)
        self._host.game.arm()

    def _heads(self):
        """Returns the heads of the files that a loaded game plays, by tune, as far as all fit."""
        heads = {}
        for name in sorted(names()):
            if not self._is_played(name):  # not noted, because many such files can exist
                continue
            try:
                with open(path_of(name), "rb") as file:
                    head = own_sound.read_head(file.read(own_sound.HEAD_BYTES))
                self._count(4 * head[1] + 2 * head[2])
                heads[name] = head
            except (OSError, ValueError) as wrong:
                self._refuse(name, str(wrong))
        return heads

    def _loaded(self):
        """Returns the tables of tunes of the device and of the loaded games (list)."""
        tables = [device_sounds.SOUNDS]
        for stage in self._host.stages():
            tables += stage.tables
        return tables

    def _is_played(self, tune):
        return any(table.has(tune) for table in self._loaded())

    def _count(self, ram_bytes):
        if self.ram_bytes + ram_bytes > own_sound.RAM_BYTES_MOST:
            raise ValueError("it does not fit with the others")
        self.ram_bytes += ram_bytes

    def _take_all(self, kinds):
        self._replace({})  # its programs point into the previous buffer
        self.lengths = {}
        self.unusable = {}
        self.ram_bytes = 0
        gc.collect()
        heads = {} if kinds == _NONE else self._heads()
        if kinds == _TUNES:
            heads = {name: heads[name] for name in heads if not heads[name][2]}
        at = 0  # next free word of the buffer
        room = self._room_for(sum([head[2] for head in heads.values()]) // 2)
        if room is None:
            self._due = True
            return
        for name in sorted(heads):
            words = heads[name][2] // 2
            try:
                self._take(name, heads[name], room[at : at + words], at)
            except (OSError, ValueError) as wrong:
                self._refuse(name, str(wrong))
            at += words

    def _room_for(self, words):
        """Returns a buffer for recordings (memoryview), or None while a sound plays.

        It reuses the previous buffer if that is large enough. Raises MemoryError.
        """
        speaker = self._sound.speaker
        if words and len(self._room) >= words and not speaker.playing:
            return self._room[:words]
        self._room = b""
        if speaker.make_room(0) is None:
            return None
        room = speaker.make_room(words)
        self._room = room or b""
        return room

    def _take(self, name, head, room, at):
        """Reads one file. Its recording is read directly into the buffer."""
        crc, words, halfwords = head
        with open(path_of(name), "rb") as file:
            start = file.read(own_sound.HEAD_BYTES + 4 * words)
            read = file.readinto(room) if halfwords else 0
            beyond = file.read(1)
        if crc32(room, crc32(start[own_sound.CRC_FROM :])) & 0xFFFFFFFF != crc:
            raise ValueError("it is damaged")
        if beyond or read != 2 * halfwords:
            raise ValueError("its length is wrong")
        program = array("i", start[own_sound.HEAD_BYTES :])
        first = self._sound.speaker.room_at + 2 * at
        length_ms = own_sound.aim(program, halfwords, first)
        self.lengths[name] = [len(start) + 2 * halfwords, length_ms]
        self._own[name] = (bytes(program), length_ms)

    def _refuse(self, name, why):
        self.unusable[name] = why
        say = "The sound %s cannot be played (%s): upload it again." % (name, why)
        self._reports.fault(events.SOUND_UNUSABLE, say)


def names():
    """Returns the names of the tunes that have a file (list of str)."""
    found: list[str] = []
    try:
        for entry in os.ilistdir(FOLDER):
            if entry[0].endswith(ENDING) and len(entry[0]) <= NAME_MAX_CHARS:
                found.append(entry[0][: -len(ENDING)])
            if len(found) == FILES_MOST:
                break
    except OSError:
        pass
    return found


def path_of(name):
    """Returns the path of a tune's file (str)."""
    return FOLDER + "/" + name + ENDING
