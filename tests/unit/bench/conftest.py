"""A chip without parts, for what carries its serial line."""

from contextlib import ExitStack

import pytest
from tests.bench.null_sink import NullSink

from pingblock.build.uf2 import uf2_path
from pingblock.errors import Unavailable
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.forwarder import SerialForwarder


@pytest.fixture
def chip():
    """Starts a chip with this ``main.py``; returns it, and the forwarder in front of its sink."""
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    with ExitStack() as stack:

        def start(main):
            forwarder = SerialForwarder(NullSink())
            engine = ChipEngine(forwarder, files={"main.py": main})
            stack.callback(engine.close)
            return engine, forwarder

        yield start
