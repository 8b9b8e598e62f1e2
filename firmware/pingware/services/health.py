"""Health of the firmware: whether every task and every interrupt is at work. Pure.

Each has a number, which is kept in a word that survives a reset; ``shared.sayings`` has words.
"""

CRASH = 1
