// `_engine.Clock`: the virtual clock of the class in sim/clock.py, which documents it. It is in C
// because nanoseconds exceed 30 bits within a second, so in Python each would be an object.
// MicroPython's `time` and `_asyncio` use it, too.
#include "engine.h"
#include "py/mphal.h"
#include "py/objlist.h"
#include "py/runtime.h"
#include "py/objstr.h"
#include "py/smallint.h"
#include "py/stream.h"

#define CREEP_NS 1000
#define NEVER_NS (1LL << 60)
#define EPOCH_S 1609459200 // 2021-01-01, where a Pico's clock starts without a battery

typedef struct {
    mp_obj_base_t base;
    int64_t due_ns;
    uint32_t order;
    mp_obj_t action, argument;
} event_t;

typedef struct {
    mp_obj_base_t base;
    int64_t now_ns, boot_ns, horizon_ns, limit_ns, ticks_offset_us;
    mp_obj_t catch_up, raise_pending, active, on_input;
    mp_obj_t woken, pending, sync; // sync is in C here, so it is not called
    event_t **events; // a heap with the next one first
    uint32_t count, room, order;
} clock_obj_t;

static MP_DEFINE_CONST_OBJ_TYPE(event_type, MP_QSTR_Event, MP_TYPE_FLAG_NONE);

static mp_obj_t int_of(int64_t value) {
    bool small = value >= MP_SMALL_INT_MIN && value <= MP_SMALL_INT_MAX;
    return small ? MP_OBJ_NEW_SMALL_INT((mp_int_t)value) : mp_obj_new_int_from_ll(value);
}

static mp_obj_t clock_make(const mp_obj_type_t *type, size_t count, size_t named, const mp_obj_t *args) {
    mp_arg_check_num(count, named, 0, 0, false);
    clock_obj_t *self = mp_obj_malloc(clock_obj_t, type);
    self->now_ns = self->boot_ns = self->horizon_ns = self->limit_ns = self->ticks_offset_us = 0;
    self->woken = self->pending = mp_const_false;
    self->sync = self->catch_up = self->raise_pending = self->on_input = mp_const_none;
    self->active = mp_obj_new_list(0, NULL);
    self->events = NULL;
    self->count = self->room = self->order = 0;
    MP_STATE_VM(engine_clock) = self;
    return MP_OBJ_FROM_PTR(self);
}

// The only clock.
MP_REGISTER_ROOT_POINTER(void *engine_clock);

// --- the heap of events

static bool is_before(const event_t *a, const event_t *b) {
    return a->due_ns < b->due_ns || (a->due_ns == b->due_ns && a->order < b->order);
}

static void push(clock_obj_t *self, event_t *event) {
    if (self->count == self->room) {
        self->events = m_renew(event_t *, self->events, self->room, self->room + 16);
        self->room += 16;
    }
    uint32_t place = self->count++;
    while (place && is_before(event, self->events[(place - 1) / 2])) {
        self->events[place] = self->events[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    self->events[place] = event;
}

static event_t *pop(clock_obj_t *self) {
    event_t **heap = self->events, *first = heap[0], *last = heap[--self->count];
    uint32_t place = 0, child;
    while ((child = 2 * place + 1) < self->count) {
        if (child + 1 < self->count && is_before(heap[child + 1], heap[child])) {
            child++;
        }
        if (!is_before(heap[child], last)) {
            break;
        }
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = last;
    heap[self->count] = NULL; // so that the collector can free it
    return first;
}

// --- time

static void set_limit(clock_obj_t *self) {
    int64_t due_ns = self->count ? self->events[0]->due_ns : NEVER_NS;
    self->limit_ns = MIN(due_ns, self->horizon_ns);
}

static void catch_up(clock_obj_t *self) {
    if (((mp_obj_list_t *)MP_OBJ_TO_PTR(self->active))->len) {
        mp_call_function_0(self->catch_up);
    }
}

static void raise_pending(clock_obj_t *self) {
    if (self->pending != mp_const_false) {
        mp_call_function_0(self->raise_pending);
    }
}

static event_t *at(clock_obj_t *self, int64_t due_ns, mp_obj_t action, mp_obj_t argument) {
    event_t *event = mp_obj_malloc(event_t, &event_type);
    event->due_ns = MAX(due_ns, self->now_ns);
    event->order = ++self->order;
    event->action = action;
    event->argument = argument;
    push(self, event);
    set_limit(self);
    return event;
}

// Reports to the host that the horizon is reached, and takes new inputs and the next horizon.
static void sync(clock_obj_t *self) {
    engine_put('D', self->now_ns, NULL, 0);
    engine_receive();
    for (engine_record_t next; engine_next(&next);) {
        if (next.kind == 'R') {
            self->horizon_ns = next.at_ns;
            set_limit(self);
        } else {
            mp_obj_t kind = mp_obj_new_str_via_qstr(&next.kind, 1);
            at(self, next.at_ns, mp_obj_dict_get(self->on_input, kind), next.payload);
        }
    }
}

// Does one event, or one exchange with the host, that is due by `until_ns`. Returns whether one was.
static bool step(clock_obj_t *self, int64_t until_ns) {
    if (self->limit_ns > until_ns) {
        return false;
    }
    if (self->count && self->events[0]->due_ns <= self->horizon_ns) {
        event_t *event = pop(self);
        self->now_ns = MAX(self->now_ns, event->due_ns);
        set_limit(self);
        if (event->action != mp_const_none) {
            mp_call_function_1(event->action, event->argument);
        }
    } else {
        self->now_ns = MAX(self->now_ns, self->horizon_ns);
        catch_up(self);
        raise_pending(self); // so that a swallowed fault is reported now, not after another advance
        sync(self);
    }
    raise_pending(self);
    return true;
}

static void run_until(clock_obj_t *self, int64_t until_ns, bool wake) {
    while (!(wake && self->woken != mp_const_false) && step(self, until_ns)) {
    }
    if (!(wake && self->woken != mp_const_false)) {
        self->now_ns = MAX(self->now_ns, until_ns);
    }
    catch_up(self);
    raise_pending(self);
}

static void creep(clock_obj_t *self) {
    int64_t now_ns = self->now_ns + CREEP_NS;
    if (now_ns < self->limit_ns) {
        self->now_ns = now_ns;
    } else {
        run_until(self, now_ns, false);
    }
}

// --- for dma.c

static clock_obj_t *the_clock(void) {
    return MP_STATE_VM(engine_clock);
}

int64_t engine_now_ns(void) {
    return the_clock()->now_ns;
}

void *engine_at(int64_t due_ns, mp_obj_t action, mp_obj_t argument) {
    return at(the_clock(), due_ns, action, argument);
}

void engine_cancel(void *object) {
    event_t *event = object;
    event->action = event->argument = mp_const_none;
}

mp_obj_t engine_active(void) {
    return the_clock()->active;
}

// --- methods, as in sim/clock.py

static mp_obj_t clock_at(size_t count, const mp_obj_t *args) {
    mp_obj_t argument = count > 3 ? args[3] : mp_const_none;
    return MP_OBJ_FROM_PTR(at(MP_OBJ_TO_PTR(args[0]), mp_obj_get_ll(args[1]), args[2], argument));
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(clock_at_obj, 3, 4, clock_at);

static mp_obj_t clock_cancel(mp_obj_t self, mp_obj_t object) {
    (void)self;
    engine_cancel(MP_OBJ_TO_PTR(object));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(clock_cancel_obj, clock_cancel);

static mp_obj_t clock_set_horizon(mp_obj_t object, mp_obj_t horizon_ns) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    self->horizon_ns = mp_obj_get_ll(horizon_ns);
    set_limit(self);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(clock_set_horizon_obj, clock_set_horizon);

static mp_obj_t clock_sync_within(mp_obj_t object, mp_obj_t delay_us) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    self->horizon_ns = MIN(self->horizon_ns, self->now_ns + mp_obj_get_ll(delay_us) * 1000);
    set_limit(self);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(clock_sync_within_obj, clock_sync_within);

static mp_obj_t clock_creep(mp_obj_t self) {
    creep(MP_OBJ_TO_PTR(self));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(clock_creep_obj, clock_creep);

// Returns [(stream, state)] of the streams, each with its mask, that are ready.
static mp_obj_t ready(mp_obj_t streams) {
    size_t count;
    mp_obj_t *entries, *entry, call[4], found = mp_obj_new_list(0, NULL);
    mp_obj_get_array(streams, &count, &entries);
    for (size_t i = 0; i < count; i++) {
        mp_obj_get_array_fixed_n(entries[i], 2, &entry);
        mp_load_method(entry[0], MP_QSTR_ioctl, call);
        call[2] = MP_OBJ_NEW_SMALL_INT(MP_STREAM_POLL);
        call[3] = entry[1];
        mp_obj_t pair[] = {entry[0], mp_call_method_n_kw(2, 0, call)};
        if (mp_obj_is_true(pair[1])) {
            mp_obj_list_append(found, mp_obj_new_tuple(2, pair));
        }
    }
    return found;
}

static mp_obj_t clock_poll(mp_obj_t object, mp_obj_t streams, mp_obj_t timeout_ms) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    creep(self);
    int64_t ms = mp_obj_get_ll(timeout_ms);
    int64_t until_ns = ms < 0 ? NEVER_NS : self->now_ns + ms * 1000000;
    for (;;) {
        mp_obj_t found = ready(streams);
        if (mp_obj_is_true(found) || self->now_ns >= until_ns) {
            return found;
        }
        self->woken = mp_const_false;
        run_until(self, until_ns, true);
    }
}
static MP_DEFINE_CONST_FUN_OBJ_3(clock_poll_obj, clock_poll);

// run_until(until_ns, wake=False)
static mp_obj_t clock_run_until(size_t count, const mp_obj_t *args, mp_map_t *named) {
    mp_map_elem_t *given = mp_map_lookup(named, MP_OBJ_NEW_QSTR(MP_QSTR_wake), MP_MAP_LOOKUP);
    bool wake = given ? mp_obj_is_true(given->value) : count > 2 && mp_obj_is_true(args[2]);
    run_until(MP_OBJ_TO_PTR(args[0]), mp_obj_get_ll(args[1]), wake);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_KW(clock_run_until_obj, 2, clock_run_until);

static mp_obj_t clock_uptime_us(mp_obj_t object) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    return int_of((self->now_ns - self->boot_ns) / 1000);
}
static MP_DEFINE_CONST_FUN_OBJ_1(clock_uptime_us_obj, clock_uptime_us);

// --- for MicroPython's modules


static uint64_t ticks_us(void) {
    clock_obj_t *self = the_clock();
    creep(self);
    return (self->now_ns - self->boot_ns) / 1000 + self->ticks_offset_us;
}

mp_uint_t mp_hal_ticks_us(void) {
    return ticks_us();
}

mp_uint_t mp_hal_ticks_ms(void) {
    return ticks_us() / 1000;
}

mp_uint_t mp_hal_ticks_cpu(void) {
    return ticks_us();
}

uint64_t mp_hal_time_ns(void) {
    clock_obj_t *self = the_clock();
    return (uint64_t)EPOCH_S * 1000000000 + (self->now_ns - self->boot_ns) / 1000 * 1000;
}

void mp_hal_delay_us(mp_uint_t us) {
    run_until(the_clock(), the_clock()->now_ns + (int64_t)us * 1000, false);
}

void mp_hal_delay_ms(mp_uint_t ms) {
    run_until(the_clock(), the_clock()->now_ns + (int64_t)ms * 1000000, false);
}

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR_at), MP_ROM_PTR(&clock_at_obj)},
    {MP_ROM_QSTR(MP_QSTR_cancel), MP_ROM_PTR(&clock_cancel_obj)},
    {MP_ROM_QSTR(MP_QSTR_set_horizon), MP_ROM_PTR(&clock_set_horizon_obj)},
    {MP_ROM_QSTR(MP_QSTR_sync_within), MP_ROM_PTR(&clock_sync_within_obj)},
    {MP_ROM_QSTR(MP_QSTR_creep), MP_ROM_PTR(&clock_creep_obj)},
    {MP_ROM_QSTR(MP_QSTR_poll), MP_ROM_PTR(&clock_poll_obj)},
    {MP_ROM_QSTR(MP_QSTR_run_until), MP_ROM_PTR(&clock_run_until_obj)},
    {MP_ROM_QSTR(MP_QSTR_uptime_us), MP_ROM_PTR(&clock_uptime_us_obj)},
};
static MP_DEFINE_CONST_DICT(locals, names);

static int64_t *time_of(clock_obj_t *self, qstr name) {
    switch (name) {
        case MP_QSTR_now_ns:
            return &self->now_ns;
        case MP_QSTR_boot_ns:
            return &self->boot_ns;
        case MP_QSTR_horizon_ns:
            return &self->horizon_ns;
        case MP_QSTR_ticks_offset_us:
            return &self->ticks_offset_us;
        default:
            return NULL;
    }
}

static mp_obj_t *object_of(clock_obj_t *self, qstr name) {
    switch (name) {
        case MP_QSTR_sync:
            return &self->sync;
        case MP_QSTR_catch_up:
            return &self->catch_up;
        case MP_QSTR_raise_pending:
            return &self->raise_pending;
        case MP_QSTR_active:
            return &self->active;
        case MP_QSTR_on_input:
            return &self->on_input;
        case MP_QSTR_woken:
            return &self->woken;
        case MP_QSTR_pending:
            return &self->pending;
        default:
            return NULL;
    }
}

static void clock_attribute(mp_obj_t object, qstr name, mp_obj_t *slot) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    bool loads = slot[0] == MP_OBJ_NULL;
    int64_t *time = time_of(self, name);
    mp_obj_t *held = object_of(self, name);
    if (!time && !held) {
        slot[1] = loads ? MP_OBJ_SENTINEL : slot[1]; // a method
        return;
    }
    if (loads) {
        slot[0] = time ? int_of(*time) : *held;
        return;
    }
    if (time) {
        *time = mp_obj_get_ll(slot[1]);
    } else {
        *held = slot[1];
    }
    slot[0] = MP_OBJ_NULL; // done
}

MP_DEFINE_CONST_OBJ_TYPE(
    engine_clock_type, MP_QSTR_Clock, MP_TYPE_FLAG_NONE,
    make_new, clock_make, attr, clock_attribute, locals_dict, &locals);
