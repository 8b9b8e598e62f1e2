"""Products of ``make hardware``: inputs, outputs and the function that makes each.

``hardware/made.json`` keeps the hashes of inputs and outputs. So a test can find stale or
hand-edited outputs without any tool.
"""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.hardware import step_list

ROOT = Path(__file__).resolve().parents[2]
LEDGER = ROOT / "hardware" / "made.json"
_CIRCUIT = (
    "tools/hardware/model.py",
    "tools/hardware/library.py",
    "tools/hardware/parts.py",
    "hardware/parts/*.toml",
    "firmware/pingware/boards/rev_a.py",
)


@dataclass(frozen=True)
class Product:
    """Outputs that are made together.

    Args:
        name: unique.
        inputs: files or globs below the project. If one changes, the outputs are stale.
        folder: folder of the outputs, below the project.
        outputs: their names in the folder.
        maker: ``module:function``. It gets the folder and writes the outputs into it.
    """

    name: str
    inputs: tuple[str, ...]
    folder: str
    outputs: tuple[str, ...]
    maker: str

    def make(self, folder: Path) -> None:
        """Writes the outputs into ``folder``."""
        module, _, function = self.maker.partition(":")
        folder.mkdir(parents=True, exist_ok=True)
        getattr(importlib.import_module(module), function)(folder)


def _netlist(thing: str, names: tuple[str, ...], *sources: str) -> Product:
    files = tuple(f"{name}{end}" for name in names for end in (".net", "_bom.csv"))
    return Product(
        f"{thing} netlists",
        (*_CIRCUIT, *sources, "tools/hardware/kicad.py", "tools/hardware/bom.py"),
        f"hardware/{thing}/made",
        files,
        f"tools.hardware.make:{thing}_netlists",
    )


_BLOCK = tuple(f"hardware/question_block/{name}.py" for name in ("circuit", "one_cell", "board"))
_BASE = ("hardware/apple_base/circuit.py",)


def _drawing(thing: str, *sources: str) -> Product:
    return Product(
        f"{thing} schematic",
        (*_CIRCUIT, *sources, f"hardware/{thing}/drawing.py", "tools/hardware/schematic.py"),
        f"hardware/{thing}/made",
        ("schematic.svg", "schematic.png"),
        f"hardware.{thing}.drawing:make",
    )


def _pictures(thing: str, *sources: str) -> Product:
    pictures = ("wiring.svg", "wiring.png", "perfboard.svg", "perfboard.png")
    names = (
        "pictures", "perfboard", "routes", "board_picture", "legs", "svg", "wire_lengths", "scene",
    )  # fmt: skip
    tools = tuple(f"tools/hardware/{name}.py" for name in names)
    return Product(
        f"{thing} wiring pictures",
        (
            *_CIRCUIT,
            *sources,
            f"hardware/{thing}/*.py",
            f"hardware/{thing}/perfboard.toml",
            *tools,
        ),
        f"hardware/{thing}/made",
        (*pictures, "perfboard_wires.csv", "harness.csv"),
        f"tools.hardware.make:{thing}_pictures",
    )


def _printed(thing: str, parts: tuple[str, ...], *sources: str) -> Product:
    files = ("assembly.step", "finished.png")
    names = ("parts", "printed", "render", "shapes", "solids")
    tools = tuple(f"tools/hardware/{name}.py" for name in names)
    return Product(
        f"{thing} printed parts",
        (
            *(f"hardware/{thing}/{source}.py" for source in ("enclosure", *sources)),
            "hardware/parts/*.toml",
            *tools,
        ),
        f"hardware/{thing}/made/printed",
        (*files, "printing.csv", "bought_sizes.csv", *(f"{part}.stl" for part in parts)),
        f"tools.hardware.printed:{thing}",
    )


def _plates(thing: str, count: int) -> Product:
    return Product(
        f"{thing} plates",
        (
            f"hardware/{thing}/made/printed/*.stl",
            f"hardware/{thing}/made/printed/printing.csv",
            f"hardware/{thing}/enclosure.py",
            *(f"tools/hardware/{name}.py" for name in ("plates", "printed")),
        ),
        f"hardware/{thing}/made/printed",
        (*(f"plate_{number}.3mf" for number in range(1, count + 1)), "plates.csv"),
        f"tools.hardware.plates:{thing}",
    )


def _steps(thing: str, *sources: str) -> Product:
    steps = step_list.read(thing)
    names = (
        "step_pictures", "step_list", "scene", "looks", "render", "shapes", "solids", "perfboard",
        "routes", "pictures", "svg",
    )  # fmt: skip
    return Product(
        f"{thing} step pictures",
        (
            *_CIRCUIT,
            *(f"hardware/{thing}/{name}" for name in ("*.py", "steps.toml", "perfboard.toml")),
            *(f"tools/hardware/{name}.py" for name in names),
            *sources,
        ),
        f"hardware/{thing}/made/steps",
        (*(Path(step.file).name for step in steps.rendered()), "parts.txt"),
        f"tools.hardware.step_pictures:{thing}",
    )


def _board(thing: str, *sources: str) -> Product:
    names = (
        "pcb", "pcb_router", "pcb_kicad", "pcb_made", "board_lists", "perfboard",
        "bom",
    )  # fmt: skip
    outputs = (".kicad_pcb", ".kicad_pro", "_gerber.zip", "_top.png", "_bottom.png")
    return Product(
        f"{thing} board",
        (*_CIRCUIT, *sources, *(f"tools/hardware/{name}.py" for name in names)),
        f"hardware/{thing}/made/board",
        (
            *(f"{thing}{end}" for end in outputs),
            "drc.txt",
            "placement.csv",
            "bom.csv",
            "wires.csv",
        ),
        f"tools.hardware.pcb_made:{thing}",
    )


_METER = (
    *_CIRCUIT,
    *_BLOCK,
    *_BASE,
    *(f"hardware/*/{name}.toml" for name in ("readings", "steps", "perfboard")),
    "hardware/simulation/made/results.csv",
    "hardware/*/made/printed/bought_sizes.csv",
    "firmware/pingware/shared/battery.py",
    "firmware/pingware/shared/power_budget.py",
    *(f"tools/hardware/meter{name}.py" for name in ("", "_deck", "_harm", "_pages")),
)

PRODUCTS: tuple[Product, ...] = (
    _netlist("question_block", ("question_block", "one_cell", "question_block_board"), *_BLOCK),
    _netlist("apple_base", ("apple_base",), *_BASE),
    _drawing("question_block", *_BLOCK),
    _drawing("apple_base", *_BASE),
    _pictures("question_block", *_BLOCK),
    _pictures("apple_base", *_BASE),
    _board(
        "question_block",
        *_BLOCK,
        "hardware/question_block/board.toml",
    ),
    _board("apple_base", *_BASE, "hardware/apple_base/perfboard.toml"),
    _printed("question_block", ("body", "plunger", "tray", "base", "door")),
    _printed(
        "apple_base",
        ("drum", "top", "cam", "driver", "bracket", "lever", "clamp", "door", "worm"),
        "sizes",
        "cam_parts",
        "lever_parts",
        "shell_parts",
    ),
    _plates("question_block", 1),
    _plates("apple_base", 4),
    _steps("question_block", "tools/hardware/pcb.py", "hardware/question_block/board.toml"),
    _steps("apple_base"),
    Product(
        "breadboard",
        (
            *_CIRCUIT,
            "hardware/question_block/circuit.py",
            "hardware/question_block/breadboard.toml",
            *(
                f"tools/hardware/{name}.py"
                for name in ("breadboard", "breadboard_picture", "legs", "svg")
            ),
        ),
        "hardware/question_block/made",
        ("breadboard.svg", "breadboard.png"),
        "tools.hardware.breadboard_picture:make",
    ),
    Product(
        "order lists",
        (
            *_CIRCUIT,
            *_BLOCK,
            *_BASE,
            "hardware/bom.toml",
            "hardware/question_block/breadboard.toml",
            *(f"tools/hardware/{name}.py" for name in ("order", "bom", "breadboard")),
        ),
        "hardware/made",
        ("bom.csv", "bom.json"),
        "tools.hardware.order:make",
    ),
    Product(
        "amplifier steps",
        (
            "hardware/parts/amplifier.toml",
            *(f"tools/hardware/{name}.py" for name in ("module_picture", "svg", "parts")),
        ),
        "hardware/question_block/made",
        ("amplifier_steps.svg", "amplifier_steps.png"),
        "tools.hardware.module_picture:make",
    ),
    Product(
        "simulation",
        (
            *_CIRCUIT,
            *_BLOCK,
            *_BASE,
            "hardware/simulation/*.*",
            "tools/hardware/simulate.py",
            "tools/hardware/spread.py",
        ),
        "hardware/simulation/made",
        ("results.csv",),
        "tools.hardware.spread:write_results",
    ),
    Product(
        "power page",
        (
            "hardware/power_budget.toml",
            "host_tools/pingblock/virtual/parts/pico_power.py",
            "tools/hardware/power.py",
        ),
        "hardware/made",
        ("power.md",),
        "tools.hardware.power:write_page",
    ),
    Product(
        "meter readings",
        _METER,
        "hardware/made",
        ("readings.csv", "mistakes.csv"),
        "tools.hardware.meter_pages:write",
    ),
    Product(
        "self-test",
        (*_METER, "hardware/made/readings.csv", "tools/hardware/meter_selftest.py"),
        "host_tools/pingblock/care/selftest",
        ("mistakes.json",),
        "tools.hardware.meter_selftest:write",
    ),
    Product(
        "build diary",
        (
            "hardware/made/readings.csv",
            *(f"tools/hardware/{name}.py" for name in ("diary", "meter_pages")),
        ),
        "hardware/made",
        ("diary.csv",),
        "tools.hardware.diary:write",
    ),
    Product(
        "printed guide",
        (
            "hardware/*.md",
            "hardware/made/power.md",
            "hardware/*/GUIDE.md",
            "hardware/*/made/*.png",
            "hardware/*/made/*/*.png",
            "hardware/made/bom.csv",
            *(
                f"hardware/*/made/{name}.csv"
                for name in ("perfboard_wires", "harness", "board/wires")
            ),
            *(f"hardware/*/made/printed/{name}.csv" for name in ("printing", "plates")),
            "tools/hardware/guide_pdf.py",
        ),
        "hardware/made",
        ("guide.pdf",),
        "tools.hardware.guide_pdf:write",
    ),
)


def digest(paths: Iterable[Path]) -> str:
    """Returns a hash of files with their names."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:20]


def input_files(product: Product) -> list[Path]:
    """Returns a product's inputs. Raises FileNotFoundError if one is missing."""
    files: set[Path] = set()
    for pattern in product.inputs:
        found = [path for path in ROOT.glob(pattern) if path.is_file()]
        if not found:
            raise FileNotFoundError(f"{product.name}: there is no {pattern}.")
        files.update(found)
    return sorted(files)


def output_files(product: Product) -> list[Path]:
    """Returns a product's outputs, even if they are missing."""
    return [ROOT / product.folder / name for name in product.outputs]


def entry(product: Product) -> dict[str, str]:
    """Returns the ledger's entry of a product that was just made."""
    return {"inputs": digest(input_files(product)), "outputs": digest(output_files(product))}


def read_ledger(path: Path = LEDGER) -> dict[str, dict[str, str]]:
    """Returns product -> entry, or {} if there is no ledger yet."""
    if not path.exists():
        return {}
    ledger: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return ledger


def stale(product: Product, ledger: dict[str, dict[str, str]]) -> str:
    """Returns the reason why a product must be made again, or "" if it is fresh."""
    missing = [path.name for path in output_files(product) if not path.exists()]
    if missing:
        return f"{product.name}: {', '.join(missing)} is missing. Run 'make hardware'."
    made = ledger.get(product.name, {})
    now = entry(product)
    if made.get("inputs") != now["inputs"]:
        return f"{product.name}: an input has changed. Run 'make hardware'."
    if made.get("outputs") != now["outputs"]:
        return f"{product.name}: an output was changed by hand. Run 'make hardware'."
    return ""
