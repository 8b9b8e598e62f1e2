"""Byte stream of an opened port, with the methods of pyserial's ``Serial`` that we use."""

from __future__ import annotations

from typing import Protocol

POLL_S = 0.05  # longest wait of a read, after which Windows can handle Ctrl-C


class Stream(Protocol):
    """Byte stream like pyserial's ``Serial``. A read ends after ``POLL_S`` at the latest."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...
