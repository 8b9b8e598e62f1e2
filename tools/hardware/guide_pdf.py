"""The printed guide: the Markdown pages of ``hardware/`` with their pictures as one PDF.

It has a cover with the three paths, the table of contents, each page of ``PAGES``, and the lists
for orders and cuts. A heading stays with the text after it, a step with its first picture.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TableBordersLayout
from fpdf.fonts import FontFace
from fpdf.outline import OutlineSection
from PIL import Image, ImageOps
from tools.hardware.products import ROOT

HARDWARE = ROOT / "hardware"
PAGES = (
    "SAFETY.md",
    "question_block/GUIDE.md",
    "apple_base/GUIDE.md",
    "VARIANTS.md",
    "made/power.md",
)
_ORDER = ("quantity", "references", "description", "value", "maker", "number", "price class")
# Heading, file, its columns (None = all), and the wanted values of its first column.
LISTS: tuple[tuple[str, str, tuple[str, ...] | None, str], ...] = (
    *(
        (f"Order for the path: {path}", "made/bom.csv", _ORDER, path)
        for path in ("breadboard", "perfboard block", "full build", "own boards")
    ),
    ("Block: wires on the perfboard's back", "question_block/made/perfboard_wires.csv", None, ""),
    ("Block: wires off the board", "question_block/made/harness.csv", None, ""),
    ("Block: wires of our own board", "question_block/made/board/wires.csv", None, ""),
    ("Base: wires of our own board", "apple_base/made/board/wires.csv", None, ""),
    ("Base: wires on the perfboard's back", "apple_base/made/perfboard_wires.csv", None, ""),
    ("Base: wires off the board", "apple_base/made/harness.csv", None, ""),
    ("Block: printed parts", "question_block/made/printed/printing.csv", None, ""),
    ("Base: printed parts", "apple_base/made/printed/printing.csv", None, ""),
    ("Block: plates", "question_block/made/printed/plates.csv", None, ""),
    ("Base: plates", "apple_base/made/printed/plates.csv", None, ""),
)  # fmt: skip
_FONTS = ROOT / "host_tools" / "pingblock" / "cards" / "fonts"
_IMAGE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_STEP = re.compile(r"(\d+\.|[-*]) (.*)")
_WIDTH_MM, _HIGH_MM = 178.0, 235.0
_PX_PER_MM = 6.0  # scale of a picture. Letters of 16 px are then 2.7 mm high
_HALVES = ("breadboard.png", "perfboard.png")  # too fine for one page
_LARGE_PX, _FINISHED_MM = 2_500_000, 80.0
_LINE_MM, _INDENT_MM = 5.0, 8.0
_ROW_LETTERS = 108  # letters in a row of a table
_PATHS, _WAY = "Three paths", "From the order to the first game"  # headings of the entrance page


def blocks(text: str) -> list[str]:
    """Returns the blocks of a page: a heading, a paragraph, a list's item, a table, a picture.

    An item of an inner list keeps two spaces before its mark.
    """
    found: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith("<!--"):
            found.append("")
        elif picture := _IMAGE.search(stripped):
            before = stripped[: picture.start()].strip()
            after = stripped[picture.end() :].strip()
            found += [piece for piece in (before, picture[0], after, "") if piece or piece == ""]
        elif (
            stripped.startswith(("#", "|")) or _STEP.match(stripped) or not found or not found[-1]
        ):
            table = stripped.startswith("|") and found and found[-1].startswith("|")
            inner = "  " if line.startswith("  ") and _STEP.match(stripped) else ""
            if table:
                found[-1] += "\n" + stripped
            else:
                found.append(inner + stripped)
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
        # so that the file is the same each time
        self.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
        self.chapter = ""

    def footer(self) -> None:
        """Writes the chapter and the page's number, except on the cover."""
        if self.page_no() == 1:
            return
        self.set_y(-12)
        self.set_font("DejaVu", "", 8)
        self.cell(0, 6, f"{self.chapter}   {self.page_no()}".strip(), align="C")

    def chapter_of(self, text: str, folder: Path) -> None:
        """Writes a page of Markdown whose pictures are below ``folder``.

        A large picture waits until the page is full and then gets a separate page.
        """
        every = blocks(text)
        waiting: list[Path] = []
        for at, block in enumerate(every):
            found = _IMAGE.fullmatch(block)
            if found and self._is_large(folder / found[2]):
                waiting.append(folder / found[2])
                continue
            if self.get_y() + min(self._wanted(every[at:], folder), _HIGH_MM) > self.h - 17:
                self._large(waiting)
                self.add_page()
            self._block(block, folder)
        self._large(waiting)

    def _wanted(self, left: Sequence[str], folder: Path) -> float:
        """Returns the height of a block and of the next block that must follow it, mm.

        These are the text after a heading, or the picture of a step.
        """
        wanted, at = self._high(left[0], folder), 1
        while at < len(left) and left[at - 1].startswith("#"):
            wanted += self._high(left[at], folder)
            at += 1
        if not left[0].startswith(("|", "!")) and at < len(left) and left[at].startswith("!"):
            wanted += self._high(left[at], folder)
        return wanted

    def _is_large(self, path: Path) -> bool:
        """Returns whether a picture needs a separate page, because its letters are small."""
        with Image.open(path) as picture:
            return picture.width * picture.height > _LARGE_PX

    def _large(self, waiting: list[Path]) -> None:
        """Writes each large picture on separate pages, turned if it is wider than high."""
        for piece in (piece for path in waiting for piece in _pieces(path)):
            self.add_page(orientation="L" if piece.width > 1.1 * piece.height else "P")
            self.image(piece, 16, 14, self.epw, self.h - 30, keep_aspect_ratio=True)
        waiting.clear()

    def _high(self, block: str, folder: Path) -> float:
        """Returns the height of a block, mm. For a table it is that of its first three rows."""
        if found := _IMAGE.fullmatch(block):
            large = self._is_large(folder / found[2])
            return 0.0 if large else self._size(folder / found[2])[1] + 4
        if block.startswith("#"):
            return 13.0
        if block.startswith("|"):
            return 24.0
        self.set_font("DejaVu", "", 9.5)
        high = self.multi_cell(
            self.epw - _INDENT_MM, _LINE_MM, _plain(block), dry_run=True,
            output=MethodReturnValue.HEIGHT,
        )  # fmt: skip
        assert isinstance(high, float)
        return high + 1.5

    def _block(self, text: str, folder: Path) -> None:
        if found := _IMAGE.fullmatch(text):
            self._picture(folder / found[2])
        elif text.startswith("#"):
            marks, _, words = text.partition(" ")
            self.heading(_plain(words), len(marks))
        elif text.startswith("|"):
            rows = [
                [_plain(cell.strip()) for cell in line.strip("|").split("|")]
                for line in text.split("\n")
            ]
            self.write_rows([rows[0], *rows[2:]])
        else:
            self._paragraph(text)

    def heading(self, words: str, level: int) -> None:
        """Writes a heading. Those of level 1 and 2 are in the table of contents."""
        self.ln(3)
        if level == 1:
            self.chapter = words
        if level < 3:
            self.start_section(words, level - 1)
        self.set_font("DejaVu", "B", {1: 18, 2: 13}.get(level, 11))
        self.multi_cell(0, 8, words, new_x="LMARGIN", new_y="NEXT")

    def _paragraph(self, text: str) -> None:
        inner, item = text.startswith("  "), _STEP.match(text.strip())
        self.set_font("DejaVu", "", 9.5)
        if item:
            self.set_x(self.l_margin + (_INDENT_MM if inner else 0))
            self.cell(_INDENT_MM, _LINE_MM, item[1] if item[1][0].isdigit() else "•")
        words = _marked(item[2] if item else text)
        self.multi_cell(
            0, _LINE_MM, words, align="L", markdown=True, new_x="LMARGIN", new_y="NEXT"
        )
        self.ln(1.5)

    def _size(self, path: Path) -> tuple[float, float]:
        with Image.open(path) as picture:
            wide, high = picture.size
        most = _FINISHED_MM if path.name == "finished.png" else _HIGH_MM
        fine = 2 if path.parent.name == "board" else 1
        width = min(_WIDTH_MM, most * wide / high, wide / _PX_PER_MM / fine)
        return width, width * high / wide

    def _picture(self, path: Path) -> None:
        width, _ = self._size(path)
        self.image(path, x=(self.w - width) / 2, w=width)
        self.set_y(self.get_y() + 3)

    def write_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Writes a table. The words in its columns determine their widths."""
        self.set_font("DejaVu", "", 8)
        with self.table(
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="BOLD", fill_color=(235, 235, 238)),
            col_widths=_widths(rows),
            line_height=4.2,
            text_align="LEFT",
            padding=0.7,
        ) as table:
            for row in rows:
                written = table.row()
                for cell in row:
                    written.cell(cell)
        self.ln(2)

    def cover(self) -> None:
        """Writes the first page: title, both things, the paths."""
        self.add_page()
        self.set_y(30)
        self.set_font("DejaVu", "B", 30)
        self.cell(0, 16, "Building Pingblock", align="C", new_x="LMARGIN", new_y="NEXT")
        self.set_font("DejaVu", "", 13)
        for words in (
            "Question Block and apple base, revision A",
            "order, print, solder, test, assemble",
        ):
            self.cell(0, 8, words, align="C", new_x="LMARGIN", new_y="NEXT")
        top, half = self.get_y() + 8, (self.epw - 6) / 2
        for at, thing in enumerate(("question_block", "apple_base")):
            picture = HARDWARE / thing / "made" / "printed" / "finished.png"
            left = self.l_margin + at * (half + 6)
            self.image(picture, x=left, y=top, w=half, h=85, keep_aspect_ratio=True)
        self.set_y(top + 95)
        for block in blocks(_front(_PATHS)):
            if block.startswith("|"):
                self._block(block, HARDWARE)
        self.set_font("DejaVu", "", 9.5)
        for words in (
            "As far as we know, these files have not been built yet. Programs checked circuits "
            "and models.",
            "Read the chapter on safety first. It is a hobby device, not a certified toy.",
        ):
            self.multi_cell(0, _LINE_MM, words, align="C", new_x="LMARGIN", new_y="NEXT")

    def paths(self) -> None:
        """Writes the steps of each path, from the entrance page."""
        without_table = [line for line in _front(_PATHS).split("\n") if line[:1] != "|"]
        text = "\n".join([f"# {_PATHS}", *without_table, f"## {_WAY}", _front(_WAY)])
        self.chapter_of(text, HARDWARE)

    def lists(self) -> None:
        """Writes the lists for orders, cuts and prints."""
        self.add_page()
        self.heading("Lists", 1)
        for title, name, columns, only in LISTS:
            with (HARDWARE / name).open(encoding="utf-8", newline="") as file:
                head, *rows = list(csv.reader(file))
            wanted = [head.index(column) for column in columns] if columns else range(len(head))
            chosen = [[row[at] for at in wanted] for row in rows if not only or row[0] == only]
            if self.get_y() > self.h - 60:
                self.add_page()
            self.heading(title, 2)
            self.write_rows([[head[at] for at in wanted], *chosen])


def _front(heading: str) -> str:
    """Returns a section of the entrance page."""
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    return text.split(f"## {heading}\n")[1].split("\n## ")[0]


def _pieces(path: Path) -> list[Image.Image]:
    """Returns a large picture without its white rim. A picture of two halves becomes two."""
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    halves = [picture]
    if path.name in _HALVES:
        filled = np.asarray(picture.convert("L")).min(axis=1) < 250
        low, high = (round(share * picture.height) for share in (0.38, 0.52))
        empty = np.flatnonzero(~filled[low:high]) + low
        runs = np.split(empty, np.flatnonzero(np.diff(empty) > 1) + 1)
        cut = int(max(runs, key=len).mean())
        halves = [
            picture.crop((0, 0, picture.width, cut)),
            picture.crop((0, cut, picture.width, picture.height)),
        ]
    return [half.crop(ImageOps.invert(half.convert("L")).getbbox()) for half in halves]


def _widths(rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Returns the share of each column. Its longest word fits, and long texts get the rest."""
    columns = list(zip(*rows, strict=True))
    least = [
        max(len(w) for cell in column for w in cell.split() or [""]) + 3 for column in columns
    ]
    longest = [max(len(cell) for cell in column) for column in columns]
    more = [max(want - width, 0) for want, width in zip(longest, least, strict=True)]
    spare = max(_ROW_LETTERS - sum(least), 0)
    share = min(spare / sum(more), 1.0) if sum(more) else 0.0
    return tuple(round(a + share * b) for a, b in zip(least, more, strict=True))


def _plain(text: str) -> str:
    """Returns text without Markdown's marks."""
    return _marked(text).replace("**", "").replace("\\", "")


def _marked(text: str) -> str:
    """Returns text that keeps only the marks of bold, which the PDF module reads."""
    pieces = _LINK.sub(r"\1", text).split("`")
    for at in range(0, len(pieces), 2):  # a star in code stays a star
        pieces[at] = re.sub(r"(?<!\*)\*(?!\*)", "", pieces[at])
    return re.sub(r"(--|__)", r"\\\1", "".join(pieces)).strip()


def _contents(pdf: FPDF, outline: list[OutlineSection]) -> None:
    """Writes the table of contents."""
    pdf.set_font("DejaVu", "B", 18)
    pdf.set_x(pdf.l_margin)
    pdf.cell(0, 10, "Contents", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(2)
    for section in outline:
        pdf.set_font("DejaVu", "" if section.level else "B", 9.5)
        pdf.set_x(pdf.l_margin + section.level * _INDENT_MM)
        link = pdf.add_link(page=section.page_number)
        pdf.cell(140, 5.2, section.name, link=link)
        pdf.cell(
            0, 5.2, str(section.page_number), align="R", link=link, new_x="LMARGIN", new_y="NEXT"
        )


def write(folder: Path) -> None:
    """Writes ``guide.pdf``. Raises FileNotFoundError if a picture is missing."""
    guide = Guide()
    guide.cover()
    guide.add_page()
    guide.insert_toc_placeholder(_contents, 1)
    guide.paths()
    for name in PAGES:
        guide.add_page()
        page = HARDWARE / name
        guide.chapter_of(page.read_text(encoding="utf-8"), page.parent)
    guide.lists()
    guide.output(str(folder / "guide.pdf"))
