"""The rows about uploads: the target is so many times what mpremote did in the same run."""

import pytest
from tests.bench import report
from tests.bench.table import text
from tests.bench.upload import Upload


def results(ram_kb_s, flash_kb_s, late_ms):
    """Returns what the jobs would, where mpremote copies 15 kB/s to RAM and 13 to flash."""

    def both(kb_s, **more):
        return (Upload(kb_s, 50.0, 12.0, **more),) * 2

    return {
        "upload ours untimed": both(ram_kb_s, late_ms=5.0),
        "upload ours timed": both(flash_kb_s, late_ms=late_ms),
        "upload mpremote untimed": both(15.0),
        "upload mpremote timed": both(13.0),
    }


@pytest.mark.parametrize(
    ("values", "missed"),
    [
        ((90.0, 39.0, 60.0), 0),
        ((89.9, 39.0, 60.0), 1),
        ((90.0, 38.9, 60.0), 1),
        ((90.0, 39.0, 60.1), 1),
        ((10.0, 10.0, 99.0), 3),
    ],
)
def test_each_target_bites(values, missed):
    rows = report._uploads(results(*values))
    assert [row.met for row in rows].count(False) == missed


def test_table_says_who_the_peer_is():
    rows = report._uploads(results(95.0, 40.0, 50.0))
    assert all("mpremote" in row.what for row in rows if row.peer)
    assert "95" in text(rows, "picozero")
