"""Decides how fast the worms may move on the cells that are in, and when they must stop. Pure.

Before a run it predicts the supply from the cells' resistance: a block that stalls while a sound
is at its loudest must not restart the device. During the run it watches the supply about every
``LOOK_MS``. To the cells a servo is a resistor, sound and Pico draw constant power. All readings
are of VSYS, wherever in a servo frame they fall.

A stall can only be guessed. On cells whose resistance is known and high enough: from a sag that
moving cannot cause and that lasts. On USB and on cells that hardly sag (new NiMH): from a sag
while the path stands still in silence, when a servo that nothing holds draws next to nothing. A
cable, its plugs and the diode before VSYS have 0.2 ohm and more (our guess), so a stall costs
0.13 V there. On cells that were never tested there is nothing to guess from.
Source: Pico datasheet (VSYS from 1.8 V); servo and cells: ``hardware/power_budget.toml``.
"""

from pingware.shared.power_budget import DIODE_MORE_MV, FLOOR_VSYS_MV, LIGHT_MW, PICO_MW

LOOK_MS = 100
STOP, TURN_BACK = 0, -1  # answers of ``look`` that are no speed
CELLS_WEAK, STALLED = "servo_cells_weak", "servo_stalled"

TURNS_FROM_MV = 2500  # our guess; half of what the servo is made for
FULL_FROM_MV = 3000  # from here on at full speed, down to _LEAST_PCT at TURNS_FROM_MV
_LEAST_PCT = 25
_RAMP_PCT = 15  # a look

_SERVO_MV = 5000  # of the servo's currents
_MOVING_MA, _STALL_MA = 250, 650
# Assumed if no test measured it: with it, demonstration cells beside a loud sound are refused
# and new cells are not.
_GUESS_MILLIOHM = 4000

# Demonstration cells have more: slow worms never ask for their most, not even beside a soft sound.
_UNTESTED_PCT = 50

_STALL_LOOKS = 3  # in a row: the horn of a servo that moves rests between two of them
_GIVE_WAY_LOOKS = 15  # turning back must have freed the worms by then
_TURNS_BACK = 2  # a run
_TELLING_MV = 60  # less between moving and stalled is no base for a guess
_DRIFT_MV = 1  # a look: cells tire by half of that, which is no stall
_HELD_MV = 50  # in standstill: 8 mA of the servo and 15 mA of the light on 1 ohm are half of it


def loaded_mv(source_mv, milliohm, servo_ma, power_mw):
    """Predicts the supply under load.

    Args:
        source_mv: what the cells give without any load, mV.
        milliohm: their resistance.
        servo_ma: what the servo would draw from 5 V, mA; a resistor.
        power_mw: what draws constant power, mW.

    Returns:
        int, mV, rounded down; 0 if the supply collapses.
    """
    # A resistor makes of the cells a source with less voltage and less resistance (Thevenin).
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
    """Watches over the supply while the worms move.

    Args:
        pack: of ``shared.cells.PACKS``.
    """

    def __init__(self, pack):
        # A single cell behind a boost converter collapses in a stall, new or not.
        self._bears_stall = pack.pin == "vsys"
        self.fault = None  # CELLS_WEAK or STALLED after the answer STOP
        self.on_usb = False  # at the latest look
        self._milliohm = 0  # 0 = not known
        self._most_sound_mw = 0
        self._most_pct = self._pct = 0  # the cap only falls during a run
        self._stall_sag_mv = None  # more than moving causes, less than a stall does
        self._rest_mv = 0  # the supply without the servo, as far as it was seen
        self._turns_back = 0
        self._stall_looks = 0  # in a row
        self._gives_way_looks = 0  # left for turning back; 0 = does not turn back

    def begin(self, open_mv, milliohm, on_usb, most_sound_mw):
        """Says before a run, with the servo off, whether and how fast the worms may move.

        Args:
            open_mv: VSYS now, in silence, mV.
            milliohm: resistance of the pack by the latest test; None or 0 = not known.
            on_usb: bool, USB feeds the device.
            most_sound_mw: the loudest that may sound during the run, of ``power_budget.sound_mw``.

        Returns:
            int, percent of speed to begin with; STOP with ``fault`` set = not at all.
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
        # The test of the cells finds half of what the diode drops more as their resistance.
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
        """Says during a run, about every ``LOOK_MS``, how to go on.

        Args:
            mv: VSYS now, mV.
            on_usb: bool; if that has changed, the run begins anew as far as power goes.
            still: bool; path and servo stand still, and nothing sounds.

        Returns:
            int, percent of speed, 1..100; or TURN_BACK; or STOP with ``fault`` set.
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
        """Goes on, gives way or stops, while the supply is as low as in a stall."""
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
