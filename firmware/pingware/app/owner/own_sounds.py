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
from pingware.storage.places import FILES_MOST, NAME_MAX_CHARS

FOLDER = "/sounds"
ENDING = ".snd"


class OwnSounds:
    """The sounds in ``FOLDER``.

    Args:
        sound, host, reports: of ``app``.
    """

    def __init__(self, sound, host, reports):
        self._sound = sound
        self._host = host
        self._reports = reports
        self._own = {}  # tune -> (program as bytes, how long it sounds in ms)
        self._due = False
        self._tables = 0  # how many were loaded at the latest look into the folder; 0: none yet
        self.restart = False  # some are for the next start: the memory is in pieces
        self.lengths = {}  # a tune's name -> [bytes of its file, how long it sounds in ms]
        self.unusable = {}  # a tune's name -> why
        self.ram_bytes = 0

    @property
    def waiting(self):
        """True if the folder is to be looked into once it is quiet: it was asked for, or a game
        has loaded more tunes (bool)."""
        return self._due or self._tables not in (0, len(self._loaded()))

    def load_soon(self):
        """Has the tasks load what is in the folder, once it is quiet."""
        self._due = True

    def load(self):
        """Takes what is in the folder now; goes on ``waiting`` if something sounds."""
        self._due = True
        gc.collect()  # so that nothing new comes to lie in the middle of the free memory
        before = self._own
        self._replace({})
        if self._sound.speaker.make_room(0) is None:
            self._replace(before)
            return
        self._start()
        del before
        try:
            self._take_what_fits()
        except MemoryError:  # not even for the list of files
            self.restart = True
            self._due = False
            self._tables = len(self._loaded())
        self._replace(self._own)

    def _take_what_fits(self):
        heads = self._heads()
        try:
            self._take_all(heads)
        except MemoryError:  # there is enough after the next start, before it is in pieces
            self._take_tunes(heads)

    def _replace(self, own):
        """Plays ``own`` from now on, in the place of ours."""
        self._own = own
        self._sound.replace(own)
        self._host.game.arm()

    def _take_tunes(self, heads):
        """Does without recordings, and if memory lacks for tunes as well, without any."""
        self.restart = True
        try:
            self._take_all({name: heads[name] for name in heads if not heads[name][2]})
        except MemoryError:
            self._take_all({})

    def _start(self):
        self.lengths = {}
        self.unusable = {}
        self.ram_bytes = 0
        self.restart = False

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

    def _take_all(self, heads):
        self._replace({})  # what was in there points into the room before
        self.lengths = {}
        gc.collect()
        at = 0  # words of the room
        room = self._sound.speaker.make_room(sum([head[2] for head in heads.values()]) // 2)
        if room is None:
            return
        self._due = False
        self._tables = len(self._loaded())
        for name in sorted(heads):
            words = heads[name][2] // 2
            try:
                self._take(name, heads[name], room[at : at + words], at)
            except (OSError, ValueError) as wrong:
                self._refuse(name, str(wrong))
            at += words

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
        say = "The sound %s cannot be played (%s): put it there anew." % (name, why)
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
