"""Sound output: programs for the speaker, and a gain within volume, cap and supply."""

import io
import time
from array import array

import deflate

from pingware.drivers.speaker import Speaker
from pingware.shared import volume

_FADE_MS = 40  # a stopped sound is silent after 20 ms, and its bias reaches 0 within this time
_WINDOW_BITS = 9  # window of the build's deflated data
_REPEATS = 1  # the word of a program that holds its number of repetitions


class SoundOutput:
    """The speaker of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        settings: ``shared.settings.Settings``.
        signal: ``app.boot.boot.Signal``, set at the end of each sound.
    """

    def __init__(self, board, settings, signal):
        self._settings = settings
        self._signal = signal
        self.speaker = Speaker(board.speaker_parts())
        self.ended = False  # whether a sound has ended since ``take_ended``
        self._own = {}  # tune -> (the owner's program as bytes, how long it sounds, ms)
        self.gain_q8 = self._cap = 0  # current values: 0..256, 0..472
        self.limit_q8 = volume.LOUDEST_Q8  # the loudest gain that the supply allows
        self._other_gain = False  # whether the next sound has another gain than the settings'
        settings.on_change(("volume", "cap", "mute_lock", "button_mute"), self._apply_volume)

    def open(self):
        """Prepares the first sound."""
        self.speaker.on_end(self._on_end)
        self.speaker.open(array("H"))
        self._apply_volume()

    def close(self):
        """Fades a sound, then stops the speaker for good. It can be called twice."""
        try:
            self.speaker.stop()
            since_ms = time.ticks_ms()
            while self.speaker.playing and time.ticks_diff(time.ticks_ms(), since_ms) < _FADE_MS:
                time.sleep_ms(1)
        finally:  # after a second Ctrl-C, a soft reset during DMA would hang the chip
            self.speaker.close()

    # --- sounds

    def program(self, table, tune, count):
        """Returns a tune's program (``array('i')``), of the custom sound if one exists.

        Args:
            table: ``shared.sounds.sound_table.SoundTable`` that holds the tune.
            tune: its name.
            count: number of repetitions, only for a tune that is counted.
        """
        own, programs = self._own.get(tune), table.tunes
        if own:
            words = own[0]
        elif type(programs) is dict:
            # not one call deeper, because it takes 0.9 kB of stack
            words = _inflating(programs[tune]).read()
        else:
            words = _picked(programs, tune)
        program = array("i", words)
        program[_REPEATS] = max(1, count)
        return program

    def own_ms(self, tune):
        """Returns the length of the custom sound for a tune (int, ms), or 0 if there is none."""
        own = self._own.get(tune)
        return own[1] if own else 0

    def replace(self, own):
        """Uses custom sounds (tune -> (program as bytes, ms)) instead of the built-in ones."""
        self._own = own

    def start(self, program, yields=False):
        """Starts a program. Allocates no memory.

        Args:
            program: a result of ``program``.
            yields: bool, whether a press can interrupt it.

        Returns:
            bool, whether it was started. False while another sound plays that does not yield.
        """
        return (self.speaker if yields else self.ready()).start(program, yields)

    def ready(self):
        """Returns the speaker with the gain for a sound that does not yield. Allocates no memory.

        A press starts its sound there without further calls, because each call uses stack.
        """
        if self._other_gain:  # the load of a battery test, or the power-on ping
            self.restore_gain()
        return self.speaker

    def take_ended(self):
        """Returns whether a sound has ended since the last call (bool)."""
        if not self.ended:  # An end that comes now stays for the next call.
            return False
        self.ended = False
        return True

    def _on_end(self):
        """Notes in a hard interrupt that the sound is over. Allocates no memory."""
        if self._other_gain:
            self.restore_gain()
        self.ended = True
        self._signal.set()

    # --- gain

    def limit_gain(self, gain_q8):
        """Limits every sound to the supply's gain (0..256), from the next buffer on."""
        if gain_q8 != self.limit_q8:
            self.limit_q8 = gain_q8
            self._apply_volume()

    def soften(self):
        """Lowers the gain for untested cells. It is a hard interrupt and allocates no memory."""
        self.limit_q8 = volume.UNTESTED_Q8
        self.gain_q8 = min(self.gain_q8, volume.UNTESTED_Q8)
        self.speaker.set_volume(self.gain_q8, self._cap)

    def gain_for_one(self, gain_q8):
        """Sets another volume, within the cap, until the next sound has ended."""
        self._other_gain = True
        self.speaker.set_volume(gain_q8, self._cap)

    def _apply_volume(self):
        """Takes volume and cap from the settings. They act within one buffer of samples."""
        chosen_q8, self._cap = volume.gain_and_cap(self._settings)
        self.gain_q8 = min(chosen_q8, self.limit_q8)
        self.restore_gain()

    def restore_gain(self):
        """Returns to the volume of the settings."""
        self._other_gain = False
        self.speaker.set_volume(self.gain_q8, self._cap)


def _picked(programs, tune):
    """Returns the words of one of the tunes that a build has packed together."""
    names, data = programs
    packed = _inflating(data)
    words = b""
    for name in names.split():
        words = packed.read(int.from_bytes(packed.read(4), "little"))
        if name == tune:
            break
    return words


def _inflating(data):
    return deflate.DeflateIO(io.BytesIO(data), deflate.RAW, _WINDOW_BITS)
