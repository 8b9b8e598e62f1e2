"""A slow board at MicroPython's prompt: the tools' messages about it are true."""

import pytest

from pingblock.connection import recovery
from pingblock.connection.recovery import bring_back
from pingblock.connection.transport import Lines
from pingblock.errors import AtPrompt, NoAnswer

POLL_S = 0.05
GREETING = b'{"event":"hello"}'


class SlowPrompt:
    """A friendly prompt that echoes each line, and prints the answer a while later.

    Args:
        slow_s: how many seconds each echo takes.
        tells_s: how many seconds the answer to ``QUESTION`` takes, or None if there is no answer.
        facts: end of that answer.
    """

    def __init__(self, slow_s, tells_s, facts="0; 1;"):
        self.now_s = 0.0
        self._slow_s, self._tells_s = slow_s, tells_s
        self._facts = f"\r\nmode: ; Raspberry Pi Pico with RP2040; {facts}\r\n>>> ".encode()
        self._said = []

    def clock(self):
        return self.now_s

    @property
    def in_waiting(self):
        return sum(len(said) for at_s, said in self._said if at_s <= self.now_s)

    def read(self, size=1, /):
        due = [each for each in self._said if each[0] <= self.now_s]
        self._said = self._said[len(due) :]
        if not due:
            self.now_s += POLL_S
        return b"".join(said for _, said in due)

    def write(self, keys, /):
        if keys == recovery.QUESTION:
            self._say(self._slow_s, keys + b"\n")
            if self._tells_s is not None:
                self._say(self._tells_s, self._facts)
        elif keys == recovery.SOFT_RESET:
            self._say(self._slow_s, GREETING)
        else:
            shown = b"9054077\r\n" if b"3007" in keys else b""
            self._say(self._slow_s, keys + b"\n" + shown + b">>> ")
        return len(keys)

    def _say(self, after_s, said):
        self._said.append((self.now_s + after_s, said))


@pytest.fixture
def said(monkeypatch):
    """Sentences for the person, who must not end a program."""
    told = []

    class Person:
        says = staticmethod(told.append)

        @staticmethod
        def agrees(question):
            pytest.fail(f"a slow prompt was taken for a program: {question}")

    monkeypatch.setattr(recovery, "PERSON", Person)
    return told


def brought_back(board):
    bring_back(Lines(board, "COM7"), board.clock, NoAnswer("It is silent."), "ask")


@pytest.mark.parametrize(("slow_s", "tells_s"), [(0.1, 0.2), (0.5, 0.9), (1.2, 2.0), (0.3, 6.0)])
def test_slow_board_at_the_prompt_is_started_again(said, slow_s, tells_s):
    brought_back(SlowPrompt(slow_s, tells_s))
    assert said == ["It was at MicroPython's prompt: Pingblock at COM7 was started again."]


@pytest.mark.parametrize("tells_s", [None, 20.0])
def test_silent_board_is_not_reported_as_another_program(said, tells_s):
    with pytest.raises(
        AtPrompt, match="did not say within 8 s whether it starts Pingblock"
    ) as told:
        brought_back(SlowPrompt(0.1, tells_s))
    assert "does not start Pingblock" not in str(told.value)
    assert "'pingblock restart --port COM7'" in str(told.value)
    assert said == []


def test_board_with_another_program_gets_advice_to_install(said):
    with pytest.raises(AtPrompt, match="does not start Pingblock: run 'pingblock install'"):
        brought_back(SlowPrompt(0.1, 0.2, facts="0; 0;"))
