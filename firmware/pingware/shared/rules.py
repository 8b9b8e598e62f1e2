"""Value rules: what a setting or an argument of a request may be. Combinators and their check.

A rule is plain data: by it the device checks a value and names what would be right, and the host
offers choices and writes a JSON schema (``pingblock.owner.options``).
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Kinds of rules, and what ``of`` holds.
WHOLE = 0  # (least, most); None: no limit
ONE_OF = 1  # the values
SWITCH = 2  # ()
TEXT = 3  # (least, most), characters
LIST = 4  # (rule of the items, least, most), items
OBJECT = 5  # (rule of the values, most), entries
EITHER = 6  # the rules
SUCH_THAT = 7  # (rule, callable), the rule first
ANYTHING = 8  # ()

# words: what would be right; "" if that follows from ``kind`` and ``of``.
Rule = namedtuple("Rule", ("kind", "of", "words"))
# help: a sentence for people, "" on the device: builds leave it out.
Setting = namedtuple("Setting", ("default", "rule", "help"))
# needed, optional: rules by argument; check: None, or a callable that returns what is wrong with
# a message whose arguments are right one by one (str), "" if nothing is.
Request = namedtuple("Request", ("needed", "optional", "check"))


def whole(least: "int | None" = None, most: "int | None" = None) -> "Rule":
    """Makes the rule of an integer from ``least`` to ``most``; None is no limit."""
    return Rule(WHOLE, (least, most), "")


def one_of(*values: "str | int | None") -> "Rule":
    """Makes the rule of one of several values, for example of words."""
    return Rule(ONE_OF, values, "")


def text(most: int, least: int = 0) -> "Rule":
    """Makes the rule of a text of ``least`` to ``most`` characters."""
    return Rule(TEXT, (least, most), "")


def list_of(rule: "Rule", most: int, least: int = 0) -> "Rule":
    """Makes the rule of a list of ``least`` to ``most`` items, each by ``rule``."""
    return Rule(LIST, (rule, least, most), "")


def object_of(rule: "Rule", most: int) -> "Rule":
    """Makes the rule of an object with at most ``most`` entries, each value by ``rule``."""
    return Rule(OBJECT, (rule, most), "")


def either(*choices: "Rule") -> "Rule":
    """Makes the rule of a value that keeps one of several rules."""
    return Rule(EITHER, choices, "")


def such_that(rule: "Rule", is_so: "Callable[[Any], bool]", words: str) -> "Rule":
    """Makes the rule of a value that keeps ``rule``, and of which ``is_so`` is true then."""
    return Rule(SUCH_THAT, (rule, is_so), words)


def worded(rule: "Rule", words: str) -> "Rule":
    """Makes the same rule with other words for what would be right."""
    return Rule(rule.kind, rule.of, words)


switch = Rule(SWITCH, (), "")
anything = Rule(ANYTHING, (), "")
_NO_RULES: "dict[str, Rule]" = {}


def setting(default: "Any", rule: "Rule", help: str = "") -> "Setting":
    """Declares a setting: its default, its rule and a sentence for people."""
    return Setting(default, rule, help)


def request(
    needed: "dict[str, Rule]" = _NO_RULES,
    optional: "dict[str, Rule]" = _NO_RULES,
    check: "Callable[[dict[str, Any]], str] | None" = None,
) -> "Request":
    """Declares a request: rules of the arguments it needs and of those it may have.

    Args:
        needed: argument to rule.
        optional: argument to rule.
        check: returns what is wrong with a message whose arguments are right one by one, or "".
    """
    return Request(needed, optional, check)


def is_right(rule: "Rule", value: object) -> bool:
    """Returns whether a value keeps a rule. Takes anything and never raises."""
    kind, of = rule.kind, rule.of
    if kind == WHOLE:
        return type(value) is int and _within(value, of[0], of[1])
    if kind == ONE_OF:
        return any(type(value) is type(each) and value == each for each in of)
    if kind == SWITCH:
        return type(value) is bool
    if kind == TEXT:
        return type(value) is str and _within(len(value), of[0], of[1])
    if kind == LIST:
        if type(value) is not list or not _within(len(value), of[1], of[2]):
            return False
        return all(is_right(of[0], item) for item in value)
    if kind == OBJECT:
        if type(value) is not dict or len(value) > of[1]:
            return False
        return all(is_right(of[0], value[name]) for name in value)
    if kind == EITHER:
        return any(is_right(each, value) for each in of)
    if kind == SUCH_THAT:
        return is_right(of[0], value) and of[1](value)
    return True


def _within(number: int, least: "int | None", most: "int | None") -> bool:
    return (least is None or least <= number) and (most is None or number <= most)


def words_of(rule: "Rule") -> str:
    """Returns what would be right, for example "an integer from 0 to 10" (str)."""
    kind, of = rule.kind, rule.of
    if rule.words:
        return rule.words
    if kind == WHOLE:
        return "an integer" + _range_of(of[0], of[1])
    if kind == ONE_OF:
        return _alternatives(["null" if each is None else str(each) for each in of])
    if kind == SWITCH:
        return "true or false"
    if kind == TEXT:
        return "a text of %s characters" % _span(of[0], of[1])
    if kind == LIST:
        return "a list of %s items, each %s" % (_span(of[1], of[2]), words_of(of[0]))
    if kind == OBJECT:
        return "an object of at most %d values, each %s" % (of[1], words_of(of[0]))
    if kind == EITHER:
        return _alternatives([words_of(each) for each in of])
    return "anything"


def _range_of(least: "int | None", most: "int | None") -> str:
    if least is None:
        return ""
    return ", %d or more" % least if most is None else " from %d to %d" % (least, most)


def _span(least: int, most: int) -> str:
    return "%d to %d" % (least, most) if least else "at most %d" % most


def _alternatives(choices: "list[str]") -> str:
    return choices[0] if len(choices) == 1 else ", ".join(choices[:-1]) + " or " + choices[-1]
