"""Joins modules of the firmware into few files, because each module takes memory and time.

A joined file has the text of its modules, one after the other, without the imports between them.
``module.name`` becomes ``name``, and a constant becomes its value. All globals keep their names,
so two globals of one name in a file are an error.

``python -m pingblock.image.frozen`` converts the lines of its tracebacks.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from pingblock.errors import BadInput
from pingblock.image.splice import Edit, spliced

Files = Mapping[str, tuple[str, ...]]  # file -> its first modules
Value = int | str | tuple[object, ...]
Symbol = tuple[str, str]  # module and a name in it, or "" for the module itself
_IMPORT = (ast.Import, ast.ImportFrom)
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITION = (*_FUNCTION, ast.ClassDef)
_SCOPE = (*_FUNCTION, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_PLAIN = (ast.Constant, ast.Name, ast.Tuple, ast.UnaryOp, ast.BinOp)
_MARKS = (ast.operator, ast.unaryop, ast.expr_context)
_TEXT_MAX = 40  # A longer text or tuple is not repeated: its name stays.
_FROM = "#: "  # start of the line before the text of a module
# MicroPython searches the whole flash before it finds a built-in module. Another path avoids that.
_PATH = ("path_before = sys.path[:]", "sys.path[:] = ('.frozen',)", "try:")
_END = ("finally:", "    sys.path[:] = path_before", "    del path_before")
# Globals of the file, which MicroPython finds 10 to 40 us sooner than built-in functions.
_NEAR, _OFTEN = ("len", "max", "min", "str", "type"), 4


class Module:
    """A parsed module.

    Args:
        name: dotted name of the module.
        source: the text of the module.
        ours: dotted names of all modules that can be joined.
    """

    def __init__(self, name: str, source: bytes, ours: frozenset[str]) -> None:
        self.name, self.source = name, source
        self.imported: dict[str, Symbol] = {}  # name in this module -> its origin
        self.library: dict[str, str] = {}  # name in this module -> the line that imports it
        self.at_top: set[str] = set()  # names in ``imported`` that are imported at the top
        self.constants: dict[str, Value] = {}
        tree = ast.parse(source, name)
        body = tree.body
        nodes = list(ast.walk(_without_annotations(tree)))
        scopes = [node for node in nodes if isinstance(node, _SCOPE)]
        self.inside = {name for each in scopes for node in ast.walk(each) for name in _bound(node)}
        for node in nodes:
            if isinstance(node, _IMPORT):
                self._take(node, ours, node in body)
            elif isinstance(node, ast.Global):
                raise BadInput(f"{name}:{node.lineno}: set an attribute instead of a global.")
        stored = Counter(name for node in nodes for name in _bound(node))
        needless: list[ast.stmt] = [node for node in body if isinstance(node, _IMPORT)]
        needless += [node for node in body if self._is_constant(node, stored)]
        self.dropped: list[Edit] = [(node, "") for node in needless]
        body = [node for node in body if node not in needless]
        self.nodes = [node for each in body for node in ast.walk(each)]
        self.defined = {name for node in body for name in _defined(node)}

    def _take(self, node: ast.Import | ast.ImportFrom, ours: frozenset[str], at_top: bool) -> None:
        package = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            here, whole = alias.asname or alias.name, f"{package}.{alias.name}".strip(".")
            if whole in ours or package in ours:
                origin = (whole, "") if whole in ours else (package, alias.name)
                if self.imported.setdefault(here, origin) != origin:
                    raise BadInput(f"{self.name}: {here} is imported from two places: rename one.")
                self.at_top |= {here} if at_top else set()
            elif not at_top:
                self.inside.add(here)
            elif whole != "micropython.const":
                line = ast.unparse(ast.Import([alias]))
                self.library[here] = f"from {package} {line}" if package else line

    def _is_constant(self, node: ast.stmt, stored: Mapping[str, int]) -> bool:
        """Notes constants. Returns whether a statement defines only them."""
        if not isinstance(node, ast.Assign) or len(node.targets) > 1:
            return False
        pairs = [(node.targets[0], node.value)]
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(node.targets[0].elts, node.value.elts, strict=True))
        for target, value in pairs:
            found = _value(value, self.constants)
            if found is not None and stored[ast.unparse(target)] == 1:
                self.constants[ast.unparse(target)] = found
        return all(ast.unparse(target) in self.constants for target, _ in pairs)


_parsed = cache(Module)


def _value(value: ast.expr, known: Mapping[str, Value]) -> Value | None:
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
        value = value.args[0]
    for node in ast.walk(value):
        if not isinstance(node, (*_PLAIN, *_MARKS)) or getattr(node, "id", "") not in ("", *known):
            return None
    result = eval(ast.unparse(value), {"__builtins__": {}}, dict(known))
    is_number = isinstance(result, int)
    return result if is_number or len(repr(result)) <= _TEXT_MAX else None


def _without_annotations(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, (ast.arg, ast.AnnAssign)):
            node.annotation = ast.Constant(None)
        elif isinstance(node, _FUNCTION):
            node.returns = None
    return tree


def _bound(node: ast.AST) -> list[str]:
    """Returns the names that a node itself binds, except by an import."""
    if isinstance(node, ast.Name):
        return [node.id] if isinstance(node.ctx, ast.Store) else []
    if isinstance(node, ast.arg):
        return [node.arg]
    inner = node.body if isinstance(node, _FUNCTION) else []
    names = [each.name for each in inner if isinstance(each, _DEFINITION)]
    return [*names, node.name or ""] if isinstance(node, ast.ExceptHandler) else names


def _defined(node: ast.stmt) -> list[str]:
    """Returns the globals that a top-level statement defines."""
    if isinstance(node, _DEFINITION):
        return [node.name]
    return [name for each in ast.walk(node) if isinstance(each, ast.Name) for name in _bound(each)]


class _Joiner:
    """Joins modules into files.

    Args:
        modules: all modules by their dotted names.
        files: see ``joined``.
    """

    def __init__(self, modules: Mapping[str, Module], files: Files) -> None:
        self._modules = modules
        self._order = list(files)
        self._file_of: dict[str, str] = {}
        for file, names in files.items():
            for name in names:
                self._place(name, file, ())

    def _place(self, name: str, file: str, under: tuple[str, ...]) -> None:
        """Places a module behind the modules that it needs while it is loaded."""
        if name in under:
            raise BadInput(f"{' imports '.join((*under, name))}: move one import into a function.")
        if name not in self._file_of:
            for needed in self._needs(self._modules[name]):
                if needed != name:
                    self._place(needed, file, (*under, name))
            self._file_of[name] = file

    def text(self, file: str) -> str:
        """Returns the text of a file."""
        inside = [self._modules[name] for name in self._file_of if self._file_of[name] == file]
        used: dict[str, str] = {}  # name of an earlier file -> that file's name here
        texts = [self._text(module, used) for module in inside]
        library = {name: line for module in inside for name, line in module.library.items()}
        owners = dict.fromkeys(dir(builtins), "Python")
        made = [(name, module.name) for module in inside for name in sorted(module.defined)]
        made += [(name, line) for module in inside for name, line in module.library.items()]
        for name, owner in [*made, *used.items()]:
            if owners.setdefault(name, owner) != owner:
                raise BadInput(f"{owners[name]} and {owner} both have {name}: rename it.")
        lines = sorted({f"    {line}" for line in library.values()} | {"    import sys"})
        head = ["import sys", *_PATH, *lines, *_END]
        head += [f"from {used[name]} import {name}" for name in sorted(used)]
        head += [f"{name} = {name}" for name in _NEAR if _calls(texts, name) >= _OFTEN]
        return "\n".join([*head, *texts])

    def _text(self, module: Module, used: dict[str, str]) -> str:
        edits = [*module.dropped, *self._edits(module, used)]
        return f"{_FROM}{module.name}\n{spliced(module.source, edits).decode()}"

    def _edits(self, module: Module, used: dict[str, str]) -> Iterator[Edit]:
        """Yields the changes to a module. Adds names of earlier files to ``used``."""
        for node in module.nodes:
            if isinstance(node, _IMPORT):
                yield from self._import(module, node)
        for node, root, symbol in self._uses(module):
            yield from self._edit(module, node, root, symbol, used)

    def _needs(self, module: Module) -> Iterator[str]:
        """Yields the modules that must be in the same file as a module, or in an earlier one."""
        for _, root, (owner, name) in self._uses(module):
            if root in module.at_top and name not in self._modules[owner].constants:
                yield owner

    def _uses(self, module: Module) -> Iterator[tuple[ast.expr, str, Symbol]]:
        """Yields where a module uses constants, imported names, and names of other modules.

        Each comes with the name at its beginning, and the global that it refers to.
        """
        done: set[ast.AST] = set()
        for node in module.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                owner, name = self._origin(module.name, node.value.id)
                if not name:
                    done.add(node.value)
                    yield node, node.value.id, self._origin(owner, node.attr)
            elif isinstance(node, ast.Name) and node not in done:
                symbol = self._origin(module.name, node.id)
                if symbol != (module.name, node.id) or node.id in module.constants:
                    yield node, node.id, symbol

    def _origin(self, module: str, name: str) -> Symbol:
        """Returns the global or the module that a name in a module refers to."""
        while name in self._modules[module].imported:
            module, name = self._modules[module].imported[name]
        return module, name

    def _edit(
        self, module: Module, node: ast.expr, root: str, symbol: Symbol, used: dict[str, str]
    ) -> Iterator[Edit]:
        owner, name = self._modules[symbol[0]], symbol[1]
        told = f"{module.name}:{node.lineno}: {ast.unparse(node)}"
        if isinstance(getattr(node, "ctx", None), ast.Store):
            raise BadInput(f"{told} is set here: set it in the module that defines it.")
        if name in owner.constants:
            text = repr(owner.constants[name])
            text = f"({text})" if text.startswith("-") else text
        elif name in owner.defined:
            file = self._file_of.get(owner.name)
            if not file:
                raise BadInput(f"{told}: the module {owner.name} is not in any file.")
            if self._is_later(file, module):
                return
            if file != self._file_of[module.name]:
                used[name] = file
            text = name
        else:
            raise BadInput(f"{told}: {owner.name} does not define {name or 'its value'}.")
        if text != ast.unparse(node):
            if hidden := {root, text} & module.inside:
                raise BadInput(f"{told}: {sorted(hidden)[0]} is a variable, too: rename it.")
            yield node, text

    def _is_later(self, file: str, module: Module) -> bool:
        return self._order.index(file) > self._order.index(self._file_of[module.name])

    def _import(self, module: Module, node: ast.Import | ast.ImportFrom) -> Iterator[Edit]:
        """Changes an import in a function, which loads a later file or does nothing."""
        lines = []
        for here in (alias.asname or alias.name for alias in node.names):
            if here not in module.imported:
                return
            owner, name = self._origin(module.name, here)
            file = self._file_of.get(owner)
            if file and name not in self._modules[owner].constants:
                what = f"from {file} import {name}" if name else f"import {file}"
                lines += [f"{what} as {here}"] if self._is_later(file, module) else []
        yield node, "; ".join(lines) or "pass"


def _calls(texts: list[str], name: str) -> int:
    return sum(text.count(f" {name}(") + text.count(f"({name}(") for text in texts)


def joined(sources: Mapping[str, bytes], files: Files) -> dict[str, str]:
    """Returns the text of each file.

    Args:
        sources: dotted name of each module -> its source.
        files: file -> its first modules. The modules that they import at their top are added,
            unless an earlier file has them.

    Raises:
        BadInput: two globals in a file have the same name, or a module cannot be joined.
    """
    ours = frozenset(sources)
    modules = {name: _parsed(name, text, ours) for name, text in sources.items()}
    joiner = _Joiner(modules, files)
    texts = {file: joiner.text(file) for file in files}
    return {file: text for file, text in texts.items() if _FROM in text}


def line_in_source(text: str, line: int) -> tuple[str, int]:
    """Returns the source module of a line in a joined file, and the line's number in that module.

    A line before the first module belongs to the file itself. Then the module is "".
    """
    module, before = "", 0
    for number, each in enumerate(text.splitlines()[:line], 1):
        if each.startswith(_FROM):
            module, before = each.removeprefix(_FROM), number
    return module, line - before
