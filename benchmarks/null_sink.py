"""A sink that ignores every call, for engines whose outputs do not matter."""


class NullSink:
    """Implements ``pingblock.virtual.engine.Sink``. Its methods do nothing and return 0."""

    def __getattr__(self, name):
        return lambda *arguments: 0
