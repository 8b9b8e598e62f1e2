"""The search for a frozen module: our C, compiled for this computer, against every path."""

import subprocess

import pytest
from tools.frozen import HERE
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
# What frozen_names.c takes from MicroPython's headers and from the frozen content.
HEADER = """
#include <stddef.h>
typedef struct { int number; } mp_frozen_module_t;
typedef enum { MP_IMPORT_STAT_NO_EXIST, MP_IMPORT_STAT_DIR, MP_IMPORT_STAT_FILE } mp_import_stat_t;
enum { MP_FROZEN_NONE, MP_FROZEN_STR, MP_FROZEN_MPY };
"""
MAIN = """
#include <stdio.h>
#include <stdint.h>
#include "py/frozenmod.h"
%s
mp_import_stat_t __wrap_mp_find_frozen_module(const char *, int *, void **);
int main(int count, char **paths) {
    for (int i = 1; i < count; i++) {
        int type = -1;
        void *data = NULL;
        int stat = __wrap_mp_find_frozen_module(paths[i], &type, &data);
        printf("%%d %%d %%d\\n", stat, type, data ? ((mp_frozen_module_t *)data)->number : -1);
        __wrap_mp_find_frozen_module(paths[i], NULL, NULL);
    }
}
"""


def content(names):
    """Returns the tables as the edited mpy-tool writes them."""
    places = [sum(len(name.encode()) + 1 for name in names[:i]) for i in range(len(names) + 1)]
    modules = "".join(
        f"static const mp_frozen_module_t m{i} = {{{i}}};" for i in range(len(names))
    )
    pointers = "".join(f"&m{i}," for i in range(len(names)))
    texts = " ".join(f'"{name}\\0"' for name in [*names, ""])
    return f"""
        {modules}
        const uint16_t pingblock_frozen_count = {len(names)};
        const uint16_t pingblock_frozen_places[] = {{{str(places)[1:-1]}}};
        const char mp_frozen_names[] = {{{texts}}};
        const mp_frozen_module_t *const mp_frozen_mpy_content[] = {{{pointers}}};
    """


def expected(path, names):
    if path in names:
        return f"2 2 {names.index(path)}"
    is_folder = any(name.startswith(f"{path}/") for name in names)
    return f"{int(is_folder)} 0 -1"


@pytest.mark.parametrize("count", [1, 2, len(NAMES)])
def test_each_path_is_a_file_a_folder_or_unknown(tmp_path, count):
    names = sorted(NAMES, key=str.encode)[-count:]
    (tmp_path / "py").mkdir()
    (tmp_path / "py" / "frozenmod.h").write_text(HEADER)
    (tmp_path / "py" / "emitglue.h").write_text("")
    (tmp_path / "main.c").write_text(MAIN % content(names))
    ours = (HERE / "native" / "frozen_names.c", tmp_path / "main.c")
    program = tmp_path / "program"
    try:
        run("cc", "-Wall", "-Werror", "-I", tmp_path, *ours, "-o", program, what="Compiling")
    except Unavailable as lack:
        pytest.skip(str(lack))
    paths = [*NAMES, *OTHERS]
    said = subprocess.run([program, *paths], check=True, capture_output=True, text=True).stdout
    assert said.splitlines() == [expected(path, names) for path in paths]
