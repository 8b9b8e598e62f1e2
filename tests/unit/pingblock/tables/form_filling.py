"""Fills a form in for a test: at random, or with the arguments of a command."""

from typing import Any

from pingblock.tables.forms import (
    AMOUNT,
    CHOICE,
    COUNTS,
    SEVERAL,
    SWITCH,
    Form,
    Question,
    asked_of,
)

_NAME = "Eve"


def answer(question: Question, random: Any) -> Any:
    """Returns a random answer to a question."""
    kind = question["kind"]
    if kind == AMOUNT:
        return random.randint(question["least"], question["most"])
    if kind == CHOICE:
        return random.choice(question["choices"])[0]
    if kind == SWITCH:
        return random.random() < 0.5
    if kind in (SEVERAL, COUNTS):
        values = [value for value, _words in question["choices"]]
        again = kind == COUNTS or question["again"]
        most = min(question["most"], 8 if again else len(values))
        count = random.randint(min(most, max(question["least"], question["needed"])), most)
        some = random.choices(values, k=count) if again else random.sample(values, count)
        if kind == SEVERAL:
            return some
        return "".join(f"{each}{some.count(each)}" for each in values if each in some)
    return random.choice([value for value, _words in question["choices"]] or [_NAME])


def by_chance(form: Form, random: Any) -> dict[str, Any]:
    """Returns random answers to all questions of a form."""
    answers: dict[str, Any] = {}
    for question in form["questions"]:
        answers[question["name"]] = answer(question, random)
    for question in asked_of(form, answers):
        answers.setdefault(question["name"], answer(question, random))
    return answers


def cannot_say(form: Form, given: dict[str, Any]) -> list[str]:
    """Returns the arguments of a command that the form cannot give."""
    asked = {each["name"]: each for each in asked_of(form, given)}
    return [name for name, value in given.items() if not _has(asked.get(name), value)]


def _has(question: Question | None, value: Any) -> bool:
    if question is None:
        return False
    values = [each for each, _words in question.get("choices", ())]
    kind = question["kind"]
    if kind == AMOUNT:
        return question["least"] <= value <= question["most"]
    if kind == CHOICE:
        return value in values
    if kind == SEVERAL:
        right = question["least"] <= len(value) <= question["most"]
        return right and all(each in values for each in value)
    if kind == COUNTS:
        return {each for each in value if each.isalpha()} <= set(values)
    return type(value) is (bool if kind == SWITCH else str)
