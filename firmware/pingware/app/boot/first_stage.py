"""Parts that a press needs, wired: stage one of the boot."""

from pingware.app.play.block_button import BlockButton
from pingware.app.play.chance import Chance
from pingware.app.play.chosen_game import ChosenGame
from pingware.app.play.late_outputs import LateOutputs
from pingware.app.play.signal import Signal
from pingware.app.play.sound_output import SoundOutput
from pingware.boards import this_pico
from pingware.games import registry
from pingware.shared.declarations import Declarations
from pingware.storage import stored_settings


class FirstStage:
    """Parts of one device that a press needs: board, settings, sound, button and game."""

    def __init__(self):
        self.board = this_pico.made()
        self.settings = stored_settings.load(Declarations(registry.OWN, registry.block, _catalog))
        self.signal = Signal()
        self.chance = Chance()
        self.sound = SoundOutput(self.board, self.settings, self.signal)
        self.block_button = BlockButton(self.board, self.sound, self.signal)
        self.outputs = LateOutputs()
        self.chosen = ChosenGame(self)

    def open(self):
        """Gets ready for the first press."""
        self.sound.open()
        if not self.board.power_parts()[0].value():
            self.sound.soften()  # nobody has tested the cells yet
        self.chosen.game.open()
        self.chosen.stage.prepare()
        self.block_button.button.open()

    def made(self):
        """Returns the objects that are made once, itself too, see ``Tasks._forget_starts``."""
        parts = [self, self.board, self.settings, self.signal, self.chance, self.sound]
        parts += [self.sound.speaker, self.block_button, self.block_button.button]
        return parts + [self.outputs, self.chosen]

    def close(self):
        """Leaves everything silent and without interrupts; safe to call twice."""
        self.block_button.button.close()
        self.sound.close()


def _catalog():
    from pingware.games import catalog

    return catalog.CATALOG
