"""``pingblock cards``: which file it writes, and what it says of wrong wishes."""

import json

import pytest


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
def test_kind_of_file_follows_from_its_name_or_the_option(call, tmp_path, name, options, begins):
    path = tmp_path / name
    code, out, err = call("cards", "-l", "de", "-o", path, *options, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["languages"] == ["de"]
    assert path.read_bytes().startswith(begins)


def test_name_that_tells_no_format_is_refused_and_nothing_is_written(call, tmp_path):
    code, out, err = call("cards", "-o", tmp_path / "a.docx")
    assert (code, out) == (2, "")
    assert "a.docx does not end in .txt, .html" in err
    assert not (tmp_path / "a.docx").exists()


def test_without_a_file_the_card_is_printed(call):
    code, out, err = call("cards", "-l", "fi", "-l", "pl")
    assert (code, err) == (0, "")
    assert out.index("Kysymyspalikka") < out.index("Blok z pytajnikiem")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("-l", "tlh"), "no language 'tlh'"),
        (("--paper", "a5"), "no paper 'a5'"),
        (("--format", "doc"), "no format 'doc'"),
        (("-o", "/no/such/place/cards.txt"), "cannot be written"),
    ],
)
def test_wrong_wish_is_named(call, options, says):
    code, out, err = call("cards", *options)
    assert (code, out) == (2, "")
    assert says in err


def test_pdf_is_not_thrown_at_a_terminal(call, monkeypatch):
    monkeypatch.setattr("pingblock.cli.cards.sys.stdout.isatty", lambda: True)
    assert call("cards", "--format", "pdf")[0] == 2


def test_json_without_a_file_is_the_texts(told):
    [german, swedish] = told("cards", "-l", "de", "-l", "sv", "--battery")["cards"]
    assert (german["language"], german["name"], swedish["name"]) == ("de", "Deutsch", "Svenska")
    assert german["title"] == "?-Block: Was war zu hören?"
    assert [sound["badge"] for sound in german["sounds"]] == ["+1", "»", "−5", "−10"]
    assert (len(german["silent"]), len(german["battery"])) == (4, 4)


def test_json_and_a_printed_page_exclude_each_other(call):
    code, out, _ = call("cards", "--format", "html", "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "bad_input"
