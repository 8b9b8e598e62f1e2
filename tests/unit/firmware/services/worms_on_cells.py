"""Moves worms on a pack of cells: path, servo, battery and sound models, and the supply guard."""

from random import Random

from pingblock.virtual.parts.adc import Adc
from pingblock.virtual.parts.battery import PICO_MW, BatteryModel
from pingblock.virtual.parts.servo import FRAME_US, ServoModel, angle_deg
from pingware.drivers.battery_adc import BatteryAdc
from pingware.services import servo_power
from pingware.shared import battery as judge
from pingware.shared import power_budget
from pingware.shared.motion import FRAME_MS, Calibration, Motion
from pingware.shared.random32 import from_int

HZ = 1e6 / FRAME_US
LIGHT_MW = 99.0
STEPS = 5  # steps in a frame in which the supply is measured from outside
FRAMES_A_LOOK = 5  # 100 ms


def pack_of(cell, count=3):
    """Returns an unplugged Battery of such cells."""
    made = BatteryModel([cell] * count)
    made.plugged = False
    return made


class Converter:
    """Readings of VSYS as the firmware gets them, with noise and wide codes."""

    def __init__(self, seed):
        self._adc = Adc(Random(seed))
        self._mv = 0.0
        self._driver = BatteryAdc(self, 3)

    def read_u16(self):
        code = self._adc.code(self._mv / 3)
        return code << 4 | code >> 8

    def __call__(self, mv):
        """Returns the reading for a voltage (int)."""
        self._mv = mv
        return self._driver.look()


def milliohm_of(pack, read=int):
    """Returns the resistance in mOhm that the firmware's test finds, or None without a test."""
    tester = judge.Battery("3xaaa")
    open_reading = (read(pack.vsys_mv(PICO_MW)), 3)
    if not tester.may_load(open_reading):
        return None
    loaded_reading = (read(pack.vsys_mv(PICO_MW + judge.LOAD_MAX_MW)), 3)
    return tester.check(open_reading, loaded_reading, judge.LOAD_MAX_MW).milliohm


class Run:
    """A wiggle of the worms with sounds and lights that begin and end.

    Args:
        pack: an unplugged Battery.
        profile: motion profile.
        most_sound_mw: power of the loudest sound.
        milliohm: resistance that the firmware knows.
        seed: seed for the path, the sounds, and when the guard reads in a frame.
        read: mV -> the guard's reading of it.
    """

    def __init__(self, pack, profile, most_sound_mw=0, milliohm=None, seed=1, read=int):
        self._pack = pack
        self._read = read
        self._rng = Random(seed)
        self._most_sound_mw = most_sound_mw
        calibration = Calibration({})
        self._pulse_ns = calibration.pulse_ns
        self._motion = Motion(calibration.low_cdeg, calibration.high_cdeg, calibration.home_cdeg)
        self.servo = ServoModel(angle_deg(calibration.pulse_ns(calibration.home_cdeg) / 1000))
        self._beside_mw = 0.0
        self._frame = 0
        self.guard = servo_power.Guard(power_budget.PACKS["3xaaa"])
        open_mv = read(pack.vsys_mv(PICO_MW))
        self.answers = [self.guard.begin(open_mv, milliohm, pack.plugged, most_sound_mw)]
        self.lowest_mv = float("inf")  # lowest voltage while the servo was powered
        self._motion.slow_to(self.answers[0])
        self._motion.run(profile, from_int(seed))
        self.servo.supply(0.0, True)

    def play(self, seconds):
        """Moves for ``seconds``. The guard can stop the worms earlier."""
        for _ in range(seconds * 1000 // FRAME_MS):
            if self.answers[-1] == servo_power.STOP:
                return self
            self._play_frame()
        return self

    def _play_frame(self):
        if self._frame % 25 == 0:
            self._beside_mw = self._rng.choice((0.0, 0.0, LIGHT_MW + self._most_sound_mw))
        at_us = self._frame * FRAME_US
        pulse_us = self._pulse_ns(self._motion.step()) / 1000
        self.servo.signal(at_us, HZ, pulse_us / FRAME_US)
        look = self._rng.randrange(STEPS) if self._frame % FRAMES_A_LOOK == 4 else None
        for step in range(STEPS):
            self._follow(at_us + step * FRAME_US / STEPS)
            if step == look:
                self._obey(self.guard.look(self._read(self._vsys_mv()), self._pack.plugged))
        self._frame += 1

    def _follow(self, at_us):
        self.servo.advance(at_us)
        self.lowest_mv = min(self.lowest_mv, self._vsys_mv())
        self.servo.feed(at_us, self._vsys_mv())

    def _vsys_mv(self):
        return self._pack.vsys_mv(PICO_MW + self._beside_mw, self.servo.siemens)

    def _obey(self, answer):
        self.answers.append(answer)
        if answer == servo_power.TURN_BACK:
            self._motion.turn_back()
        elif answer != servo_power.STOP:
            self._motion.slow_to(answer)
