"""A form that a terminal asks question by question. People can choose or type an answer."""

from __future__ import annotations

from typing import Any

from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.tables.command import Command
from pingblock.tables.forms import (
    AMOUNT,
    COUNTS,
    SEVERAL,
    SWITCH,
    TEXT,
    Form,
    Question,
    asked_of,
    filled,
)

_DONE = object()  # choice that ends an answer with several values
Choice = tuple[Any, str]


class Asking:
    """The answers to a form up to now.

    Args:
        form: the form.
    """

    def __init__(self, form: Form) -> None:
        self._form = form
        self._answers: dict[str, object] = {}
        self._things: list[object] = []  # answers to a question that can have several

    @property
    def question(self) -> Question | None:
        """The next question, or None if all questions are answered."""
        asked = asked_of(self._form, self._answers)
        return next((each for each in asked if each["name"] not in self._answers), None)

    @property
    def command(self) -> Command:
        """The command for the answers up to now."""
        return filled(self._form, self._answers)

    @property
    def title(self) -> str:
        """Words of the question, with the things that were chosen up to now."""
        question = self.question
        if question is None:
            return self._form["title"]
        words = [words for each in self._things for v, words in question["choices"] if v == each]
        side = f"{question['side']}: " if question["side"] else ""
        return side + question["label"] + (f": {', '.join(words)}" if words else "")

    def choices(self) -> list[Choice]:
        """Returns the values to choose from, with their words."""
        question = self.question
        if question is None:
            return []
        kind, none = question["kind"], [] if question["needed"] else [(None, _("nothing"))]
        if kind == SWITCH:
            return [(False, _("no")), (True, _("yes"))]
        if kind == AMOUNT:
            least, most = question["least"], question["most"]
            near = [least, *(max(least, 0) + step for step in question["steps"])]
            return [(each, str(each)) for each in dict.fromkeys(near) if each <= most]
        if kind not in (SEVERAL, COUNTS):
            return [*none, *question["choices"]]
        left = [each for each in question["choices"] if self._may_add(question, each[0])]
        done = [(_DONE, _("that is all"))] * (len(self._things) >= question["least"])
        return [*done, *left]

    def _may_add(self, question: Question, value: object) -> bool:
        again = question["kind"] == COUNTS or question["again"]
        return len(self._things) < question["most"] and (again or value not in self._things)

    def take(self, value: object) -> None:
        """Takes the answer to the question, one of ``choices`` or a typed one."""
        question = self.question
        assert question is not None
        if question["kind"] not in (SEVERAL, COUNTS):
            self._answers[question["name"]] = value
            return
        if value is not _DONE:
            self._things.append(value)
        if value is _DONE or len(self._things) == question["least"] == question["most"]:
            some, self._things = self._things, []
            counts = "".join(f"{v}{some.count(v)}" for v, _w in question["choices"] if v in some)
            self._answers[question["name"]] = counts if question["kind"] == COUNTS else some

    def read(self, text: str) -> Any:
        """Returns the answer in a text. Raises BadInput if the text is not a valid answer."""
        question, folded = self.question, text.strip().casefold()
        assert question is not None
        found = [value for value, words in self.choices() if words.casefold() == folded]
        if found:
            return found[0]
        if question["kind"] == TEXT and folded:
            return text.strip()
        if question["kind"] == AMOUNT:
            least, most = question["least"], question["most"]
            number = int(folded) if folded.lstrip("-").isdecimal() else None
            if number is not None and least <= number <= most:
                return number
            say = _("Type an integer from {least} to {most}, not '{text}'.")
            raise BadInput(say.format(least=least, most=most, text=text.strip()))
        say = _("Choose one of the list, not '{text}'.")
        raise BadInput(say.format(text=text.strip()))
