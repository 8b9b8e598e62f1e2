"""Wording of a rule for an error; the sentences are loaded with the first one."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pingware.shared.schema import Rule

_SHOWN_CHARS = 40  # of a wrong value


def words_of(rule: "Rule") -> str:
    """Returns what would be right, for example "an integer from 0 to 10" (str)."""
    # Only an error needs words: without them the boot is 0.9 ms shorter, and 0.6 kB are free.
    try:
        from pingware.shared import schema_words
    except ImportError:  # it is damaged, which is a fault of its own
        return "another value"
    return schema_words.in_words(rule)


def wrong_value(name: str, rule: "Rule", value: object) -> str:
    """Returns for example "volume is 11: it must be an integer from 0 to 10" (str)."""
    return "%s is %s: it must be %s" % (name, shown(value), words_of(rule))


def shown(value: object) -> str:
    """Returns a value as JSON (str); a long one is cut."""
    try:
        text = json.dumps(value)
    except TypeError:  # a date in a board file, for example
        text = str(value)
    return text if len(text) <= _SHOWN_CHARS else "%s..." % text[:_SHOWN_CHARS]
