"""Settings in a file: written values can be read, and errors name the wrong value."""

import json

import pytest

from pingblock.care.owner import settings_file
from pingblock.errors import BadInput

HELD = {"volume": 3, "names": ["Zoë"], "servo": {"low_deg": 50}}


def test_written_settings_are_read_back_with_byte_order_mark(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(settings_file.text_of(HELD), encoding="utf-8-sig")
    assert settings_file.read(path) == HELD


def held(**changes):
    return {"product": "pingblock", "schema": 1, "settings": HELD} | changes


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00", "not UTF-8"),
        (b" " * 70_000, "too long"),
        ("{", "not JSON: Expecting property name.*line 1, column 2"),
        ("[" * 10_000, "nested too deep"),
        ("[]", "not a settings file"),
        ({"volume": 3}, "not a settings file"),
        (held(schema=99), "schema 99, not 1: update this program"),
        (held(schema=0), "write it again"),
        (held(schema=None), "write it again"),
        (held(settings=[]), "must be an object"),
        (held(settings={"capp": 1}), "Did you mean 'cap'?"),
        (held(settings={"cap": "1"}), 'cap is "1": it must be'),
        (held(settings={"servo": {"low_deg": 170}}), "in this order"),
    ],
)
def test_unusable_settings_file_is_named_with_the_reason(tmp_path, content, says):
    path = tmp_path / "mine.json"
    if not isinstance(content, bytes):
        content = (content if isinstance(content, str) else json.dumps(content)).encode()
    path.write_bytes(content)
    with pytest.raises(BadInput, match=f"mine.json:? .*{says}"):
        settings_file.read(path)
