"""Random inputs, and whether the device at rest answers a press after them."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.soak.test_hands_by_chance import REQUESTS, SETTINGS

from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import open_bench

UP_MS = 1500
REST_MS = 16_000  # time for the longest sound, the pause after it, and an auction without bids
ANSWER_MS = 300

GAMES = ("block", "dice", "storm_dice", "fortune")
Step = tuple[str, object]


def _asked() -> list[Step]:
    found: list[Step] = [("ask", ("game", {"name": name})) for name in GAMES]
    for game in GAMES:
        found += [("ask", asked) for asked in REQUESTS[game]]
        found += [("ask", ("settings", {"set": each})) for each in SETTINGS[game]]
    return found


_HANDS: list[Step] = [
    *(("press", for_ms) for for_ms in (60, 60, 60, 900)),
    *(("check", for_ms) for for_ms in (60, 900, 2300)),
    *(("lever", for_ms) for for_ms in (300, 300, 2300)),
    *(("choose", presses) for presses in (1, 2, 3)),
]
STEPS = st.lists(
    st.tuples(
        st.one_of(st.sampled_from(_HANDS), st.sampled_from(_asked())),
        st.sampled_from((5, 40, 150, 400, 1200, 4000)),  # ms until the next action
    ),
    min_size=2,
    max_size=12,
)
# After each of these, the block button once failed.
LEVER_IN_A_NEW_GAME = [(("press", 60), 40), (("choose", 1), 5), (("lever", 300), 400)]
DICE_IN_A_SOUND = [
    (("press", 60), 40),
    (("ask", ("game", {"name": "dice"})), 5),
    (("ask", ("dice", {"roll_off": 3})), 400),
]


def _do(bench, what, how):
    if what == "press":
        bench.press(for_ms=how, bounce=CLEAN)
        bench.advance(how if how > 100 else 0)
    elif what == "check":
        bench.check(for_ms=how, bounce=CLEAN)
        bench.advance(how)
    elif what == "lever":
        bench.pull_lever(bounce=CLEAN)
        bench.advance(how)
        bench.release_lever(bounce=CLEAN)
    elif what == "choose":
        bench.check(for_ms=100 + 200 * how, bounce=CLEAN)
        for nth in range(how):
            bench.press(bench.now_ms + 60 + 200 * nth, bounce=CLEAN)
        bench.advance(110 + 200 * how)
    else:
        bench.request(how[0], **how[1])


def unanswered(engine, steps, seed=7):
    """Returns the fault after some steps: a press without an answer, or a restart, or ""."""
    with open_bench(engine, seed) as bench:
        bench.advance_to(UP_MS)
        for (what, how), pause_ms in steps:
            _do(bench, what, how)
            bench.advance(pause_ms)
        bench.advance(REST_MS)
        before = len(bench.events("outcome"))
        bench.press(bounce=CLEAN)
        bench.advance(ANSWER_MS)
        if len(bench.events("reset")) > 1:
            return "It restarted."
        said = bench.events("text")
        if said:
            return f"It failed: {said}"
        return "" if len(bench.events("outcome")) > before else "The press was not answered."
