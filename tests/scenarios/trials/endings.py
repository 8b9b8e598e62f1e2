"""Ways in which the firmware comes to an end, for trials of what it leaves behind."""

PROMPT_US = 50_000  # from Ctrl-C to the prompt
WATCHDOG_MS = 8000
# Another main.py: a task of its own stops all others, once after each power-on.
_MAIN = b"""
import asyncio, machine, sys, time
async def hang():
    await asyncio.sleep_ms(%d)
    while True:
        time.sleep_us(100)
if machine.reset_cause() == machine.PWRON_RESET:
    asyncio.create_task(hang())
sys.path[:0] = ["/a"]
import app
app.run()
"""


def ctrl_c(bench):
    bench.send(b"\r\x03")


def two_ctrl_c(bench):
    bench.send(b"\r\x03")
    bench.engine.send(bench.engine.now_us + 5000, b"\x03")


def ctrl_c_and_soft_reset(bench):
    bench.send(b"\r\x03")
    bench.engine.send(bench.engine.now_us + PROMPT_US, b"\x04")


def power_off(bench):
    bench.power_off()


def hanging_main(after_ms):
    """Returns a main.py (bytes) whose firmware hangs so long after a power-on."""
    return _MAIN % after_ms
