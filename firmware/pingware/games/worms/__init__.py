"""The Wiggly Worms base: runs, referee, motion."""
