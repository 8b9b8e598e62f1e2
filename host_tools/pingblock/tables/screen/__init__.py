"""A table on the terminal: the board in words, what can be done, and what happened."""
