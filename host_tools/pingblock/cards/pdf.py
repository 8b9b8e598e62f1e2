"""The cards as a PDF with embedded fonts, so that they look the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import cast

from fpdf import FPDF

from pingblock.cards.sheet import CARD_MM, SOUNDS_FEW, Sheet, colour_of
from pingblock.cards.strings import Card

_FONT = "DejaVuSans"
PAD_MM = 6.0
_BADGE_MM = (9.0, 5.2)
_CLOSE_MM = (4.0, 0.4)  # height and gap of the badges, if there are many
_POINTS = 8.8
_LEAST_POINTS = 5.0
_MM_A_POINT = 25.4 / 72
_LEADING = 1.28
_INK, _PALE = "#111111", "#999999"
# constant date, so that the same cards give the same file
_MADE = datetime(2000, 1, 1, tzinfo=UTC)


def pdf_of(cards: Sequence[Card], sheet: Sheet) -> bytes:
    """Returns the bytes of the PDF, which has a page with six cards for each language."""
    pdf = new(sheet, cards[0])
    for card in cards:
        _page(pdf, card, sheet)
    return bytes(pdf.output())


def new(sheet: Sheet, first: Card) -> FPDF:
    """Returns an empty PDF with its fonts. Title and language come from the first card."""
    pdf = FPDF(unit="mm", format=(sheet.wide, sheet.high))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.set_creation_date(_MADE)
    pdf.set_title(first.title)
    pdf.set_lang(first.language)
    _add_fonts(pdf)
    return pdf


def fitting_points(pdf: FPDF, card: Card) -> float:
    """Returns the largest type size with which a card fits, from 8.8 points down to 5."""
    points = _POINTS
    while Writer(pdf, card, points).height() > CARD_MM[1] - PAD_MM and points > _LEAST_POINTS:
        points -= 0.2
    return points


def _add_fonts(pdf: FPDF) -> None:
    for style, name in (("", "Regular"), ("B", "Bold")):
        with as_file(files("pingblock.cards") / "fonts" / f"{_FONT}-{name}.ttf") as path:
            pdf.add_font(_FONT, style, path)


def _page(pdf: FPDF, card: Card, sheet: Sheet) -> None:
    pdf.add_page()
    pdf.set_draw_color("#555555")
    pdf.set_line_width(0.2)
    for mark in sheet.marks():
        pdf.line(*mark)
    writer = Writer(pdf, card, fitting_points(pdf, card))
    spare = CARD_MM[1] - writer.height()
    for x, y in sheet.places():
        writer.write(x + PAD_MM, y + spare / 2)


class Writer:
    """Writes one card at one type size, or only measures it."""

    def __init__(self, pdf: FPDF, card: Card, points: float) -> None:
        self._pdf = pdf
        self._card = card
        self._points = points
        self._dry = True
        self._x = self._y = 0.0
        many = len(card.sounds) > SOUNDS_FEW
        self._badge_mm, self._gap_mm = _CLOSE_MM if many else (_BADGE_MM[1], 0.8)

    def height(self) -> float:
        """Returns the height of the card in mm."""
        self._dry, self._x, self._y = True, 0.0, 0.0
        self._all()
        return self._y

    def write(self, x: float, y: float) -> None:
        """Writes the card with its upper left corner at ``x``, ``y``, in mm."""
        self._dry, self._x, self._y = False, x, y
        self._all()

    def _all(self) -> None:
        card = self._card
        self._text(card.title, "B", 1.25)
        if card.press:
            self._text(card.press, gap_mm=0.7)
        self._y += 0.5
        for badge, text in card.sounds:
            self._badge(badge, text)
        if card.silent:
            self._rule()
            self._text(card.silent_title, "B")
        for text in card.silent:
            self._text(text, gap_mm=0.7)
        for text in card.battery:
            self._text(text, "", 0.85, 0.5)

    def _text(
        self, text: str, style: str = "", scale: float = 1.0, gap_mm: float = 0.0, in_mm: float = 0
    ) -> None:
        points = self._points * scale
        self._pdf.set_font(_FONT, style, points)
        self._pdf.set_text_color(_INK)
        self._y += gap_mm
        self._pdf.set_xy(self._x + in_mm, self._y)
        wide = CARD_MM[0] - 2 * PAD_MM - in_mm
        high = points * _MM_A_POINT * _LEADING
        written = self._pdf.multi_cell(
            wide, high, text, align="L", dry_run=self._dry, output="HEIGHT"
        )
        self._y += cast(float, written)

    def _badge(self, badge: str, text: str) -> None:
        """Writes a badge and a line after it, both vertically centred."""
        wide, high = _BADGE_MM[0], self._badge_mm
        self._y += self._gap_mm
        top = self._y
        dry, self._dry = self._dry, True
        self._text(text, in_mm=wide + 2)
        self._dry = dry
        text_high = self._y - top
        both = max(high, text_high)
        if not dry:
            self._stamp(badge, top + (both - high) / 2)
            self._y = top + (both - text_high) / 2
            self._text(text, in_mm=wide + 2)
        self._y = top + both

    def _stamp(self, badge: str, y: float) -> None:
        pdf, wide, high = self._pdf, _BADGE_MM[0], self._badge_mm
        pdf.set_fill_color(colour_of(badge))
        pdf.rect(self._x, y, wide, high, style="F", round_corners=True, corner_radius=1.2)
        pdf.set_font(_FONT, "B", _POINTS)
        pdf.set_text_color("#ffffff")
        pdf.set_xy(self._x, y)
        pdf.cell(wide, high, badge, align="C")

    def _rule(self) -> None:
        self._y += 1.8
        if not self._dry:
            self._pdf.set_draw_color(_PALE)
            self._pdf.line(self._x, self._y, self._x + CARD_MM[0] - 2 * PAD_MM, self._y)
        self._y += 1.5
