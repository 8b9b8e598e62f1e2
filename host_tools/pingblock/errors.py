"""The one family of errors that Pingblock's library raises for its users."""


class PingblockError(Exception):
    """Something the user can act on. The message is a sentence: what, where, what to do."""


class MissingFile(PingblockError):
    """A file that a command needs is not there."""


class Unavailable(PingblockError):
    """This machine cannot run what was asked for (an engine, a tool, a sound device)."""


class BadInput(PingblockError):
    """Input that cannot be used; the message names the place and the reason."""
