"""Edits that a page offers to MicroPython: printed from the list, and written as a patch."""

import subprocess

import pytest
from tools.docs import offered

WHY = "a division takes as long as five comparisons, and each search in a dict had three or more"
PAGE = f"Text.\n<!-- edit: {WHY} -->\nstale\n<!-- /edit -->\n"


def test_page_prints_the_edits_of_the_list():
    text = offered.with_offers(PAGE)
    assert "```diff\n# py/map.c\n-        pos = (pos + 1) % map->alloc;\n+        pos = " in text
    assert "stale" not in text
    assert offered.with_offers(text) == text
    assert offered.with_offers(offered.PAGE.read_text()).count("```diff") > 8


def test_unknown_or_ambiguous_reason_is_refused():
    for why in ("not there", "the same for the RP2350"):
        with pytest.raises(KeyError):
            offered.with_offers(PAGE.replace(WHY, why))


def test_patch_makes_the_edit(tmp_path):
    place = tmp_path / "py" / "map.c"
    place.parent.mkdir()
    place.write_text("a\n        pos = (pos + 1) % map->alloc;\nb\n")
    told = offered.patch(tmp_path, PAGE)
    assert place.read_text().startswith("a\n        pos = (pos"), "the sources must not change"
    subprocess.run(["git", "apply", "-"], input=told, text=True, cwd=tmp_path, check=True)
    assert "pos = pos + 1 == map->alloc ? 0 : pos + 1;\nb\n" in place.read_text()
