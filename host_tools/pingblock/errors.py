"""Errors that Pingblock's library raises for its users."""


class PingblockError(Exception):
    """An error that the user can fix. The message says what is wrong, where it is, and what to do.

    Args:
        say: the message, in words that suit the command line, the page and a program.
        option: a sentence about command-line options, which only the command line adds.
    """

    def __init__(self, say: str = "", option: str = "") -> None:
        super().__init__(say)
        self.option = option


class MissingFile(PingblockError):
    """A file that a command needs is missing."""


class Unavailable(PingblockError):
    """This computer lacks an engine, a tool or a sound device."""


class BadInput(PingblockError):
    """Input that cannot be used. The message names the place and the reason."""


class LinkError(PingblockError):
    """The serial link to a device cannot be used."""


class NoDevice(LinkError):
    """No device is plugged in, or several are and the user has not named a port."""


class PortBusy(LinkError):
    """The port exists, but another program uses it, or the user has no permission to open it."""


class LinkLost(LinkError):
    """The port disappeared while it was open: unplugged, reset or closed."""


class NoAnswer(LinkError):
    """The expected answer did not arrive in time."""


class AtPrompt(NoAnswer):
    """MicroPython's prompt answers, not our firmware. ``facts`` describes the board."""

    def __init__(self, say: str, facts: object = None) -> None:
        super().__init__(say)
        self.facts = facts


class WrongDevice(LinkError):
    """The device at the port is not a Pingblock, or has another version of the protocol."""


class Refused(PingblockError):
    """The device refused a request. ``code`` is for programs, the text for people."""

    def __init__(self, code: str, say: str) -> None:
        super().__init__(say)
        self.code = code


class RolledBack(PingblockError):
    """New firmware failed its trial, so the device returned to the old one."""
