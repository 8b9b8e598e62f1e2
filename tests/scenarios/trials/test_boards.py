"""A device can have the block, the base or both, as its pin map says."""

import pytest
from benchmarks.firmware_changes import rebuilt

from pingblock.common.firmware import firmware_dir
from pingblock.virtual.source_layout import FIRMWARE

PLACE = "pingware/boards/rev_a.py"
BOTH = 'GAMES = ("block", "base")'


@pytest.fixture
def board(engine, open_bench):
    """Opens a device whose board carries ``games``."""

    def made(*games):
        def change(text):
            assert BOTH in text
            return text.replace(BOTH, f"GAMES = {games!r}")

        source = change((firmware_dir() / PLACE).read_text()).encode()
        if engine == "chip":
            return open_bench(image=rebuilt({PLACE: change}).image)
        return open_bench(files={f"{FIRMWARE}{PLACE}": source})

    return made


@pytest.mark.rules
def test_block_without_base_ignores_the_lever(board):
    bench = board("block")
    bench.press()
    bench.pull_lever()
    bench.advance(500)
    bench.release_lever()
    bench.advance(500)
    assert len(bench.events("outcome")) == 1
    assert bench.events("run") == []
    assert bench.request("worms")["error"]["code"] == "no_base"
    assert "The loaded game has no sound go" in bench.request("sounds", play="go")["error"]["say"]
    assert all(row.pulse_us == 0 for row in bench.servo())


@pytest.mark.rules
def test_base_without_block_counts_matches_with_its_button(board):
    bench = board("base")
    bench.request("worms_set", players=2)
    bench.advance(2000)
    bench.pull_lever()
    bench.advance(500)
    bench.release_lever()
    bench.advance(2000)
    bench.press()
    bench.advance(1000)
    assert bench.events("outcome") == []
    assert [event["count"] for event in bench.events("score")] == [1]
    assert [event["state"] for event in bench.events("run")] == ["armed", "started"]
