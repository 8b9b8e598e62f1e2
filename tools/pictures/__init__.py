"""Pictures of the docs that are drawn from the code: motion, tunes, the three places."""
