"""Light shows of the dice beside those that all rolls share: bonus, auction, clock."""

from pingware.games import roll_lights
from pingware.games.coded_shows import CodedShows

SHOWS = CodedShows(
    roll_lights.ROWS + ";"
    "bonus 575869799 fa0;auction 9090 70f;bid 9 70f;"
    "sold 99664422 70f;unsold 221 444;again 9909 0ff;first n 0f2;"
    "warning 1357531 07f;clock_over 9753197531 f00"
)
