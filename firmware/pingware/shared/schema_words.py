"""Rules in words: the valid values, for an error."""

from pingware.shared.schema import EITHER, LIST, NEEDED, OBJECT, ONE_OF, TEXT, Rule


def in_words(rule: "Rule") -> str:
    """Returns the valid values of a rule as part of a sentence (str)."""
    kind, least, most, of, words = rule
    if words:
        return str(words)
    if kind == NEEDED:
        return in_words(of)
    if kind in (ONE_OF, EITHER):
        texts = [_text_of(each) if kind == ONE_OF else in_words(each) for each in of]
        return " or ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)
    if kind == TEXT:
        return "a text of %s characters" % _span(least, most)
    if kind == LIST:
        return "a list of %s items, each %s" % (_span(least, most), in_words(of))
    if kind == OBJECT:
        return "an object of at most %d values" % most
    return "an integer from %d to %d" % (least, most)


def _span(least: int, most: int) -> str:
    if least == most:
        return "%d" % most
    return "%d to %d" % (least, most) if least else "at most %d" % most


def _text_of(value: "str | int | None") -> str:
    return "null" if value is None else str(value)
