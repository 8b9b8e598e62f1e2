"""Names of the merged files that a device must know.

The build takes them from here. In merged firmware ``sys.modules`` contains them.
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
)  # freed after the last request
GAME = "app_game_"  # followed by the name of the game
GAME_REQUESTS = "_requests"  # follows the name of the game
TIMED = "app_timed"  # shared by timed games, and the beginning of the names of more such files
