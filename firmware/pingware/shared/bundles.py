"""Names of the files that a build merges the modules into, as far as a device must know them.

The build takes them from here; ``sys.modules`` has them where the firmware is merged.
"""

TASKS = "app_tasks"
ON_DEMAND = "app_on_demand"
SLOT = "app_slot"
OWNER, CELLS, CALL, FILES, SOUNDS = "app_owner", "app_cells", "app_call", "app_files", "app_sounds"
LEFT_AGAIN = (
    ON_DEMAND,
    OWNER,
    CELLS,
    CALL,
    FILES,
    SOUNDS,
    SLOT,
)  # once nobody makes requests any more
GAME = "app_game_"  # and the name of the game
GAME_REQUESTS = "_requests"  # behind that of the game
TIMED = "app_timed"  # what timed games share, and the beginning of the names of more such files
