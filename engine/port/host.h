// What the module imports from its host, three functions, and what it exports.
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name))) extern
#define EXPORT(name) __attribute__((export_name(#name)))

// Takes records of the private line (pingblock.virtual.desk.messages), of which more follow.
IMPORT(out) void host_out(const void *at, uint32_t count);
// Takes records and returns the size of the host's next batch once it has one, written to `into`. May
// block. A batch above `room` bytes is not written: the module asks again, with room and no records.
IMPORT(exchange) uint32_t host_exchange(const void *at, uint32_t count, void *into, uint32_t room);
// Takes text that passes the simulated console by: a crash of the simulation itself.
IMPORT(print) void host_print(const char *at, uint32_t count);

// Branches that a program may take without a word to the host: about a second.
#define BRANCHES_MOST (10u * 1000 * 1000)
extern uint32_t engine_branches_left;

#define FLASH_BLOCK 4096u
#define FLASH_BLOCKS 704u
extern uint8_t *const engine_flash;
