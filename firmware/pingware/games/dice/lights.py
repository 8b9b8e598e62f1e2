"""Light shows of the dice, in addition to those of all rolls: bonus, auction, clock."""

from pingware.games.coded_shows import ROLL_SHOWS, CodedShows

SHOWS = CodedShows(
    ROLL_SHOWS + b";"
    b"bonus 575869799 fa0;auction 9090 70f;bid 9 70f;"
    b"sold 99664422 70f;unsold 221 444;warning 1357531 07f;clock_over 9753197531 f00"
)
