// `_engine.Channel`: a DMA channel of the class in sim/dma.py, which documents it, and
// `_engine.catch_up`. A block of sound needs only one object, its record.
#include <string.h>

#include "engine.h"
#include "py/objlist.h"
#include "py/runtime.h"

#define PWM_BASE 0x40050000u
#define FLASH 0x10000000u // all addresses of this memory are below it
#define TIMER0 0x3B
#define PERMANENT 0x3F
#define PWM_WRAP0 24
#define CLOCK_NS 8
#define FAR_NS 1000000
#define CHANNELS 12

enum { ENABLE = 1, INC_READ = 1 << 4, INC_WRITE = 1 << 5, RING_WRITE = 1 << 10, QUIET = 1 << 21 };
#define SIZE(self) (1u << (((self)->ctrl >> 2) & 3))
#define RING_BITS(self) (((self)->ctrl >> 6) & 15)
#define CHAIN_TO(self) (((self)->ctrl >> 11) & 15)
#define TREQ(self) (((self)->ctrl >> 15) & 0x3F)

typedef struct {
    mp_obj_base_t base;
    mp_obj_t dma; // the names of sim/dma.py
    uint32_t number, read, write, reload, ctrl;
    mp_obj_t busy, irq_enabled, irq_raised, handler, hard, keep;
    uint32_t total, done;
    int64_t start_ns;
    uint64_t numerator, denominator; // ns per item
    void *event;
} channel_t;

static mp_obj_t name_of(channel_t *self, qstr name) {
    return mp_obj_dict_get(self->dma, MP_OBJ_NEW_QSTR(name));
}

static mp_obj_t channel_make(const mp_obj_type_t *type, size_t count, size_t named, const mp_obj_t *args) {
    mp_arg_check_num(count, named, 2, 2, false);
    channel_t *self = mp_obj_malloc(channel_t, type);
    memset(&self->dma, 0, sizeof(*self) - offsetof(channel_t, dma));
    self->number = mp_obj_get_int(args[0]);
    self->dma = args[1];
    self->ctrl = self->number << 11;
    self->busy = self->irq_enabled = self->irq_raised = self->hard = mp_const_false;
    self->handler = self->keep = mp_const_none;
    self->denominator = 1;
    return MP_OBJ_FROM_PTR(self);
}

static int64_t due_ns(const channel_t *self, uint64_t item) {
    uint64_t whole = item / self->denominator, rest = item % self->denominator;
    return self->start_ns + whole * self->numerator + rest * self->numerator / self->denominator;
}

// --- moving items

static void *memory(channel_t *self, uint32_t address) {
    if (address >= FLASH) {
        mp_call_function_1(name_of(self, MP_QSTR_absent), mp_obj_new_int_from_uint(address));
    }
    return (void *)(uintptr_t)address;
}

// Copies `count` items of `size` bytes, and moves the read address on.
static void fetch(channel_t *self, uint8_t *into, uint32_t count, uint32_t size) {
    if (!(self->ctrl & INC_READ)) {
        for (const void *item = memory(self, self->read); count--; into += size) {
            memcpy(into, item, size);
        }
        return;
    }
    uint32_t ring = RING_BITS(self) && !(self->ctrl & RING_WRITE) ? 1u << RING_BITS(self) : 0;
    for (uint32_t left = count * size, piece; left; left -= piece, into += piece) {
        piece = ring ? MIN(left, ring - self->read % ring) : left;
        memcpy(into, memory(self, self->read), piece);
        self->read += piece;
        if (ring && self->read % ring == 0) {
            self->read -= ring;
        }
    }
}

// Returns the slice whose compare register gets these items, if it is the loudspeaker's.
static mp_obj_t speaker_slice(channel_t *self, mp_obj_t pwm, uint32_t gpio) {
    uint32_t number = gpio / 2 % 8;
    if (self->write != PWM_BASE + 0x14 * number + 0x0C) {
        return MP_OBJ_NULL;
    }
    mp_obj_t slices = mp_load_attr(pwm, MP_QSTR_slices);
    return mp_obj_subscr(slices, MP_OBJ_NEW_SMALL_INT(number), MP_OBJ_SENTINEL);
}

static void store_speaker(
    channel_t *self, int64_t at_ns, uint32_t count, mp_obj_t pwm, mp_obj_t slice, uint32_t gpio) {
    uint32_t size = SIZE(self);
    struct __attribute__((packed)) {
        uint32_t numerator, denominator;
        uint16_t top;
        uint8_t size, channel;
    } head = {self->numerator, self->denominator, 0, size, gpio & 1};
    bool runs = mp_obj_get_int(mp_load_attr(slice, MP_QSTR_csr)) & 1;
    uint8_t *data = m_new(uint8_t, sizeof(head) + count * size);
    fetch(self, data + sizeof(head), count, size);
    uint32_t compare = 0;
    memcpy(&compare, data + sizeof(head) + (count - 1) * size, size);
    compare |= size == 4 ? 0 : compare << 16;
    mp_store_attr(slice, MP_QSTR_cc, mp_obj_new_int_from_uint(compare));
    if (runs) {
        head.top = mp_obj_get_int(mp_load_attr(slice, MP_QSTR_top));
        memcpy(data, &head, sizeof(head));
        compare = compare >> (16 * head.channel) & 0xFFFF;
        mp_store_attr(pwm, MP_QSTR_speaker_level, MP_OBJ_NEW_SMALL_INT(compare));
        engine_put('B', at_ns, data, sizeof(head) + count * size);
    }
    m_del(uint8_t, data, sizeof(head) + count * size);
}

static void store(channel_t *self, const uint8_t *data, uint32_t count, uint32_t size) {
    uint32_t step = self->ctrl & INC_WRITE ? size : 0;
    if (self->write < FLASH) {
        memcpy(memory(self, self->write), data, count * size);
        self->write += count * step;
        return;
    }
    for (; count--; data += size, self->write += step) {
        uint32_t value = 0;
        memcpy(&value, data, size);
        mp_call_function_2(name_of(self, MP_QSTR_write_register), mp_obj_new_int_from_uint(self->write),
            mp_obj_new_int_from_uint(value));
    }
}

static void move(channel_t *self, uint32_t count) {
    int64_t at_ns = due_ns(self, self->done);
    mp_obj_t pwm = name_of(self, MP_QSTR_pwm);
    uint32_t gpio = mp_obj_get_int(mp_load_attr(pwm, MP_QSTR_speaker_gpio)), size = SIZE(self);
    mp_obj_t slice = speaker_slice(self, pwm, gpio);
    self->done += count;
    if (slice != MP_OBJ_NULL) {
        store_speaker(self, at_ns, count, pwm, slice, gpio);
        return;
    }
    uint8_t *data = m_new(uint8_t, count * size);
    fetch(self, data, count, size);
    store(self, data, count, size);
}

static void catch_up(channel_t *self) {
    int64_t elapsed_ns = engine_now_ns() - self->start_ns;
    if (elapsed_ns < 0) {
        return;
    }
    uint64_t due = self->total;
    if (self->numerator) { // item i is due at floor(i * numerator / denominator)
        uint64_t begun = ((uint64_t)elapsed_ns + 1) * self->denominator + self->numerator - 1;
        due = MIN(due, begun / self->numerator);
    }
    if (due > self->done) {
        move(self, due - self->done);
    }
}

static mp_obj_t catch_up_all(void) {
    mp_obj_t running[CHANNELS];
    mp_obj_list_t *active = MP_OBJ_TO_PTR(engine_active());
    size_t count = MIN(active->len, CHANNELS);
    memcpy(running, active->items, count * sizeof(mp_obj_t));
    for (size_t i = 0; i < count; i++) {
        catch_up(MP_OBJ_TO_PTR(running[i]));
    }
    return mp_const_none;
}
MP_DEFINE_CONST_FUN_OBJ_0(engine_catch_up_obj, catch_up_all);

// --- start and end

static mp_obj_t channel_step(mp_obj_t object);
static MP_DEFINE_CONST_FUN_OBJ_1(channel_step_obj, channel_step);

// Schedules the end, or the next item if the items are far apart, so that each one is visible.
static void follow(channel_t *self) {
    uint32_t item = due_ns(self, 1) - due_ns(self, 0) > FAR_NS ? self->done : self->total - 1;
    self->event = engine_at(due_ns(self, item), MP_OBJ_FROM_PTR(&channel_step_obj), MP_OBJ_FROM_PTR(self));
}

static void set_period(channel_t *self) {
    mp_obj_t *pair, treq = MP_OBJ_NEW_SMALL_INT(TREQ(self));
    if (TIMER0 <= TREQ(self) && TREQ(self) < PERMANENT) {
        mp_obj_t place = MP_OBJ_NEW_SMALL_INT(TREQ(self) - TIMER0);
        mp_obj_t timer = mp_obj_subscr(name_of(self, MP_QSTR_timers), place, MP_OBJ_SENTINEL);
        uint32_t word = mp_obj_get_int_truncated(timer);
        self->numerator = (word & 0xFFFF) * CLOCK_NS;
        self->denominator = word >> 16;
        if (self->numerator && self->denominator) {
            return;
        }
    }
    mp_obj_get_array_fixed_n(mp_call_function_1(name_of(self, MP_QSTR_period), treq), 2, &pair);
    self->numerator = mp_obj_get_ll(pair[0]);
    self->denominator = mp_obj_get_ll(pair[1]);
}

static mp_obj_t channel_trigger(mp_obj_t object) {
    channel_t *self = MP_OBJ_TO_PTR(object);
    if (self->busy == mp_const_true || !(self->ctrl & ENABLE) || !self->reload) {
        return mp_const_none;
    }
    self->total = self->reload;
    self->done = 0;
    set_period(self);
    uint64_t numerator = self->numerator, denominator = self->denominator;
    self->start_ns = engine_now_ns();
    if (PWM_WRAP0 <= TREQ(self) && TREQ(self) < PWM_WRAP0 + 8) {
        uint64_t wraps = self->start_ns * denominator / numerator + 1;
        self->start_ns = (wraps * numerator + denominator - 1) / denominator;
    } else {
        self->start_ns += (numerator + denominator - 1) / denominator;
    }
    self->busy = mp_const_true;
    mp_obj_list_append(engine_active(), object);
    follow(self);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(channel_trigger_obj, channel_trigger);

static void end(channel_t *self) {
    self->busy = mp_const_false;
    mp_obj_list_remove(engine_active(), MP_OBJ_FROM_PTR(self));
}

static void chain(channel_t *self) {
    if (CHAIN_TO(self) != self->number) {
        mp_obj_t channels = name_of(self, MP_QSTR_channels);
        channel_trigger(mp_obj_subscr(channels, MP_OBJ_NEW_SMALL_INT(CHAIN_TO(self)), MP_OBJ_SENTINEL));
    }
}

static mp_obj_t channel_handle(mp_obj_t object) {
    channel_t *self = MP_OBJ_TO_PTR(object);
    if (self->irq_raised == mp_const_true && self->handler != mp_const_none) {
        self->irq_raised = mp_const_false;
        mp_call_function_1(self->handler, object);
    }
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(channel_handle_obj, channel_handle);

static void raise_irq(channel_t *self) {
    self->irq_raised = mp_const_true;
    if (self->irq_enabled == mp_const_true && self->handler != mp_const_none) {
        const mp_obj_t given[] = {
            MP_OBJ_FROM_PTR(&channel_handle_obj), MP_OBJ_FROM_PTR(self), self->hard};
        mp_call_function_n_kw(name_of(self, MP_QSTR_request), 3, 0, given);
    }
}

static mp_obj_t channel_step(mp_obj_t object) {
    channel_t *self = MP_OBJ_TO_PTR(object);
    catch_up(self);
    if (self->done < self->total) {
        follow(self);
        return mp_const_none;
    }
    catch_up_all();
    end(self);
    chain(self);
    if (!(self->ctrl & QUIET)) {
        raise_irq(self);
    }
    return mp_const_none;
}

static mp_obj_t channel_abort(mp_obj_t object) {
    channel_t *self = MP_OBJ_TO_PTR(object);
    if (self->busy == mp_const_true) {
        catch_up_all();
        engine_cancel(self->event);
        end(self);
        if (self->ctrl & ENABLE) {
            chain(self);
        }
    }
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(channel_abort_obj, channel_abort);

static mp_obj_t channel_remaining(mp_obj_t object) {
    channel_t *self = MP_OBJ_TO_PTR(object);
    return mp_obj_new_int_from_uint(self->busy == mp_const_true ? self->total - self->done : 0);
}
static MP_DEFINE_CONST_FUN_OBJ_1(channel_remaining_obj, channel_remaining);

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR_trigger), MP_ROM_PTR(&channel_trigger_obj)},
    {MP_ROM_QSTR(MP_QSTR_abort), MP_ROM_PTR(&channel_abort_obj)},
    {MP_ROM_QSTR(MP_QSTR_remaining), MP_ROM_PTR(&channel_remaining_obj)},
};
static MP_DEFINE_CONST_DICT(locals, names);

static uint32_t *word_of(channel_t *self, qstr name) {
    switch (name) {
        case MP_QSTR_number:
            return &self->number;
        case MP_QSTR_read:
            return &self->read;
        case MP_QSTR_write:
            return &self->write;
        case MP_QSTR_reload:
            return &self->reload;
        case MP_QSTR_ctrl:
            return &self->ctrl;
        default:
            return NULL;
    }
}

static mp_obj_t *object_of(channel_t *self, qstr name) {
    switch (name) {
        case MP_QSTR_busy:
            return &self->busy;
        case MP_QSTR_irq_enabled:
            return &self->irq_enabled;
        case MP_QSTR_irq_raised:
            return &self->irq_raised;
        case MP_QSTR_handler:
            return &self->handler;
        case MP_QSTR_hard:
            return &self->hard;
        case MP_QSTR_keep:
            return &self->keep;
        default:
            return NULL;
    }
}

static void channel_attribute(mp_obj_t object, qstr name, mp_obj_t *slot) {
    channel_t *self = MP_OBJ_TO_PTR(object);
    bool loads = slot[0] == MP_OBJ_NULL;
    uint32_t *word = word_of(self, name);
    mp_obj_t *held = object_of(self, name);
    if (!word && !held) {
        slot[1] = loads ? MP_OBJ_SENTINEL : slot[1]; // a method
    } else if (loads) {
        slot[0] = word ? mp_obj_new_int_from_uint(*word) : *held;
    } else {
        if (word) {
            *word = mp_obj_get_int_truncated(slot[1]);
        } else {
            *held = slot[1];
        }
        slot[0] = MP_OBJ_NULL; // done
    }
}

MP_DEFINE_CONST_OBJ_TYPE(
    engine_channel_type, MP_QSTR_Channel, MP_TYPE_FLAG_NONE,
    make_new, channel_make, attr, channel_attribute, locals_dict, &locals);
