"""The one family of errors that Pingblock's library raises for its users."""


class PingblockError(Exception):
    """Something the user can act on. The message is a sentence: what, where, what to do.

    Args:
        say: the message, in words that fit the command line, the page and a program.
        option: a sentence about options of the command line, which only the command line adds.
    """

    def __init__(self, say: str = "", option: str = "") -> None:
        super().__init__(say)
        self.option = option


class MissingFile(PingblockError):
    """A file that a command needs is not there."""


class Unavailable(PingblockError):
    """This machine cannot run what was asked for (an engine, a tool, a sound device)."""


class BadInput(PingblockError):
    """Input that cannot be used; the message names the place and the reason."""


class LinkError(PingblockError):
    """The serial link to a device cannot be used."""


class NoDevice(LinkError):
    """No port to use: none is there, or several and none was named."""


class PortBusy(LinkError):
    """The port is there but cannot be had: somebody holds it, or it is not permitted."""


class LinkLost(LinkError):
    """The port went away in the middle: unplugged, reset or hung up."""


class NoAnswer(LinkError):
    """Nothing, or not what was waited for, came in time."""


class AtPrompt(NoAnswer):
    """MicroPython's prompt answers, not our firmware; ``facts`` has what it said of the board."""

    def __init__(self, say: str, facts: object = None) -> None:
        super().__init__(say)
        self.facts = facts


class WrongDevice(LinkError):
    """The device at the port is not a Pingblock, or has another version of the protocol."""


class Refused(PingblockError):
    """The device understood and said no; ``code`` is for programs, the text for people."""

    def __init__(self, code: str, say: str) -> None:
        super().__init__(say)
        self.code = code


class RolledBack(PingblockError):
    """New firmware did not prove good; the device went back to the old one by itself."""
