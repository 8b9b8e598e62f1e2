"""A Textual app in a test: the text on its screen, once all that was done has been drawn."""

import asyncio

# Attributes of Textual's widgets and screen that show pending work.
_LEFT = (
    *("_next_callbacks", "_callbacks", "_dirty_widgets", "_deferred_renders"),
    *("_layout_required", "_scroll_required", "_repaint_required", "_recompose_required"),
)
# rounds in a row, because a widget that has just become idle can request another drawing
_QUIET = 2
# An app with moving pictures always has pending work. Earlier actions are drawn much sooner: a
# step makes a message, then a layout, then the text of a log, then a drawing.
_MOST = 30


def lines_of(app):
    """Returns the text of each line of the screen (list of str)."""
    strips = app.screen._compositor.render_strips()
    return ["".join(part.text for part in strip) for strip in strips]


async def drawn(pilot):
    """Waits until all that was done to an app has been drawn.

    ``pilot.pause()`` guesses: it takes a process that uses little processor time for an idle one,
    so it returns too early on a busy computer.
    """
    quiet = 0
    for _ in range(_MOST):
        # it has a return code after it has ended
        if quiet == _QUIET or pilot.app.return_code is not None:
            break
        await pilot._wait_for_screen()
        await asyncio.sleep(0)
        pilot.app.screen._on_timer_update()
        quiet = 0 if _is_busy(pilot.app) else quiet + 1


def _is_busy(app):
    pumps = [app, *app.screen.walk_children(with_self=True)]
    left = any(getattr(pump, name, None) for pump in pumps for name in _LEFT)
    return left or any(pump.message_queue_size for pump in pumps)
