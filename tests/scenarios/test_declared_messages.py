"""Compares declarations of a device's messages with its answers and events."""

import pytest
from tools import page_messages

from pingblock.connection import messages, shapes
from pingblock.virtual.virtual_device import open_bench

# Requests that need arguments, and answers that depend on the device's state.
ARGUMENTS = {
    "status": {"memory": True},
    "profile": {"name": "junior"},
    "volume": {"level": 4},
    "files": {"folder": "/"},
    "update": {"what": "state"},
    "call": {"name": "pay"},
}
REST_MS = 8000  # the longest outcome is over


@pytest.fixture(scope="module")
def told():
    """The answers of a device by request, and its events."""
    with open_bench("desk", seed=1) as bench:
        bench.advance(REST_MS)
        answers = {}
        for do in messages.ANSWERS.keys() - {"remove"}:  # The device has no file to remove.
            answers[do] = bench.request(do, **ARGUMENTS.get(do, {}))["ok"]
            bench.advance(REST_MS)
        return answers, bench.events()


def undeclared(shape, value):
    """Returns the fields that a shape lacks. Settings are declared with their rules."""
    return value.keys() - shape.keys() - {"settings"}


def test_every_field_of_an_answer_is_declared(told):
    found = {do: undeclared(shapes.answer(do), fields) for do, fields in told[0].items()}
    assert {do: fields for do, fields in found.items() if fields} == {}
    assert [do for do, fields in told[0].items() if shapes.misfit(shapes.answer(do), fields)] == []


def test_field_of_a_wrong_type_is_a_misfit(told):
    status = told[0]["status"]
    for name, wrong in {"draws": "3", "faults": [], "battery": {"open_mv": None}}.items():
        assert shapes.misfit(shapes.answer("status"), {**status, name: wrong})


def test_types_of_the_page_match_the_declarations():
    text = page_messages.FILE.read_text(encoding="utf-8")
    assert text == page_messages.text(), "type: python -m tools.page_messages"
