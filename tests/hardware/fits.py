"""Overlaps of one moved part with everything that stays, for block and base."""

from tools.hardware import solids


def in_the_way(moved, others):
    """Returns name -> mm3 of the overlap of a moved solid."""
    common = {name: solids.overlap_mm3(moved, other) for name, other in others.items()}
    return {name: round(size, 2) for name, size in common.items() if size > 0.05}
