"""Names of the joined files that a device forgets. Plain modules of a desk stay loaded."""

# If they stayed, 151 kB would be free after four games instead of 160. Plain modules would miss
# the limits of time and memory, so a device has none of them (docs/how/joiner.md).
ASK = "ask_"  # begins the names of files that are freed after the last request
ON_DEMAND = "ask_on_demand"  # the first file of this kind that is loaded
GAME = "app_game_"  # followed by the name of the game
TIMED = "app_timed"  # shared by timed games
