"""Value rules for settings and arguments of requests: combinators and their check.

A rule is plain data. With it the device checks a value and names the valid ones, and the host
offers choices and writes a JSON schema (``pingblock.common.options``). None allows any value.
"""

from collections import namedtuple
from collections.abc import Callable
from typing import Any

# Kinds of rules. ``of`` holds:
WHOLE = 0  # not used
ONE_OF = 1  # the values
SWITCH = 2  # not used
TEXT = 3  # not used. ``least`` and ``most`` count characters.
LIST = 4  # the rule of the items
OBJECT = 5  # the rule of the values
EITHER = 6  # the rules
SUCH_THAT = 7  # (rule, callable), the rule first
NEEDED = 8  # the rule of an argument that a request must have

# least, most: limits of a number or count. words: text of valid values, "" if that follows from
# the others.
Rule = namedtuple("Rule", ("kind", "least", "most", "of", "words"))
# when: NOT_IN_A_RUN, NEXT_RUN or ANY_TIME. help: one sentence for people.
Setting = namedtuple("Setting", ("default", "rule", "when", "help"))

# When a change of a setting takes effect.
ANY_TIME = 0  # at once
NOT_IN_A_RUN = 1  # refused while the worms wiggle, because a wiggle uses it until its end
NEXT_RUN = 2  # at once, but a current wiggle keeps its value


def computed(value: "Any") -> "Any":
    """Returns a value. A build for a device replaces the formula with its value."""
    return value


def setting(default: object, rule: "Rule", when: int = ANY_TIME, help: str = "") -> "Setting":
    """Makes the declaration of a setting. Builds leave out ``help``, which the host shows."""
    return Setting(default, rule, when, help)


def whole(least: int, most: int) -> "Rule":
    """Makes the rule of an integer from ``least`` to ``most``. The chip needs limits."""
    return Rule(WHOLE, least, most, None, "")


def one_of(*values: "str | int | None") -> "Rule":
    """Makes the rule of one of several values, for example of words."""
    return Rule(ONE_OF, None, None, values, "")


def text(most: int, least: int = 0) -> "Rule":
    """Makes the rule of a text of ``least`` to ``most`` characters."""
    return Rule(TEXT, least, most, None, "")


def list_of(rule: "Rule", most: int, least: int = 0) -> "Rule":
    """Makes the rule of a list of ``least`` to ``most`` items, each valid by ``rule``."""
    return Rule(LIST, least, most, rule, "")


def object_of(rule: "Rule | None", most: int) -> "Rule":
    """Makes the rule of an object of at most ``most`` values, each valid by ``rule``."""
    return Rule(OBJECT, 0, most, rule, "")


def either(*choices: "Rule") -> "Rule":
    """Makes the rule of a value that fits one of several rules."""
    return Rule(EITHER, None, None, choices, "")


def such_that(rule: "Rule | None", is_so: "Callable[[Any], bool]", words: str) -> "Rule":
    """Makes the rule of a value that fits ``rule`` and for which ``is_so`` is true."""
    return Rule(SUCH_THAT, None, None, (rule, is_so), words)


def needed(rule: "Rule") -> "Rule":
    """Makes the rule of an argument that a request must have."""
    return Rule(NEEDED, None, None, rule, "")


def worded(rule: "Rule", words: str) -> "Rule":
    """Makes the same rule with another description of valid values."""
    return Rule(rule.kind, rule.least, rule.most, rule.of, words)


switch = Rule(SWITCH, None, None, None, "true or false")


def is_right(rule: "Rule | None", value: object) -> bool:
    """Returns whether a value fits a rule. It accepts any value and never raises."""
    if not rule:
        return True
    kind, least, most, of, _ = rule
    if kind == WHOLE:
        return type(value) is int and least <= value <= most
    if kind == ONE_OF:
        return any(type(value) is type(each) and value == each for each in of)
    if kind == SWITCH:
        return type(value) is bool
    if kind == TEXT:
        return type(value) is str and least <= len(value) <= most
    if kind == LIST and type(value) is list and least <= len(value) <= most:
        return all(is_right(of, item) for item in value)
    if kind == OBJECT and type(value) is dict and len(value) <= most:
        return all(is_right(of, value[name]) for name in value)
    if kind == EITHER:
        return any(is_right(each, value) for each in of)
    if kind == SUCH_THAT:
        return is_right(of[0], value) and of[1](value)
    return kind == NEEDED and is_right(of, value)
