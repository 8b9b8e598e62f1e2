"""Continues an emulated device in copies of this process: one boot serves many measurements."""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def branch(run: Callable[[], Result]) -> Result:
    """Returns the result of ``run()``, which can be any object that can be pickled. This process
    does not change.

    Raises:
        RuntimeError: ``run`` failed. Its message was printed.
    """
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(readable)
            with os.fdopen(writable, "wb") as out:
                pickle.dump(run(), out)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writable)
    with os.fdopen(readable, "rb") as results:
        data = results.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("The branch failed.")
    result: Result = pickle.loads(data)
    return result
