"""Runs beside Pingblock's own tasks, on the device: makes load, or plays one given program."""

import asyncio
import gc
import time
from array import array

from app import tasks
from bench_load import Load, Mark

_LOAD_PAUSE_MS = 5
_COLLECT_EVERY_MS = 800
_PLAY_AFTER_MS = 1000  # the power-on sound is over by then
_PROGRAM = "/bench.program"


def install(load=False, collect=False, play=False, kernel=None):
    """Lets the tasks run with a probe among them.

    Args:
        load: make load all the time.
        collect: only collect garbage now and then, marked on a pin.
        play: play the program in the file once, marked.
        kernel: the mixer's kernel, None for the firmware's own choice.
    """

    def run(device):
        if kernel:
            device.speaker.close()
            device.speaker.open(device.programs.recordings, kernel)
        asyncio.run(_beside(device, load, collect, play))

    tasks.run = run


async def _beside(device, load, collect, play):
    if load:
        asyncio.create_task(_load())
    if collect:
        asyncio.create_task(_collect())
    if play:
        asyncio.create_task(_play(device.speaker))
    await tasks.Tasks(device).run()


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


async def _play(speaker):
    with open(_PROGRAM, "rb") as file:
        program = array("i", file.read())
    gc.collect()
    await asyncio.sleep_ms(_PLAY_AFTER_MS)
    while not speaker.start(program):
        await asyncio.sleep_ms(1)
    Mark().now()
