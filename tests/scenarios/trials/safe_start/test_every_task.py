"""If a task or an interrupt fails, the device plays again within 10 s and names the cause."""

import pytest
from reliability import hangs
from reliability.hangs import Hang


@pytest.mark.parametrize(
    "hang",
    [
        pytest.param(each, marks=[pytest.mark.long] * later, id=each.key)
        for each, later in (
            (Hang("settle", "waits"), 0),
            (Hang("settle", "holds"), 1),
            (Hang("block_interrupt", "raises"), 1),
            (Hang("block_interrupt", "gone"), 1),
        )
    ],
)
def test_trouble_is_noticed_named_and_ended_within_10_s(hang):
    said, took_s = hangs.verdict(hang)
    assert said == "again"
    assert took_s < 10
