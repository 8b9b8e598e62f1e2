"""Functions that inform and ask the person who uses the library."""

import logging
from collections.abc import Callable
from typing import Literal

# How a program can recover a device that does not answer. "never" changes nothing, "prompt"
# restarts a device at MicroPython's prompt, "ask" also asks whether to end another program, and
# "always" ends that program.
Recovery = Literal["never", "prompt", "ask", "always"]


class Person:
    """The person who uses the library: ``says`` informs, ``agrees`` asks.

    By default, sentences go to the log, and the answer is no. The command line sets other
    functions.
    """

    def __init__(self) -> None:
        self.says: Callable[[str], None] = logging.getLogger("pingblock").warning
        self.agrees: Callable[[str], bool] = lambda _question: False


PERSON = Person()
