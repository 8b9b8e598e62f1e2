"""Names of the joined files that a device forgets. Plain modules of a desk stay loaded."""

# Without this, 151 kB are free after four games, not 160. Plain modules would miss the limits of
# time and memory, so a device has none of them (docs/how/joiner.md).
ASK = "ask_"  # begins the names of files that are freed after the last request
ON_DEMAND = "ask_on_demand"  # the first of them
GAME = "app_game_"  # followed by the name of the game
TIMED = "app_timed"  # shared by timed games
