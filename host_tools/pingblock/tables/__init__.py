"""Referees of whole games: rules are pure functions, and a log of commands records a game."""
