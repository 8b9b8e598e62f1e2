"""Light shows of the fortune deck: a pattern for each card."""

from pingware.games.coded_shows import CodedShows

SHOWS = CodedShows(
    b"gold 909099 fa0;diamond 975321 9cf;captain 999099 04f;"
    b"sorceress 3690369 90f;chest 0369999 f60;monkey 90999 0f2;"
    b"sea2 990909 0cf;sea3 99090909 0cf;sea4 9909090909 0cf;"
    b"skull1 9 f00;skull2 99909 f00;storm 0246420 999;truce 999999 0f2;"
    b"zombie 99099 4f0"
)
