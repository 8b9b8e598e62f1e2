"""``pingblock study --json``: arguments, the answer, and files."""

import pytest

SMALL = ("--games", 6, "--processes", 1)


def test_fortune_study_repeats_with_the_same_seed(told):
    words = ("study", "fortune", *SMALL, "--players", 2, "--option", "finish=3000")
    found = told(*words, "--seed", 3)
    assert (found["games"], found["bots"], found["seed"]) == (6, ["plain", "plain"], 3)
    assert sum(each["count"] for each in found["winners"]) == 6 + found["shared"]
    assert 0 < found["odds"]["disqualified"]["value"] < 1
    assert found == told(*words, "--seed", 3)
    assert found != told(*words, "--seed", 4)


def test_study_writes_words_csv_and_picture(call, tmp_path):
    csv, plot = tmp_path / "games.csv", tmp_path / "games.png"
    words = ("study", "worms", *SMALL, "--bots", "plain,random", "--csv", csv, "--plot", plot)
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith(
        "worms: 6 games of plain, random, plain, random, seed 1;"
    )
    assert len(csv.read_text().splitlines()) == 7
    assert plot.read_bytes()[1:4] == b"PNG"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("chess", "There is no game 'chess'"),
        ("worms --players 5", "needs 2 to 4 players. You named 5."),
        ("worms --bots clever", "There is no bot 'clever'. There are: plain, random."),
        ("worms --option mixed=perhaps", 'mixed is "perhaps": it must be true or false'),
        ("celebration", "spaces of this board have no figures yet"),
        ("worms --csv /no/such/place/x.csv", "there is no folder /no/such/place"),
        ("worms --plot x.doc", "--plot x.doc: the name must end in .png, .svg, .pdf."),
    ],
)
def test_impossible_study_is_refused_with_the_reason(refused, words, reason):
    refused(reason, "study", *words.split())


def test_unreachable_scheduler_is_named(call, monkeypatch):
    monkeypatch.setattr("pingblock.study.farm.CONNECT_S", 0.1)
    code, _, err = call("study", "worms", "--games", 1, "--scheduler", "tcp://127.0.0.1:1")
    assert code == 1
    assert "No Dask scheduler answers at tcp://127.0.0.1:1." in err
