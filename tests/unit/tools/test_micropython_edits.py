"""Edits of MicroPython's sources: made once each, or refused with the file and the reason."""

import pytest
from tools.micropython_edits import edit

from pingblock.errors import BadInput

EDITS = """
[[edit]]
why = "a deeper stack"
file = "a/b.txt"
find = "stack = 8"
put = "stack = 12"
"""


@pytest.mark.parametrize("text", ["stack = 4", "stack = 8, stack = 8"])
def test_text_missing_or_repeated_is_refused(tmp_path, text):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.txt").write_text(text)
    with pytest.raises(BadInput, match=r"a/b\.txt has the text 'stack = 8' [02] times.*deeper"):
        edit(tmp_path, EDITS)
    assert (tmp_path / "a" / "b.txt").read_text() == text


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match="0 times"):
        edit(tmp_path, EDITS)


def test_text_is_replaced(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.txt").write_text("heap = 3\nstack = 8\n")
    edit(tmp_path, EDITS)
    assert (tmp_path / "a" / "b.txt").read_text() == "heap = 3\nstack = 12\n"
