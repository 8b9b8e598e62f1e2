"""Requests of the screen over the serial link, sent without waiting for the answer."""

from __future__ import annotations

from pingblock.virtual.bench import Bench
from pingblock.virtual.serial_tap import Event
from pingware.shared import protocol

ANSWER_MS = 2000.0


class SerialRequests:
    """Requests over USB; the answers come as events of kind ``reply``."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._last = 0
        self._open: dict[str, float] = {}

    @property
    def waiting(self) -> bool:
        """True while an answer is still to come."""
        return bool(self._open)

    def ask(self, do: str, **arguments: object) -> None:
        """Sends a request now."""
        self._last += 1
        name = f"play{self._last}"
        self._bench.send(protocol.encode({"id": name, "do": do, **arguments}))
        self._open[name] = self._bench.now_ms + ANSWER_MS

    def answered(self, reply: Event) -> None:
        """Notes that ``reply`` has come."""
        self._open.pop(str(reply.get("id")), None)

    def overdue(self) -> int:
        """Returns how many answers have not come in time, and waits for them no more."""
        late = [name for name, until_ms in self._open.items() if self._bench.now_ms > until_ms]
        for name in late:
            del self._open[name]
        return len(late)
