"""Moves the servo: turns a motion's name into pulses, as far as the cells allow."""

import time
from typing import Any

from pingware.drivers.battery_adc import BatteryAdc
from pingware.drivers.servo import Servo
from pingware.services import headroom, servo_power
from pingware.shared import motion, power_budget

_SEED_SALT = 0x576F726D  # with a fixed seed the block uses another random source
_LOOK_FRAMES = servo_power.LOOK_MS // motion.FRAME_MS
# Number of queued frames: two looks, so that a task can be 0.1 s late.
_AHEAD = 2 * _LOOK_FRAMES
_SETTLED = 5  # frames after which a servo without load has reached the path's position
_DONE = 3  # frames without a pulse. When the third is handed over, the second has passed.


class Mover:
    """The servo of one device. At rest it has no power.

    Args:
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``.
    """

    def __init__(self, device, parts):
        board, settings = device.board, device.settings
        self._sound = device.sound
        self._chance = device.chance
        self._supply = parts.supply
        self._activity = parts.activity
        self._reports = parts.reports
        self.reseed()
        self.servo = Servo(time.sleep_ms, board.servo_parts())
        self._vsys = BatteryAdc(*board.sense_parts("vsys"))
        self._guard: "Any" = None  # servo_power.Guard of the latest motion
        self._wanted = None  # the next profile
        self._ends = False  # whether the queued frames end the pulses
        self._frames = 0  # number of frames since the last look at the supply
        self.calibration, problem = motion.load(settings.servo)
        if problem:
            settings.problems.append(problem)
        self._stand(self.calibration.home_cdeg, self.calibration.home_cdeg)
        settings.on_check(_check)
        settings.on_change(("servo",), self.keep)
        self._settings = settings

    def reseed(self):
        """Restarts the random numbers of motions from the device's seed."""
        self._generator = self._chance.generator(_SEED_SALT)

    def close(self):
        """Ends pulses and power. It can be called twice."""
        self.servo.close()

    def fit(self, calibration, rest_cdeg=None):
        """Uses a calibration from now on and moves to its rest position.

        Args:
            calibration: ``shared.motion.Calibration``.
            rest_cdeg: rest position, 1/100 deg. None is its home.
        """
        self.calibration = calibration
        if rest_cdeg is None:
            rest_cdeg = calibration.home_cdeg
        rest_cdeg = max(calibration.low_cdeg, min(calibration.high_cdeg, rest_cdeg))
        self._stand(rest_cdeg, self._motion.angle_cdeg)
        if not self._motion.at_home:
            self._begin()

    def keep(self):
        """Uses the saved calibration and drops the trial."""
        self.fit(motion.Calibration(self._settings.servo))

    def _stand(self, rest_cdeg, at_cdeg):
        lowest, highest = self.calibration.low_cdeg, self.calibration.high_cdeg
        self._motion = motion.Motion(lowest, highest, rest_cdeg, at_cdeg)

    def run(self, profile):
        """Starts a motion with the next ``fill``, until ``home``, if the cells allow it.

        The lever's edge calls this from deep in the stack, and a press still needs room there.

        Args:
            profile: name of one of ``motion.PROFILES``.
        """
        self._wanted = profile
        self._frames = -_AHEAD
        self._ends = False
        self._activity.set_moves(True)

    def home(self):
        """Sends the worms home, from wherever they are."""
        self._wanted = None
        self._motion.home()

    def _begin(self):
        """Asks ``servo_power.Guard`` how fast the worms can move on these cells.

        Returns:
            bool, whether they can move at all.
        """
        self._guard = servo_power.Guard(self._supply.pack)
        pct = self._ask(self._sound.gain_q8)
        if pct == servo_power.STOP:  # worn cells can move them if the sounds are soft
            self._sound.limit_gain(headroom.GAIN_LEAST_Q8)
            pct = self._ask(headroom.GAIN_LEAST_Q8)
        self._frames = -_AHEAD
        self._ends = False
        return self._obey(pct)

    def _ask(self, gain_q8):
        """Returns the guard's answer for sounds of a gain (0..256)."""
        supply = self._supply
        open_mv = supply.silent_mv() or self._vsys.read()[0]
        most_mw = power_budget.sound_mw(power_budget.LOUDEST_MW, gain_q8)
        return self._guard.begin(open_mv, supply.milliohm, supply.on_usb, most_mw)

    def _obey(self, answer):
        """Turns back, stops or sets the speed, as the guard says. Returns False if it stops."""
        if answer == servo_power.TURN_BACK:
            self._motion.turn_back()
        elif answer == servo_power.STOP:
            self._reports.fault(self._guard.fault or servo_power.CELLS_WEAK)
            self._stand(self.calibration.home_cdeg, self._motion.angle_cdeg)
            self.servo.end_pulses()
            self._ends = True
            if self._activity.moves:
                self._queue(0)
            return False
        else:
            self._motion.slow_to(answer)
        self._activity.set_moves(True)
        return True

    def fill(self):
        """Queues pulses. With the worms at home it ends the pulses and switches the power off."""
        if not self._activity.moves:
            return
        if self._wanted:
            profile, self._wanted = self._wanted, None
            if self._begin():
                self._motion.run(profile, self._generator)
        ahead = self.servo.waiting
        if self._ends:
            if not ahead:
                self.servo.off()
                self._activity.set_moves(False)
                self._supply.limit_sound()  # the sounds can be as loud as before the motion
            return
        self._frames += _AHEAD - ahead
        if self._frames >= _LOOK_FRAMES:
            self._frames = 0
            quiet = not self._sound.speaker.playing
            still = quiet and self._motion.still_frames >= ahead + _SETTLED
            on_usb = self._supply.on_usb
            # on USB, the reading is usable only while the servo is still
            if still or not (on_usb and self._guard.on_usb):
                self._obey(self._guard.look(self._vsys.look(), on_usb, still))
        if not self._ends:
            self._queue(_AHEAD - ahead)

    def _queue(self, frames):
        """Queues frames, and fewer or empty ones when the worms are at home."""
        servo, path, pulse_ns = self.servo, self._motion, self.calibration.pulse_ns
        for _ in range(frames):
            servo.add(pulse_ns(path.step()))
            if path.at_home:
                self._ends = True
                break
        if self._ends:
            for _ in range(_DONE):
                servo.add(0)
        servo.send()


def _check(changes):
    """Raises ValueError if changes (dict) hold a calibration that cannot be used."""
    if "servo" in changes:
        motion.Calibration(changes["servo"])
