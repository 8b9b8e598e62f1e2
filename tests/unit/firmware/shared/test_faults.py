"""Every fault has a code, a unique blink, a sentence, and a line in the docs."""

import re
from pathlib import Path

from pingware.shared import events, fault_texts

PAGE = Path(__file__).resolve().parents[4] / "docs" / "faults.md"
ROW = re.compile(r"\| `(\w+)` \| (\d) long, (\d) short \| (.+\.) \| (.+) \|")
TOLD_ELSEWHERE = {"hung", "stalled", "battery_no_reading", "battery_absurd", "battery_unsteady"}
EVENTS = {"hello", "press", "fault", "lever_free", "check"}


def rows():
    text = PAGE.read_text(encoding="utf-8")
    return {found[1]: int(found[2] + found[3]) for found in ROW.finditer(text)}


def test_each_fault_is_on_the_page_with_its_blinks() -> None:
    page = rows()
    assert len(page) == 14
    for code, blinks in fault_texts.FAULT_BLINKS.items():
        assert page[code] == blinks, code


def test_no_two_faults_blink_alike() -> None:
    blinks = [*fault_texts.FAULT_BLINKS.values(), fault_texts.FAULT_BLINKS_OTHER]
    assert sorted(blinks) == sorted(set(blinks))
    assert len(set(rows().values())) == len(rows())
    assert set(rows()) == set(fault_texts.FAULT_BLINKS), "a fault lacks its own blinks"


def test_each_fault_code_is_on_the_page_with_a_sentence() -> None:
    texts = {
        value for name, value in vars(events).items() if name.isupper() and type(value) is str
    }
    assert texts - EVENTS <= set(rows())
    assert set(rows()) - TOLD_ELSEWHERE == set(fault_texts.FAULT_TEXTS)
