"""Changes one number, the pace of coins. Sounds, light, page and recognition must follow."""

from itertools import pairwise

import pytest
from tests.dropped import ROOT, changed_firmware, run

from pingblock.virtual import engines
from pingware.shared.light_show import EVERY_MS

pytestmark = pytest.mark.rules
PACE = f"EVERY_MS = {EVERY_MS}\n"
FOLLOWS = """
from pingblock.make_page.page_data import data_files
from pingblock.sounds.rules import rule_of
from pingblock.sounds.tables import tunes
from pingblock.virtual import heard
from pingware.games import sound_sequence
from pingblock.tunes import sequencer
from pingware.shared import light_show
assert sequencer.ticks(500) == light_show.EVERY_TICKS == sound_sequence.GAP_TICKS
assert 500_000 < light_show.PING_US < 501_000
assert {tune.get("repeat_every_ms", 500) for tune in tunes().values()} == {500}
assert b'"pingMs":500' in data_files()["data/games.json"]
assert (rule_of("ping").longest_ms, heard.PAUSE) == (500, 600)
print("all follow")
"""


@pytest.fixture(scope="module")
def firmware(tmp_path_factory):
    """A copy of the firmware whose coins come every 500 ms."""
    place = tmp_path_factory.mktemp("pace")
    return changed_firmware(place, "shared/light_show.py", PACE, "EVERY_MS = 500\n")


def test_sounds_light_page_and_ear_follow_the_pace(firmware):
    assert run((firmware, ROOT / "host_tools"), "-c", FOLLOWS) == "all follow\n"


def test_coins_are_heard_and_seen_at_the_changed_pace(firmware, monkeypatch, bench_of):
    monkeypatch.setattr(engines, "firmware_dir", lambda: firmware)
    bench = bench_of("desk", 5)
    bench.advance_to(1500)
    bench.request("profile", name="custom", weights=[0, 0, 1] + [0] * 6)
    bench.advance(500)
    start_ms = bench.now_ms
    bench.press()
    bench.advance(3000)
    heard = [onset.at_ms for onset in bench.heard().onsets if onset.at_ms > start_ms]
    gaps = [after - before for before, after in pairwise(heard)]
    assert gaps == pytest.approx([500.7] * 2, abs=3)
    changes = ((at_us / 1000, rgb) for at_us, rgb in bench.parts.light.changes)
    lit = [at_ms for at_ms, rgb in changes if at_ms > start_ms and any(rgb)]
    assert lit[-1] - lit[0] == pytest.approx(1001, abs=40)
