"""The fault log: counts, order and its bound."""

from pingware.shared.ticks import PERIOD
from pingware.storage.files import FaultLog


def test_fault_log_counts_each_fault_and_its_times() -> None:
    log = FaultLog()
    assert log.note("stuck", 100)
    assert not log.note("stuck", 250)
    assert log.note("late", 300)
    assert log.entries() == [
        {"code": "stuck", "count": 2, "first_ms": 100, "last_ms": 250},
        {"code": "late", "count": 1, "first_ms": 300, "last_ms": 300},
    ]
    assert log.counts() == {"stuck": 2, "late": 1}
    assert log.total == 3


def test_full_log_forgets_the_least_recently_seen_fault() -> None:
    log = FaultLog(2)
    for now_ms, code in enumerate(("a", "b", "a", "c")):
        log.note(code, now_ms)
    assert [entry["code"] for entry in log.entries()] == ["a", "c"]
    assert log.note("b", 9), "a forgotten fault is new again"
    assert log.total == 5


def test_fault_log_never_exceeds_its_size_and_returns_copies() -> None:
    log = FaultLog(4)
    for n in range(1000):
        log.note(f"fault {n % 9}", PERIOD - 1)
        assert len(log.entries()) <= 4
        log.entries()[0]["count"] = 77
    assert log.total == 1000
    assert 77 not in [entry["count"] for entry in log.entries()]
