"""The tunes, and the events that play them."""
