"""Settings in a file: what was written comes back, what cannot be used is named."""

import json

import pytest

from pingblock.errors import BadInput
from pingblock.owner import settings_file

HELD = {"volume": 3, "names": ["Zoë"], "servo": {"low_deg": 50}}


def test_what_was_written_comes_back_also_with_a_byte_order_mark(tmp_path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(settings_file.text_of(HELD), encoding="utf-8-sig")
    assert settings_file.read(path) == HELD


def test_file_that_is_not_there_is_wrong_input(tmp_path) -> None:
    with pytest.raises(BadInput):
        settings_file.read(tmp_path / "none.json")
    with pytest.raises(BadInput, match="cannot be read"):
        settings_file.read(tmp_path)


def held(**changes):
    return {"product": "pingblock", "schema": 1, "settings": HELD} | changes


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "not JSON: Expecting property name.*line 1, column 2"),
        ("[" * 10_000, "nested too deep"),
        ("[]", "not a settings file"),
        ({"volume": 3}, "not a settings file"),
        (held(schema=99), "schema is 99, not 1: update this program"),
        (held(schema=0), "write it anew"),
        (held(schema=None), "write it anew"),
        (held(settings=[]), "must be an object"),
        (held(settings={"capp": 1}), "Did you mean 'cap'?"),
        (held(settings={"cap": "1"}), "cap must be"),
        (held(settings={"servo": {"low_deg": 170}}), "in this order"),
    ],
)
def test_what_cannot_be_used_is_named_with_the_file(tmp_path, content, says) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(BadInput, match=f"mine.json: .*{says}"):
        settings_file.read(path)


def test_file_that_is_no_text_or_far_too_long_is_no_settings_file(tmp_path) -> None:
    path = tmp_path / "mine.json"
    for data in (b"\xff\xfe\x00", b" " * 70_000):
        path.write_bytes(data)
        with pytest.raises(BadInput):
            settings_file.read(path)
