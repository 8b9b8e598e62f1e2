"""Sight of the table's terminal."""


def lines_of(face):
    """Returns what stands on each line of the screen."""
    strips = face.screen._compositor.render_strips()
    return ["".join(part.text for part in strip) for strip in strips]
