"""State of the page's server for its next start: its token, and the owner's files."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe

from pingblock.common.output_file import state_folder, write_file
from pingblock.errors import BadInput

TOKEN_BYTES = 12
_NAME = "page.json"


@dataclass
class Kept:
    """The token of the page's address, and the owner's files: path on the device to content."""

    token: str
    files: dict[str, bytes]

    @classmethod
    def load(cls) -> Kept:
        """Returns what the last server kept; a new token and no files if that cannot be read."""
        try:
            held = json.loads(_place().read_bytes())
            files = {str(path): b64decode(data) for path, data in held["files"].items()}
            return cls(str(held["token"]), files)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls(token_urlsafe(TOKEN_BYTES), {})

    def save(self, files: dict[str, bytes]) -> None:
        """Writes it where only its owner can read it; raises BadInput if it cannot be written."""
        if files == self.files and _place().is_file():
            return
        self.files = files
        texts = {path: b64encode(data).decode() for path, data in files.items()}
        place = _place()
        try:
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as fault:
            raise BadInput(f"{place.parent} cannot be made: {fault.strerror}.") from None
        write_file(place, json.dumps({"token": self.token, "files": texts}).encode())
        place.chmod(0o600)


def _place() -> Path:
    return state_folder(_NAME)
