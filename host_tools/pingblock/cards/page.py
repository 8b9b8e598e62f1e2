"""The cards as one HTML file that any browser prints: a page with six cards for each language."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pingblock.cards.sheet import CARD_MM, SOUNDS_FEW, Sheet, colour_of
from pingblock.cards.strings import Card

_STYLE = """
@page {{ size: {wide}mm {high}mm; margin: 0 }}
* {{ box-sizing: border-box }}
body {{ margin: 0; font: 2.9mm/1.3 "DejaVu Sans", Verdana, "Segoe UI", Arial, sans-serif;
  color: #111; print-color-adjust: exact; -webkit-print-color-adjust: exact }}
.sheet {{ position: relative; width: {wide}mm; height: {high}mm; overflow: hidden;
  break-after: page }}
.sheet:last-child {{ break-after: auto }}
svg {{ position: absolute; inset: 0; width: 100%; height: 100% }}
article {{ position: absolute; width: {card_wide}mm; height: {card_high}mm; padding: 5mm 6mm;
  display: flex; flex-direction: column; justify-content: center }}
h1, h2, p, ul {{ margin: 0; padding: 0 }}
h1 {{ font-size: 3.7mm; line-height: 1.2 }}
h2 {{ font-size: 3mm; margin-top: 1.8mm; padding-top: 1.8mm; border-top: .25mm solid #999 }}
p {{ margin-top: .7mm }}
ul {{ list-style: none; margin-top: 1.2mm }}
li {{ margin-top: .8mm }}
.sounds li {{ display: grid; grid-template-columns: 9mm 1fr; gap: 2mm; align-items: center }}
b {{ color: #fff; text-align: center; border-radius: 1.2mm; padding: .5mm 0 }}
.many {{ font-size: 2.45mm; line-height: 1.2 }}
.many li {{ margin-top: .5mm }}
.many b {{ padding: .2mm 0 }}
.battery {{ font-size: 2.4mm; color: #444 }}
@media screen {{ body {{ background: #ddd }}
  .sheet {{ background: #fff; margin: 8mm auto; box-shadow: 0 1mm 3mm #888 }} }}
"""


def html_of(cards: Sequence[Card], sheet: Sheet) -> str:
    """Returns the text of the HTML file."""
    style = _STYLE.format(
        wide=sheet.wide, high=sheet.high, card_wide=CARD_MM[0], card_high=CARD_MM[1]
    )
    first = cards[0]
    return (
        f'<!DOCTYPE html>\n<html lang="{first.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(first.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        + "\n".join(_sheet(card, sheet) for card in cards)
        + "\n</body>\n</html>\n"
    )


def _sheet(card: Card, sheet: Sheet) -> str:
    lines = "".join(
        f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}"/>' for x, y, to_x, to_y in sheet.marks()
    )
    marks = (
        f'<svg viewBox="0 0 {sheet.wide} {sheet.high}" stroke="#555" stroke-width=".2" '
        f'aria-hidden="true">{lines}</svg>'
    )
    kind = ' class="many"' if len(card.sounds) > SOUNDS_FEW else ""
    articles = "\n".join(
        f'<article{kind} style="left:{x}mm;top:{y}mm">{_inside(card)}</article>'
        for x, y in sheet.places()
    )
    return f'<section class="sheet" lang="{card.language}">{marks}\n{articles}\n</section>'


def _inside(card: Card) -> str:
    sounds = "".join(
        f'<li><b style="background:{colour_of(badge)}">{badge}</b><span>{escape(text)}</span></li>'
        for badge, text in card.sounds
    )
    silent = "".join(f"<li>{escape(text)}</li>" for text in card.silent)
    battery = "".join(f"<li>{escape(text)}</li>" for text in card.battery)
    press = f"<p>{escape(card.press)}</p>" if card.press else ""
    return (
        f'<h1>{escape(card.title)}</h1>{press}<ul class="sounds">{sounds}</ul>'
        + (f"<h2>{escape(card.silent_title)}</h2><ul>{silent}</ul>" if silent else "")
        + (f'<ul class="battery">{battery}</ul>' if battery else "")
    )
