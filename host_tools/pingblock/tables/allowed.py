"""Describes the allowed values of an option or an argument in the current language."""

from __future__ import annotations

from pingblock.languages import _
from pingblock.languages.later import listed
from pingware.shared import schema
from pingware.shared.schema import Rule
from pingware.shared.wording import words_of


def allowed(rule: Rule) -> str:
    """Returns the values that a rule allows, as a phrase such as "an integer from 0 to 10"."""
    if rule.kind == schema.SWITCH:
        return _("true or false")
    if rule.words:
        return _(rule.words)
    if rule.kind == schema.NEEDED:
        return allowed(rule.of)
    if rule.kind == schema.ONE_OF:
        return listed([str(each) for each in rule.of], _("or"))
    if rule.kind == schema.EITHER:
        return listed([allowed(each) for each in rule.of], _("or"))
    if rule.kind == schema.WHOLE:
        return _("an integer from {least} to {most}").format(least=rule.least, most=rule.most)
    if rule.kind not in (schema.TEXT, schema.LIST):
        return words_of(rule)
    if rule.least == rule.most:
        span = str(rule.most)
    elif rule.least:
        span = _("{least} to {most}").format(least=rule.least, most=rule.most)
    else:
        span = _("at most {most}").format(most=rule.most)
    if rule.kind == schema.TEXT:
        return _("a text of {span} characters").format(span=span)
    return _("a list of {span} items, each {item}").format(span=span, item=allowed(rule.of))
