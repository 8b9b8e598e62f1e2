"""Finds words on the screen of a page, as a person sees them."""

from __future__ import annotations

from playwright.sync_api import Page

# The sentences of a text that are not visible in an element on the screen. A visible element is
# larger than a pixel, in the window, and not covered by another. A title and the next task can be
# in two elements.
UNSEEN = """(text) => {
    const plain = (words) => words.replace(/[\\s\\u00a0]+/g, " ").trim();
    const isSeen = (each) => {
        const {x, y, width, height} = each.getBoundingClientRect();
        const isDrawn = each.checkVisibility({visibilityProperty: true});
        if (width < 4 || height < 4 || each.closest(".aloud") || !isDrawn) return false;
        const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
        const [right, low] = [Math.min(x + width, innerWidth), Math.min(y + height, innerHeight)];
        const found = document.elementFromPoint((left + right) / 2, (top + low) / 2);
        // What a dialog makes inert is hit by no finger; a popover shown after it is above it.
        const above = each.closest(":popover-open") && document.querySelector("dialog:modal");
        return right > left && low > top && (above || each.contains(found));
    };
    const hasWords = ({childNodes}) =>
        [...childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = [...document.querySelectorAll("body *")].filter(hasWords).filter(isSeen)
        .map((each) => plain(each.textContent));
    return plain(text).split(/(?<=[.!?]) /).map((each) => each.replace(/[.]$/, ""))
        .filter((sentence) => !shown.some((words) => words.includes(sentence)));
}"""
DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"


def unseen(page: Page, text: str) -> list[str]:
    """Returns the sentences of ``text`` that the screen does not show."""
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(UNSEEN, text)
    return found
