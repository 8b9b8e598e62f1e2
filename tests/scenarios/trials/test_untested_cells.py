"""Level in dBFS of the first sound on cells that were not tested."""

import pytest

# 0 dBFS is a full-scale sine. The ping at full volume has -4.3 dBFS, see
# tests/scenarios/test_pitch_and_level.py. With untested cells it is 16 dB less: 5 mW instead of
# 200.
FULL_DBFS, UNTESTED_DBFS = -4.3, -20.3


def test_press_on_untested_cells_is_soft_and_the_next_loud(open_bench, only):
    bench = open_bench(volume=10, **only("coins", 1))
    for _ in range(2):
        bench.press()
        bench.advance(1500)
    bench.unplug()
    bench.advance(50)
    bench.press()
    bench.advance(5000)  # the cells are fresh, and were tested by then
    bench.press()
    bench.advance(1500)
    levels_db = [onset.level_db for onset in bench.heard().onsets if onset.at_ms > 1000]
    expected_db = [FULL_DBFS, FULL_DBFS, UNTESTED_DBFS, FULL_DBFS]
    assert levels_db == pytest.approx(expected_db, abs=1)
    # before the tasks have started, and when all have started but no test was made
    for early_ms in (160, 320):
        bench.power_off()
        bench.advance(500)
        bench.power_on()
        bench.advance(early_ms)
        bench.press()
        bench.advance(1500)
        assert bench.heard().onsets[-1].level_db == pytest.approx(UNTESTED_DBFS, abs=1), early_ms
