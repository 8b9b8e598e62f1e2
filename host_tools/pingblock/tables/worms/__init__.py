"""Referee of ``worms``: colours, hands and runs, with exact odds of a match."""
