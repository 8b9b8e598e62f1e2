"""Text on the screen of a Textual app."""


def lines_of(app):
    """Returns the text of each line of the screen (list of str)."""
    strips = app.screen._compositor.render_strips()
    return ["".join(part.text for part in strip) for strip in strips]
