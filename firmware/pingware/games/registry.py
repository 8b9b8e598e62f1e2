"""Games of this firmware: the one place that lists them, with what each declares."""

from collections import namedtuple

from pingware.games.block import options as block
from pingware.games.worms import options as worms
from pingware.shared import device_options

# settings, requests: name to ``rules.Setting`` and ``rules.Request``.
Options = namedtuple("Options", ("name", "settings", "requests"))

# The device itself, then each game. A new game is a line here and its import.
OPTIONS = (
    Options("device", device_options.SETTINGS, device_options.REQUESTS),
    Options("block", block.SETTINGS, block.REQUESTS),
    Options("worms", worms.SETTINGS, worms.REQUESTS),
)
