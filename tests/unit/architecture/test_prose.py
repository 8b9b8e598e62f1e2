"""Counts habits that make sentences hard to read. Their limits can only become stricter."""

import pytest
from tests.unit.architecture import prose


@pytest.mark.parametrize("name", sorted(prose.limits()))
def test_prose_stays_within_its_limits(name: str) -> None:
    text, limits = prose.prose()[name], prose.limits()[name]
    measured = prose.rates(text)
    beyond = {
        habit: f"{rate:.2f}, limit {limits[habit]}: write it plainly (CONTRIBUTING.md, Words)"
        for habit, rate in measured.items()
        if not prose.HABITS[habit].fits(rate, limits[habit])
    }
    assert beyond == {}
    assert len(text) > 1000


@pytest.mark.parametrize("name", sorted(prose.limits()))
def test_limits_are_tightened_when_prose_improves(name: str) -> None:
    limits = prose.limits()[name]
    measured = prose.rates(prose.prose()[name])
    loose = {
        habit: f"{rate:.2f}, limit {limits[habit]}: run python -m tests.unit.architecture.prose"
        for habit, rate in measured.items()
        if prose.HABITS[habit].stale(rate, limits[habit])
    }
    assert loose == {}


def test_every_kind_of_prose_has_limits() -> None:
    assert set(prose.limits()) == set(prose.prose())
    assert all(set(limits) == set(prose.HABITS) for limits in prose.limits().values())


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("The lever rests; the block waits.", "semicolons"),
        ("What is drawn goes first.", "headless clauses"),
        ("Whoever has the dice begins.", "headless clauses"),
        ("The name stands in the file.", "stands, lies"),
        ("Nobody may press it.", "none, nobody, nothing"),
        ("The device is told the time.", "told, tells"),
        ("It answers all keys but one.", "alone, all but"),
        ("Sounds of your own follow.", "of its own"),
        ("You must restart it.", "can, should, must"),
        ("It restarts because the sound changed.", "because, for example, if you"),
    ],
)
def test_each_habit_is_counted_in_its_example(text: str, habit: str) -> None:
    found = prose.rates(text)
    assert {name for name, rate in found.items() if rate} == {habit}


def test_prose_of_code_excludes_the_code() -> None:
    text = '"""First; line."""\nX = """\n;\n"""\ndef f():\n    """Second."""\n    return ";"\n'
    assert list(prose.docstrings(text)) == ["First; line.", "Second."]
    assert list(prose.docstrings('"""Sends.\n\n    Args:\n        tell: gets it.\n"""')) == [
        "Sends.\n\n    Args:\ngets it.\n"
    ]
    script = "/** Sends. @param {Tell} tell  gets it @returns {Told} */ tell(told);\nf(); // So."
    assert "".join(prose.script_comments(script)).split() == ["Sends.", "gets", "it", "So."]
    assert prose.of_page("# A; b\n\nText `x`.\n| a; b |\n```sh\na; b\n```\n") == "\nText `x`.\n"


@pytest.mark.parametrize(
    ("habit", "rate", "before", "after"),
    [
        ("semicolons", 9.0, 12.0, 9.3),
        ("semicolons", 15.0, 12.0, 12.0),
        ("semicolons", 0.5, 12.0, 2.0),
        ("can, should, must", 3.0, 2.0, 2.8),
        ("can, should, must", 1.0, 2.0, 2.0),
        ("can, should, must", 11.0, 2.0, 8.0),
    ],
)
def test_limits_move_only_towards_the_goals(
    habit: str, rate: float, before: float, after: float
) -> None:
    assert prose.tightened({habit: rate}, {habit: before}) == {habit: after}
