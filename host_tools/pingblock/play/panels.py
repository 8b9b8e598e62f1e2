"""The words on the face: each panel is a function from a state to a text. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from pingblock.common.screen_colours import ALARM, FAINT, GOLD, INK
from pingblock.games import dice, hints
from pingblock.languages import N_, _, ngettext, pgettext
from pingblock.languages.later import NC_
from pingblock.languages.numbers import number
from pingblock.play import story
from pingblock.play.colours import WHO, to_eye, told, word
from pingblock.play.state import LogLine, PlayState
from pingblock.virtual.heard import Onset
from pingblock.virtual.serial_tap import Event

LOUD_BAR = 12
QUIETEST_DB = -48.0
VOLUME_MAX = 10
HORN_BAR = 13
TIME_AND_WHO = 14

KEYS = (
    ((NC_("key", "SPACE"), NC_("key", "press")), ("H", NC_("key", "hold")),
     ("C", NC_("key", "check")), ("K", NC_("key", "check 1 s")), ("B", NC_("key", "battery")),
     ("G", NC_("key", "game")), ("P", NC_("key", "rules"))),
    (("1 2 3 4", NC_("key", "batteries")), ("+ -", NC_("key", "volume")),
     ("M", NC_("key", "mute")), ("U", "USB"), ("L", NC_("key", "lever")),
     ("Q", NC_("key", "quit"))),
)  # fmt: skip
GAMES = {"dice": N_("Dice"), "storm_dice": N_("Storm dice"), "fortune": N_("Fortune cards")}
# Of the dice, or what a press of the fortune deck means.
RULES = {
    "one": N_("One die"),
    "two": N_("Two dice"),
    "celebration": N_("Celebration"),
    "hideout": N_("Hideout"),
    "wasteland": N_("Wasteland"),
    "wasteland_speed": N_("Wasteland, speed"),
    "card": N_("A press draws a card"),
    "turn": N_("Draw, then count skulls"),
    "skull": N_("A press counts a skull"),
}


def light(state: PlayState) -> Text:
    """The light's colour as a swatch with its name."""
    seen = to_eye(state.colour)
    swatch = "#{:02x}{:02x}{:02x}".format(*seen)
    text = Text(_("Light"), FAINT)
    text.append("   ██  ", swatch if any(seen) else "#343f5c")
    return text.append(told(word(seen)), f"bold {INK}")


def worms(state: PlayState) -> Text:
    """The horn's angle as a mark on a bar, lit while it has power, and the lever."""
    place = round(min(max(state.horn_deg / 180, 0.0), 1.0) * (HORN_BAR - 1))
    text = Text(_("Worms"), FAINT).append(" ").append("─" * place, FAINT)
    text.append("●", GOLD if state.worms_powered else INK)
    text.append("─" * (HORN_BAR - 1 - place), FAINT)
    rests = _("lever pulled") if state.lever_pulled else _("at rest")
    does = _("bobbing") if state.bobbing else rests
    return text.append(f" {does}", INK)


def result(state: PlayState) -> Text:
    """Returns the meaning of the last sound; while it sounds, only that it sounds."""
    title, line = _result(state)
    return Text.assemble((title, f"bold {GOLD}"), "\n", (line, INK))


def _result(state: PlayState) -> tuple[str, str]:
    if state.shown is not None:
        return _event(state)
    if state.playing and (state.muted or state.volume == 0):
        return _("Look and count"), _("The sound is off.")
    if state.playing:
        return _("Listen and count"), "♪ " * len(state.heard) if state.sounding else ""
    if not state.plugged and state.heard:
        n = len(state.heard)
        heard = ngettext("Heard {n} note", "Heard {n} notes", n).format(n=n)
        return heard, _("Not reported: USB is unplugged.")
    return hints.start(state.game, state.rules), _("SPACE, or click it.")


def _event(state: PlayState) -> tuple[str, str]:
    event = state.shown or {}
    if event["kind"] == "battery":
        return _cells(event)
    left_s = dice.bid_left_s(event, state.now_ms)
    if left_s is not None:
        left = _("{what}: {n} s left").format(what=story.title(event), n=number(left_s, 0))
        return left, story.meaning(event)
    named = story.title(event)
    if event["kind"] == "replay":
        named = _("{what}, again").format(what=named)
    return named, story.meaning(event)


def _cells(event: Event) -> tuple[str, str]:
    if event.get("fault"):
        return _("Batteries not tested"), _("First unplug USB with U.")
    if event.get("seen"):
        said = _("The light said so: {colour}.").format(colour=told(event["seen"]))
        return story.cells_found(event), said
    if not story.was_loaded(event):
        return story.cells_found(event), story.cells_measured(event)
    if event.get("demo_cell"):
        but = _("{verdict}, but {ohm} ohm")
        return _("Like demo batteries"), but.format(verdict=story.verdict(event), ohm=_ohm(event))
    volt = number(event.get("loaded_mv", 0) / 1000, 2)
    loaded = _("{volt} V under load, {ohm} ohm").format(volt=volt, ohm=_ohm(event))
    return story.cells_found(event), loaded


def _ohm(event: Event) -> str:
    return number(event.get("milliohm", 0) / 1000, 1)


def header(state: PlayState) -> Text:
    """The game that is on, and its rules."""
    return Text(f"PINGBLOCK · {_game(state)}")


def _game(state: PlayState) -> str:
    if state.game == "block":
        return _("the virtual Question Block and apple base")
    game = GAMES.get(state.game, state.game)
    if not state.rules or state.game not in ("dice", "fortune"):
        return _(game)
    rules = RULES.get(state.rules, state.rules)
    return _("{game}: {rules}").format(game=_(game), rules=_(rules))


def settings(state: PlayState) -> Text:
    """Volume and odds."""
    text = Text(pgettext("row", "Volume"), FAINT).append(" ")
    if state.volume is None:
        text.append("?", INK)
    elif state.muted:
        text.append(_("muted"), INK)
    else:
        text.append("━" * state.volume, GOLD).append("─" * (VOLUME_MAX - state.volume), FAINT)
        off = pgettext("volume", "off")
        text.append(f" {state.volume or off}", INK)
    if state.game == "block":
        label, profile = pgettext("row", "Odds"), state.profile
        odds = pgettext("odds", profile) if profile else "?"
        return text.append(f"  {label} ", FAINT).append(odds, INK)
    return text


def heard(state: PlayState, lines: int) -> Text:
    """The notes of the last sound, at most ``lines``, latest last; in silence a game's hints."""
    hints = _hints(state)
    if hints:
        keys = [(pgettext("key", key), does) for key, does in hints]
        wide = max(len(key) for key, _does in keys) + 1
        rows = [Text(f"{key:{wide}}", f"bold {GOLD}").append(does, INK) for key, does in keys]
        return Text("\n").join(rows[: max(lines, 1)])
    if not state.heard:
        return Text(_("Nothing yet."), FAINT)
    numbered = list(enumerate(state.heard, 1))[-max(lines, 1) :]
    return Text("\n").join(_note(place, onset) for place, onset in numbered)


def _hints(state: PlayState) -> hints.Hints:
    return () if state.playing else hints.hints(state.game, state.rules)


def _note(place: int, onset: Onset) -> Text:
    share = 1 - min(max(onset.level_db / QUIETEST_DB, 0.0), 1.0)
    bar = round(share * LOUD_BAR)
    text = Text().append(f"{place:2} ♪ ", f"bold {WHO['ear']}")
    text.append(f"{onset.hz:5.0f} Hz  ", INK)
    text.append("━" * bar, f"bold {WHO['ear']}").append("─" * (LOUD_BAR - bar), FAINT)
    return text.append(f" {number(onset.level_db, 1):>5} dB", INK)


def heard_title(state: PlayState) -> str:
    """Returns the title of the notes: their number, and whether the sound goes on."""
    if _hints(state):
        return _("Your hands")
    if not (n := len(state.heard)):
        return _("Heard")
    title = ngettext("Heard: {n} note", "Heard: {n} notes", n).format(n=n)
    return f"{title}…" if state.sounding else title


def power(state: PlayState) -> Text:
    """Cable, cells, and what the block found when it last checked them."""
    source = _("USB cable") if state.plugged else _("batteries, USB is out")
    cells = _("{n} AAA, {cells}: {volt} V, {ohm} ohm").format(
        n=state.cell_count,
        cells=story.cells_fitted(state.cells),
        volt=number(state.cell_mv / 1000, 2),
        ohm=number(state.cell_ohm),
    )
    rows = (
        (_("Runs on"), f"{source}: {number(state.vsys_mv / 1000, 2)} V"),
        (pgettext("row", "Battery"), cells),
        (pgettext("row", "Check"), _last_check(state)),
    )
    wide = max(len(name) for name, _value in rows) + 1
    return Text("\n").join(
        Text(f"{name:{wide}}", FAINT).append(value, INK) for name, value in rows
    )


def _last_check(state: PlayState) -> str:
    if state.battery is None:
        return _("not yet: unplug with U, then B")
    if state.battery.get("fault"):
        return _("not while USB powers the block")
    verdict = story.verdict(state.battery)
    if state.battery.get("seen"):
        return _("{verdict}, by the light").format(verdict=verdict or _("like demo batteries"))
    if not story.was_loaded(state.battery):
        return _("{verdict}, too empty to load").format(verdict=verdict)
    suspect = _("demo? ") if state.battery.get("demo_cell") else ""
    figure = _("{verdict}, {ohm} ohm").format(verdict=verdict, ohm=_ohm(state.battery))
    return f"{suspect}{figure}"


def log(state: PlayState, width: int, lines: int) -> Text:
    """The latest ``lines`` rows of the log, wrapped to ``width``."""
    rows: list[Text] = []
    for entry in reversed(state.log):
        if len(rows) >= lines:
            break
        rows = [*_entry(entry, width), *rows]
    return Text("\n").join(rows[-max(lines, 1) :])


def _entry(entry: LogLine, width: int) -> list[Text]:
    head = Text(f"{number(entry.at_ms / 1000, 1):>6} ", FAINT).append(
        f"{pgettext('who', entry.who):6} ", f"bold {WHO.get(entry.who, INK)}"
    )
    pieces = wrap(entry.text, max(width - TIME_AND_WHO, 10)) or [""]
    rows = [head.append(pieces[0], INK)]
    return rows + [Text(" " * TIME_AND_WHO).append(piece, INK) for piece in pieces[1:]]


def status(state: PlayState, note: str = "") -> Text:
    """Engine, pace and sound; ``note`` is why the engine is not the usual one."""
    text = Text(" ").append(_("{engine} engine").format(engine=state.engine), INK)
    text.append(f" ({note})" if note else "", ALARM)
    if state.slow:
        pace = _("SLOW: {n} % of real time").format(n=number(100 * state.speed, 0))
        text.append(" · ", FAINT).append(f" {pace} ", f"bold reverse {ALARM}")
    else:
        text.append(" · ", FAINT).append(_("real time"), FAINT)
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
        text.append(pgettext("key", key), f"bold {GOLD}")
        text.append(f" {pgettext('key', what)}   ", INK)
    return text
