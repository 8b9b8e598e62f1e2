"""Decides how fast the worms can move on the current cells, and when they must stop. Pure.

Before a wiggle it predicts the supply from the cells' resistance, because a block that stalls
during the loudest sound must not restart the device. During the wiggle it reads the supply about
every ``LOOK_MS``. For the cells a servo is a resistor, while sound and Pico draw constant power.
All readings are of VSYS, at any time in a servo frame.

A stall can only be guessed. On cells with a known, sufficient resistance, it shows as a lasting
sag that moving cannot cause. On USB and on cells that hardly sag (new NiMH), it shows as a sag
while the path stops in silence, because a free servo then draws almost no power. A cable, its
plugs and the diode before VSYS have 0.2 ohm and more (our guess), so a stall costs 0.13 V there.
On untested cells a stall cannot be guessed. Source: Pico datasheet (VSYS from 1.8 V); servo and
cells: ``hardware/power_budget.toml``.
"""

from pingware.shared.power_budget import DIODE_MORE_MV, FLOOR_VSYS_MV, LIGHT_MW, PICO_MW

LOOK_MS = 100
STOP, TURN_BACK = 0, -1  # answers of ``look`` that are not speeds
CELLS_WEAK, STALLED = "servo_cells_weak", "servo_stalled"

TURNS_FROM_MV = 2500  # our guess, half of the servo's rated voltage
FULL_FROM_MV = 3000  # full speed from here on, down to _LEAST_PCT at TURNS_FROM_MV
_LEAST_PCT = 25
_RAMP_PCT = 15  # change for each look

_SERVO_MV = 5000  # voltage of the servo's rated currents
_MOVING_MA, _STALL_MA = 250, 650
# Assumed before the first test. With it, demonstration cells are refused during a loud sound, and
# new cells are accepted.
_GUESS_MILLIOHM = 4000

# Demonstration cells have a higher resistance. Slow worms never draw their maximum, even with a
# soft sound.
_UNTESTED_PCT = 50

_STALL_LOOKS = 3  # looks in a row. A moving horn does not rest for this long.
_GIVE_WAY_LOOKS = 15  # turning back must have freed the worms within this time
_TURNS_BACK = 2  # maximum number in a wiggle
_TELLING_MV = 60  # a smaller difference between moving and stalled is not enough for a guess
_DRIFT_MV = 1  # expected fall for each look. Tired cells lose half of that.
_HELD_MV = 50  # sag at rest that means a stall. Servo (8 mA) and light on 1 ohm cause half of it.


def loaded_mv(source_mv, milliohm, servo_ma, power_mw):
    """Predicts the supply under load.

    Args:
        source_mv: voltage of the cells without load, mV.
        milliohm: their resistance.
        servo_ma: current of the servo at 5 V, mA. It acts as a resistor.
        power_mw: constant power of the other parts, mW.

    Returns:
        int, mV, rounded down, or 0 if the supply collapses.
    """
    # With the resistor, the cells act like a source with less voltage and less resistance
    # (Thevenin).
    share = 10_000 + milliohm * servo_ma * 10 // _SERVO_MV
    source_mv = source_mv * 10_000 // share
    lost = milliohm * 10_000 // share * power_mw
    now_mv = source_mv
    while now_mv > 0:
        lower_mv = source_mv - 1 - lost // now_mv
        if lower_mv >= now_mv - 1:
            return lower_mv
        now_mv = lower_mv
    return 0


def _pct_at(mv):
    """Returns the speed that a supply voltage allows, in percent."""
    span_mv = FULL_FROM_MV - TURNS_FROM_MV
    pct = _LEAST_PCT + (100 - _LEAST_PCT) * (mv - TURNS_FROM_MV) // span_mv
    return max(_LEAST_PCT, min(100, pct))


class Guard:
    """Watches the supply while the worms move.

    Args:
        pack: one of ``shared.power_budget.PACKS``.
    """

    def __init__(self, pack):
        # A single cell behind a boost converter collapses in a stall, even a new one.
        self._bears_stall = pack.pin == "vsys"
        self.fault = None  # CELLS_WEAK or STALLED after the answer STOP
        self.on_usb = False  # whether USB fed the device at the latest look
        self._milliohm = 0  # 0 = not known
        self._most_sound_mw = 0
        self._most_pct = self._pct = 0  # the limit only falls during a wiggle
        self._stall_sag_mv = None  # limit between the sag of a moving servo and that of a stall
        self._rest_mv = 0  # the supply without the servo, as far as measured
        self._turns_back = 0
        self._stall_looks = 0  # looks in a row
        self._gives_way_looks = 0  # looks that are left for turning back, 0 = does not turn back

    def begin(self, open_mv, milliohm, on_usb, most_sound_mw):
        """Returns whether and how fast the worms can move. Call it while the servo is off.

        Args:
            open_mv: VSYS now, in silence, mV.
            milliohm: resistance of the pack by the latest test. None or 0 means unknown.
            on_usb: bool, whether USB feeds the device.
            most_sound_mw: the loudest sound during the wiggle, of ``power_budget.sound_mw``.

        Returns:
            int, percent of speed to begin with, or STOP with ``fault`` set.
        """
        self.fault = None
        self.on_usb = on_usb
        self._milliohm = milliohm or 0
        self._most_sound_mw = most_sound_mw
        self._turns_back = self._stall_looks = self._gives_way_looks = 0
        self._stall_sag_mv = None
        self._most_pct = self._pct = 100
        self._rest_mv = open_mv
        if on_usb:
            return 100
        self._predict(open_mv, milliohm or _GUESS_MILLIOHM)
        if not self._most_pct:
            return self._stop(CELLS_WEAK)
        if self._most_pct < 100 or not milliohm:
            self._pct = _LEAST_PCT
            if not milliohm:
                self._most_pct = min(self._most_pct, _UNTESTED_PCT)
        return self._pct

    def _predict(self, open_mv, milliohm):
        # The test of the cells measures half of the diode's extra drop as their resistance.
        source_mv = open_mv + milliohm * PICO_MW // max(1, open_mv) - DIODE_MORE_MV // 2
        most_mw = PICO_MW + LIGHT_MW + self._most_sound_mw
        moving_mv = loaded_mv(source_mv, milliohm, _MOVING_MA, most_mw)
        stalled_mv = loaded_mv(source_mv, milliohm, _STALL_MA, PICO_MW)
        worst_mv = loaded_mv(source_mv, milliohm, _STALL_MA, most_mw)
        bears = self._bears_stall and worst_mv >= FLOOR_VSYS_MV and moving_mv >= TURNS_FROM_MV
        self._most_pct = _pct_at(moving_mv) if bears else 0
        if self._milliohm and moving_mv - stalled_mv >= _TELLING_MV:
            self._stall_sag_mv = open_mv - (moving_mv + stalled_mv) // 2

    def look(self, mv, on_usb, still=False):
        """Returns how to continue. Call it about every ``LOOK_MS`` while the worms move.

        Args:
            mv: VSYS now, mV.
            on_usb: bool. After a change the supply is judged as at the start.
            still: bool, whether path and servo rest in silence.

        Returns:
            int, percent of speed, 1..100, or TURN_BACK, or STOP with ``fault`` set.
        """
        if on_usb != self.on_usb:
            return self.begin(mv, self._milliohm, on_usb, self._most_sound_mw)
        if not on_usb:
            if mv < FLOOR_VSYS_MV:
                return self._stop(CELLS_WEAK)
            self._most_pct = min(self._most_pct, _pct_at(mv))
            self._pct = min(self._pct + _RAMP_PCT, self._most_pct)
        self._rest_mv = max(mv, self._rest_mv - _DRIFT_MV)
        sag_mv = self._rest_mv - mv
        if self._stall_sag_mv is None:
            held = still and sag_mv > _HELD_MV and (on_usb or self._milliohm)
            return self._give_way() if held else self._pct
        if sag_mv > self._stall_sag_mv:
            return self._sags()
        self._stall_looks = self._gives_way_looks = 0
        return self._pct

    def _sags(self):
        """Continues, turns back or stops while the supply is as low as in a stall."""
        if self._gives_way_looks:
            self._gives_way_looks -= 1
            return self._pct if self._gives_way_looks else self._stop(STALLED)
        self._stall_looks += 1
        if self._stall_looks < _STALL_LOOKS:
            return self._pct
        self._stall_looks = 0
        self._gives_way_looks = _GIVE_WAY_LOOKS
        return self._give_way()

    def _give_way(self):
        if self._turns_back == _TURNS_BACK:
            return self._stop(STALLED)
        self._turns_back += 1
        return TURN_BACK

    def _stop(self, fault):
        self.fault = fault
        self._most_pct = self._pct = STOP
        return STOP
