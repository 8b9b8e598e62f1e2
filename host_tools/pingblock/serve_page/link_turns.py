"""Lets several programs use one serial link in turns, so that lines and files are not mixed."""

from __future__ import annotations

from collections.abc import Hashable

from pingblock.errors import BadInput
from pingware.shared import protocol

# Maximum bytes that wait for one program. A running device reads them within milliseconds.
MOST_UNSENT = 1_000_000
# Ctrl-A and Ctrl-C, with which a program asks for MicroPython's prompt
_PROMPT_KEYS = (b"\x01", b"\x03")
_LINE_MOST = 4096  # A longer line is not part of the protocol.
_LEFT = "left"  # pseudo program that ends the line of a program that has left


class LinkTurns:
    """Bytes that wait for the device, and the programs that sent them.

    A program keeps its turn until its line ends, its file is sent, or MicroPython's prompt is
    left. The program that came first is next.
    """

    def __init__(self) -> None:
        self._waiting: dict[Hashable, bytearray] = {}
        self._turn: Hashable = None  # the program whose turn it is, or None between two lines
        self._line = b""  # the part of the current line that was sent
        self._said = b""  # the device's output since its last whole line
        self._file_id: object = None  # id of the request whose file is being sent
        self._at_prompt = False

    def add(self, name: Hashable, data: bytes) -> None:
        """Adds bytes of a program. Raises BadInput if too many bytes of it are waiting."""
        waiting = self._waiting.setdefault(name, bytearray())
        if len(waiting) + len(data) > MOST_UNSENT:
            raise BadInput("The page sends bytes faster than the device reads them.")
        waiting += data

    def is_full(self, name: Hashable) -> bool:
        """Returns whether a program should wait before it sends more."""
        return len(self._waiting.get(name, b"")) >= _LINE_MOST

    @property
    def waits(self) -> bool:
        """True if bytes can be sent."""
        return any(self._waiting.get(name) for name in self._next)

    @property
    def _next(self) -> list[Hashable]:
        """The programs that can send now."""
        return list(self._waiting) if self._turn is None else [self._turn]

    def take(self, room: int) -> bytes:
        """Returns up to ``room`` bytes for the device: a piece of one program's line or file."""
        name = next((each for each in self._next if self._waiting.get(each)), None)
        if name is None:
            return b""
        waiting = self._waiting[name]
        whole = len(waiting) if self._keeps else (waiting.find(b"\n") + 1) or len(waiting)
        piece = bytes(waiting[: min(whole, room)])
        del waiting[: len(piece)]
        self._turn = name
        if not self._keeps:
            self._note(piece)
        return piece

    @property
    def _keeps(self) -> bool:
        return self._at_prompt or self._file_id is not None

    def _note(self, piece: bytes) -> None:
        """Determines from the sent bytes whether the turn ends here."""
        self._line = (self._line + piece)[-_LINE_MOST:]
        if any(key in piece for key in _PROMPT_KEYS):
            self._at_prompt, self._line = True, b""
        elif piece.endswith(b"\n"):
            message = _message(self._line)
            self._file_id = message.get("id") if message.get("do") == "put" else None
            self._line = b""
        if not self._keeps and not self._line:
            self._turn = None

    def hear(self, data: bytes) -> None:
        """Ends a file's turn at the device's answer, and a prompt's turn at the device's hello."""
        if not self._keeps:
            self._said = b""
            return
        *lines, rest = (self._said + data).split(b"\n")
        self._said = rest[-_LINE_MOST:]
        for message in map(_message, lines):
            if message.get("event") == "hello":
                self._at_prompt = False
                self.restart()
            elif message.get("id") == self._file_id and ("ok" in message or "error" in message):
                self.restart()

    def restart(self) -> None:
        """Ends the transfer of a file, because the device has restarted."""
        self._file_id, self._said = None, b""
        if not self._at_prompt and not self._line:
            self._turn = None

    def leave(self, name: Hashable) -> None:
        """Forgets a program that has left, and ends the line that it began."""
        self._waiting.pop(name, None)
        if self._turn == name:
            self._turn = _LEFT
            self._waiting[_LEFT] = bytearray(b"\n" * bool(self._line))
            self._at_prompt = False
            self.restart()


def _message(line: bytes) -> dict[str, object]:
    try:
        found = protocol.decode(line.strip())
    except protocol.ProtocolError:
        return {}
    return found if isinstance(found, dict) else {}
