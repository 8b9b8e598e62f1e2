"""Property games: one engine; an edition is a board file with a few switches."""
