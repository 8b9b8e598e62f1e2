"""``_asyncio`` for the virtual clock, because the port's module uses real time.

``asyncio.core`` needs these fields of a task: coro, data, state (True running, None finished and
not awaited, False finished and awaited, or the queue of tasks that await it) and ph_key (wake-up
tick).
"""

from sim.time import ticks_diff, ticks_ms


class TaskQueue:
    """Tasks in order of their wake-up tick. Tasks with equal ticks are in order of arrival."""

    def __init__(self):
        self._tasks = []

    def peek(self):
        return self._tasks[0] if self._tasks else None

    def push(self, task, key=None):
        task.data = None
        task.ph_key = ticks_ms() if key is None else key
        tasks = self._tasks
        place = len(tasks)
        while place and ticks_diff(tasks[place - 1].ph_key, task.ph_key) > 0:
            place -= 1
        tasks.insert(place, task)

    def pop(self):
        return self._tasks.pop(0)

    def remove(self, task):
        self._tasks.remove(task)


class Task:
    """A coroutine that the event loop runs."""

    def __init__(self, coro, context):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0
        self._context = context  # globals of asyncio.core, with its current task

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif not isinstance(self.state, TaskQueue):
            raise RuntimeError("can't wait")
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        waiting = self._context["cur_task"]
        self.state.push(waiting)
        waiting.data = self

    def done(self):
        return not self.state

    def cancel(self):
        if not self.state:
            return False
        if self is self._context["cur_task"]:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        task._wake()
        task.data = self._context["CancelledError"]
        return True

    def _wake(self):
        run_queue = self._context["_task_queue"]
        if hasattr(self.data, "remove"):
            self.data.remove(self)
        elif ticks_diff(self.ph_key, ticks_ms()) > 0:
            run_queue.remove(self)
        else:
            return
        run_queue.push(self)
