"""What the host adds to each press game: how its events read."""
