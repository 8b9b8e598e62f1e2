"""Writes the transcripts: ``make golden``. Look at the differences before you commit them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.scenarios.transcripts.golden import (
    FOLDER,
    GAMES_PAGE,
    MINUTE,
    PAGE,
    renewed,
    renewed_games,
    transcripts,
)

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        found = transcripts(Path(place))
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, text in found.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), found[MINUTE]), "utf-8")
    GAMES_PAGE.write_text(renewed_games(GAMES_PAGE.read_text(encoding="utf-8")), "utf-8")
    print(f"{len(found)} transcripts in {FOLDER}.")
