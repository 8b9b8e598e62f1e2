"""Sounds of the owner: files that take the place of ours. Loaded only where there are any.

All are read into memory beforehand, so that a press finds its sound as fast as ever. One that is
damaged leaves ours in its place, and is reported as a fault.
"""

import gc
import os
from array import array
from binascii import crc32

from pingware.shared import events, own_sound
from pingware.shared.sounds import device_sounds
from pingware.storage.file_policy import FILES_MOST, NAME_MAX_CHARS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = "/sounds"
ENDING = ".snd"
_ALL, _TUNES, _NONE = range(3)  # what is loaded: each takes less memory than the one before
_IN_PIECES = "Memory is fragmented: custom sounds are off until the device restarts."


class OwnSounds:
    """The sounds in ``FOLDER``.

    Args:
        settings, sound, host, reports: of ``app``.
    """

    def __init__(self, settings, sound, host, reports):
        self._settings = settings
        self._sound = sound
        self._host = host
        self._reports = reports
        self._own = {}  # tune -> (program as bytes, how long it sounds in ms)
        self._due = False
        self._for: "Any" = None  # what was loaded at the latest look into the folder
        self._empty = not names()
        self.restart = False  # some are for the next start: the memory is in pieces
        self._room = b""  # of recordings, which is kept: later, memory may be in pieces
        self.lengths = {}  # a tune's name -> [bytes of its file, how long it sounds in ms]
        self.unusable = {}  # a tune's name -> why
        self.ram_bytes = 0

    @property
    def waiting(self):
        """True if the folder is to be looked into once it is quiet: it was asked for, another
        game was chosen, or one has loaded more tunes (bool)."""
        return self._due or self._for not in (None, self._loads())

    @property
    def unused(self):
        """True if there is no file to be played, now or with another game (bool)."""
        return self._empty and not self.waiting

    def _loads(self):
        return self._settings.game, len(self._loaded())

    def load_soon(self):
        """Has the tasks load what is in the folder, once it is quiet."""
        self._due = True

    def load(self):
        """Takes what is in the folder now; goes on ``waiting`` if something sounds."""
        self._due = True
        gc.collect()  # so that nothing new comes to lie in the middle of the free memory
        if self._sound.speaker.playing:
            return
        before = self.lengths
        self._due = self.restart = False
        self._for, self._empty = self._loads(), not names()
        for kinds in (_ALL, _TUNES, _NONE):
            try:
                self._take_all(kinds)
                break
            except MemoryError:  # there is enough after the next start, before it is in pieces
                self.restart = True
        self._replace(self._own)
        if self.restart and any(name not in self.lengths for name in before):  # it was heard
            self._reports.fault(events.SOUND_UNUSABLE, _IN_PIECES)

    def _replace(self, own):
        """Plays ``own`` from now on, in the place of ours."""
        self._own = own
        self._sound.replace(own)
        self._host.game.arm()

    def _heads(self):
        """Returns the heads of the files that a loaded game plays, as far as all fit, by tune."""
        heads = {}
        for name in sorted(names()):
            if not self._is_played(name):  # noted nowhere: there may be many such files
                continue
            try:
                with open(path_of(name), "rb") as file:
                    head = own_sound.head(file.read(own_sound.HEAD_BYTES))
                self._count(4 * head[1] + 2 * head[2])
                heads[name] = head
            except (OSError, ValueError) as wrong:
                self._refuse(name, str(wrong))
        return heads

    def _loaded(self):
        """Returns the tables of tunes of the device and of the games that are loaded (list)."""
        tables = [device_sounds.SOUNDS]
        for stage in self._host.stages():
            tables += stage.tables
        return tables

    def _is_played(self, tune):
        return any(table.has(tune) for table in self._loaded())

    def _count(self, ram_bytes):
        if self.ram_bytes + ram_bytes > own_sound.RAM_BYTES_MOST:
            raise ValueError("it does not fit beside the others")
        self.ram_bytes += ram_bytes

    def _take_all(self, kinds):
        self._replace({})  # what was in there points into the room before
        self.lengths = {}
        self.unusable = {}
        self.ram_bytes = 0
        gc.collect()
        heads = {} if kinds == _NONE else self._heads()
        if kinds == _TUNES:
            heads = {name: heads[name] for name in heads if not heads[name][2]}
        at = 0  # words of the room
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
        """Returns room for recordings (memoryview), that of before if it is large enough; None
        while something sounds. Raises MemoryError."""
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
        """Reads one file; its recording goes straight to its place."""
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
    """Returns the names of the tunes for which there is a file (list of str)."""
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
    """Returns where a tune's file lies (str)."""
    return FOLDER + "/" + name + ENDING
