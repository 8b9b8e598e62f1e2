"""Every sound and show that the firmware plays by name exists."""

import ast
from pathlib import Path

from pingblock.sounds import tables
from pingblock.tunes.tune_files import tunes_of
from pingware.games.block import rules
from pingware.shared.battery import VERDICTS

PACKAGE = Path(__file__).parents[4] / "firmware" / "pingware"
ASKS = {"play", "announce", "program"}
# These names come from rules, and not from a call.
OF_RULES = {outcome.kind for outcome in rules.OUTCOMES}
OF_RULES |= {"low_battery", "goodbye", "battery_demo_cell", "battery_on_usb"}
OF_RULES |= {f"battery_{verdict}" for verdict in VERDICTS}
OF_RULES |= {f"tick_{left}" for left in range(1, 6)} | {"ended", "stopped", "won"}


def asked_for() -> set[str]:
    """Returns the texts with which games and app play a sound."""
    files = [path for room in ("games", "app") for path in (PACKAGE / room).rglob("*.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text()))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    named = [c.args[0] for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr in ASKS]
    texts = {arg.value for arg in named if isinstance(arg, ast.Constant)}
    return {text for text in texts if isinstance(text, str)} - {"tick"}  # tick_1 to tick_5


def test_each_tune_name_is_used_in_only_one_sound_table() -> None:
    """A custom sound replaces its name's tune, and ``pingblock sounds`` lists each name once."""
    names = [name for table in tables.sound_tables() for name in tunes_of(table)]
    assert sorted(name for name in names if names.count(name) > 1) == []


def test_each_requested_sound_exists() -> None:
    asked = asked_for()
    assert {"nothing_yet", "ready", "number", "go", "ratchet", "refused"} <= asked
    played = {each for names in tables.names_played().values() for each in names}
    assert (asked | OF_RULES) - played - set(tables.tunes()) == set()
