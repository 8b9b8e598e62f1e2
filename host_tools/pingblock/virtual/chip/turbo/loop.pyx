# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Runs the code of the emulated core in C, exactly as rp2040py's own core would.

``run.h`` executes instructions that use only RAM, flash, boot ROM, registers, spin locks, the
divider and the raw time. Everything else (a register of a peripheral, a wait for interrupt, an
exception, a rare opcode) goes to ``execute_instruction`` of rp2040py's core, one instruction at a
time. The clock ticks as in that core's loop: after each instruction that reaches the next alarm.
Formulas follow native/_cortex_m0_core.pyx of 0.3.6, and tests compare the two.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from rp2040py.native._cortex_m0_core cimport CortexM0Core
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport ClockAlarm, SimulationClock

from rp2040py.execute_batch import execute_batch

cdef extern from "turbo.h":
    ctypedef struct Sio:
        pass

    ctypedef struct Machine:
        uint32_t r[16]
        uint32_t *registers
        uint8_t *sram
        uint8_t *flash
        uint8_t *rom
        uint32_t n, z, c, v, primask, in_handler
        bint xip, pending, unmasked
        uint32_t asked, known, known_value
        int extra
        int64_t budget, left
        double start_ns, timer_epoch_ns
        Sio sio

    ctypedef struct Samples:
        uint32_t read, step, ring, left, moved
        double period_ns
        double times_ns[1]
        uint16_t levels[1]

    bint can_move_sample(const Samples *s) noexcept
    void move_sample(Samples *s, const uint8_t *sram, double now_ns) noexcept
    int EXIT_DUE, EXIT_HAND_OVER
    double CYCLE_NS
    int run_plain(Machine *m) noexcept nogil
    int run_with_flash_cache(Machine *m) noexcept nogil
    void forget_blocks(Machine *m) noexcept
    void flush_flash_cache(Machine *m) noexcept
    void reset_sio(Sio *sio) noexcept
    bint read_sio(Sio *sio, uint32_t offset, uint32_t *value) noexcept
    bint write_sio(Sio *sio, uint32_t offset, uint32_t value) noexcept

cdef int64_t FOREVER = 1LL << 40  # in cycles: 2.4 h of emulated time
cdef int MODE_HANDLER = 1
# Firmware polls this register until an alarm ends the conversion: RP2040 datasheet 4.9.6.
cdef uint32_t ADC_CS = 0x4004C000U


cdef bint _is_locked_up(uint32_t pc) noexcept:
    """See ``corrections.lockup``."""
    cdef bint in_sram = pc - 0x20000000U < 0x42000U or pc - 0x21000000U < 0x40000U
    return not (in_sram or pc >> 28 == 1 or pc < 0x4000U)


cdef class TurboLoop:
    """Runs one chip until ``stopped`` is set by an alarm of its clock.

    Args:
        mcu: the chip.
        xip: charges the misses of the flash cache.
    """

    cdef public bint stopped
    cdef public object rp2040, clock
    cdef RP2040 _mcu
    cdef CortexM0Core _core
    cdef SimulationClock _clock
    cdef RPPIO _pio0, _pio1
    cdef object _timer, _keep
    cdef Machine *_m
    cdef Samples *_samples
    cdef ClockAlarm _sample_alarm  # None while no samples are being sent
    cdef object _settled

    def __cinit__(self):
        self._m = <Machine *>calloc(1, sizeof(Machine))
        self._samples = <Samples *>calloc(1, sizeof(Samples))
        if self._m == NULL or self._samples == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self._m)
        free(self._samples)

    def __init__(self, mcu, bint xip=False):
        self.rp2040, self.clock, self.stopped = mcu, mcu.clock, True
        self._mcu, self._core, self._clock = mcu, mcu.core, mcu.clock
        self._pio0, self._pio1 = mcu.pio
        self._timer = mcu.timer
        self._m.xip = xip
        self._point_at(mcu.core.registers, mcu.sram, mcu.flash, mcu.bootrom)
        self.flush_cache()
        reset_sio(&self._m.sio)
        self._take_over_sio(mcu.sio)

    def _point_at(self, unsigned int[::1] registers, unsigned char[::1] sram,
                  unsigned char[::1] flash, unsigned int[::1] rom):
        self._keep = (registers, sram, flash, rom)
        self._m.registers, self._m.sram = <uint32_t *>&registers[0], <uint8_t *>&sram[0]
        self._m.flash, self._m.rom = <uint8_t *>&flash[0], <uint8_t *>&rom[0]

    def _take_over_sio(self, sio):
        """Keeps the divider and the spin locks here, also for callers on the Python side."""
        old_read, old_write, old_reset = sio.read_uint32, sio.write_uint32, sio.reset

        def read_uint32(unsigned int offset):
            cdef uint32_t value = 0
            return value if read_sio(&self._m.sio, offset, &value) else old_read(offset)

        def write_uint32(unsigned int offset, long long value):
            if not write_sio(&self._m.sio, offset, <uint32_t>value):
                old_write(offset, value)

        def reset():
            old_reset()
            reset_sio(&self._m.sio)

        sio.read_uint32, sio.write_uint32, sio.reset = read_uint32, write_uint32, reset

    def flush_cache(self):
        """Empties the flash cache, and forgets decoded code."""
        flush_flash_cache(self._m)
        forget_blocks(self._m)

    def run(self):
        """Runs until ``stopped`` is set."""
        self.stopped = False
        self._m.known = 0
        while not self.stopped:
            if self._mcu.run_pin_low or self._core.waiting:
                self._tick(self._ns_to_alarm())
            elif not (self._pio0.stopped and self._pio1.stopped or _is_locked_up(self._m.registers[15])):
                execute_batch(self, 1)
                self._settle()
            elif self._interrupted():
                self._m.extra = 0
                self._hand_over()
            else:
                self._run_blocks()
        self._settle()

    def move_samples(self, ClockAlarm alarm, uint32_t read, uint32_t step, uint32_t ring,
                     uint32_t count, double period_ns, settled):
        """Makes the next transfers of half words here, each time ``alarm`` is due.

        Calls ``settled`` and stops before any other code on the Python side runs.

        Args:
            alarm: alarm of the first transfer.
            read: address of the first half word, in SRAM.
            step: bytes from one half word to the next.
            ring: mask of the address bits that change.
            count: maximum number of transfers.
            period_ns: time between two transfers.
            settled: called with the levels (uint16) and the times in ns (float64), as bytes.
        """
        self._settle()
        s = self._samples
        s.read, s.step, s.ring, s.left, s.moved = read, step, ring, count, 0
        s.period_ns = period_ns
        self._sample_alarm, self._settled = alarm, settled

    cdef int _leave_c(self) except -1:
        """Prepares for code on the Python side that may change any register."""
        self._m.known = 0
        return self._settle()

    cdef int _settle(self) except -1:
        """Ends the moving of samples here. The Python side is up to date afterwards."""
        cdef uint32_t moved
        if self._sample_alarm is None:
            return 0
        self._sample_alarm = None
        moved, self._samples.moved = self._samples.moved, 0
        if moved:
            self._settled(
                PyBytes_FromStringAndSize(<char *>self._samples.levels, moved * sizeof(uint16_t)),
                PyBytes_FromStringAndSize(<char *>self._samples.times_ns, moved * sizeof(double)),
            )
        return 0

    cdef double _ns_to_alarm(self):
        cdef ClockAlarm alarm = self._clock._next_alarm
        return 0.0 if alarm is None else alarm.nanos - self._clock._nanos_counter

    cdef int _tick(self, double ns) except -1:
        """Does what rp2040py's ``SimulationClock.tick`` does, and moves samples."""
        cdef SimulationClock clock = self._clock
        cdef double target = clock._nanos_counter + ns
        cdef ClockAlarm alarm = clock._next_alarm
        while alarm is not None and alarm.nanos <= target:
            clock._next_alarm = alarm.next
            clock._nanos_counter = alarm.nanos
            if alarm is self._sample_alarm and can_move_sample(self._samples):
                move_sample(self._samples, self._m.sram, alarm.nanos)
                clock.link_alarm(self._samples.period_ns, alarm)
            else:
                self._leave_c()
                alarm.callback()
            alarm = clock._next_alarm
        clock._nanos_counter = target
        return 0

    cdef bint _pending(self) noexcept:
        cdef CortexM0Core core = self._core
        return (core.pending_interrupts & core.enabled_interrupts or core.pending_nmi
                or core.pending_svcall or core.pending_pend_sv or core.pending_systick)

    cdef bint _interrupted(self) noexcept:
        """Returns whether the core must look for interrupts before its next instruction."""
        if not self._core.interrupts_updated:
            return False
        if self._pending():
            return True
        self._core.interrupts_updated = False
        return False

    cdef int _hand_over(self) except -1:
        """Lets rp2040py's core execute one instruction, unless it is locked up."""
        cdef int extra = self._m.extra
        if _is_locked_up(self._m.registers[15]):
            return self._tick(self._ns_to_alarm())
        self._leave_c()
        cdef int cycles = self._core.execute_instruction() + extra
        self._core.cycles += extra
        return self._tick(cycles * CYCLE_NS)

    cdef int64_t _cycles_to_alarm(self) noexcept:
        """Returns the number of cycles until the next alarm, at least 1."""
        cdef ClockAlarm alarm = self._clock._next_alarm
        cdef double now = self._clock._nanos_counter
        cdef int64_t cycles
        if alarm is None or alarm.nanos - now > FOREVER * CYCLE_NS:
            return FOREVER
        cycles = <int64_t>((alarm.nanos - now) / CYCLE_NS)
        while cycles > 1 and now + (cycles - 1) * CYCLE_NS >= alarm.nanos:
            cycles -= 1
        while now + cycles * CYCLE_NS < alarm.nanos:
            cycles += 1
        return max(cycles, 1)

    cdef int _run_blocks(self) except -1:
        """Runs in C until an alarm is due or something must be done by rp2040py's core."""
        cdef Machine *m = self._m
        cdef int why
        cdef bint knows
        cdef int64_t spent
        self._copy_in()
        why = run_with_flash_cache(m) if m.xip else run_plain(m)
        self._copy_out()
        spent = m.budget - m.left
        self._core.cycles += spent
        if why == EXIT_DUE:
            return self._tick(spent * CYCLE_NS)
        self._clock._nanos_counter += spent * CYCLE_NS
        if why == EXIT_HAND_OVER:
            # The flash cache excludes this, because it would fetch and charge the instruction twice.
            knows = m.asked == ADC_CS and not m.xip
            return self._know(ADC_CS) if knows else self._hand_over()
        return 0

    cdef int _know(self, uint32_t register) except -1:
        """Keeps a register's value here until other code runs. Meanwhile the loop reads it itself."""
        self._m.known_value = self._mcu.read_uint32(register)
        self._m.known = register
        return 0

    cdef void _copy_in(self) noexcept:
        cdef CortexM0Core core = self._core
        cdef Machine *m = self._m
        memcpy(m.r, m.registers, sizeof(m.r))
        m.n, m.z = 0x80000000U if core.n else 0, 0 if core.z else 1
        m.c, m.v, m.primask = core.c, core.v, core.pm
        m.in_handler, m.pending, m.unmasked = core.current_mode == MODE_HANDLER, self._pending(), False
        m.asked = 0
        m.budget = m.left = self._cycles_to_alarm()
        m.start_ns = self._clock._nanos_counter
        m.timer_epoch_ns = self._timer._epoch_nanos

    cdef void _copy_out(self) noexcept:
        cdef CortexM0Core core = self._core
        cdef Machine *m = self._m
        memcpy(m.registers, m.r, sizeof(m.r))
        core.n, core.z, core.c, core.v = m.n >> 31, m.z == 0, m.c, m.v
        core.pm = m.primask
        if m.unmasked:
            core.interrupts_updated = True
