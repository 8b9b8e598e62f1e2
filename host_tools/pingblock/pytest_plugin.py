"""Pytest fixtures for programs that use a Pingblock: a virtual device in emulated time.

    def test_press_gives_outcome(pingblock_device, pingblock_bench):
        pingblock_bench.press()
        assert pingblock_device.wait_for("outcome")["draw"] == 1

``--pingblock-engine`` and ``--pingblock-seed`` apply to the whole test run, and
``@pytest.mark.pingblock(engine="chip", seed=3, files={"/seed": b"3"})`` to one test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pingblock.connection.device import Device
    from pingblock.virtual.bench_port import BenchPort
    from pingblock.virtual.virtual_device import Bench

_MARKER = "pingblock(engine, seed, files): the virtual device that the test gets."
_DEFAULT_SEED = 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("pingblock", "virtual Pingblock")
    group.addoption(
        "--pingblock-engine",
        choices=("desk", "wasm", "chip"),
        help="what the virtual device runs on (desk where it runs)",
    )
    group.addoption(
        "--pingblock-seed",
        type=int,
        default=_DEFAULT_SEED,
        help=f"fixes the virtual device's draws ({_DEFAULT_SEED})",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    config.addinivalue_line("markers", _MARKER)


def pytest_report_header() -> str | None:
    """Reports why the engine is not the desk, if that is the case."""
    from pingblock.virtual.engines import choose

    note = choose(None).note
    return f"pingblock: {note}" if note else None


def _marked(
    engine: str | None = None, seed: int | None = None, files: Mapping[str, bytes] | None = None
) -> dict[str, object]:
    """Returns the values of a marker, by name or in this order."""
    given = {"engine": engine, "seed": seed, "files": files}
    return {name: value for name, value in given.items() if value is not None}


@pytest.fixture
def _pingblock(request: pytest.FixtureRequest) -> Iterator[tuple[Bench, BenchPort]]:
    from pingblock.errors import Unavailable
    from pingblock.virtual.bench_port import open_bench_with_port

    marker = request.node.get_closest_marker("pingblock")
    chosen = {
        "engine": request.config.getoption("--pingblock-engine"),
        "seed": request.config.getoption("--pingblock-seed"),
        **(_marked(*marker.args, **marker.kwargs) if marker else {}),
    }
    try:
        bench, port = open_bench_with_port(**chosen)
    except Unavailable as lack:
        pytest.skip(str(lack))
    with bench:
        yield bench, port


@pytest.fixture
def pingblock_bench(_pingblock: tuple[Bench, BenchPort]) -> Bench:
    """A virtual device that has started, with methods to move its parts and to see and hear it."""
    return _pingblock[0]


@pytest.fixture
def pingblock_device(_pingblock: tuple[Bench, BenchPort]) -> Iterator[Device]:
    """The opened ``pingblock.Device`` of the test's virtual device."""
    from pingblock.connection.device import Device

    port = _pingblock[1]
    with Device(port, clock=port.clock) as device:
        yield device
