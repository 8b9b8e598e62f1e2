"""The ledger stores the experiments, and the table counts them."""

import pytest
from reliability import ledger, table
from reliability.ledger import Ledger


@pytest.fixture(autouse=True)
def own_ledgers(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "_ROOT", tmp_path)
    for module in (ledger, table):
        monkeypatch.setattr(module, "firmware_mark", lambda: "abc")
    monkeypatch.setattr(ledger, "micropython_version", lambda: "1.24.1")
    monkeypatch.setattr(table, "versions", lambda: ledger.versions(tmp_path))
    monkeypatch.setattr(table, "Ledger", lambda kind, mark: Ledger(kind, tmp_path, mark))


def test_experiments_are_read_again_without_torn_lines(tmp_path):
    first = Ledger("cuts", tmp_path)
    first.add("one", "put", "old", twice=False)
    with (tmp_path / "abc" / "1.24.1" / "cuts.jsonl").open("a") as file:
        file.write('{"key": "two", "gro')
    again = Ledger("cuts", tmp_path)
    assert "one" in again
    assert "two" not in again


def test_table_counts_tried_survived_and_lost(tmp_path):
    cuts = Ledger("cuts", tmp_path)
    for key, said, twice in (("a", "old", True), ("b", "new", False), ("c", "lost: all", False)):
        cuts.add(key, "put", said, twice=twice)
    Ledger("family", tmp_path).add(
        "d", "family", "well", hours=6.0, presses=3, draws=3, runs=1, requests=2, resets=1
    )
    Ledger("hangs", tmp_path).add("e", "hangs", "again", took_s=5.5)
    chip = Ledger("chip lines", tmp_path)
    chip.add("f", "chip", "well", lines=500, compared=490)
    chip.add("g", "chip", "lost: all", lines=550, compared=0)
    found = {row[0]: row[1:] for row in table.rows("1.24.1")}
    assert found["hostile lines to the chip"] == (1050, 500, "490 answers compared")
    assert found["power cut: put"] == (3, 2, "1 old, 1 new, 1 with a second cut")
    assert found["hours of a family's play"][:2] == (6, 6)
    assert "0 underruns, 0 resets" in found["hours of a family's play"][2]
    assert found["a task or an interrupt that fails"][2] == "1 played again, after 5.5 to 5.5 s"


def test_tables_replace_those_of_the_page(tmp_path):
    Ledger("hangs", tmp_path).add("e", "hangs", "again", took_s=5.5)
    Ledger("hangs", tmp_path, "abc/1.28.0").add("e", "hangs", "again", took_s=4.5)
    page = tmp_path / "page.md"
    old = "Firmware 123 on MicroPython {}.\n\n| a |\n| --- |\n| old |\n\n"
    page.write_text(f"Before.\n\n{old.format('1.24.1')}{old.format('1.28.0')}Behind.\n")
    for _again in range(2):
        table.write(page)
        found = page.read_text()
        _head, first, second = found.split("Firmware ")
        assert found.startswith("Before.\n\nFirmware abc")
        assert first.startswith("abc on MicroPython 1.24.1.\n\n| experiment |")
        assert first.endswith("after 5.5 to 5.5 s |\n\n")
        assert second.startswith("abc on MicroPython 1.28.0.\n\n| experiment |")
        assert second.endswith("after 4.5 to 4.5 s |\n\nBehind.\n")
        assert "old" not in found
