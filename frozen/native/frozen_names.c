// Finds a frozen module by halving the sorted list of names: in the slot first, then in the base.
//
// MicroPython's search reads every name from the first one on, for each file and each folder
// that an import asks for. With the firmware frozen in, that takes half of a start.
// The linker replaces MicroPython's function by this one (see micropython.cmake), and
// edits.toml makes mpy-tool sort the names and write the tables.

#include <stddef.h>
#include <string.h>

#include "py/frozenmod.h"
#include "slot.h"

const frozen_table_t *pingblock_slot;

// Compares a name with the first len bytes of path and the byte after them.
static int compare(const char *name, const char *path, size_t len, char after) {
    int order = strncmp(name, path, len);
    return order ? order : (uint8_t)name[len] - (uint8_t)after;
}

// Returns the index of the first name that is not before path and the byte after it.
static size_t first_from(const frozen_table_t *table, const char *path, size_t len, char after) {
    size_t low = 0;
    size_t high = table->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(table->names + table->places[middle], path, len, after) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int has(const frozen_table_t *table, size_t index, const char *path, size_t len, char after) {
    return index < table->count
           && compare(table->names + table->places[index], path, len, after) == 0;
}

static mp_import_stat_t find_in(const frozen_table_t *table, const char *path, const void **module) {
    size_t len = strlen(path);
    size_t found = first_from(table, path, len, '\0');
    if (has(table, found, path, len, '\0')) {
        *module = table->modules[found];
        return MP_IMPORT_STAT_FILE;
    }
    // A file such as "start.py" is sorted before the contents of the folder "start".
    found = first_from(table, path, len, '/');
    return has(table, found, path, len, '/') ? MP_IMPORT_STAT_DIR : MP_IMPORT_STAT_NO_EXIST;
}

mp_import_stat_t __wrap_mp_find_frozen_module(const char *path, int *frozen_type, void **data) {
    const void *module = NULL;
    mp_import_stat_t found = MP_IMPORT_STAT_NO_EXIST;
    if (pingblock_slot != NULL) {
        found = find_in(pingblock_slot, path, &module);
    }
    if (found == MP_IMPORT_STAT_NO_EXIST) {
        found = find_in(&pingblock_table, path, &module);
    }
    if (frozen_type != NULL) {
        *frozen_type = module ? MP_FROZEN_MPY : MP_FROZEN_NONE;
        if (module != NULL) {
            *data = (void *)module;
        }
    }
    return found;
}
