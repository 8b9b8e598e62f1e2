"""Recovers a device that an editor or a program left at MicroPython's prompt.

Unplugging does not help if the device has batteries, because it stays at the prompt. So this
module asks the prompt for facts. If the Pico would start Pingblock, a soft reset (Ctrl-D) starts
it. Another program is ended only if a person agrees.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pingblock.common.plain_text import plain
from pingblock.connection.cures import POWER_OFF
from pingblock.connection.person import PERSON, Recovery
from pingblock.connection.transport import Lines
from pingblock.errors import AtPrompt, NoAnswer

Clock = Callable[[], float]

# Word of ``safe.py`` -> the reason why a device is in safe mode.
SAFE_MODE = {
    "damaged": "its firmware is damaged",
    "crash": "its firmware crashed three times in a row",
    "hang": "its firmware hung three times in a row",
    "asked": "the check button was held at power-on (to end it, switch the power off and on)",
}
QUIET_S = 0.3  # An answer is complete this long after its last byte.
SAY_S = 1.5  # time limit for one answer of the prompt
_TELL_S = 8.0  # time limit for the report of a start, because a slow Pico reads files first
START_S = 8.0  # time limit from a soft reset to the firmware's greeting
# Pause before a return and Ctrl-C. After it, the firmware understands them as a request to stop.
_SILENCE_S = 0.15
_ATTEMPTS = 3  # A program can catch a Ctrl-C, so it is sent up to three times.
_MOST_BYTES = 4096

INTERRUPT, LEAVE_RAW, SOFT_RESET = b"\x03", b"\x02", b"\x04"
# A space and a return, which do nothing. An empty line would run a half-typed block.
_NO_LINE = b" \r"
# The end of the output if MicroPython waits for input: the prompt, a continued line, or paste
# mode.
_WAITS = re.compile(rb"(?:^|[\r\n])(?:>>>|\.\.\.|===) +$")
_ADD, _SUM = b"3007*3011\r", re.compile(rb"9054077")
_PROMPT = re.compile(rb"(?:^|[\r\n])>>> $")
_GREETING = re.compile(rb'"event": ?"hello"')
# Code for the prompt. ``f`` is 1 if MicroPython contains our firmware, and 2 if it runs our
# firmware in place. ``o`` is 1 if a file on the Pico starts our firmware.
_LOOK = """import os, sys
p, sys.path[:] = sys.path[:], ['.frozen/start']
try:
    import factory
    f = 1
except ImportError:
    f = 0
try:
    import firmware_slots
    f = 2
except ImportError:
    pass
sys.path[:] = p
try:
    o = int('/start' in open('/main.py').read(500))
except (OSError, ValueError):
    o = 0
"""
# The code splits the words of its output, so that the echo does not match this pattern.
QUESTION = (
    f"exec({_LOOK!r}); print('mode' + ': %s; %s; %s; %s;' % "
    "(getattr(sys.modules.get('safe'), 'reason', ''), os.uname().machine, f, o))\r"
).encode()
_ANSWER = re.compile(rb"mode: (\w*); ([\w .-]*); ([012]); ([01]);")


@dataclass(frozen=True)
class PromptFacts:
    """A Pico at MicroPython's prompt.

    Args:
        safe_mode: why the device is in safe mode, a key of ``SAFE_MODE`` or newer, or "".
        machine: MicroPython's name of the board, or "" if it did not answer.
        frozen: whether MicroPython contains our firmware, or runs it in place.
        ours: whether the Pico starts our firmware after a reset.
        in_place: whether our firmware runs in place.
    """

    safe_mode: str = ""
    machine: str = ""
    frozen: bool = False
    ours: bool = False
    in_place: bool = False


class Keyboard:
    """Types keys and reads the output, over an opened port.

    Args:
        lines: the lines of the port.
        clock: returns seconds.
    """

    def __init__(self, lines: Lines, clock: Clock) -> None:
        self.name = lines.name
        self._lines = lines
        self._clock = clock
        self.last = b""  # its latest output

    def type(self, keys: bytes, until: re.Pattern[bytes], limit_s: float = SAY_S) -> bytes:
        """Types keys and reads the output, for a limited time even if the output does not end.

        Args:
            keys: bytes.
            until: pattern of the output that ends the wait.
            limit_s: seconds. After an answer, silence of ``QUIET_S`` also ends the wait, unless
                the limit is longer than ``SAY_S``, which means that silence is expected.

        Returns:
            The last bytes of the output. Raises LinkLost, NoAnswer.
        """
        self._lines.write(keys)
        said = b""
        began_s = heard_s = self._clock()
        while (now_s := self._clock()) - began_s < limit_s and not until.search(said):
            if said and now_s - heard_s >= QUIET_S and limit_s <= SAY_S:
                break
            if more := self._lines.take():
                said, heard_s = (said + more)[-_MOST_BYTES:], self._clock()
        self.last = said or self.last
        return said


def waits_at_prompt(terminal: Keyboard) -> bool:
    """Returns whether MicroPython waits for input. Does not end a running program.

    If MicroPython is at the raw prompt, it changes to the friendly prompt.
    """
    for keys in (_NO_LINE, LEAVE_RAW):
        said = terminal.type(keys, _WAITS)
        if _PROMPT.search(said):  # This can also be a program's question that looks like a prompt.
            return bool(_SUM.search(terminal.type(_ADD, _SUM)))
        if _WAITS.search(said):
            return True
    return False


def to_prompt(terminal: Keyboard) -> None:
    """Ends a running program and a half-typed input, to get the friendly prompt.

    Raises:
        NoAnswer: the prompt did not appear.
    """
    for _ in range(_ATTEMPTS):
        said = terminal.type(INTERRUPT, _PROMPT, _SILENCE_S)
        if not _PROMPT.search(said):
            said = terminal.type(b"\r" + INTERRUPT, _PROMPT)
        if _PROMPT.search(said) or _PROMPT.search(terminal.type(LEAVE_RAW, _PROMPT)):
            return
    raise NoAnswer(
        f"The program at {terminal.name} ignores Ctrl-C: {POWER_OFF}. If that does not help "
        "either, put a new image on the board in BOOTSEL mode ('pingblock image')."
    )


def asked(terminal: Keyboard) -> PromptFacts:
    """Asks a board at the friendly prompt for its facts, without changing the board."""
    found = _ANSWER.search(terminal.type(QUESTION, _ANSWER, _TELL_S))
    if not found:
        return PromptFacts()
    frozen = found[3] != b"0"
    ours = frozen or found[4] == b"1"
    in_place = found[3] == b"2"
    return PromptFacts(found[1].decode(), found[2].decode(), frozen, ours, in_place)


def bring_back(lines: Lines, clock: Clock, silence: NoAnswer, how: Recovery) -> None:
    """Makes a board that did not answer start Pingblock again, and reports this.

    Args:
        lines: the lines of the opened port.
        clock: returns seconds.
        silence: the error that made this necessary. Later errors repeat its text.
        how: the permitted steps.

    Raises:
        AtPrompt: the board is at the prompt, and Pingblock does not start there, or only in safe
            mode.
        NoAnswer: another program runs there and must not be ended, or the board stays silent.
    """
    terminal = Keyboard(lines, clock)
    what = "It was at MicroPython's prompt"
    if not waits_at_prompt(terminal):
        if how != "always" and not (how == "ask" and PERSON.agrees(_running(terminal))):
            raise NoAnswer(f"{silence} {_RESTART.format(terminal.name)}")
        what = "Another program ran there"
    to_prompt(terminal)
    facts = asked(terminal)
    if not facts.ours or facts.safe_mode:
        raise AtPrompt(_why_not(terminal.name, facts), facts)
    if not _GREETING.search(terminal.type(SOFT_RESET, _GREETING, START_S)):
        raise NoAnswer(f"{what}, and Pingblock does not start: {POWER_OFF}.")
    PERSON.says(f"{what}: Pingblock at {terminal.name} was started again.")


def _running(terminal: Keyboard) -> str:
    said = plain(terminal.last.decode("utf-8", "backslashreplace")).strip()[-60:]
    shown = f" It printed '{said}'." if said else ""
    return (
        f"Pingblock does not answer at {terminal.name}; another program may run there.{shown} "
        "End it and start Pingblock?"
    )


_RESTART = (
    "Another program may run there: 'pingblock restart --port {0}' ends it and starts Pingblock. "
    "If the board has no Pingblock yet: 'pingblock install --port {0}'."
)


def _why_not(name: str, facts: PromptFacts) -> str:
    if facts.safe_mode:
        why = SAFE_MODE.get(facts.safe_mode, f"it says '{facts.safe_mode}'")
        return (
            f"Pingblock at {name} is in safe mode: {why}. 'pingblock doctor' says how to repair "
            "it."
        )
    if not facts.machine:
        return (
            f"MicroPython's prompt answers at {name}, but the board did not say within "
            f"{_TELL_S:g} s whether it starts Pingblock: try 'pingblock restart --port {name}'. "
            f"If that does not help, 'pingblock install --port {name}' puts Pingblock on it."
        )
    return (
        f"MicroPython's prompt answers at {name}, but the board does not start Pingblock: run "
        "'pingblock install'; 'pingblock doctor' says more."
    )
