"""Light shows of the storm dice. Actions are lit for longer than a number's flashes."""

from pingware.games.coded_shows import ROLL_SHOWS, CodedShows

SHOWS = CodedShows(
    ROLL_SHOWS + b";"
    b"shot 9642 f00;hammer 36903 f60;heal 999999 0f2;dance 936936 f0f;"
    b"wind 02468642 04f"
)
