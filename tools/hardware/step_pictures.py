"""Pictures of a guide's steps: new parts in full colour, earlier parts pale, with names.

``steps.toml`` has the parts, the view and the distance of pulled parts, see ``step_list``.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from tools.hardware import looks, render, step_list
from tools.hardware.products import ROOT
from tools.hardware.render import Array, Colour, Frame, Item, Layer
from tools.hardware.scene import Scene, Wire
from tools.hardware.step_list import Step, StepList

_FONT = ROOT / "host_tools" / "pingblock" / "cards" / "fonts" / "DejaVuSans-Regular.ttf"
_WIDTH, _FINE = 900, 2
_TEXT_PX, _LINE_PX = 16, 21
_ACCENT = (216, 84, 10)
_INK = (40, 40, 46)
_BED_GAP, _BED_ROW = 14.0, 460.0
_FOCUS = 0.25  # space around the parts in focus, as a share of their size


Label = tuple[int, float, float, str]  # 0 = at the left, 1 = at the right, then x, y, words


class StepsRefused(Exception):
    """Steps that do not fit their model. The message has the reason."""


def _pale(colour: Colour) -> Colour:
    """Returns the pale colour of an earlier part."""
    grey = sum(colour) / 3
    red, green, blue = (0.62 + 0.30 * (0.45 * c + 0.55 * grey) for c in colour)
    return red, green, blue


def _shift(way: Sequence[float], middle: Array) -> Array:
    """Returns the 4 x 4 matrix that pulls a part away and turns it about its middle."""
    from trimesh.transformations import euler_matrix, translation_matrix

    turn = euler_matrix(*np.radians([*way[3:], 0, 0, 0][:3])) if len(way) > 3 else np.eye(4)
    whole: Array = translation_matrix(middle + way[:3]) @ turn @ translation_matrix(-middle)
    return whole


class Stage:
    """All parts of one step, pulled apart. Args: names: of all parts, in order."""

    def __init__(self, scene: Scene, steps: StepList, step: Step) -> None:
        names = scene.names()
        self.new = {*steps.chosen(step.add, names), *steps.chosen(step.mark, names)}
        self.seen = [
            name for name in names if name in self.new or name in steps.chosen(step.show, names)
        ]
        self.shifts: dict[str, Array] = {}
        self.moved: list[list[str]] = []  # new parts that are pulled away. A group moves together
        for pattern, way in step.apart.items():
            group = [name for name in steps.chosen([pattern], names) if name in scene.looks]
            middle = _middle([mesh for name in group for mesh, _ in scene.looks[name]])
            self.shifts |= dict.fromkeys(group, _shift(way, middle))
            new = [name for name in group if name in self.new]
            self.moved += [new] if pattern[0] == "@" and new else [[name] for name in new]
        self.looks = {
            name: looks.moved(scene.looks[name], self.shifts.get(name, np.eye(4)))
            for name in self.seen
            if name in scene.looks
        }
        for name in self.seen:
            wire = scene.wires.get(name)
            if wire and wire.start.part in self.looks and wire.end.part in self.looks:
                self.looks[name] = [(self._bent(wire), wire.colour)]

    def _bent(self, wire: Wire) -> Any:
        ends = []
        for end in (wire.start, wire.end):
            shift = self.shifts.get(end.part, np.eye(4))
            ends += [
                shift[:3, :3] @ np.array(end.at) + shift[:3, 3],
                shift[:3, :3] @ np.array(end.out),
            ]
        return looks.tube(looks.curve(*ends), wire.diameter)

    def items(self) -> list[Item]:
        """Returns the drawn items, each part by its number."""
        return [
            Item(mesh, colour if name in self.new else _pale(colour), at)
            for at, (name, look) in enumerate(self.looks.items())
            for mesh, colour in look
        ]


def _middle(meshes: Sequence[Any]) -> Array:
    """Returns the middle of the box around meshes."""
    bounds = np.array([mesh.bounds for mesh in meshes])
    middle: Array = (bounds[:, 0].min(axis=0) + bounds[:, 1].max(axis=0)) / 2
    return middle


def _laid_out(scene: Scene, steps: StepList, step: Step, module: Any) -> None:
    """Puts the pieces of printed parts next to each other as they are printed."""
    from trimesh.transformations import rotation_matrix, translation_matrix

    x = y = deep = 0.0
    for name in steps.chosen(step.mark, list(scene.looks)):
        turn = rotation_matrix(
            np.radians(module.PRINT_TURN_DEG.get(name.split()[0], 0)), (1, 0, 0)
        )
        one = looks.moved(scene.looks[name], turn)
        low, high = one[0][0].bounds
        pieces: looks.Look = []
        for _ in range(module.PIECES.get(name.split()[0], 1)):
            if x > 0 and x + high[0] - low[0] > _BED_ROW:
                x, y, deep = 0.0, y - deep - _BED_GAP, 0.0
            away = np.array([x, y, 0]) - [low[0], high[1], low[2]]
            pieces += looks.moved(one, translation_matrix(away))
            x += high[0] - low[0] + _BED_GAP
            deep = max(deep, high[1] - low[1])
        scene.looks[name] = pieces


def _outlined(shade: Array, owners: Any, new: Sequence[int]) -> None:
    """Draws a line in the accent's colour around new parts."""
    inside = np.isin(owners, new)
    rim = np.zeros_like(inside)
    for axis in (0, 1):
        for way in (-1, 1, -2, 2):
            rim |= np.roll(inside, way, axis) & ~inside
    shade[rim] = np.array(_ACCENT) / 255


def _panel(
    stage: Stage, view: tuple[float, float], width: int, step: Step, steps: StepList
) -> tuple[Image.Image, Frame, Any]:
    """Returns one camera's picture, its frame and the owner of each pixel, rows downwards."""
    items, names = stage.items(), list(stage.looks)
    near = steps.chosen(step.focus, names)
    framed = [item for item in items if not near or names[item.owner] in near]
    camera, size = render.camera(*view), (width * _FINE, step.high * _FINE)
    frame = Frame.around(framed, camera, *size, _FOCUS if near else render.MARGIN)
    layer = Layer(frame, items)
    shade = layer.shaded()
    if len(stage.new) < len(stage.looks):
        _outlined(shade, layer.owner, [at for at, name in enumerate(names) if name in stage.new])
    return render.picture(shade, _FINE), frame, layer.owner[::-1]


def _arrows(
    draw: ImageDraw.ImageDraw, stage: Stage, scene: Scene, frame: Frame, corner: tuple[int, int]
) -> None:
    """Draws a dashed line from each new part that is pulled away to its place."""
    for names in stage.moved:
        here = _middle([mesh for name in names for mesh, _ in stage.looks[name]])
        there = _middle([mesh for name in names for mesh, _ in scene.looks[name]])
        start, end = frame.pixels([here, there]) / _FINE + corner
        length = float(np.linalg.norm(end - start))
        if length < 24:
            continue
        way = (end - start) / length
        for at in np.arange(0, length - 8, 12):
            points = [tuple(start + way * at), tuple(start + way * min(at + 7, length))]
            draw.line(points, fill=_ACCENT, width=2)
        side = np.array([-way[1], way[0]])
        tip = [tuple(end), tuple(end - way * 11 + side * 5), tuple(end - way * 11 - side * 5)]
        draw.polygon(tip, fill=_ACCENT)


def _anchor(owners: Any, numbers: Sequence[int]) -> tuple[float, float] | None:
    """Returns the pixel of some parts that is nearest to the middle of their visible area."""
    rows, columns = np.nonzero(np.isin(owners, numbers))
    if len(rows) == 0:
        return None
    x, y = columns.mean(), rows.mean()
    best = np.argmin((columns - x) ** 2 + (rows - y) ** 2)
    return float(columns[best]) / _FINE, float(rows[best]) / _FINE


def _labels(draw: ImageDraw.ImageDraw, placed: list[Label], high: int) -> None:
    """Writes names at both margins, each with a line to its part."""
    font = ImageFont.truetype(str(_FONT), _TEXT_PX)
    most = (high - 10) // _LINE_PX
    placed.sort()
    cut = min(max(sum(side == 0 for side, *_ in placed), len(placed) - most), most)
    for left, group in ((True, placed[:cut]), (False, placed[cut:])):
        group.sort(key=lambda each: each[2])
        heights = [each[2] for each in group]
        for _ in range(200):
            for at in range(1, len(heights)):
                overlap = _LINE_PX - (heights[at] - heights[at - 1])
                if overlap > 0:
                    heights[at - 1] -= overlap / 2
                    heights[at] += overlap / 2
            heights = [min(max(y, 14), high - 14) for y in heights]
        widest = max((draw.textlength(each[3], font) for each in group), default=0)
        bend = 8 + widest + 5 if left else _WIDTH - 8 - widest - 5  # so no line crosses a name
        for (_, x, y, words), level in zip(group, heights, strict=True):
            wide = draw.textlength(words, font)
            edge = 8 if left else _WIDTH - 8 - wide
            near = edge + wide + 5 if left else edge - 5
            way = [(near, level), (bend, level), (x, y)]
            draw.line(way, fill=(255, 255, 255), width=3)
            draw.line(way, fill=_INK, width=1)
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=_INK)
            draw.text((edge, level), words, _INK, font, anchor="lm")


def drawn(scene: Scene, steps: StepList, step: Step) -> Image.Image:
    """Returns a step's picture."""
    stage = Stage(scene, steps, step)
    font = ImageFont.truetype(str(_FONT), _TEXT_PX)
    margin = 10 + round(max((font.getlength(words) + 16 for _, words in step.labels), default=0))
    width = (_WIDTH - 2 * margin) // len(step.views)
    panels = [_panel(stage, view, width, step, steps) for view in step.views]
    high = max(panel.height for panel, _, _ in panels)
    high = max(high, _LINE_PX * (len(step.labels) + 1) // (2 if len(panels) == 1 else 1))
    whole = Image.new("RGB", (_WIDTH, high), "white")
    draw = ImageDraw.Draw(whole)
    names = list(stage.looks)
    placed: list[Label] = []
    wanted = list(step.labels)
    for count, (panel, frame, owners) in enumerate(panels):
        left, top = margin + count * width, (high - panel.height) // 2
        whole.paste(panel, (left, top))
        if step.arrows:
            _arrows(draw, stage, scene, frame, (left, top))
        for label in list(wanted):
            numbers = [names.index(name) for name in steps.chosen([label[0]], names)]
            if spot := _anchor(owners, numbers):
                side = count if len(panels) > 1 else int(spot[0] + left > _WIDTH / 2)
                placed.append((side, spot[0] + left, spot[1] + top, label[1]))
                wanted.remove(label)
    if wanted:
        raise StepsRefused(f"Step {step.name}: {wanted[0][0]} is hidden.")
    _labels(draw, placed, high)
    return whole


def make(thing: str, folder: Path, only: Sequence[str] = ()) -> None:
    """Writes the pictures of a thing's steps and the names of its parts.

    Args:
        only: names of steps. If empty, all steps.

    Raises:
        StepsRefused: the steps do not fit the model.
    """
    scene: Scene = importlib.import_module(f"hardware.{thing}.scene").scene()
    module = importlib.import_module(f"hardware.{thing}.enclosure")
    steps = step_list.read(thing)
    if found := step_list.faults(steps, scene.names()):
        raise StepsRefused("\n".join(found))
    write(scene, module, steps, folder, only)
    (folder / "parts.txt").write_text("".join(f"{name}\n" for name in scene.names()), "utf-8")


def write(
    scene: Scene, module: Any, steps: StepList, folder: Path, only: Sequence[str] = ()
) -> None:
    """Writes only the pictures."""
    for step in steps.rendered():
        if only and step.name not in only:
            continue
        shown = Scene(dict(scene.looks), scene.wires)
        if step.bed:
            _laid_out(shown, steps, step, module)
        render.save(drawn(shown, steps, step), folder / Path(step.file).name)


def question_block(folder: Path) -> None:
    """Writes pictures and names of the block."""
    make("question_block", folder)


def apple_base(folder: Path) -> None:
    """Writes pictures and names of the base."""
    make("apple_base", folder)
