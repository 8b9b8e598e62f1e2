"""The printed guide: the Markdown pages of ``hardware/`` with their pictures as one PDF."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from PIL import Image
from tools.hardware.products import ROOT

HARDWARE = ROOT / "hardware"
PAGES = (
    "SAFETY.md",
    "question_block/GUIDE.md",
    "apple_base/GUIDE.md",
    "VARIANTS.md",
    "made/power.md",
)
_FONTS = ROOT / "host_tools" / "pingblock" / "cards" / "fonts"
_IMAGE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_STEP = re.compile(r"(\d+\.|[-*]) (.*)")
_WIDTH_MM, _HIGH_MM = 178.0, 240.0


def blocks(text: str) -> list[str]:
    """Returns the blocks of a page: a heading, a paragraph, a list's item, a table, a picture."""
    found: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped:
            found.append("")
        elif picture := _IMAGE.search(stripped):
            before = stripped[: picture.start()].strip()
            after = stripped[picture.end() :].strip()
            found += [piece for piece in (before, picture[0], after, "") if piece or piece == ""]
        elif (
            stripped.startswith(("#", "|")) or _STEP.match(stripped) or not found or not found[-1]
        ):
            table = stripped.startswith("|") and found and found[-1].startswith("|")
            if table:
                found[-1] += "\n" + stripped
            else:
                found.append(stripped)
        elif found[-1].startswith(("#", "!")):
            found.append(stripped)
        else:
            found[-1] += " " + stripped
    return [block for block in found if block]


class Guide(FPDF):
    """The PDF in the making: A4, DejaVu."""

    def __init__(self) -> None:
        super().__init__(format="A4")
        self.add_font("DejaVu", "", _FONTS / "DejaVuSans-Regular.ttf")
        self.add_font("DejaVu", "B", _FONTS / "DejaVuSans-Bold.ttf")
        self.set_margins(16, 16)
        self.set_auto_page_break(True, 16)
        self.set_title("Building Pingblock")
        self.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))  # the same file each time

    def footer(self) -> None:
        """Writes the page's number."""
        self.set_y(-12)
        self.set_font("DejaVu", "", 8)
        self.cell(0, 6, str(self.page_no()), align="C")

    def block(self, text: str, folder: Path) -> None:
        """Writes one block of a page whose pictures lie below ``folder``."""
        if found := _IMAGE.fullmatch(text):
            self._picture(folder / found[2])
        elif text.startswith("#"):
            marks, _, words = text.partition(" ")
            self.ln(3)
            self.set_font("DejaVu", "B", {1: 18, 2: 13}.get(len(marks), 11))
            self.multi_cell(0, 8, _plain(words), new_x="LMARGIN", new_y="NEXT")
        elif text.startswith("|"):
            self._table(text)
        else:
            item = _STEP.match(text)
            mark = (item[1] if item[1][0].isdigit() else "•") if item else ""
            self.set_font("DejaVu", "", 9.5)
            if mark:
                self.cell(8, 5, mark)
            self.multi_cell(0, 5, _plain(item[2] if item else text), new_x="LMARGIN", new_y="NEXT")
            self.ln(1.5)

    def _picture(self, path: Path) -> None:
        with Image.open(path) as picture:
            wide, high = picture.size
        width = min(_WIDTH_MM, _HIGH_MM * wide / high, wide / 7.5)
        if self.get_y() + width * high / wide > self.h - 18:
            self.add_page()
        self.image(path, x=(self.w - width) / 2, w=width)
        self.ln(3)

    def _table(self, text: str) -> None:
        rows = [
            [_plain(cell.strip()) for cell in line.strip("|").split("|")]
            for line in text.split("\n")
        ]
        del rows[1]
        self.set_font("DejaVu", "", 8)
        with self.table(
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            line_height=4.5,
            text_align="LEFT",
            padding=0.8,
        ) as table:
            for row in rows:
                written = table.row()
                for cell in row:
                    written.cell(cell)
        self.ln(2)


def _plain(text: str) -> str:
    """Returns text without Markdown's marks."""
    return _LINK.sub(r"\1", text).replace("**", "").replace("`", "").replace("*", "")


def write(folder: Path) -> None:
    """Writes ``guide.pdf``. Raises FileNotFoundError if a picture is missing."""
    guide = Guide()
    for name in PAGES:
        guide.add_page()
        page = HARDWARE / name
        for block in blocks(page.read_text(encoding="utf-8")):
            guide.block(block, page.parent)
    guide.output(str(folder / "guide.pdf"))
