"""Decorator of tests that are coroutines."""

import asyncio
from functools import wraps


def story(test):
    """Makes a plain test, which pytest runs, of a coroutine function."""
    return wraps(test)(lambda **given: asyncio.run(test(**given)))
