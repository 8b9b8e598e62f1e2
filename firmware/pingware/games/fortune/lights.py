"""Light shows of the fortune deck: a pattern for each card."""

from pingware.games.coded_shows import CodedShows

SHOWS = CodedShows(
    "gold 909099 255 170 0;diamond 975321 150 200 255;captain 999099 0 60 255;"
    "sorceress 3690369 160 0 255;chest 0369999 255 100 0;monkey 90999 0 255 40;"
    "sea2 990909 0 200 255;sea3 99090909 0 200 255;sea4 9909090909 0 200 255;"
    "skull1 9 255 0 0;skull2 99909 255 0 0;storm 0246420 150 150 150;truce 999999 0 255 40;"
    "zombie 99099 60 255 0"
)
