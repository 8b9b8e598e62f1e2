"""Simulates a hard interrupt between any two bytecodes of the code under test."""

import sys
from itertools import count


def interrupted_at_each(functions, run):
    """Calls ``run(interrupt)`` once for each place at which an interrupt can come.

    Args:
        functions: functions (or coroutine functions) between whose bytecodes it can come.
        run: callable. It gets a function, which it must call with the interrupt's handler after
            its set-up. After that the interrupt comes once, at the place of this round.

    Yields:
        The place (int, bytecodes since then) and the result of ``run``, until the code ends before
        the place is reached.
    """
    codes = {function.__code__ for function in functions}
    for place in count():
        came = []
        result = run(lambda handler, place=place, came=came: _trace(codes, place, handler, came))
        sys.settrace(None)
        if not came:
            return
        yield place, result


def _trace(codes, place, handler, came):
    passed = count()

    def on_event(frame, event, _given):
        if frame.f_code not in codes:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and not came and next(passed) == place:
            came.append(True)
            handler()
        return on_event

    sys.settrace(on_event)
