"""Wording of a rule for an error. The sentences are loaded with the first one."""

from pingware.shared.schema import Rule

_SHOWN_CHARS = 40  # of a wrong value
# outside these, Pythons differ, because the chip has fractions of 32 bits
_LEAST, _MOST = 1e-37, 1e38


def words_of(rule: "Rule") -> str:
    """Returns the valid values, for example "an integer from 0 to 10" (str)."""
    # Only an error needs words. Without them the boot is 0.9 ms shorter, and 0.6 kB are free.
    from pingware.shared import schema_words

    return schema_words.in_words(rule)


def wrong_value(name: str, rule: "Rule", value: object) -> str:
    """Returns for example "volume is 11: it must be an integer from 0 to 10" (str)."""
    return "%s is %s: it must be %s" % (name, shown(value), words_of(rule))


def shown(value: object) -> str:
    """Returns a value as JSON (str), the same on every Python. A long or deep one is cut."""
    text = _text(value)
    if isinstance(value, (list, tuple)):
        text = "[%s]" % ", ".join([_text(each) for each in value[:_SHOWN_CHARS]])
    return text if len(text) <= _SHOWN_CHARS else "%s..." % text[:_SHOWN_CHARS]


def _text(value: object) -> str:
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return '"%s"' % value
    if value != value:
        return "NaN"
    if isinstance(value, float):
        return "%.6g" % value if _LEAST < abs(value) < _MOST else "a number"
    if isinstance(value, (list, tuple)):
        return "[...]"
    # for example a date in a board file
    return "an object" if isinstance(value, dict) else str(value)
