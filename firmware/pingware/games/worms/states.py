"""States of a run of the worms, how it ends, and the replies to what is asked of it."""

READY, ARMED, STARTED = "ready", "armed", "started"
ENDED, STOPPED, WON = "ended", "stopped", "won"

# Replies.
DONE = "done"
BUSY = "busy"
NOTHING = "nothing"
