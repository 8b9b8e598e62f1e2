# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Runs straight-line code of the emulated core in C, exactly as rp2040py's own core would.

It executes what touches only RAM, flash, boot ROM and registers. Everything else (a register of
a peripheral, a wait for interrupt, an exception, a rare opcode) goes to ``execute_instruction``
of rp2040py's core, one instruction at a time, and the clock ticks as in its own loop: after each
instruction that reaches the next alarm. Formulas follow native/_cortex_m0_core.pyx of 0.3.6, its
departures from the architecture included (cycle counts, carry of register shifts by 0 or more
than 32, STM write-back); the tests compare the two.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from rp2040py.native._cortex_m0_core cimport CortexM0Core
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport ClockAlarm, SimulationClock

from rp2040py.execute_batch import execute_batch

cdef double CYCLE_NS = 8.0  # rp2040py: 125 MHz, always
cdef double NEVER = 1e300
cdef uint32_t SRAM = 0x20000000U
cdef uint32_t SRAM_SIZE = 264 * 1024
cdef uint32_t FLASH = 0x10000000U
cdef uint32_t SIO = 0xD0000000U
cdef uint32_t ROM_SIZE = 16 * 1024
cdef uint32_t FLASH_MASK = 0xFFFFFFU  # 16 MB, mirrored four times
cdef int MISS_CYCLES = 50
cdef int SETS = 1024  # 16 kB, 2 ways, lines of 8 bytes
cdef int HAND_OVER = 0  # no instruction takes 0 cycles
cdef int MODE_HANDLER = 1
cdef int PRIMASK = 16


cdef class TurboLoop:
    """Runs one chip until ``stopped`` is set by an alarm of its clock.

    Args:
        mcu: the chip.
        xip: charges the misses of the flash cache.
    """

    cdef public bint stopped
    cdef public object rp2040, clock
    cdef bint _xip
    cdef RP2040 _mcu
    cdef CortexM0Core _core
    cdef SimulationClock _clock
    cdef RPPIO _pio0, _pio1
    cdef object _keep
    cdef uint32_t *_r
    cdef uint8_t *_sram
    cdef uint8_t *_flash
    cdef uint8_t *_rom
    cdef uint32_t[2048] _tags
    cdef uint8_t[2048] _valid
    cdef uint8_t[1024] _oldest
    cdef int _extra
    cdef uint32_t _dividend, _divisor, _quotient, _remainder, _divider_state, _locks
    cdef object _sio, _timer

    def __init__(self, mcu, bint xip=False):
        self.rp2040, self.clock, self.stopped = mcu, mcu.clock, True
        self._mcu, self._core, self._clock = mcu, mcu.core, mcu.clock
        self._pio0, self._pio1 = mcu.pio
        self._xip = xip
        cdef unsigned int[::1] registers = mcu.core.registers
        cdef unsigned char[::1] sram = mcu.sram
        cdef unsigned char[::1] flash = mcu.flash
        cdef unsigned int[::1] rom = mcu.bootrom
        self._keep = (mcu.core.registers, mcu.sram, mcu.flash, mcu.bootrom)
        self._r, self._sram = <uint32_t *>&registers[0], <uint8_t *>&sram[0]
        self._flash, self._rom = <uint8_t *>&flash[0], <uint8_t *>&rom[0]
        self.flush_cache()
        self._sio, self._timer = mcu.sio, mcu.timer
        self._reset_sio()
        self._take_over_sio()

    cdef void _reset_sio(self) noexcept:
        self._locks = self._divider_state = self._dividend = 0
        self._quotient = self._remainder = 0
        self._divisor = 1

    def _take_over_sio(self):
        """Keeps the divider and the spin locks here, for whoever asks on the Python side too."""
        sio = self._sio
        old_read, old_write, old_reset = sio.read_uint32, sio.write_uint32, sio.reset

        def read_uint32(unsigned int offset):
            cdef uint32_t value = 0
            return value if self._sio_read(offset, &value) else old_read(offset)

        def write_uint32(unsigned int offset, long long value):
            if not self._sio_write(offset, <uint32_t>value):
                old_write(offset, value)

        def reset():
            old_reset()
            self._reset_sio()

        sio.read_uint32, sio.write_uint32, sio.reset = read_uint32, write_uint32, reset

    def flush_cache(self):
        """Empties the flash cache."""
        memset(self._valid, 0, sizeof(self._valid))
        memset(self._oldest, 0, sizeof(self._oldest))

    def run(self):
        """Runs until ``stopped`` is set."""
        self.stopped = False
        while not self.stopped:
            if self._mcu.run_pin_low or self._core.waiting:
                self._tick(self._ns_to_alarm())
            elif not (self._pio0.stopped and self._pio1.stopped):
                execute_batch(self, 1)
            elif self._interrupted():
                self._extra = 0
                self._hand_over()
            elif not self._straight():
                self._hand_over()

    cdef double _ns_to_alarm(self):
        cdef ClockAlarm alarm = self._clock._next_alarm
        return 0.0 if alarm is None else alarm.nanos - self._clock._nanos_counter

    cdef int _tick(self, double ns) except -1:
        self._clock.tick(ns)
        return 0

    cdef bint _interrupted(self):
        """Returns whether the core must look for interrupts before its next instruction."""
        cdef CortexM0Core core = self._core
        if not core.interrupts_updated:
            return False
        if (core.pending_interrupts & core.enabled_interrupts or core.pending_nmi
                or core.pending_svcall or core.pending_pend_sv or core.pending_systick):
            return True
        core.interrupts_updated = False
        return False

    cdef int _hand_over(self) except -1:
        """Lets rp2040py's core execute one instruction."""
        cdef int extra = self._extra
        cdef int cycles = self._core.execute_instruction() + extra
        self._core.cycles += extra
        return self._tick(cycles * CYCLE_NS)

    cdef inline void _cached(self, uint32_t address) noexcept:
        """Charges the read of a word through the flash cache."""
        cdef uint32_t row = (address >> 3) & (SETS - 1), tag = address >> 13
        cdef uint8_t word = 1 << ((address >> 2) & 1)
        cdef uint32_t way = row * 2
        if not (self._valid[way] and self._tags[way] == tag):
            way += 1
            if not (self._valid[way] and self._tags[way] == tag):
                way = row * 2 + self._oldest[row]
                self._tags[way], self._valid[way] = tag, 0
        self._oldest[row] = 1 - (way & 1)
        if not self._valid[way] & word:
            self._valid[way] |= word
            self._extra += MISS_CYCLES

    cdef void _fetch_cost(self, uint32_t pc) noexcept:
        if (pc >> 24) == 0x10:
            self._cached(pc)
            if (self._flash[(pc & FLASH_MASK) + 1] >> 3) >= 0x1D and pc & 2:
                self._cached(pc + 2)

    cdef inline int _load(self, uint32_t address, int size, uint32_t *value) except -1:
        """Reads; returns the instruction's cycles, or HAND_OVER if it cannot be done here."""
        cdef uint8_t *at
        if address & (size - 1):
            return HAND_OVER
        if address - SRAM < SRAM_SIZE:
            at = self._sram + (address - SRAM)
        elif (address >> 26) == 4:
            if self._xip and (address >> 24) == 0x10:
                self._cached(address)
            elif self._xip:  # the mirrors that bypass the cache
                self._extra += MISS_CYCLES
            at = self._flash + (address & FLASH_MASK)
        elif address < ROM_SIZE:
            at = self._rom + address
        elif size == 4 and address - SIO < 0x1000:
            return 1 if self._sio_read(address - SIO, value) else HAND_OVER
        elif size == 4 and (address >> 12) == 0x40054:
            return 4 if self._timer_read(address, value) else HAND_OVER
        else:
            return HAND_OVER
        if size == 4:
            value[0] = (<uint32_t *>at)[0]
        elif size == 2:
            value[0] = (<uint16_t *>at)[0]
        else:
            value[0] = at[0]
        return 2

    cdef inline int _store(self, uint32_t address, int size, uint32_t value) noexcept:
        """Writes; returns the instruction's cycles, or HAND_OVER if it cannot be done here."""
        cdef uint8_t *at = self._sram + (address - SRAM)
        if address & (size - 1):
            return HAND_OVER
        if address - SRAM >= SRAM_SIZE:
            if size != 4 or address - SIO >= 0x1000:
                return HAND_OVER
            return 1 if self._sio_write(address - SIO, value) else HAND_OVER
        if size == 4:
            (<uint32_t *>at)[0] = value
        elif size == 2:
            (<uint16_t *>at)[0] = <uint16_t>value
        else:
            at[0] = <uint8_t>value
        return 2

    cdef inline bint _sio_read(self, uint32_t offset, uint32_t *value) noexcept:
        """Reads the core's number, a spin lock or the divider; False if it is something else."""
        cdef uint32_t lock
        if offset == 0:
            value[0] = 0
        elif 0x100 <= offset <= 0x17C:
            lock = 1U << ((offset - 0x100) >> 2)
            value[0] = 0 if self._locks & lock else lock
            self._locks |= lock
        elif offset == 0x5C:
            value[0] = self._locks
        elif offset == 0x60 or offset == 0x68:
            value[0] = self._dividend
        elif offset == 0x64 or offset == 0x6C:
            value[0] = self._divisor
        elif offset == 0x70:
            self._divider_state &= ~2U
            value[0] = self._quotient
        elif offset == 0x74:
            value[0] = self._remainder
        elif offset == 0x78:
            value[0] = self._divider_state
        else:
            return False
        return True

    cdef inline bint _sio_write(self, uint32_t offset, uint32_t value) noexcept:
        """Writes a spin lock or the divider; False if it is something else."""
        if 0x100 <= offset <= 0x17C:
            self._locks &= ~(1U << ((offset - 0x100) >> 2))
            return True
        if offset < 0x60 or offset > 0x74 or offset & 3:
            return False
        if offset == 0x60 or offset == 0x68:
            self._dividend = value
        elif offset == 0x64 or offset == 0x6C:
            self._divisor = value
        elif offset == 0x70:
            self._quotient = value
        else:
            self._remainder = value
        if offset < 0x70:
            self._divide(offset >= 0x68)
        self._divider_state = 3
        return True

    cdef inline void _divide(self, bint signed) noexcept:
        cdef int64_t a = self._dividend, b = self._divisor
        if signed:
            a, b = <int32_t>self._dividend, <int32_t>self._divisor
        if b:
            self._quotient, self._remainder = <uint32_t>(a // b), <uint32_t>(a % b)
        else:
            self._quotient, self._remainder = 1 if a < 0 else 0xFFFFFFFFU, <uint32_t>a

    cdef int _timer_read(self, uint32_t address, uint32_t *value) except -1:
        """Reads the raw time; False if it is another of the timer's registers."""
        cdef double micros
        if address != 0x40054024U and address != 0x40054028U:
            return False
        micros = (self._clock._nanos_counter - <double>self._timer._epoch_nanos) / 1000
        value[0] = <uint32_t>(<uint64_t>micros >> 32 if address == 0x40054024U else <uint64_t>micros)
        return True

    cdef inline bint _in_memory(self, uint32_t first, uint32_t count, bint write) noexcept:
        """Returns whether ``count`` words from ``first`` can be moved here, in one go."""
        if first & 3:
            return False
        if first - SRAM < SRAM_SIZE:
            return first - SRAM + 4 * count <= SRAM_SIZE
        return not write and (first >> 24) == 0x10

    cdef inline void _add_flags(self, int64_t a, int64_t b) noexcept:
        cdef CortexM0Core core = self._core
        cdef int64_t total = a + b
        core.n = (total & 0x80000000LL) != 0
        core.z = <uint32_t>total == 0
        core.c = total != <int64_t><uint32_t>total
        core.v = <int64_t><int32_t>total != <int64_t><int32_t>a + <int64_t><int32_t>b

    cdef inline void _sub_flags(self, int64_t a, int64_t b) noexcept:
        cdef CortexM0Core core = self._core
        cdef uint32_t left = <uint32_t>a, right = <uint32_t>b, rest = <uint32_t>(a - b)
        core.n = rest >> 31
        core.z = rest == 0
        core.c = a >= b
        core.v = ((left ^ right) & (left ^ rest)) >> 31

    cdef inline uint32_t _tested(self, uint32_t value) noexcept:
        self._core.n = value >> 31
        self._core.z = value == 0
        return value

    cdef inline bint _condition(self, uint32_t number) noexcept:
        cdef CortexM0Core core = self._core
        cdef uint32_t base = number >> 1
        cdef bint holds
        if base == 0:
            holds = core.z
        elif base == 1:
            holds = core.c
        elif base == 2:
            holds = core.n
        elif base == 3:
            holds = core.v
        elif base == 4:
            holds = core.c and not core.z
        elif base == 5:
            holds = core.n == core.v
        else:
            holds = core.n == core.v and not core.z
        return holds != (number & 1)

    cdef bint _straight(self) except -1:
        """Runs until an alarm is due or an instruction must be handed over.

        Returns:
            True after an alarm; False if the next instruction belongs to rp2040py's core.
        """
        cdef CortexM0Core core = self._core
        cdef SimulationClock clock = self._clock
        cdef ClockAlarm alarm = clock._next_alarm
        cdef double due = NEVER if alarm is None else alarm.nanos
        cdef double then
        cdef uint32_t *r = self._r
        cdef uint32_t pc = r[15] & ~1U, op
        cdef uint8_t *code
        cdef int cycles
        while True:
            self._extra = 0
            if pc - SRAM < SRAM_SIZE:
                code = self._sram + (pc - SRAM)
            elif (pc >> 24) == 0x10:
                code = self._flash + (pc & FLASH_MASK)
            elif pc < ROM_SIZE:
                code = self._rom + pc
            else:
                break
            op = (<uint16_t *>code)[0]
            if self._xip:
                self._fetch_cost(pc)
            cycles = self._step(op, pc, code)
            if cycles == HAND_OVER:
                break
            cycles += self._extra
            core.cycles += cycles
            pc = r[15]
            then = clock._nanos_counter + cycles * CYCLE_NS
            if then >= due:
                self._tick(cycles * CYCLE_NS)
                return True
            clock._nanos_counter = then
            if core.interrupts_updated:
                return True
        r[15] = pc
        return False

    cdef inline int _step(self, uint32_t op, uint32_t pc, uint8_t *code) except -1:
        """Executes one instruction; returns its cycles, or HAND_OVER with nothing changed."""
        cdef uint32_t group = op >> 11
        cdef uint32_t *r = self._r
        cdef CortexM0Core core = self._core
        cdef uint32_t a = r[(op >> 3) & 7], b = r[(op >> 6) & 7], shift = (op >> 6) & 31
        cdef uint32_t value = 0, low = op & 7, high = (op >> 8) & 7, byte = op & 0xFF
        cdef int32_t offset
        r[15] = pc + 2
        if group == 0:  # LSLS immediate
            if shift:
                core.c = (a >> (32 - shift)) & 1
            r[low] = self._tested(a << shift)
        elif group == 1:  # LSRS immediate
            core.c = (a >> (shift - 1 if shift else 31)) & 1
            r[low] = self._tested(a >> shift if shift else 0)
        elif group == 2:  # ASRS immediate
            core.c = (a >> (shift - 1 if shift else 31)) & 1
            r[low] = self._tested(<uint32_t>((<int32_t>a) >> (shift if shift else 31)))
        elif group == 3:  # ADDS and SUBS, register and 3 bits
            value = (op >> 6) & 7 if op & 0x400 else b
            if op & 0x200:
                self._sub_flags(a, value)
                r[low] = a - value
            else:
                self._add_flags(a, value)
                r[low] = a + value
        elif group == 4:  # MOVS
            r[high] = self._tested(byte)
        elif group == 5:  # CMP immediate
            self._sub_flags(r[high], byte)
        elif group == 6:  # ADDS 8 bits
            self._add_flags(r[high], byte)
            r[high] += byte
        elif group == 7:  # SUBS 8 bits
            self._sub_flags(r[high], byte)
            r[high] -= byte
        elif group == 8:
            return self._two_registers(op, pc) if op & 0x400 else self._arithmetic(op)
        elif group == 9:  # LDR literal
            return self._settled(self._load(((pc + 4) & ~3U) + byte * 4, 4, &r[high]), pc)
        elif group == 10 or group == 11:
            return self._move_indexed(op, pc, a + b)
        elif group == 12:  # STR
            return self._settled(self._store(a + shift * 4, 4, r[low]), pc)
        elif group == 13:  # LDR
            return self._settled(self._load(a + shift * 4, 4, &r[low]), pc)
        elif group == 14:  # STRB
            return self._settled(self._store(a + shift, 1, r[low]), pc)
        elif group == 15:  # LDRB
            return self._settled(self._load(a + shift, 1, &r[low]), pc)
        elif group == 16:  # STRH
            return self._settled(self._store(a + shift * 2, 2, r[low]), pc)
        elif group == 17:  # LDRH
            return self._settled(self._load(a + shift * 2, 2, &r[low]), pc)
        elif group == 18:  # STR SP
            return self._settled(self._store(r[13] + byte * 4, 4, r[high]), pc)
        elif group == 19:  # LDR SP
            return self._settled(self._load(r[13] + byte * 4, 4, &r[high]), pc)
        elif group == 20:  # ADR
            r[high] = (pc & ~3U) + 4 + byte * 4
        elif group == 21:  # ADD from SP
            r[high] = r[13] + byte * 4
        elif group == 22 or group == 23:
            return self._various(op, pc)
        elif group == 24:  # STMIA
            return self._store_many(op, pc)
        elif group == 25:  # LDMIA
            return self._load_many(op, pc)
        elif group == 26 or group == 27:  # B condition
            if (op >> 9) == 0x6F:
                return self._refuse(pc)
            if not self._condition((op >> 8) & 15):
                return 1
            offset = <int32_t>(op << 24) >> 23
            r[15] = pc + 4 + offset
            return 2
        elif group == 28:  # B
            offset = <int32_t>(op << 21) >> 20
            r[15] = pc + 4 + offset
            return 2
        elif group == 30:
            return self._wide(op, (<uint16_t *>code)[1], pc)
        else:
            return self._refuse(pc)
        return 1

    cdef inline int _settled(self, int cycles, uint32_t pc) noexcept:
        if cycles == HAND_OVER:
            self._r[15] = pc
        return cycles

    cdef inline int _refuse(self, uint32_t pc) noexcept:
        self._r[15] = pc
        return HAND_OVER

    cdef inline int _arithmetic(self, uint32_t op) noexcept:
        """The sixteen operations on two low registers."""
        cdef CortexM0Core core = self._core
        cdef uint32_t *r = self._r
        cdef uint32_t kind = (op >> 6) & 15, low = op & 7
        cdef uint32_t a = r[low], b = r[(op >> 3) & 7], shift = b & 0xFF
        if kind == 0:
            r[low] = self._tested(a & b)
        elif kind == 1:
            r[low] = self._tested(a ^ b)
        elif kind == 2:  # LSLS
            if shift:
                core.c = (a >> ((32 - shift) & 31)) & 1
            r[low] = self._tested(a << shift if shift < 32 else 0)
        elif kind == 3:  # LSRS
            core.c = (a >> ((shift - 1) & 31)) & 1 if shift <= 32 else 0
            r[low] = self._tested(a >> shift if shift < 32 else 0)
        elif kind == 4:  # ASRS
            shift = min(shift, 32)
            core.c = (a >> ((shift - 1) & 31)) & 1
            r[low] = self._tested(<uint32_t>(<int32_t>a >> min(shift, 31)))
        elif kind == 5:  # ADCS
            shift = core.c
            self._add_flags(b, <int64_t>a + shift)
            r[low] = a + b + shift
        elif kind == 6:  # SBCS
            shift = 1 - core.c
            self._sub_flags(a, <int64_t>b + shift)
            r[low] = a - b - shift
        elif kind == 7:  # RORS
            shift &= 31
            a = (a >> shift) | (a << (32 - shift)) if shift else a
            r[low] = self._tested(a)
            core.c = a >> 31
        elif kind == 8:  # TST
            self._tested(a & b)
        elif kind == 9:  # RSBS
            self._sub_flags(0, b)
            r[low] = 0 - b
        elif kind == 10:  # CMP
            self._sub_flags(a, b)
        elif kind == 11:  # CMN
            self._add_flags(a, b)
        elif kind == 12:
            r[low] = self._tested(a | b)
        elif kind == 13:
            r[low] = self._tested(a * b)
        elif kind == 14:
            r[low] = self._tested(a & ~b)
        else:
            r[low] = self._tested(~b)
        return 1

    cdef inline int _two_registers(self, uint32_t op, uint32_t pc) noexcept:
        """ADD, CMP and MOV on all sixteen registers; BX and BLX."""
        cdef uint32_t *r = self._r
        cdef uint32_t to = (op & 7) | ((op >> 4) & 8), kind = (op >> 8) & 3
        cdef uint32_t source = (op >> 3) & 15, value = r[source]
        if kind == 3:
            # rp2040py's BLX LR jumps to the new LR; whoever uses it shall get the same.
            if op & 7 or source >= 14 and op & 0x80 or source == 15 or self._returns(value):
                return self._refuse(pc)
            if op & 0x80:
                r[14] = (pc + 2) | 1
            r[15] = value & ~1U
            return 2
        if kind == 1:
            self._sub_flags(r[to], value)
            return 1
        if source == 15:
            value = pc + 4
        if kind == 0:
            value += pc + 4 if to == 15 else r[to]
        if to == 15:
            r[15] = value & ~1U
            return 2
        r[to] = value & ~3U if to == 13 else value
        return 1

    cdef inline bint _returns(self, uint32_t address) noexcept:
        """Returns whether a jump there ends an exception."""
        return self._core.current_mode == MODE_HANDLER and (address >> 28) == 0xF

    cdef inline int _move_indexed(self, uint32_t op, uint32_t pc, uint32_t address) except -1:
        """Loads and stores with register offset."""
        cdef uint32_t *r = self._r
        cdef uint32_t kind = (op >> 9) & 7, low = op & 7
        cdef int done
        if kind == 0:
            done = self._store(address, 4, r[low])
        elif kind == 1:
            done = self._store(address, 2, r[low])
        elif kind == 2:
            done = self._store(address, 1, r[low])
        elif kind == 3:
            done = self._load(address, 1, &r[low])
            if done:
                r[low] = <uint32_t><int32_t>(<signed char>r[low])
        elif kind == 4:
            done = self._load(address, 4, &r[low])
        elif kind == 5:
            done = self._load(address, 2, &r[low])
        elif kind == 6:
            done = self._load(address, 1, &r[low])
        else:
            done = self._load(address, 2, &r[low])
            if done:
                r[low] = <uint32_t><int32_t>(<short>r[low])
        return self._settled(done, pc)

    cdef inline int _various(self, uint32_t op, uint32_t pc) except -1:
        """SP arithmetic, extensions, PUSH, POP, byte order, CPSID, NOP."""
        cdef uint32_t *r = self._r
        cdef uint32_t kind = op >> 6, low = op & 7, a = r[(op >> 3) & 7]
        if (op >> 9) == 0x5A:
            return self._push(op, pc)
        if (op >> 9) == 0x5E:
            return self._pop(op, pc)
        if (op >> 8) == 0xB0:
            a = (op & 0x7F) * 4
            r[13] = (r[13] - a if op & 0x80 else r[13] + a) & ~3U
        elif kind == 0x2C8:
            r[low] = <uint32_t><int32_t>(<short>a)
        elif kind == 0x2C9:
            r[low] = <uint32_t><int32_t>(<signed char>a)
        elif kind == 0x2CA:
            r[low] = a & 0xFFFF
        elif kind == 0x2CB:
            r[low] = a & 0xFF
        elif kind == 0x2E8:  # REV
            r[low] = (a << 24) | ((a & 0xFF00) << 8) | ((a >> 8) & 0xFF00) | (a >> 24)
        elif op == 0xB672:  # CPSID
            self._core.pm = True
        elif op == 0xB662:  # CPSIE
            self._core.pm = False
            self._core.interrupts_updated = True
        elif op != 0xBF00:  # NOP
            return self._refuse(pc)
        return 1

    cdef inline int _push(self, uint32_t op, uint32_t pc) noexcept:
        cdef uint32_t *r = self._r
        cdef uint32_t i, count = 0, address
        for i in range(9):
            count += (op >> i) & 1
        address = r[13] - 4 * count
        if not self._in_memory(address, count, True):
            return self._refuse(pc)
        r[13] = address & ~3U
        for i in range(8):
            if op & (1 << i):
                self._store(address, 4, r[i])
                address += 4
        if op & 0x100:
            self._store(address, 4, r[14])
        return 1 + count - ((op >> 8) & 1)

    cdef inline int _pop(self, uint32_t op, uint32_t pc) except -1:
        cdef uint32_t *r = self._r
        cdef uint32_t i, count = 0, address = r[13], target = 0
        for i in range(8):
            count += (op >> i) & 1
        if not self._in_memory(address, count + ((op >> 8) & 1), True):
            return self._refuse(pc)
        if op & 0x100:
            self._load(address + 4 * count, 4, &target)
            if self._returns(target):
                return self._refuse(pc)
            r[15] = target & ~1U
        for i in range(8):
            if op & (1 << i):
                self._load(address, 4, &r[i])
                address += 4
        r[13] = (address + 4 if op & 0x100 else address) & ~3U
        return 1 + count + (2 if op & 0x100 else 0)

    cdef inline int _store_many(self, uint32_t op, uint32_t pc) noexcept:
        cdef uint32_t *r = self._r
        cdef uint32_t i, count = 0, base = (op >> 8) & 7, address = r[base]
        for i in range(8):
            count += (op >> i) & 1
        if not self._in_memory(address, count, True):
            return self._refuse(pc)
        for i in range(8):
            if op & (1 << i):
                self._store(address, 4, r[i])
                address += 4
        if not op & (1 << base):
            r[base] = address
        return 1 + count

    cdef inline int _load_many(self, uint32_t op, uint32_t pc) except -1:
        cdef uint32_t *r = self._r
        cdef uint32_t i, count = 0, base = (op >> 8) & 7, address = r[base]
        for i in range(8):
            count += (op >> i) & 1
        if not self._in_memory(address, count, False):
            return self._refuse(pc)
        for i in range(8):
            if op & (1 << i):
                self._load(address, 4, &r[i])
                address += 4
        if not op & (1 << base):
            r[base] = address
        return 1 + count

    cdef inline int _wide(self, uint32_t op, uint32_t second, uint32_t pc) noexcept:
        """BL, barriers, and PRIMASK in and out."""
        cdef uint32_t *r = self._r
        cdef uint32_t sign = (op >> 10) & 1, i1, i2
        if (second >> 14) == 3 and second & 0x1000:  # BL
            i1 = 1 - (sign ^ ((second >> 13) & 1))
            i2 = 1 - (sign ^ ((second >> 11) & 1))
            r[14] = (pc + 4) | 1
            r[15] = pc + 4 + ((0xFF000000U if sign else 0) | (i1 << 23) | (i2 << 22)
                              | ((op & 0x3FF) << 12) | ((second & 0x7FF) << 1))
            return 3
        r[15] = pc + 4
        if op == 0xF3BF and 0x8F40 <= (second & 0xFFF0) <= 0x8F60:
            return 3
        if op == 0xF3EF and (second & 0xF0FF) == 0x8000 + PRIMASK and (second >> 8) & 15 < 8:
            r[(second >> 8) & 15] = self._core.pm
            return 3
        if (op >> 4) == 0xF38 and second == 0x8800 + PRIMASK:
            self._core.pm = r[op & 15] & 1
            self._core.interrupts_updated = True
            return 3
        return self._refuse(pc)
