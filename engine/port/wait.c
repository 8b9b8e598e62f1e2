// Waiting without blocking. Binaryen's Asyncify lets every function on the stack return, and later
// calls them again to continue at the same place. The host begins both, while it answers `exchange`.
#include <stdint.h>

#include "host.h"

#define FRAME_BYTES (256u << 10)
#define POINTERS 512

static uint8_t frames[FRAME_BYTES];

// In Asyncify's layout: the place of the next frame, and the end.
static struct {
    uint8_t *next, *end;
} stack = {frames, frames + FRAME_BYTES};

EXPORT(frames) void *export_frames(void) {
    return &stack;
}

// The stack pointers of the waiting `invoke_*`, the innermost first. They are kept because a wrapper that
// is called to continue finds the innermost function's stack pointer, and would set that after a jump.
static uint32_t pointers[POINTERS], count;

EXPORT(keep) void export_keep(uint32_t pointer) {
    if (count == POINTERS) {
        __builtin_trap();
    }
    pointers[count++] = pointer;
}

EXPORT(kept) uint32_t export_kept(void) {
    return pointers[--count];
}
