"""Tests that are coroutines."""

import asyncio
from functools import wraps


def story(test):
    """Makes a test of a coroutine."""
    return wraps(test)(lambda **given: asyncio.run(test(**given)))
