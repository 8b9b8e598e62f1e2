"""The search for a frozen module: our C, compiled for this computer, against every path."""

import subprocess

import pytest
from tools.micropython_build import HERE
from tools.micropython_source import run

from pingblock.errors import Unavailable

NAMES = (
    "a.py",
    "a/b.py",
    "a/b/c.py",
    "a0.py",
    "asyncio/__init__.py",
    "f/app.py",
    "f2.py",
    "fä.py",
)
OTHERS = (
    "",
    "/",
    "a",
    "a/",
    "a/b",
    "a/c",
    "a/b/c",
    "b",
    "f/app.pyx",
    "f/ap",
    "fä",
    "z",
    "asyncio",
)
IN_SLOT = ("a/b.py", "f/app.py", "f/more.py", "new/it.py")
# Definitions that frozen_names.c takes from MicroPython's headers and from the frozen content.
HEADER = """
#include <stddef.h>
typedef struct { int number; } mp_frozen_module_t;
typedef struct { int number; } qstr_pool_t;
typedef enum { MP_IMPORT_STAT_NO_EXIST, MP_IMPORT_STAT_DIR, MP_IMPORT_STAT_FILE } mp_import_stat_t;
enum { MP_FROZEN_NONE, MP_FROZEN_STR, MP_FROZEN_MPY };
"""
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include "py/frozenmod.h"
#include "slot.h"
%s
mp_import_stat_t __wrap_mp_find_frozen_module(const char *, int *, void **);
int main(int count, char **paths) {
    pingblock_slot = atoi(paths[1]) ? &slot : NULL;
    for (int i = 2; i < count; i++) {
        int type = -1;
        void *data = NULL;
        int stat = __wrap_mp_find_frozen_module(paths[i], &type, &data);
        printf("%%d %%d %%d\\n", stat, type, data ? ((mp_frozen_module_t *)data)->number : -1);
        __wrap_mp_find_frozen_module(paths[i], NULL, NULL);
    }
}
"""


def table(name, names, first):
    """Returns a table as the edited mpy-tool writes it. Its first module has number ``first``."""
    places = [sum(len(name.encode()) + 1 for name in names[:i]) for i in range(len(names) + 1)]
    modules = "".join(
        f"static const mp_frozen_module_t {name}{i} = {{{first + i}}};" for i in range(len(names))
    )
    pointers = "".join(f"&{name}{i}," for i in range(len(names)))
    texts = " ".join(f'"{each}\\0"' for each in [*names, ""])
    return f"""
        {modules}
        static const uint16_t {name}_places[] = {{{str(places)[1:-1]}}};
        static const char {name}_names[] = {{{texts}}};
        static const mp_frozen_module_t *const {name}_modules[] = {{{pointers}}};
        const frozen_table_t {name} = {{
            NULL, {name}_names, {name}_places, {name}_modules, {len(names)}
        }};
    """


def expected(path, names):
    """Returns the expected output for a path, given name to number."""
    if path in names:
        return f"2 2 {names[path]}"
    is_folder = any(name.startswith(f"{path}/") for name in names)
    return f"{int(is_folder)} 0 -1"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Compiles the search, with the names in the base as argument."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "py").mkdir()
    for header in ("frozenmod", "emitglue", "qstr"):
        (folder / "py" / f"{header}.h").write_text(HEADER if header == "frozenmod" else "")

    def compiled(names):
        main = folder / f"main{len(names)}.c"
        both = table("pingblock_table", names, 0) + table("slot", IN_SLOT, 100)
        main.write_text(MAIN % both)
        done = folder / f"program{len(names)}"
        native = HERE / "native"
        words = ("cc", "-Wall", "-Werror", "-I", folder, "-I", native, native / "frozen_names.c")
        try:
            run(*words, main, "-o", done, what="Compiling")
        except Unavailable as lack:
            pytest.skip(str(lack))
        return done

    return compiled


def printed(program, slot, paths):
    words = [program, str(int(slot)), *paths]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("count", [1, 2, len(NAMES)])
def test_each_path_is_a_file_a_folder_or_unknown(program, count):
    names = sorted(NAMES, key=str.encode)[-count:]
    numbers = {name: place for place, name in enumerate(names)}
    paths = [*NAMES, *OTHERS]
    assert printed(program(names), False, paths) == [expected(path, numbers) for path in paths]


def test_slot_comes_before_the_base(program):
    names = sorted(NAMES, key=str.encode)
    numbers = {name: place for place, name in enumerate(names)}
    numbers |= {name: 100 + place for place, name in enumerate(IN_SLOT)}
    paths = [*NAMES, *OTHERS, *IN_SLOT, "new"]
    assert printed(program(names), True, paths) == [expected(path, numbers) for path in paths]
