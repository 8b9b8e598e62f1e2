"""Which tune tells what, compiled for the mixer: the outcomes at once, the others when needed."""

from services import sequencer
from sounds import tunes

# What the game and the cells say -> the tune's name, where the two differ.
_TUNES = {
    "coins": "ping",
    "ready": "self_test",
    "low_battery": "warn_battery",
    "battery_good": "good",
    "battery_fair": "fair",
    "battery_replace_soon": "replace_soon",
    "battery_stop": "stop",
    "battery_demo_cell": "warn_battery",
    "battery_on_usb": "nothing_yet",
}
_COINS_MAX = 6


class Programs:
    """Compiled tunes by name and number of coins."""

    def __init__(self):
        self.recordings, self._places = sequencer.place_recordings(tunes.SAMPLES)
        self._ready = {}

    def prepare(self):
        """Compiles what an outcome may need, so that a press never waits for it."""
        for coins in range(1, _COINS_MAX + 1):
            self.of("coins", coins)
        for name in ("power_up", "laugh", "game_over"):
            self.of(name, 0)

    def of(self, name, coins):
        """Returns the program (``array('i')``) that tells ``name``.

        Args:
            name: of an outcome, a notice or a verdict.
            coins: how many pings, for "coins" only.
        """
        key = (name, coins)
        if key not in self._ready:
            tune = tunes.TUNES[_TUNES.get(name, name)]
            self._ready[key] = sequencer.compile_tune(
                tune, tunes.INSTRUMENTS, self._places, max(1, coins)
            )
        return self._ready[key]
