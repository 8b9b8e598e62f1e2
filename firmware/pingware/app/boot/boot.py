"""Composition root: boots in two stages, runs the tasks, and leaves everything quiet.

Stage one starts sound and block button before anything else is imported, so that a press counts a
few hundredths of a second after power-on. Stage two starts light, check button, cells and link.
"""


def run():
    """Runs the device until the host interrupts it, then leaves it silent, dark and at the prompt.

    A crash restarts the device, see ``crash``. If that fails, too, the watchdog restarts it.
    """
    from pingware.app.boot.first_stage import FirstStage

    device = FirstStage()
    try:
        device.open()
        from asyncio import create_task, run_until_complete  # type: ignore[attr-defined]

        from pingware.app.boot import tasks

        running = tasks.Tasks(device)
        try:
            # ``asyncio.run`` would add one call below all others, and the stack is small.
            run_until_complete(create_task(running.run()))
        finally:
            running.close()
    except KeyboardInterrupt:
        device.board.close()  # mpremote and terminals interrupt the firmware here
    except BaseException as wrong:  # also if a task was cancelled
        device.close()
        from pingware.app.care import crash

        crash.survive(wrong)
    finally:
        device.close()
