"""The person at the other end of the library: is told, and asked."""

import logging
from collections.abc import Callable
from typing import Literal

# How far a program goes to bring a device back that does not answer: it leaves all as it is, it
# restarts one that waits at MicroPython's prompt, it also asks whether another program may be
# ended, or it ends that.
Recovery = Literal["never", "prompt", "ask", "always"]


class Person:
    """Who is told and asked. By default the log is told, and nobody agrees.

    The command line puts its own functions here.
    """

    def __init__(self) -> None:
        self.says: Callable[[str], None] = logging.getLogger("pingblock").warning
        self.agrees: Callable[[str], bool] = lambda _question: False


PERSON = Person()
