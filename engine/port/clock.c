// `_engine.Clock`: the virtual clock, for the class in sim/clock.py, which says what it does. Its
// nanoseconds pass 30 bits within a second: in Python each would be an object.
#include "engine.h"
#include "py/objlist.h"
#include "py/runtime.h"
#include "py/smallint.h"

#define CREEP_NS 1000
#define NEVER_NS (1LL << 60)
#define TICKS_MASK ((1 << 30) - 1)

typedef struct {
    mp_obj_base_t base;
    int64_t due_ns;
    uint32_t order;
    mp_obj_t action, argument;
} event_t;

typedef struct {
    mp_obj_base_t base;
    int64_t now_ns, boot_ns, horizon_ns, limit_ns;
    bool woken;
    mp_obj_t sync, catch_up, raise_pending, active;
    event_t **events; // a heap: the next one first
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
    self->now_ns = self->boot_ns = self->horizon_ns = self->limit_ns = 0;
    self->woken = false;
    self->sync = self->catch_up = self->raise_pending = mp_const_none;
    self->active = mp_obj_new_list(0, NULL);
    self->events = NULL;
    self->count = self->room = self->order = 0;
    return MP_OBJ_FROM_PTR(self);
}

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
    heap[self->count] = NULL; // else it would be kept
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

// Does one event, or one exchange with the host, that is due by `until_ns`; returns if there was one.
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
        mp_call_function_0(self->raise_pending);
        mp_call_function_0(self->sync);
    }
    mp_call_function_0(self->raise_pending);
    return true;
}

static void run_until(clock_obj_t *self, int64_t until_ns, bool wake) {
    while (!(wake && self->woken) && step(self, until_ns)) {
    }
    if (!(wake && self->woken)) {
        self->now_ns = MAX(self->now_ns, until_ns);
    }
    catch_up(self);
    mp_call_function_0(self->raise_pending);
}

static void creep(clock_obj_t *self) {
    int64_t now_ns = self->now_ns + CREEP_NS;
    if (now_ns < self->limit_ns) {
        self->now_ns = now_ns;
    } else {
        run_until(self, now_ns, false);
    }
}

// --- methods, as in sim/clock.py

static mp_obj_t clock_at(size_t count, const mp_obj_t *args) {
    clock_obj_t *self = MP_OBJ_TO_PTR(args[0]);
    event_t *event = mp_obj_malloc(event_t, &event_type);
    event->due_ns = MAX(mp_obj_get_ll(args[1]), self->now_ns);
    event->order = ++self->order;
    event->action = args[2];
    event->argument = count > 3 ? args[3] : mp_const_none;
    push(self, event);
    set_limit(self);
    return MP_OBJ_FROM_PTR(event);
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(clock_at_obj, 3, 4, clock_at);

static mp_obj_t clock_cancel(mp_obj_t self, mp_obj_t object) {
    (void)self;
    event_t *event = MP_OBJ_TO_PTR(object);
    event->action = event->argument = mp_const_none;
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

static mp_obj_t clock_ticks(mp_obj_t object, mp_obj_t unit_us, mp_obj_t offset_us) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    creep(self);
    int64_t us = (self->now_ns - self->boot_ns) / 1000 + mp_obj_get_ll(offset_us);
    return MP_OBJ_NEW_SMALL_INT((us / mp_obj_get_int(unit_us)) & TICKS_MASK);
}
static MP_DEFINE_CONST_FUN_OBJ_3(clock_ticks_obj, clock_ticks);

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR_at), MP_ROM_PTR(&clock_at_obj)},
    {MP_ROM_QSTR(MP_QSTR_cancel), MP_ROM_PTR(&clock_cancel_obj)},
    {MP_ROM_QSTR(MP_QSTR_set_horizon), MP_ROM_PTR(&clock_set_horizon_obj)},
    {MP_ROM_QSTR(MP_QSTR_sync_within), MP_ROM_PTR(&clock_sync_within_obj)},
    {MP_ROM_QSTR(MP_QSTR_creep), MP_ROM_PTR(&clock_creep_obj)},
    {MP_ROM_QSTR(MP_QSTR_run_until), MP_ROM_PTR(&clock_run_until_obj)},
    {MP_ROM_QSTR(MP_QSTR_uptime_us), MP_ROM_PTR(&clock_uptime_us_obj)},
    {MP_ROM_QSTR(MP_QSTR_ticks), MP_ROM_PTR(&clock_ticks_obj)},
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
        default:
            return NULL;
    }
}

static void clock_attribute(mp_obj_t object, qstr name, mp_obj_t *slot) {
    clock_obj_t *self = MP_OBJ_TO_PTR(object);
    bool loads = slot[0] == MP_OBJ_NULL;
    int64_t *time = time_of(self, name);
    mp_obj_t *held = object_of(self, name);
    if (!time && !held && name != MP_QSTR_woken) {
        slot[1] = loads ? MP_OBJ_SENTINEL : slot[1]; // a method
        return;
    }
    if (loads) {
        slot[0] = time ? int_of(*time) : held ? *held : mp_obj_new_bool(self->woken);
        return;
    }
    if (time) {
        *time = mp_obj_get_ll(slot[1]);
    } else if (held) {
        *held = slot[1];
    } else {
        self->woken = mp_obj_is_true(slot[1]);
    }
    slot[0] = MP_OBJ_NULL; // done
}

MP_DEFINE_CONST_OBJ_TYPE(
    engine_clock_type, MP_QSTR_Clock, MP_TYPE_FLAG_NONE,
    make_new, clock_make, attr, clock_attribute, locals_dict, &locals);
