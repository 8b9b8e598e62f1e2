"""Endless recursion is a RuntimeError, also with waits on each level and within C functions."""

deepest = 0


def plain(level):
    global deepest
    deepest = max(deepest, level)
    return plain(level + 1) + 1


def waits(level):
    global deepest
    deepest = max(deepest, level)
    wait()
    return waits(level + 1) + 1


def sorts(level):
    wait()
    return sorted([1, 2], key=lambda _: sorts(level + 1))


def tries(level):
    try:
        return tries(level + 1)
    finally:
        wait()


class Deep:
    def __repr__(self):
        wait()
        return repr([self])

    def __getattr__(self, name):
        wait()
        return getattr(self, name + "x"[: len(name) < 9])

    def __add__(self, other):
        wait()
        return other + self


def generates(level):
    wait()
    yield from generates(level + 1)


def programs(level):
    wait()
    exec("programs(1)", {"programs": programs})


for number, ends in enumerate(
    (
        lambda: plain(0),
        lambda: waits(0),
        lambda: sorts(0),
        lambda: tries(0),
        lambda: repr(Deep()),
        lambda: Deep().a,
        lambda: Deep() + Deep(),
        lambda: list(generates(0)),
        lambda: programs(0),
    )
):
    try:
        ends()
    except (RuntimeError, SyntaxError):
        wait()
    else:
        raise AssertionError(number)
assert deepest >= 100, deepest
