"""A game in the terminal: the board in words, the possible commands, and past events."""
