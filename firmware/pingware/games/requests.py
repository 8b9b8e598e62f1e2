"""Requests of the device and of all games."""

from pingware.games.block import requests as block
from pingware.games.worms import requests as worms
from pingware.shared import device_requests

# By name: rules by argument, or a pair of these and a check of a whole message.
REQUESTS = (device_requests.REQUESTS, block.REQUESTS, worms.REQUESTS)
