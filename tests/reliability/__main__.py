"""``python -m tests.reliability [some|every|table] [KIND ...]``: tries, then prints the table.

``some`` takes minutes, ``every`` hours; both go on where they were stopped. WORKERS says how many
processes.
"""

from __future__ import annotations

import sys

from tests.reliability import table
from tests.reliability.experiments import KINDS


def main(words: list[str]) -> int:
    """Returns the exit code: 1 if something was lost, 2 for words that say nothing here."""
    how, *names = words or ["some"]
    if how not in ("some", "every", "table") or not set(names) <= set(KINDS):
        print(f"Say some, every or table, and any of: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    lost = []
    if how != "table":
        lost = [each for name in names or KINDS for each in KINDS[name].run(how == "every")]
    print(table.text())
    for each in lost:
        print(each, file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
