"""picozero's Button and Speaker on the device, used as in its documentation."""

import gc
import select
import sys
import time

from picozero import Button, Speaker

_POLL_MS = 10
_COLLECT_EVERY_MS = 800


def run(button_gpio, speaker_gpio, load=False, collect=False):
    """Runs forever, with the same load as Pingblock."""
    button, speaker = Button(button_gpio), Speaker(speaker_gpio)
    button.when_pressed = lambda: speaker.play(523, 0.2, wait=False)
    gc.collect()
    print(gc.mem_free())
    if load:
        _load()
    elif collect:
        _collect()
    while True:
        time.sleep(1)


def _load():
    from bench_load import Load

    work = Load()
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    while True:
        work.step()
        if poll.poll(0):
            sys.stdout.write(sys.stdin.readline())
        time.sleep_ms(_POLL_MS)


def _collect():
    from bench_load import Mark

    mark = Mark()
    mark.keep()
    while True:
        time.sleep_ms(_COLLECT_EVERY_MS)
        mark.collect()
