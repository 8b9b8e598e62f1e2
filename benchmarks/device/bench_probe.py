"""Runs on the device next to Pingblock's tasks and disturbs them.

It depends on only one property of the firmware: its first task runs in
``asyncio.run_until_complete``.
"""

import asyncio

from bench_load import Load, Mark

_LOAD_PAUSE_MS = 10
_COLLECT_EVERY_MS = 800
_BUSY_AFTER_MS = 1500  # By then, the power-on sound is over.


def install(load=False, collect=False, busy=False):
    """Starts probes just before ``asyncio.run_until_complete`` runs the firmware's first task.

    Args:
        load: whether to make load all the time.
        collect: whether to collect garbage regularly, with a mark on a pin.
        busy: whether to compute without a pause, so that no other task can run. A mark shows the
            beginning.
    """
    probes = [_load] * load + [_collect] * collect + [_busy] * busy
    plain = asyncio.run_until_complete

    def beside(main):
        for probe in probes:
            asyncio.create_task(probe())
        return plain(main)

    asyncio.run_until_complete = beside


async def _load():
    load = Load()
    while True:
        load.step()
        await asyncio.sleep_ms(_LOAD_PAUSE_MS)


async def _collect():
    mark = Mark()
    mark.keep()
    while True:
        await asyncio.sleep_ms(_COLLECT_EVERY_MS)
        mark.collect()


async def _busy():
    await asyncio.sleep_ms(_BUSY_AFTER_MS)
    Mark().now()
    number = 1
    while True:
        number = (number * 75 + 74) % 65537
