"""Pingblock's firmware. The host imports only ``shared`` and the rules in ``games``."""
