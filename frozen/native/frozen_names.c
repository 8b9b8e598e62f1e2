// Finds a frozen module by halving the sorted list of names.
//
// MicroPython's own search reads every name from the first one on, for each file and each folder
// that an import asks for. With the firmware frozen in, that takes half of a start.
// The linker puts this in the place of MicroPython's function (see micropython.cmake), and
// edits.toml makes mpy-tool sort the names and write the two tables.

#include <stdint.h>
#include <string.h>

#include "py/frozenmod.h"
#include "py/emitglue.h"

extern const char mp_frozen_names[];
extern const mp_frozen_module_t *const mp_frozen_mpy_content[];
extern const uint16_t pingblock_frozen_places[];  // of each name in mp_frozen_names
extern const uint16_t pingblock_frozen_count;

// Compares a name with the first len bytes of path and the byte after them.
static int compare(const char *name, const char *path, size_t len, char after) {
    int order = strncmp(name, path, len);
    return order ? order : (uint8_t)name[len] - (uint8_t)after;
}

// Returns the index of the first name that is not before path and the byte after it.
static size_t first_from(const char *path, size_t len, char after) {
    size_t low = 0;
    size_t high = pingblock_frozen_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(mp_frozen_names + pingblock_frozen_places[middle], path, len, after) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int has(size_t index, const char *path, size_t len, char after) {
    return index < pingblock_frozen_count
           && compare(mp_frozen_names + pingblock_frozen_places[index], path, len, after) == 0;
}

mp_import_stat_t __wrap_mp_find_frozen_module(const char *path, int *frozen_type, void **data) {
    size_t len = strlen(path);
    size_t found = first_from(path, len, '\0');
    if (frozen_type != NULL) {
        *frozen_type = MP_FROZEN_NONE;
    }
    if (has(found, path, len, '\0')) {
        if (frozen_type != NULL) {
            *frozen_type = MP_FROZEN_MPY;
            *data = (void *)mp_frozen_mpy_content[found];
        }
        return MP_IMPORT_STAT_FILE;
    }
    // A file such as "start.py" is sorted before what is in the folder "start".
    found = first_from(path, len, '/');
    return has(found, path, len, '/') ? MP_IMPORT_STAT_DIR : MP_IMPORT_STAT_NO_EXIST;
}
