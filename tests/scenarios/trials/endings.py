"""Ways in which the firmware can end, for trials of what happens then."""

from tests import slots_image

from pingblock.common.firmware import firmware_dir
from pingblock.virtual.source_layout import start

PROMPT_US = 50_000  # time from Ctrl-C to the prompt
WATCHDOG_MS = 8000
# An additional task that stops all others, once after each power-on.
_HANG = b"""
import asyncio, machine, time
async def hang():
    await asyncio.sleep_ms(%d)
    while True:
        time.sleep_us(100)
if machine.reset_cause() == machine.PWRON_RESET:
    asyncio.create_task(hang())
"""
_MAIN = "/main.py"


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


def hanging(engine, after_ms):
    """Returns how to open a device whose firmware hangs ``after_ms`` after a power-on (dict)."""
    source = _HANG % after_ms
    if engine == "chip":
        return {"image": slots_image.changed({}, "import hanging\n", {"hanging": source})}
    return {"files": {_MAIN: source + start(firmware_dir())[_MAIN]}}
