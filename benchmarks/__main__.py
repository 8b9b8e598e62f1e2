"""``python -m benchmarks`` measures all, prints the table, and fails if a target is missed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

from benchmarks.jobs import jobs, measure
from benchmarks.page_of_rows import PAGE, page
from benchmarks.report import by_the_clock, emulated
from benchmarks.subjects import PEER, peer_version
from benchmarks.table import Row, all_met, as_data, text
from pingblock.errors import PingblockError

NOTES = """
- a: flash without wait states. b: with a model of the flash cache (16 kB, 50 cycles per miss).
- Presses bounce. A press counts from its first contact of at least 0.2 ms. If the sound already
  follows a contact above 50 us, the press counts from that contact. A contact below 50 us is a
  spike, which must not count. "Max from the first touch" counts from the first contact, even if
  it is a spike.
- "First sample" is the first step of the pin. Then the bias rises for 5.8 ms. "New sound" is the
  first sample of the sound, after the bias. "Audible" is the time at which the amplifier is on
  and the level is above -50 dB.
- "Under load" means: the host asks for the status, the device reads its flash, the garbage
  collector runs over 60 kB of live objects, and tasks keep the processor busy for 12 ms.
- "peer / ours" is the peer's value divided by ours. "s/s" is emulated seconds per second of
  processor time. It depends on this computer, so a missed target does not fail the run.
- Uploads: the host sends 3 files of 64 kB. Our device verifies and renames them. The peer is
  mpremote's copy to a chip that does no other work. It polls the port every 10 ms. "Flash as fast
  as RAM" means that the flash of both erases and writes in no time.
- Our device runs the image that people download: MicroPython with the firmware linked to it.
  "After an update" it runs from slot b. Firmware with a probe or another tune is linked to the
  same base.
- The peer runs on MicroPython 1.24.1, from source, as in its documentation. "Peer compiled" means
  that it runs from .mpy files.
"""


def main() -> int:
    """Returns 0 if all targets in emulated time are met, 1 if not, 3 if nothing could run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--emulated", action="store_true", help="skip measurements in real time")
    parser.add_argument("--record", action="store_true", help="write docs/bench.md")
    wanted = parser.parse_args()
    since_s = time.perf_counter()
    try:
        rows = emulated(measure(jobs()))
        if wanted.emulated:
            rows = [row for row in rows if not row.wall]
        else:
            rows += by_the_clock()
    except PingblockError as missing:
        print(missing, file=sys.stderr)
        return 3
    if wanted.record:
        command = "make bench" if not wanted.emulated else "python -m benchmarks --emulated"
        PAGE.write_text(page(rows, f"{PEER} {peer_version()}", command, NOTES), encoding="utf-8")
    _print(rows, time.perf_counter() - since_s, wanted.json)
    return 0 if all_met(rows) else 1


def _print(rows: list[Row], took_s: float, as_json: bool) -> None:
    peer = f"{PEER} {peer_version()}"
    if as_json:
        whole = {"ok": all_met(rows), "took_s": took_s, "peer": peer, "rows": as_data(rows)}
        print(json.dumps(whole))
        return
    print(text(rows, peer), NOTES, sep="\n")
    print("Load of this computer, the mean of 1, 5 and 15 minutes:", *os.getloadavg())
    print(f"{'All targets met' if all_met(rows) else 'Targets MISSED'}; took {took_s:.0f} s.")


if __name__ == "__main__":
    sys.exit(main())
