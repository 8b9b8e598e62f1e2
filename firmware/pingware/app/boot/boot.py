"""Composition root: boots in two stages, runs the tasks, and leaves everything quiet.

Stage one, before anything else is even imported: sound and block button, so that a press counts
a few hundredths of a second after power-on. Stage two: light, check button, cells, link.
"""


def run():
    """Runs the device until the host interrupts it; then silent, dark, and at the prompt.

    A crash restarts it: see ``crash``. If even that fails, the watchdog does.
    """
    from pingware.app.boot.first_stage import FirstStage

    device = FirstStage()
    try:
        device.open()
        from asyncio import create_task, run_until_complete  # type: ignore[attr-defined]

        from pingware.app.boot import tasks

        running = tasks.Tasks(device)
        try:
            # ``asyncio.run`` would be one more call below all others: the stack is short.
            run_until_complete(create_task(running.run()))
        finally:
            running.close()
    except KeyboardInterrupt:
        device.board.close()  # mpremote and people at a terminal come this way
    except BaseException as wrong:  # a task that was cancelled, too
        device.close()
        from pingware.app.care import crash

        crash.survive(wrong)
    finally:
        device.close()
