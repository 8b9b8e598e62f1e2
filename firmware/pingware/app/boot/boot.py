"""Composition root: boots in two stages, runs the tasks, and leaves everything quiet.

Stage one starts sound and block button before anything else is imported, so that a press counts a
few hundredths of a second after power-on. Stage two starts light, check button, cells and link.
"""

import os
from typing import Any

from pingware.app.play.block_button import BlockButton
from pingware.app.play.chosen_game import ChosenGame
from pingware.app.play.sound_output import SoundOutput
from pingware.app.play.stage import LateOutputs
from pingware.boards import this_pico
from pingware.games import registry
from pingware.shared import random32
from pingware.shared.declarations import Declarations
from pingware.storage import files, stored_settings


def run():
    """Runs the device until the host interrupts it, then leaves it silent, dark and at the prompt.

    A crash restarts the device, see ``crash``. If that fails, too, the watchdog restarts it.
    """
    device = FirstStage()
    try:
        device.open()
        from asyncio import create_task, run_until_complete  # type: ignore[attr-defined]

        from pingware.app.boot import tasks

        running = tasks.Tasks(device)
        try:
            # ``asyncio.run`` would need more of the small stack, because it adds one call.
            run_until_complete(create_task(running.run()))
        finally:
            running.close()
    except KeyboardInterrupt:
        device.board.close()  # mpremote and terminals interrupt the firmware here
    except BaseException as wrong:  # includes the cancellation of a task
        device.close()
        from pingware.app.care import crash

        crash.survive(wrong)
    finally:
        device.close()


_BAD_PINS = "The file of pins cannot be read: type 'pingblock pins' with your pins again."


class Signal:
    """Signal from hard interrupts to the tasks, which do not run yet at the first press.

    It wakes the task that waits for ``stream`` (``micropython.RingIO``), once that is connected.

    asyncio asks this stream at every interrupt, including those of the mixer. A ``RingIO`` answers
    in C. A ``ThreadSafeFlag`` would take 0.5 % of the processor during each sound.
    """

    stream: "Any" = None

    def connect(self, stream):
        """Sets the stream that the tasks wait for, and wakes them."""
        self.stream = stream
        self.set()

    def set(self):
        """Wakes the tasks. Hard interrupts can call it because it allocates no memory."""
        if self.stream:
            self.stream.write(b"!")


class Chance:
    """Source of all random generators of one device: hardware entropy, or a fixed seed for tests.

    ``seed`` is the fixed seed (int) or None. It starts as the seed in the file.
    """

    def __init__(self):
        self.seed = files.read_seed()

    def reseed(self, seed):
        """Fixes the seed (int). None returns to hardware entropy."""
        self.seed = seed

    def generator(self, salt=0):
        """Returns a new ``random32.Random32``.

        Args:
            salt: int. With a fixed seed each user needs a different salt, so that their draws
                differ.
        """
        if self.seed is None:
            return random32.from_bytes(os.urandom(random32.SEED_BYTES))
        return random32.from_int(self.seed ^ salt)


class FirstStage:
    """Parts of one device that a press needs: board, settings, sound, button and game."""

    def __init__(self):
        own = files.read_pins()
        self.board = this_pico.made(own or {})
        self.settings = stored_settings.load(Declarations(registry.OWN, registry.block, _catalog))
        if own is None:
            self.settings.problems.append(_BAD_PINS)
        self.signal = Signal()
        self.chance = Chance()
        self.sound = SoundOutput(self.board, self.settings, self.signal)
        self.block_button = BlockButton(self.board, self.sound, self.signal)
        self.outputs = LateOutputs()
        self.chosen = ChosenGame(self)

    def open(self):
        """Prepares the device for the first press."""
        self.sound.open()
        if not self.board.power_parts()[0].value():
            self.sound.soften()  # the cells are not tested yet
        self.chosen.game.open()
        self.block_button.button.open()

    def close(self):
        """Makes everything silent and stops interrupts. It can be called twice."""
        self.block_button.button.close()
        self.sound.close()


def _catalog():
    from pingware.games import catalog

    return catalog.CATALOG
