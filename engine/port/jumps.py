"""Prints the module that makes the engine's jumps: MicroPython's exceptions.

Asyncify cannot process a `try_table`, so its input has none. In that input, a call in a function
that has setjmp calls an imported `invoke_*` with the called function's place in the table. This
module has the `invoke_*` functions, and `wasm-merge` adds it after Asyncify.

Args: the compiled engine. With ``--loses-pointers`` a wrapper that waits does not keep its stack
pointer, so the stack shrinks with each exception after a wait. A test builds this to see it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_TYPES = {"i": "i32", "j": "i64", "f": "f32", "d": "f64"}
# In an import each name is followed by the kind 0, a function.
_IMPORTED = re.compile(rb"invoke_([vijfd]+)\x00")
_MODULE = """(module
 (import "engine" "memory" (memory 1))
 (import "engine" "__indirect_function_table" (table $functions 1 funcref))
 (import "engine" "__stack_pointer" (global $pointer (mut i32)))
 (import "engine" "asyncify_get_state" (func $state (result i32)))
 (import "engine" "caught" (func $caught (param i32 i32)))
 (import "engine" "keep" (func $keep (param i32)))
 (import "engine" "kept" (func $kept (result i32)))
 (tag $jump (param i32 i32))
 (func (export "jump") (param i32 i32) (throw $jump (local.get 0) (local.get 1)))
{invokes})
"""
# The call is not the last instruction in the `try_table`, because WebKit's interpreter looks for a
# handler of the next instruction (its bug 305148). That must be inside, too.
_INVOKE = """ (func (export "invoke_{signature}") (param $called i32){params}{result}
  (local $before i32){local}
  (local.set $before {before})
  (block $jumped (result i32 i32)
   (try_table (catch $jump $jumped)
    {keep}(call_indirect $functions{params}{result}{given} (local.get $called)){end}
{leaves}    (return{value})))
  (call $caught)
  (global.set $pointer (local.get $before)){nothing})
"""
_BEFORE = """(if (result i32) (i32.eq (call $state) (i32.const 2))
   (then (call $kept)) (else (global.get $pointer)))"""
_LEAVES = """    (if (i32.eq (call $state) (i32.const 1)) (then (call $keep (local.get $before))))
"""


def jumps(module: bytes, keeps: bool = True) -> str:
    """Returns the text of the module with the functions that another module imports."""
    found = sorted({name.decode() for name in _IMPORTED.findall(module)})
    return _MODULE.format(invokes="".join(_invoke(name, keeps) for name in found))


def _invoke(signature: str, keeps: bool) -> str:
    returned, *taken = signature
    kind = _TYPES.get(returned)
    return _INVOKE.format(
        signature=signature,
        params="".join(f" (param {_TYPES[letter]})" for letter in taken),
        given="".join(f" (local.get {place})" for place in range(1, 1 + len(taken))),
        result=f" (result {kind})" if kind else "",
        local=f" (local $result {kind})" if kind else "",
        keep="(local.set $result " if kind else "",
        end=")" if kind else "",
        value=" (local.get $result)" if kind else "",
        nothing=f" ({kind}.const 0)" if kind else "",
        before=_BEFORE if keeps else "(global.get $pointer)",
        leaves=_LEAVES if keeps else "",
    )


if __name__ == "__main__":
    print(jumps(Path(sys.argv[1]).read_bytes(), "--loses-pointers" not in sys.argv))
