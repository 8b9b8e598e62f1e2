"""Lever and servo of the apple base, and the tasks of its game."""
