"""States of a wiggle of the worms, its ends, and the replies to requests."""

READY, ARMED, STARTED = "ready", "armed", "started"
ENDED, STOPPED, WON = "ended", "stopped", "won"

# Replies.
DONE = "done"
BUSY = "busy"
NOTHING = "nothing"
