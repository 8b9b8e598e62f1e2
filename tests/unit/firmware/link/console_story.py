"""A host and a console through good and bad times. It prints the events, on every Python.

The firmware must be in the path.
"""

from fake_streams import Dice, Port, opened_console
from stable import stable

from pingblock.common.declared import DECLARATIONS, request
from pingware.shared import protocol

ROUNDS = 1500
GOOD = (
    protocol.encode(request(DECLARATIONS, 1, "status")),
    protocol.encode(request(DECLARATIONS, "b", "volume", level=3, cap=9)),
    protocol.encode({"id": 3, "do": "seed", "seed": 4294967296}),
    b"help\r\n",
)


def something(dice):
    """Returns the host's next bytes: a request, half a request, garbage or b""."""
    line = GOOD[dice.below(len(GOOD))]
    choice = dice.below(8)
    if choice < 3:
        return line
    if choice == 3:
        return line[: dice.below(len(line))]
    if choice == 4:
        return dice.junk(dice.below(60))
    if choice == 5:
        return b"a\r\x03" + line
    if choice == 6 and dice.below(10) == 0:
        return b"z" * dice.below(5000) + b"\n"
    return b""


def show(*words):
    print(*words)


dice = Dice(2026)
port = Port()
console, _ = opened_console(port)
for turn in range(ROUNDS):
    port.coming += something(dice)
    port.reading = port.reading if turn % 50 else dice.below(4) > 0
    try:
        for request in console.drain(turn * 20):
            show(turn, stable(request))
            console.send(protocol.ok(request.get("id"), {"turn": turn}))
    except KeyboardInterrupt:
        show(turn, "to the prompt")
    if dice.below(4) == 0:
        console.send(protocol.event("press", turn=turn))
    for _ in range(dice.below(4)):
        console.outbox.flush()
        port.carry(1)
port.reading = True
while console.outbox.flush():
    port.carry()
port.carry()
for line in port.lines():
    show(stable(protocol.decode(line)))
show("waited", port.waited_ms, "dropped", console.outbox.dropped, "refused", console.refused)
