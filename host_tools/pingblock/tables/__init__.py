"""Referees of whole games: rules are pure functions, and a table is a log of commands."""
