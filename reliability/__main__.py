"""``python -m reliability [some|every|table|page] [KIND ...]`` runs experiments, and prints the
table.

``some`` takes minutes, ``every`` takes hours. If you stop either, the same command continues it.
``page`` only writes the table into ``docs/reliability.md``. WORKERS is the number of processes.
The emulated chip boots the download.
"""

from __future__ import annotations

import sys

from reliability import table
from reliability.experiments import KINDS


def main(words: list[str]) -> int:
    """Returns the exit code: 1 if data was lost, 2 for unknown words."""
    how, *names = words or ["some"]
    kinds = tuple(KINDS)
    if how not in ("some", "every", "table", "page") or not set(names) <= set(kinds):
        print(f"Use some, every, table or page, and any of: {', '.join(kinds)}.", file=sys.stderr)
        return 2
    lost = []
    if how in ("some", "every"):
        lost = [each for name in names or kinds for each in KINDS[name].run(how == "every")]
    print(table.text())
    if how == "page":
        table.write()
    for each in lost:
        print(each, file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
