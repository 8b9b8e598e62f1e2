"""``pingblock table board``: new, check, edit."""

import io
import tomllib

import pytest
import typer

from pingblock.cli import table_boards

BOARD = ("table", "board")


@pytest.fixture
def file(tmp_path, call):
    path = tmp_path / "my.toml"
    assert call(*BOARD, "new", "celebration", path)[0] == 0
    return path


def spaces(path):
    return tomllib.loads(path.read_text())["space"]


def test_check_counts_missing_figures_and_names_faulty_lines(file, call, refused, told):
    found = told(*BOARD, "check", file)
    assert (found["spaces"], found["deeds"], found["playable"]) == (32, 18, False)
    assert (len(found["missing"]), len(found["unverified"])) == (20, 2)
    assert "Brown 1 lacks price, rent, " in call(*BOARD, "check", file)[1]
    file.write_text(file.read_text().replace("dice = 1", "dice = 7"))
    refused("my.toml, line 20: 'dice' is 7: it must be 1 or 2.", *BOARD, "check", file)


def test_unknown_board_and_extending_board_are_refused(tmp_path, call, refused):
    path = tmp_path / "speed.toml"
    refused("There is no board 'strom'. Did you mean 'storm'?", *BOARD, "new", "strom", path)
    assert call(*BOARD, "new", "wasteland_speed", path)[0] == 0
    says = "it extends another board. 'pingblock table board new'"
    refused(says, *BOARD, "edit", path, "1", "price=5")


def test_edit_keeps_comments_rights_and_line_ends(file, call, told):
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    file.chmod(0o640)
    changes = ("price=1", "rent=1,2,3,4,5,6", "house_cost=1", "hotel_cost=2")
    found = told(*BOARD, "edit", file, "Brown 1", *changes)
    assert found == {"file": str(file), "missing": 100}
    assert call(*BOARD, "edit", file, "1", "name=Woods")[0] == 0
    assert (spaces(file)[1]["name"], spaces(file)[1]["rent"]) == ("Woods", [1, 2, 3, 4, 5, 6])
    assert "# SM-A-02" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o640
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n")
    assert [each.name for each in file.parent.iterdir()] == ["my.toml"]


@pytest.mark.parametrize(
    ("space", "change", "reason"),
    [
        ("Brown 1", "price=0", "Brown 1: price is 0, but must be an integer from 1 to 1000000."),
        (
            "Brown 1",
            "rent=3,2,1,1,1,1",
            "rent is [3, 2, 1, 1, 1, 1], but must be six amounts that never fall",
        ),
        ("Brown 1", "rent=2", "rent is [2], but must be six amounts that never fall"),
        ("Brown 1", "tax=3", "Brown 1 has no 'tax'. It has name, set, price"),
        ("Brown 1", "set=mud", "has one location"),
        ("Brown 1", "", "Name a change of Brown 1: NAME=VALUE"),
        ("32", "price=3", "has no space '32'"),
        ("", "", "104 figures are missing, and there is no terminal to ask at"),
    ],
)
def test_wrong_change_is_refused_and_the_file_stays(file, refused, space, change, reason):
    before = file.read_text()
    refused(reason, *BOARD, "edit", file, *filter(None, (space, change)))
    assert file.read_text() == before


def test_missing_figures_are_asked_for(file, monkeypatch):
    """A wrong answer repeats the question, an empty one skips it. Ctrl-C keeps typed answers."""
    answers = iter(["nine", "9", "", "", "", "4", "3", "", "7"])

    def prompt(*_, **__):
        if answer := next(answers, None):
            return answer
        if answer is None:
            raise typer.Abort
        return ""

    monkeypatch.setattr(table_boards.typer, "prompt", prompt)
    monkeypatch.setattr(table_boards.sys.stdin, "isatty", lambda: True)
    with pytest.raises(typer.Abort):
        table_boards.edit(file)
    brown = spaces(file)[1]
    assert (brown["price"], brown["mortgage"]) == (9, 4)
    assert not {"rent", "unmortgage"} & set(brown)  # 3 would be less than the mortgage
    assert spaces(file)[3]["price"] == 7


def test_table_opens_on_a_board_file(tmp_path, call, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    path = tmp_path / "own.toml"
    path.write_text("of before")
    assert call(*BOARD, "new", "wasteland", path, "--force")[0] == 0
    path.write_text(path.read_text().replace("go_pay = 200", "go_pay = 77"))
    code, out, _ = call("table", "wasteland", "--json", "--option", f"board=@{path}")
    assert (code, "go_pay = 77" in out, len(spaces(path))) == (0, True, 40)
    assert call("table", "celebration", "--json")[0] == 2


def test_storm_board_is_written_and_checked(tmp_path, call, refused, told):
    path = tmp_path / "storm.toml"
    assert call(*BOARD, "new", "storm", path)[0] == 0
    found = told(*BOARD, "check", path)
    assert (found["spaces"], found["deeds"], found["playable"]) == (32, 16, True)
    assert len(found["unverified"]) == 2
    refused("change it with a text editor", *BOARD, "edit", path)
    path.write_text(path.read_text().replace("cost = 1\n", "cost = 99\n", 1))
    code, _, err = call(*BOARD, "check", path)
    says = "storm.toml, line 19: 'cost' is 99: it must be an integer from 0 to 15."
    assert (code, says in err) == (2, True)
