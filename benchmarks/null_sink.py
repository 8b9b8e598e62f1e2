"""A sink that ignores every call, for engines whose outputs do not matter."""


class NullSink:
    """Implements ``pingblock.virtual.engine.Sink``. Each call does nothing and returns 0."""

    def __getattr__(self, name):
        return lambda *arguments: 0
