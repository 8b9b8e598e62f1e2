"""A failure within a request is reported, and the device plays on."""

import asyncio
from types import SimpleNamespace

import pytest

from pingware.app.requests.link import Link


@pytest.fixture
def answer(monkeypatch):
    """Asks a link whose request ``status`` raises. Returns the answer."""

    def asked(wrong):
        def fails(_request):
            raise wrong

        board = SimpleNamespace(console_parts=lambda: (None, None, None))
        device = SimpleNamespace(board=board, settings=SimpleNamespace(declarations=None))
        sleep = SimpleNamespace(idle=SimpleNamespace(use=lambda now_ms: None))
        port = SimpleNamespace(session=0)
        parts = SimpleNamespace(host=None, reports=None, sleep=sleep, port=port)
        link, sent = Link(bytearray(10), device, parts), []
        monkeypatch.setattr(link.console, "send", sent.append)
        monkeypatch.setattr("time.ticks_ms", lambda: 0, raising=False)
        link._handlers["status"] = fails
        asyncio.run(link._answer({"id": 7, "do": "status"}))
        return sent

    return asked


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        *((OSError(5), "flash"), (MemoryError(), "no_memory"), (ValueError("No."), "bad_value")),
        *((OverflowError(), "failed"), (KeyError("x"), "failed")),
        (RuntimeError("maximum recursion depth exceeded"), "failed"),
    ],
)
def test_failed_request_is_answered_with_its_error_code(answer, wrong, code):
    (sent,) = answer(wrong)
    assert (sent["id"], sent["error"]["code"]) == (7, code)
    assert len(sent["error"]["say"]) > 2
