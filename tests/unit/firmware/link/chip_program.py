"""Runs the console on the chip, talks all the time, and measures the time of each call."""

import sys
from time import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us

import micropython

from pingware.boards.usb_port_rp2 import UsbPort
from pingware.games import registry
from pingware.link.console import Console
from pingware.shared import protocol
from pingware.shared.declarations import Declarations
from pingware.storage import files, stored_settings

NOTE_EVERY_MS = 15
DECLARATIONS = Declarations(registry.OWN, registry.block, None)  # the other games are not needed
longest_us = {"drain": 0, "flush": 0}
STREAMS = sys.stdin.buffer, sys.stdout.buffer
console = Console(*STREAMS, DECLARATIONS, micropython.kbd_intr, UsbPort())


def timed(name, action, *arguments):
    start = ticks_us()
    result = action(*arguments)
    longest_us[name] = max(longest_us[name], ticks_diff(ticks_us(), start))
    return result


def stored():
    """Returns the stored values after settings and a seed were written to the flash."""
    first = stored_settings.load(DECLARATIONS)
    first.change({"volume": 3})
    with open(files.SEED_FILE, "wb") as file:
        file.write(b"77")
    saved = first.save()
    return {
        "saved": saved,
        "volume": stored_settings.load(DECLARATIONS).volume,
        "seed": files.read_seed(),
    }


def talk():
    number = 0
    next_ms = ticks_ms()
    while True:
        for request in timed("drain", console.drain, ticks_ms()):
            seen = {"longest_us": longest_us, "refused": console.refused}
            console.send(protocol.ok(request.get("id"), seen))
        if ticks_diff(ticks_ms(), next_ms) >= 0:
            next_ms = ticks_add(next_ms, NOTE_EVERY_MS)
            console.send(protocol.event("note", n=number, text="w" * (number * 37 % 150)))
            number += 1
        timed("flush", console.outbox.flush)
        sleep_us(300)


console.open()
console.send(protocol.event("stored", **stored()))
try:
    talk()
except KeyboardInterrupt:
    console.close()
