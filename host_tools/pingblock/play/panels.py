"""The words on the face: each panel is a function from a state to a text. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from pingblock.games import dice, hints
from pingblock.play import story
from pingblock.play.colours import ALARM, FAINT, GOLD, INK, WHO, to_eye, word
from pingblock.play.state import LogLine, PlayState
from pingblock.virtual.heard import Onset
from pingblock.virtual.serial_tap import Event

LOUD_BAR = 12
QUIETEST_DB = -48.0
VOLUME_MAX = 10
HORN_BAR = 17
TIME_AND_WHO = 14
TOO_EMPTY = "too empty to load"

KEYS = (
    (("SPACE", "press"), ("H", "hold"), ("C", "check"), ("K", "check 1 s"),
     ("B", "battery"), ("G", "game"), ("P", "rules")),
    (("1 2 3 4", "batteries"), ("+ -", "volume"), ("M", "mute"), ("U", "USB"), ("L", "lever"),
     ("Q", "quit")),
)  # fmt: skip


def light(state: PlayState) -> Text:
    """The light's colour as a swatch with its name."""
    seen = to_eye(state.colour)
    swatch = "#{:02x}{:02x}{:02x}".format(*seen)
    text = Text("Light ", FAINT)
    text.append("  ██  ", swatch if any(seen) else "#343f5c")
    return text.append(word(seen), f"bold {INK}")


def worms(state: PlayState) -> Text:
    """The horn's angle as a mark on a bar, lit while it has power, and the lever."""
    place = round(min(max(state.horn_deg / 180, 0.0), 1.0) * (HORN_BAR - 1))
    text = Text("Worms ", FAINT).append("─" * place, FAINT)
    text.append("●", GOLD if state.worms_powered else INK)
    text.append("─" * (HORN_BAR - 1 - place), FAINT)
    text.append(" bobbing" if state.bobbing else " at rest", INK)
    return text.append(", lever pulled" if state.lever_pulled else "", INK)


def result(state: PlayState) -> Text:
    """Returns the meaning of the last sound; while it sounds, only that it sounds."""
    title, line = _result(state)
    return Text.assemble((title, f"bold {GOLD}"), "\n", (line, INK))


def _result(state: PlayState) -> tuple[str, str]:
    if state.shown is not None:
        return _event(state)
    if state.playing and (state.muted or state.volume == 0):
        return "Look and count", "The sound is off."
    if state.playing:
        return "Listen and count", "♪ " * len(state.heard) if state.sounding else ""
    if not state.plugged and state.heard:
        heard = f"Heard {story.counted(len(state.heard), 'note')}"
        return heard, "Not reported: USB is unplugged."
    return hints.start(state.game, state.rules), "SPACE, or click it."


def _event(state: PlayState) -> tuple[str, str]:
    event = state.shown or {}
    if event["kind"] == "battery":
        return _cells(event)
    left_s = dice.bid_left_s(event, state.now_ms)
    if left_s is not None:
        return f"{story.title(event)}: {left_s:.0f} s left", story.meaning(event)
    again = ", again" if event["kind"] == "replay" else ""
    return story.title(event) + again, story.meaning(event)


def _cells(event: Event) -> tuple[str, str]:
    if event.get("fault"):
        return "Batteries not tested", "First unplug USB with U."
    if event.get("seen"):
        return story.cells_seen(event).capitalize(), f"The light said so: {event['seen']}."
    if not story.was_loaded(event):
        return f"Batteries {story.verdict(event, demo=False)}", f"{_open(event)}, {TOO_EMPTY}"
    if event.get("demo_cell"):
        return "Like demo batteries", f"{story.verdict(event, demo=False)}, but {_ohm(event)}"
    loaded = f"{event.get('loaded_mv', 0) / 1000:.2f} V under load"
    return f"Batteries {story.verdict(event)}", f"{loaded}, {_ohm(event)}"


def _ohm(event: Event) -> str:
    return f"{event.get('milliohm', 0) / 1000:.1f} ohm"


def _open(event: Event) -> str:
    return f"{event.get('open_mv', 0) / 1000:.2f} V"


def header(state: PlayState) -> Text:
    """The game that is on, and its rules."""
    game = state.game.replace("_", " ")
    if state.game == "block":
        game = "the virtual Question Block and apple base"
    elif state.rules and state.game in ("dice", "fortune"):
        game = f"{game}, {state.rules.replace('_', ' ')}"
    return Text(f"PINGBLOCK · {game}")


def settings(state: PlayState) -> Text:
    """Volume and odds."""
    text = Text("Volume ", FAINT)
    if state.volume is None:
        text.append("?", INK)
    elif state.muted:
        text.append("muted", INK)
    else:
        text.append("━" * state.volume, GOLD).append("─" * (VOLUME_MAX - state.volume), FAINT)
        text.append(f" {state.volume}" if state.volume else " off", INK)
    if state.game == "block":
        return text.append("  Odds ", FAINT).append(state.profile or "?", INK)
    return text


def heard(state: PlayState, lines: int) -> Text:
    """The notes of the last sound, at most ``lines``, latest last; in silence a game's hints."""
    hints = _hints(state)
    if hints:
        rows = [Text(f"{key:6}", f"bold {GOLD}").append(does, INK) for key, does in hints]
        return Text("\n").join(rows[: max(lines, 1)])
    if not state.heard:
        return Text("Nothing yet.", FAINT)
    numbered = list(enumerate(state.heard, 1))[-max(lines, 1) :]
    return Text("\n").join(_note(number, onset) for number, onset in numbered)


def _hints(state: PlayState) -> hints.Hints:
    return () if state.playing else hints.hints(state.game, state.rules)


def _note(number: int, onset: Onset) -> Text:
    share = 1 - min(max(onset.level_db / QUIETEST_DB, 0.0), 1.0)
    bar = round(share * LOUD_BAR)
    text = Text().append(f"{number:2} ♪ ", f"bold {WHO['ear']}")
    text.append(f"{onset.hz:5.0f} Hz  ", INK)
    text.append("━" * bar, f"bold {WHO['ear']}").append("─" * (LOUD_BAR - bar), FAINT)
    return text.append(f" {onset.level_db:5.1f} dB", INK)


def heard_title(state: PlayState) -> str:
    """Returns the title of the notes: their number, and whether the sound goes on."""
    if _hints(state):
        return "Your hands"
    if not state.heard:
        return "Heard"
    goes_on = "…" if state.sounding else ""
    return f"Heard: {story.counted(len(state.heard), 'note')}{goes_on}"


def power(state: PlayState) -> Text:
    """Cable, cells, and what the block found when it last checked them."""
    source = "USB cable" if state.plugged else "batteries, USB is out"
    cells = f"{state.cell_count} AAA, {state.cells}: {state.cell_mv / 1000:.2f} V,"
    text = _row("Runs on", f"{source}: {state.vsys_mv / 1000:.2f} V")
    text.append("\n").append(_row("Battery", f"{cells} {state.cell_ohm:g} ohm"))
    return text.append("\n").append(_row("Check", _last_check(state)))


def _last_check(state: PlayState) -> str:
    if state.battery is None:
        return "not yet: unplug with U, then B"
    if state.battery.get("fault"):
        return "not while USB powers the block"
    if state.battery.get("seen"):
        return f"{story.cells_seen(state.battery).removeprefix('batteries ')}, by the light"
    if not story.was_loaded(state.battery):
        return f"{story.verdict(state.battery, demo=False)}, {TOO_EMPTY}"
    suspect = "demo? " if state.battery.get("demo_cell") else ""
    return f"{suspect}{story.verdict(state.battery, demo=False)}, {_ohm(state.battery)}"


def _row(name: str, value: str) -> Text:
    return Text(f"{name:8}", FAINT).append(value, INK)


def log(state: PlayState, width: int, lines: int) -> Text:
    """The latest ``lines`` rows of the log, wrapped to ``width``."""
    rows: list[Text] = []
    for entry in reversed(state.log):
        if len(rows) >= lines:
            break
        rows = [*_entry(entry, width), *rows]
    return Text("\n").join(rows[-max(lines, 1) :])


def _entry(entry: LogLine, width: int) -> list[Text]:
    head = Text(f"{entry.at_ms / 1000:6.1f} ", FAINT).append(
        f"{entry.who:6} ", f"bold {WHO.get(entry.who, INK)}"
    )
    pieces = wrap(entry.text, max(width - TIME_AND_WHO, 10)) or [""]
    rows = [head.append(pieces[0], INK)]
    return rows + [Text(" " * TIME_AND_WHO).append(piece, INK) for piece in pieces[1:]]


def status(state: PlayState, note: str = "") -> Text:
    """Engine, pace and sound; ``note`` is why the engine is not the usual one."""
    text = Text(" ").append(f"{state.engine} engine", INK)
    text.append(f" ({note})" if note else "", ALARM)
    if state.slow:
        pace = f" SLOW: {state.speed:.0%} of real time "
        text.append(" · ", FAINT).append(pace, f"bold reverse {ALARM}")
    else:
        text.append(" · real time", FAINT)
    return text.append(" · ", FAINT).append(state.sound_out, INK)


def keys(width: int = 80) -> Text:
    """Returns the help: two lines, or as many as the keys need in a narrower window."""
    lines = [_keys(line) for line in KEYS]
    if max(len(line.plain.rstrip()) for line in lines) > width:
        lines = _narrow([each for line in KEYS for each in line], width)
    return Text("\n").join(lines)


def _narrow(items: list[tuple[str, str]], width: int) -> list[Text]:
    lines: list[list[tuple[str, str]]] = [[]]
    for item in items:
        if len(_keys([*lines[-1], item]).plain.rstrip()) > width:
            lines.append([])
        lines[-1].append(item)
    return [_keys(line) for line in lines]


def _keys(line: Sequence[tuple[str, str]]) -> Text:
    text = Text(" ")
    for key, what in line:
        text.append(key, f"bold {GOLD}").append(f" {what}   ", INK)
    return text
