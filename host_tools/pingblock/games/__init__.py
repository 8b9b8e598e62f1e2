"""Words for the events of each press game."""
