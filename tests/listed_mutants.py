"""Listed mutants: wrong changes that tests once missed, each with the test that notices it."""

import tomllib
from pathlib import Path
from typing import NamedTuple

from tools.mutants.copied import FAILED, HUNG, ROOT, Copy

LIST = ROOT / "tests" / "mutants.toml"
_LIMIT_S = 300  # longer than a listed test takes unless it hangs


class Listed(NamedTuple):
    """A mutant in the list."""

    file: str  # path relative to the project
    old: str  # text that occurs once
    new: str
    test: str  # pytest's name of the test, with or without parameters
    # name of the image that must be built again, because its base contains the file
    image: str = ""


def read(path: Path = LIST) -> list[Listed]:
    """Returns the mutants of a list."""
    return [Listed(**row) for row in tomllib.loads(path.read_text("utf-8"))["mutant"]]


def is_killed(copy: Copy, mutant: Listed) -> bool:
    """Returns whether the test fails, or does not end, because of the mutant."""
    path = Path(mutant.file)
    text = (copy.place / path).read_text("utf-8")
    first = ("-m", "tools.slots", mutant.image) if mutant.image else ()
    changed = text.replace(mutant.old, mutant.new)
    code = copy.judged(path, changed, [mutant.test], _LIMIT_S, first)
    return code in (FAILED, HUNG)
