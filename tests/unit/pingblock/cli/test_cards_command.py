"""``pingblock cards``: the file that it writes, and its messages about wrong wishes."""

import json

import pytest

from pingware.games.block.options import FAMILY_COUNT


@pytest.mark.parametrize(
    ("name", "options", "begins"),
    [
        ("a.pdf", (), b"%PDF-"),
        ("a.HTML", (), b"<!DOCTYPE html>"),
        ("a.txt", (), "?-Block: Was war zu hören?".encode()),
        ("a", ("--format", "html"), b"<!DOCTYPE html>"),
        ("a.txt", ("--format", "pdf"), b"%PDF-"),
    ],
)
def test_file_format_follows_the_name_or_the_option(call, tmp_path, name, options, begins):
    path = tmp_path / name
    code, out, err = call("cards", "-l", "de", "-o", path, *options, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["languages"] == ["de"]
    assert path.read_bytes().startswith(begins)


def test_card_is_printed_without_a_file_and_json_has_texts(call, told):
    code, out, err = call("cards", "-l", "fi", "-l", "pl")
    assert (code, err) == (0, "")
    assert out.index("Kysymyspalikka") < out.index("Blok z pytajnikiem")
    [german, swedish] = told("cards", "-l", "de", "-l", "sv", "--battery")["cards"]
    assert (german["language"], german["name"], swedish["name"]) == ("de", "Deutsch", "Svenska")
    assert german["title"] == "?-Block: Was war zu hören?"
    assert [sound["badge"] for sound in german["sounds"]][:4] == ["+1", "»", "−5", "−10"]
    assert len(german["sounds"]) == FAMILY_COUNT
    assert (len(german["silent"]), len(german["battery"])) == (4, 4)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("-l tlh", "no language 'tlh'"),
        ("--paper a5", "no paper 'a5'"),
        ("--format doc", "no format 'doc'"),
        ("-o /no/such/place/cards.txt", "cannot be written"),
        ("-o {folder}/a.docx", "a.docx does not end in .txt, .html"),
        ("--format pdf", "-o"),
    ],
)
def test_wrong_option_is_named_and_nothing_is_written(
    call, refused, tmp_path, monkeypatch, options, says
):
    monkeypatch.setattr("pingblock.cli.cards.sys.stdout.isatty", lambda: True)
    refused(says, "cards", *options.format(folder=tmp_path).split())
    assert list(tmp_path.iterdir()) == []
    assert call("cards", "--format", "html", "--json")[0] == 2, "they exclude each other"
