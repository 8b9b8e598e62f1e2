"""The page of the Python library, made from its signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator

from tools.docs.markdown import MADE, block, plain, table

import pingblock
from pingblock import errors
from pingblock.connection import answers

_PARTS = {
    "Args:": "Takes\n",
    "Returns:": "Returns\n",
    "Raises:": "Raises\n",
    "Yields:": "Yields\n",
}
_WIDE = 72  # characters of a line
_INDENT = "    "  # indent of an argument. Its further lines are indented more


def page() -> str:
    """Returns the page: functions of ``pingblock``, fields of its answers, and errors."""
    text = "# The library\n\n" + MADE + "Import a name with `from pingblock import Device`.\n"
    public = [getattr(pingblock, name) for name in pingblock.__all__]
    text += "".join(line for each in public for line in _class(each, "##"))
    text += "\n## Fields of answers\n\nThese classes are in `pingblock.connection.answers`.\n"
    for each in _classes(answers):
        if each not in public and each.__doc__:
            text += "".join(_class(each, "###"))
    text += "\n## Errors\n\nAll errors derive from `PingblockError`, in `pingblock.errors`.\n\n"
    rows = ((f"`{each.__name__}`", inspect.getdoc(each) or "") for each in _classes(errors))
    return text + table(("error", "meaning"), rows)


def _classes(module: object) -> Iterable[type]:
    name = getattr(module, "__name__", "")
    return [
        each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == name
    ]


def _class(found: type, heading: str) -> Iterator[str]:
    yield f"\n{heading} {found.__name__}\n\n"
    if not issubclass(found, Exception):
        yield block("python", _signature(found, found.__name__)) + "\n"
    yield documented(found) + "\n"
    for name, what in inspect.getmembers(found):
        if name.startswith("_") or not (inspect.isfunction(what) or isinstance(what, property)):
            continue
        yield f"\n{heading}# `{name}`\n\n"
        if inspect.isfunction(what):
            yield block("python", _signature(what, name)) + "\n"
        yield documented(what) + "\n"


def _signature(called: Callable[..., object], name: str) -> str:
    """Returns the signature of a callable, in as many lines as are easy to read."""
    signature = inspect.signature(called)
    taken = [_bare(str(each)) for key, each in signature.parameters.items() if key != "self"]
    back = "" if inspect.isclass(called) else f" -> {signature.return_annotation}"
    whole = f"{name}({', '.join(taken)}){back}"
    if len(whole) <= _WIDE:
        return whole
    return "\n".join([f"{name}(", *(f"{_INDENT}{each}," for each in taken), f"){back}"])


def _bare(parameter: str) -> str:
    """Returns a parameter with its type unquoted and a default value that can be typed."""
    return re.sub(r"<(?:.* )?(\w+)>", r"\1", re.sub(r": '([^']*)'", r": \1", parameter))


def documented(found: object) -> str:
    """Returns a docstring as Markdown, in which arguments are a list."""
    said: list[str] = []
    for line in (inspect.getdoc(found) or "").splitlines():
        if line.startswith(_INDENT + " "):
            said[-1] += " " + line.strip()
        elif line.startswith(_INDENT):
            said.append(f"- {line.strip()}")
        else:
            said.append(_PARTS.get(line, line))
    return plain("\n".join(said))
