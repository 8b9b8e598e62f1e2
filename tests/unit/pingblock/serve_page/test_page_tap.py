"""The tap for the page: sound in consecutive chunks, and its end."""

import struct
from random import Random

import numpy as np
import pytest

from pingblock.serve_page.page_tap import PageTap
from pingblock.virtual.harness import Harness

PERIOD_US, TOP = 45.36, 944


@pytest.fixture
def told():
    return []


@pytest.fixture
def tap(told):
    return PageTap(Harness(Random(1)), told.append)


def chunks(told):
    """Returns the time and the levels of each chunk, and only the time of each silence."""
    found = []
    for message in told:
        if isinstance(message, bytes):
            kind, at, rate = struct.unpack_from("<B7xdd", message)
            assert (kind, rate) == (1, pytest.approx(1e6 / PERIOD_US))
            found.append((at, np.frombuffer(message, "<i2", offset=24).tolist()))
        else:
            found.append(message["atSample"])
    return found


def test_levels_become_samples_and_the_stop_is_reported(tap, told):
    at_us = 1000 * PERIOD_US
    tap.speaker(at_us, PERIOD_US, np.array([945, 472], np.uint16), TOP)
    assert tap.sounding
    tap.speaker(at_us + 2 * PERIOD_US, PERIOD_US, np.array([9], np.uint16), TOP)
    tap.speaker(at_us + 3 * PERIOD_US, PERIOD_US, np.array([9, 0], np.uint16), TOP)
    assert not tap.sounding
    tap.speaker(2 * at_us, PERIOD_US, np.array([0], np.uint16), TOP)
    low = round((2 * 9 / 945 - 1) * 32767)
    assert chunks(told) == [
        (1000, [32767, round((2 * 472 / 945 - 1) * 32767)]),
        (1002, [low]),
        (1003, [low, -32767]),
        1005,
        2001,
    ]


def test_next_chunk_continues_the_sample_numbers(tap, told):
    """Rounding errors of times do not matter, although a gap of one sample would be a click."""
    at_us = 500.499 * PERIOD_US
    for drift in (0.0, 0.2, -0.3):
        tap.speaker(at_us + drift, PERIOD_US, np.full(128, 500, np.uint16), TOP)
        at_us += 128 * PERIOD_US
    assert [at for at, _ in chunks(told)] == [500, 628, 756]
