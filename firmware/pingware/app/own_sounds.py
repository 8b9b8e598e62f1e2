"""The owner's sounds: files that take the place of ours. Loaded only where there are any.

All are read into memory beforehand, so that a press finds its sound as fast as ever. One that is
damaged leaves ours in its place, and is told as a fault.
"""

import gc
import os
from array import array
from binascii import crc32

from pingware.shared import events, own_sound
from pingware.shared.sounds import told_by

FOLDER = "/sounds"
ENDING = ".snd"


class OwnSounds:
    """The sounds in ``FOLDER``.

    Args:
        device: ``app.device.Block``.
    """

    def __init__(self, device):
        self._device = device
        self.waiting = True  # for silence, to be loaded
        self.restart = False  # some are for the next start: the memory is in pieces
        self.lengths = {}  # a tune's name -> [bytes of its file, how long it sounds in ms]
        self.unusable = {}  # a tune's name -> why
        self.ram_bytes = 0

    def load(self):
        """Takes what is in the folder now; goes on ``waiting`` if something sounds."""
        gc.collect()  # so that nothing new comes to lie in the middle of the free memory
        own = self._device.programs.own
        before = dict(own)
        own.clear()
        self._device.arm()
        if self._device.speaker.make_room(0) is None:
            own.update(before)
            self._device.arm()
            return
        self._start()
        del before
        heads = self._heads()
        try:
            self._take_all(heads)
        except MemoryError:  # there is enough after the next start, before it is in pieces
            self._take_tunes(heads)
        self._device.arm()

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
        """Returns what the files say of themselves, as far as all fit (tune -> head)."""
        heads = {}
        for name in sorted(names()):
            try:
                with open(path_of(name), "rb") as file:
                    head = own_sound.head(file.read(own_sound.HEAD_BYTES))
                if name not in _told():
                    raise ValueError("nothing here plays it")
                self._count(4 * head[1] + 2 * head[2])
                heads[name] = head
            except (OSError, ValueError) as wrong:
                self._refuse(name, str(wrong))
        return heads

    def _count(self, ram_bytes):
        if self.ram_bytes + ram_bytes > own_sound.RAM_BYTES_MOST:
            raise ValueError("it does not fit beside the others")
        self.ram_bytes += ram_bytes

    def _take_all(self, heads):
        self._device.programs.own.clear()  # what is in there points into the room before
        self.lengths = {}
        gc.collect()
        at = 0  # words of the room
        room = self._device.speaker.make_room(sum([head[2] for head in heads.values()]) // 2)
        if room is None:
            return
        self.waiting = False
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
        first = self._device.speaker.room_at + 2 * at
        length_ms = own_sound.aim(program, halfwords, first)
        self.lengths[name] = [len(start) + 2 * halfwords, length_ms]
        for told in _told()[name]:
            self._device.programs.own[told] = (bytes(program), length_ms)

    def _refuse(self, name, why):
        self.unusable[name] = why
        say = "The sound %s cannot be played (%s): ours sounds in its place." % (name, why)
        self._device.fault(events.SOUND_UNUSABLE, say)


def names():
    """Returns the names of the tunes for which there is a file (list of str)."""
    try:
        found = os.listdir(FOLDER)
    except OSError:
        return []
    return [entry[: -len(ENDING)] for entry in found if entry.endswith(ENDING)]


def path_of(name):
    """Returns where a tune's file lies (str)."""
    return FOLDER + "/" + name + ENDING


def _told():
    """Returns what each tune tells (dict of str to list of str)."""
    found = {}  # type: dict[str, list[str]]
    for table in (told_by.TUNE_OF, told_by.WORM_TUNE_OF):
        for told in table:
            if told != "load":  # it measures the cells
                found.setdefault(table[told], []).append(told)
    return found
