"""Settings of the device and of all games."""

from pingware.games.block import options as block
from pingware.games.worms import options as worms
from pingware.shared import device_options

# Each by the setting's name.
SETTINGS = (device_options.SETTINGS, block.SETTINGS, worms.SETTINGS)
HELP = (device_options.HELP, block.HELP, worms.HELP)
