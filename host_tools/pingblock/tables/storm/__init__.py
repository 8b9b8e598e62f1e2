"""Referee of ``storm``: health points, walls, a storm that takes the board, lines of sight."""
