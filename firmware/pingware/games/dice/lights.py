"""Light shows of the dice beside those that all rolls share: bonus, auction, clock."""

from pingware.games.coded_shows import CodedShows

SHOWS = CodedShows(
    "bonus 575869799 255 170 0;auction 9090 120 0 255;bid 9 120 0 255;"
    "sold 99664422 120 0 255;unsold 221 60 60 60;again 9909 0 255 255;first n 0 255 40;"
    "warning 1357531 0 120 255;clock_over 9753197531 255 0 0"
)
