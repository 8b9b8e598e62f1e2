"""Checks values from people and programs against a rule of ``pingware.shared.schema``."""

from __future__ import annotations

from typing import Any

from pingblock.errors import BadInput
from pingware.shared.schema import Rule, is_right, such_that
from pingware.shared.wording import wrong_value


def number(least: float, most: float, unit: str) -> Rule:
    """Returns the rule for a number from ``least`` to ``most``. Fractions are allowed."""

    def is_so(value: Any) -> bool:
        return type(value) in (int, float) and least <= value <= most

    return such_that(None, is_so, f"a number of {unit} from {least:g} to {most:.12g}")


def checked(name: str, rule: Rule, value: Any) -> Any:
    """Returns the value if it is valid. Otherwise raises BadInput with the value and the rule."""
    if not is_right(rule, value):
        raise BadInput(wrong_value(f"'{name}'", rule, value) + ".")
    return value
