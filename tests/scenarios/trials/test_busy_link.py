"""A host that asks without pause: every press sounds at once, and every outcome is reported."""

from pingblock.virtual.parts.contact import CLEAN
from pingware.shared import protocol

EVERY_MS = 20
PRESSES, PRESS_EVERY_MS = 2, 1000


def test_fifty_requests_a_second_delay_no_press(opened, only):
    bench = opened("chip", **only("coins", 1))
    start_ms = bench.now_ms
    presses_ms = [start_ms + PRESS_EVERY_MS * (n + 1) + 7 * n for n in range(PRESSES)]
    for at_ms in presses_ms:
        bench.press(at_ms, bounce=CLEAN)
    number = 10_000
    while bench.now_ms < presses_ms[-1] + PRESS_EVERY_MS:
        number += 1
        bench.send(protocol.encode({"id": number, "do": "status"}))
        bench.advance(EVERY_MS)
    bench.advance(1000)
    told_ms = [event["at_ms"] for event in bench.events("outcome")]
    assert len(told_ms) == PRESSES
    assert all(0 < told - at < 400 for told, at in zip(told_ms, presses_ms, strict=True))
    wave = bench.parts.sound.waveform(start_ms * 1000)
    for at_ms in presses_ms:
        began = wave.times_us[wave.times_us >= at_ms * 1000][0] / 1000
        assert began - at_ms < 1
    answers = [id for id in bench.parts.tap.replies if id > 10_000]
    assert len(answers) == number - 10_000
    assert bench.request("status")["ok"]["lines_dropped"] == 0
