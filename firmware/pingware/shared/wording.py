"""Wording of a rule and of a wrong value, for an error."""

from pingware.shared.schema import EITHER, LIST, NEEDED, OBJECT, ONE_OF, TEXT, Rule

_SHOWN_CHARS = 40  # an error can show this much of a wrong value
# outside these, Pythons differ, because the chip has fractions of 32 bits
_LEAST, _MOST = 1e-37, 1e38


def words_of(rule: "Rule") -> str:
    """Returns the valid values of a rule, for example "an integer from 0 to 10" (str)."""
    kind, least, most, of, words = rule
    if words:
        return str(words)
    if kind == NEEDED:
        return words_of(of)
    if kind in (ONE_OF, EITHER):
        texts = [words_of(each) if kind == EITHER else _text(each).strip('"') for each in of]
        return " or ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)
    if kind == TEXT:
        return "a text of %s characters" % _span(least, most)
    if kind == LIST:
        return "a list of %s items, each %s" % (_span(least, most), words_of(of))
    if kind == OBJECT:
        return "an object of at most %d values" % most
    return "an integer from %d to %d" % (least, most)


def _span(least: int, most: int) -> str:
    if least == most:
        return "%d" % most
    return "%d to %d" % (least, most) if least else "at most %d" % most


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
        text = "%.6g" % value if not value or _LEAST < abs(value) < _MOST else "a number"
        return text + ".0" if text.strip("-").isdigit() else text
    if isinstance(value, (list, tuple)):
        return "[...]"
    return "an object" if isinstance(value, dict) else str(value)  # TOML also has dates
