"""Functions that tell and ask the person who uses the library."""

import logging
from collections.abc import Callable
from typing import Literal

# How far a program goes to bring a device back that does not answer: it leaves all as it is, it
# restarts one that waits at MicroPython's prompt, it also asks whether another program may be
# ended, or it ends that.
Recovery = Literal["never", "prompt", "ask", "always"]


class Person:
    """The person who uses the library: ``says`` tells, ``agrees`` asks.

    By default the log takes what is said, and the answer is no. The command line puts its own
    functions here.
    """

    def __init__(self) -> None:
        self.says: Callable[[str], None] = logging.getLogger("pingblock").warning
        self.agrees: Callable[[str], bool] = lambda _question: False


PERSON = Person()
