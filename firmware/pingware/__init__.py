"""Pingblock's firmware. The host imports ``shared`` and the rules in ``games``; nothing else."""
