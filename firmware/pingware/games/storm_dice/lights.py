"""Light shows of the storm dice: each action is lit for longer than a number that flashes."""

from pingware.games import roll_lights
from pingware.games.coded_shows import CodedShows

SHOWS = CodedShows(
    roll_lights.ROWS + ";"
    "shot 9642 255 0 0;hammer 36903 255 100 0;heal 999999 0 255 40;dance 936936 255 0 255;"
    "wind 02468642 0 60 255"
)
