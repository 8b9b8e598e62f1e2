"""Sentences about an unknown choice, with the nearest known choice."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

# cutoff of get_close_matches: "slwo" is like "slow", but "tusch" is not like "match"
_LIKENESS = 0.7
_LIST_MOST = 12  # A longer list would hide the suggestion.


def no_such(thing: str, given: str, known: Collection[str]) -> str:
    """Returns for example "There is no profile 'junor'. Did you mean 'junior'?" and the choices.

    Args:
        thing: a noun, such as "profile".
        given: the given word.
        known: the possible words, in the order in which they are listed.
    """
    near = nearest(given, known)
    helps = f" Did you mean '{near}'?" if near else ""
    short = not near or len(known) <= _LIST_MOST
    choices = f" There are: {', '.join(known)}." if short else ""
    return f"There is no {thing} '{given}'.{helps}{choices}"


def nearest(given: str, known: Collection[str]) -> str:
    """Returns the word of ``known`` that is most like ``given``, or "" if no word is similar."""
    return next(iter(get_close_matches(given.lower(), known, 1, _LIKENESS)), "")
