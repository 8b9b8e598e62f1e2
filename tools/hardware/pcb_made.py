"""Files of our boards: KiCad project, Gerbers, placement, parts list, a picture of each side."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.hardware import board_lists, pcb, pcb_page, pcb_router, perfboard
from tools.hardware.pcb import Board, Pad, Point
from tools.hardware.schematic import few_colours, png

WRITER = Path(__file__).with_name("pcb_kicad.py")
_DATED = re.compile(
    r"^(%TF\.CreationDate|G04 Created by|; DRILL file|; #@! TF\.CreationDate).*\n", re.MULTILINE
)
PROJECT = {"board": {"design_settings": {"rules": {"min_clearance": 0.2, "min_track_width": 0.3,
    "min_via_diameter": 0.8, "min_through_hole_diameter": 0.4, "min_copper_edge_clearance": 0.3}}},
    "meta": {"version": 1}}  # fmt: skip


def tracks(board: Board, routed: pcb_router.Routed) -> Iterator[dict[str, Any]]:
    """Yields straight tracks and vias of a board's paths."""
    router = pcb_router.Router(board)
    holes = {router.spot(pad.at) for pad in board.pads if pad.drill_mm}
    for net, paths in sorted(routed.paths.items()):
        for path in paths:
            start = 0
            while start < len(path) - 1:
                here, there = path[start], path[start + 1]
                if here[0] != there[0]:
                    if here[1:] not in holes:
                        yield {
                            "via": True,
                            "at": router.at(*here[1:]),
                            "net": net,
                            "size": pcb_router.VIA_MM,
                            "drill": pcb_router.VIA_DRILL_MM,
                        }
                    start += 1
                    continue
                end = _straight(path, start)
                ends = router.at(*here[1:]), router.at(*path[end][1:])
                yield {
                    "net": net,
                    "layer": here[0],
                    "width": pcb_router.TRACK_MM,
                    "from": ends[0],
                    "to": ends[1],
                }
                start = end


def _straight(path: list[pcb_router.Spot], start: int) -> int:
    """Returns the end of the straight piece that begins at ``start``."""
    (layer, x, y), (_, nx, ny) = path[start], path[start + 1]
    way, end = (nx - x, ny - y), start + 1
    while end + 1 < len(path) and path[end + 1][0] == layer:
        step = (path[end + 1][1] - path[end][1], path[end + 1][2] - path[end][2])
        if step != way:
            break
        end += 1
    return end


def _frame(left: float, top: float, right: float, bottom: float) -> list[list[Point]]:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [[corners[at], corners[(at + 1) % 4]] for at in range(4)]


def _lines(board: Board, ref: str, pads: list[Pad]) -> list[list[Point]]:
    """Returns the lines of a part's outline on the silkscreen. They avoid its pads."""
    xs, ys = [pad.at[0] for pad in pads], [pad.at[1] for pad in pads]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    kind = board.circuit.part(ref).kind.name
    if kind == "Pico":
        x, y = pcb.PICO_MIDDLE
        long_edge = [(x - 25.5, y - 10.25), (x + 25.5, y - 10.25)]
        return [long_edge, [(x + 25.5, y - 4.0), (x + 25.5, y + 4.0)]]
    if kind == "PAM8302AADCR":
        middle = (left + right) / 2
        return [
            [(middle - 1.9, top - 0.7), (middle + 1.9, top - 0.7)],
            [(middle - 1.9, bottom + 0.7), (middle + 1.9, bottom + 0.7)],
            [(pads[0].at[0] + 1.3, pads[0].at[1]), (pads[0].at[0] + 1.9, pads[0].at[1])],
        ]
    if kind in ("R", "D", "D_Schottky"):
        gap = 1.9 if right - left > 9 else 1.2
        lines = _frame(left + gap, top - 1.1, right - gap, top + 1.1)
        if kind != "R":
            ring = next(pad.at[0] for pad in pads if pad.pin == "K")
            at = ring + (gap + 0.6 if ring == left else -gap - 0.6)
            lines.append([(at, top - 1.1), (at, top + 1.1)])
        return lines
    if ref in pcb.WIRES or ref[0] == "Q":
        return _frame(left - 1.1, top - 1.1, right + 1.1, bottom + 2.4)
    return _frame(left - 1.1, top - 1.15, right + 1.1, bottom + 1.15)


def _part(board: Board, ref: str) -> dict[str, Any]:
    """Returns the writer's description of a part."""
    pads = board.of(ref)
    if pcb.is_test_point(ref):
        return _test_point(board, pads[0])
    part = board.circuit.part(ref)
    xs, ys = [pad.at[0] for pad in pads], [pad.at[1] for pad in pads]
    inside = part.kind.name in ("R", "D", "D_Schottky", "C", "PAM8302AADCR")
    back = board.back and ref != "U1"
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return {
        "ref": ref,
        "value": part.value,
        "kind": part.kind.name,
        "at": pads[0].at,
        "smd": not pads[0].drill_mm,
        "back": back,
        "pads": _pads(pads),
        "lines": _lines(board, ref, pads),
        "name": f"{ref} {part.value}" if part.kind.name == "R" else ref,
        "name_at": middle if inside else _beside(board, ref, middle, ys),
    }


def _pads(pads: list[Pad]) -> list[dict[str, Any]]:
    return [
        {"number": p.number, "at": p.at, "size": p.size_mm, "drill": p.drill_mm, "net": p.net}
        for p in pads
    ]


def _test_point(board: Board, pad: Pad) -> dict[str, Any]:
    """Returns the writer's description of a hole for the meter. Its letters are a text."""
    return {
        "ref": pad.ref,
        "value": pad.net,
        "kind": "TestPoint",
        "at": pad.at,
        "smd": False,
        "back": board.back,
        "pads": _pads([pad]),
        "lines": [],
        "name": "",
        "name_at": pad.at,
    }


def _beside(board: Board, ref: str, middle: Point, ys: list[float]) -> Point:
    """Returns the place of a part's name if it has no room inside: above, below or at one side."""
    if ref == "U1":
        return middle[0], middle[1] - 0.65
    if ref[0] == "Q" and board.back:
        return middle[0] + 5.4, middle[1]
    return middle[0], min(ys) - 1.8 if min(ys) > 2.2 else max(ys) + 3.1


def _texts(board: Board) -> list[dict[str, Any]]:
    """Returns the words of the silkscreen: title, and the name of each wire's hole."""
    texts: list[dict[str, Any]] = []
    for pad in board.pads:
        point = pcb.is_test_point(pad.ref)
        if point or pad.ref in pcb.WIRES or pad.pin in ("+", "-") or pad.ref[0] == "Q":
            words = pad.pin if point else board_lists.printed(board, pad)
            at = (pad.at[0], pad.at[1] + 1.7)
            texts.append({"text": words, "at": at, "size": 0.62, "back": board.back})
    for part in board.circuit.parts:
        if part.kind.name == "C":
            pads = board.of(part.ref)
            at = ((pads[0].at[0] + pads[1].at[0]) / 2, pads[0].at[1] + 1.95)
            texts.append({"text": part.value, "at": at, "size": 0.8, "back": board.back})
    return texts + [
        {"text": words, "at": at, "size": size, "back": back}
        for words, at, size, back in _titles(board)
    ]


def _titles(board: Board) -> list[tuple[str, Point, float, bool]]:
    if board.name == "question_block":
        x, y = pcb.PICO_MIDDLE
        return [
            ("Pingblock: Question Block, rev. A", (22.0, 17.95), 0.9, False),
            (
                "Raspberry Pi Pico here, face up; other parts on the back",
                (x, y - 4.45),
                0.9,
                False,
            ),
            ("USB at this end", (x + 18, y - 0.65), 0.9, False),
            ("solder the Pico last", (x - 14, y - 0.65), 0.9, False),
        ]
    return [("Pingblock: apple base, rev. A", (24.0, 41.6), 0.9, False)]


def description(board: Board) -> dict[str, Any]:
    """Returns a board in the writer's form. Raises ValueError if a net cannot be routed."""
    routed = pcb_router.route(board)
    if routed.failed:
        raise ValueError(f"{board.name}: no way for {', '.join(routed.failed)}.")
    refs = list(dict.fromkeys(pad.ref for pad in board.pads))
    return {
        "name": board.name,
        "nets": sorted({pad.net for pad in board.pads if pad.net}),
        "outline": outline(board.outline),
        "screws": [{"at": at, "drill": perfboard.SCREW_HOLE_MM} for at in board.screws],
        "pour": _inset(board),
        "parts": [_part(board, ref) for ref in refs],
        "tracks": list(tracks(board, routed)),
        "texts": _texts(board),
    }


def outline(corners: tuple[Point, ...]) -> list[list[Point]]:
    """Returns the lines of an outline, two points each, and the arcs of its inner corners, three.

    The corners are in the order of a clock's hand, seen from the front.
    """
    after = corners[1:] + corners[:1]
    ends = [_turn(*each) for each in zip(corners[-1:] + corners[:-1], corners, after, strict=True)]
    found: list[list[Point]] = []
    for this, following in zip(ends, ends[1:] + ends[:1], strict=True):
        found += [this] if len(this) == 3 else []
        found.append([this[-1], following[0]])
    return found


def _turn(before: Point, here: Point, after: Point) -> list[Point]:
    """Returns a corner: one point, or beginning, middle and end of the arc in an inner corner."""
    came = math.dist(before, here)
    goes = math.dist(here, after)
    one = ((here[0] - before[0]) / came, (here[1] - before[1]) / came)
    two = ((after[0] - here[0]) / goes, (after[1] - here[1]) / goes)
    if one[0] * two[1] - one[1] * two[0] >= 0:
        return [here]
    radius, cut = pcb.CORNER_MM, pcb.CORNER_MM * (1 - math.sqrt(0.5))

    def at(back: float, on: float) -> Point:
        return (
            round(here[0] - back * one[0] + on * two[0], 4),
            round(here[1] - back * one[1] + on * two[1], 4),
        )

    return [at(radius, 0), at(cut, cut), at(0, radius)]


def _inset(board: Board) -> list[Point]:
    """Returns the outline of the copper pour, 0.6 mm inside the board's."""
    gap, grown = 0.6, []
    for x, y in board.outline:
        options = [(x + sx * gap, y + sy * gap) for sx in (-1, 1) for sy in (-1, 1)]
        within = [at for at in options if pcb_router.inside(board.outline, at, gap - 0.01)]
        if len(within) == 1:
            grown.append(within[0])
        else:  # a corner that juts into the board uses the option that is farthest from all edges
            outside = [at for at in options if not pcb_router.inside(board.outline, at, 0)]
            (ox, oy) = outside[0]
            grown.append((2 * x - ox, 2 * y - oy))
    return grown


def run_writer(source: Path, folder: Path) -> None:
    """Runs KiCad's Python. Raises RuntimeError with its output if it fails."""
    done = subprocess.run(
        [pcb_page.SYSTEM_PYTHON, str(WRITER), str(source), str(folder)],
        capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"KiCad's Python failed on {source.name}: {done.stderr[-600:]}")


def drc(text: str) -> tuple[int, int, list[str]]:
    """Returns (errors, unconnected pads, warnings) of a DRC report, or raises ValueError."""
    if "** Found" not in text:
        raise ValueError("This is no DRC report.")
    found = re.findall(r"^\[(\w+)\]:.*\n.*?; Severity: (\w+)", text, re.MULTILINE)
    unconnected = re.search(r"\*\* Found (\d+) unconnected pads", text)
    errors = sum(severity == "error" for _, severity in found)
    warnings = [name for name, severity in found if severity != "error"]
    return errors, int(unconnected[1]) if unconnected else -1, warnings


def make(name: str, folder: Path) -> None:
    """Writes every file of a board. Raises ValueError if KiCad's DRC finds an error."""
    board = pcb.BOARDS[name]()
    with tempfile.TemporaryDirectory() as place:
        temp = Path(place)
        (temp / "gerber").mkdir()
        source = temp / "board.json"
        source.write_text(json.dumps(description(board)), encoding="utf-8")
        run_writer(source, temp)
        errors, unconnected, _ = drc((temp / "drc.txt").read_text(encoding="utf-8"))
        if errors or unconnected:
            raise ValueError(f"{name}: {(temp / 'drc.txt').read_text(encoding='utf-8')}")
        shutil.copy(temp / f"{name}.kicad_pcb", folder)
        project = json.dumps(
            {**PROJECT, "meta": {"filename": f"{name}.kicad_pro", "version": 1}}, indent=1
        )
        (folder / f"{name}.kicad_pro").write_text(project + "\n", encoding="utf-8")
        shutil.copy(temp / "drc.txt", folder / "drc.txt")
        _undate(folder / "drc.txt")
        _zip(temp / "gerber", folder / f"{name}_gerber.zip")
        _pictures(temp / "gerber", folder, name)
    board_lists.write(board, folder)


def _undate(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if "Created on" not in line and "Drc report for" not in line]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def _zip(source: Path, out: Path) -> None:
    """Writes files into a ZIP archive that is the same each time."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(source.iterdir()):
            text = _DATED.sub("", path.read_text(encoding="utf-8"))
            entry = zipfile.ZipInfo(path.name, (2026, 1, 1, 0, 0, 0))
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)


def _pictures(gerber: Path, folder: Path, name: str) -> None:
    """Writes pictures of both sides, made by another program from the Gerbers."""
    from gerbonara import LayerStack

    stack = LayerStack.open(gerber)
    for side in ("top", "bottom"):
        svg = folder / f"{name}_{side}.svg"
        svg.write_text(str(stack.to_pretty_svg(side=side)), encoding="utf-8")
        png(svg, svg.with_suffix(".png"), 1400)
        few_colours(svg.with_suffix(".png"), 40)
        svg.unlink()


def question_block(folder: Path) -> None:
    """Writes the block's board."""
    make("question_block", folder)


def apple_base(folder: Path) -> None:
    """Writes the base's board."""
    make("apple_base", folder)
