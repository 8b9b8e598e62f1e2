// The three functions that the module imports from its host, and its exports.
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name))) extern
#define EXPORT(name) __attribute__((export_name(#name)))

// Takes records of the private line (pingblock.virtual.desk.messages). More records follow.
IMPORT(out) void host_out(const void *at, uint32_t count);
// Takes records, waits for the host's next batch, writes it to `into` and returns its size. May block.
// A batch above `room` bytes is not written. The module then calls again with more room and no records.
IMPORT(exchange) uint32_t host_exchange(const void *at, uint32_t count, void *into, uint32_t room);
// Takes text that bypasses the simulated console: a crash of the simulation itself.
IMPORT(print) void host_print(const char *at, uint32_t count);

// Number of branches that a program may take without a message to the host, about a second.
#define BRANCHES_MOST (10u * 1000 * 1000)
extern uint32_t engine_branches_left;

#define FLASH_BLOCK 4096u
#define FLASH_BLOCKS 704u
extern uint8_t *const engine_flash;
