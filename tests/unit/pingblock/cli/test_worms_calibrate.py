"""``pingblock worms calibrate``: guided or by options. It changes the device only with consent."""

import io
import json

import pytest
from tests.unit.pingblock.device_on_wire import Wire

from pingblock import Device
from pingblock.connection.calibration import DEFAULT
from pingblock.errors import BadInput
from pingware.app.lever.servo_requests import CalibrationTrial
from pingware.shared.motion import DEFAULTS, Calibration


class Base(Wire):
    """A device with a servo. ``kept`` is its calibration, ``places`` the angles it moved to."""

    def __init__(self):
        told = {"reply": "done", "waits": [], "unsaved": False, "version": 1, "settings": {}}
        super().__init__(worms_calibrate=self._calibrate, settings=told)
        self.trial = CalibrationTrial(Calibration({}))
        self.kept = dict(DEFAULTS)
        self.places = []

    def _calibrate(self, request):

        if "try" in request:
            self.trial.change(request["try"], 0)
        if request.get("end") == "save":
            self.kept = self.trial.accept().as_dict()
        elif request.get("end") == "cancel":
            self.trial.cancel()
        if "at_deg" in request:
            self.places.append(request["at_deg"])
        return {"calibration": self.trial.calibration.as_dict(), "trial": self.trial.open}


@pytest.fixture
def base(plug_in):
    return plug_in(Base())


class Keyboard(io.StringIO):
    """A person's keys, with Ctrl-C for a line "^C"."""

    def isatty(self):
        return True

    def readline(self, *_):
        line = super().readline()
        if line.strip() == "^C":
            raise KeyboardInterrupt
        return line


@pytest.fixture
def typed(monkeypatch, call):
    """Calls the command with somebody at the keyboard who types these lines."""

    def run(*lines, options=(), agrees=True):
        monkeypatch.setattr("sys.stdin", Keyboard("\n".join(lines) + "\n" if lines else ""))
        monkeypatch.setattr("pingblock.cli.asking.typer.confirm", lambda *_, **__: agrees)
        return call("worms", "calibrate", *options)

    return run


def test_guided_calibration_tries_and_keeps_a_new_range(base, typed):
    code, out, err = typed("", "Y", "--", "", "130", "", "+", "", options=("--json",))
    assert code == 0
    wanted = {**DEFAULTS, "low_deg": 50, "high_deg": 130, "home_deg": 92}
    assert json.loads(out) == {"calibration": wanted, "stored": True}
    assert base.kept == wanted
    # both ends, then each place as before and as typed, then both ends and the rest position of
    # the stored calibration
    assert base.places == [60, 120, 60, 50, 120, 130, 90, 92, 50, 130, 92]
    assert "Keep fingers" in err


def test_worms_that_moved_the_wrong_way_are_reversed(base, typed):
    assert typed("", "n", "", "", "", "", "")[0] == 0
    assert base.kept["reverse"] is True


def test_values_out_of_range_are_refused_and_asked_again(base, typed):
    code, _, err = typed("", "", "115", "999", "what", "70", "", "75", "", "")
    assert code == 0
    assert err.count("That does not work") == 3
    assert base.kept == {**DEFAULTS, "low_deg": 70}
    assert max(base.places) <= 120


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        *((("q",), 1), (("", "Q"), 1), (("", "y", "50", "cancel"), 1), (("", "y", "50"), 1)),
        *((("^C",), 130), (("", "y", "50", "^C"), 130)),
    ],
)
def test_cancel_ctrl_c_or_end_of_input_keeps_old_calibration(base, typed, keys, code):
    left, out, err = typed(*keys)
    assert (left, out, "as it was" in err) == (code, "", True)
    assert (base.kept, base.trial.open) == (DEFAULTS, False)


def test_answer_no_at_the_end_keeps_the_old_calibration(base, typed):
    assert typed("", "y", "50", "", "", "", agrees=False)[0] == 1
    assert (base.kept, base.trial.open) == (DEFAULTS, False)


def test_options_with_yes_ask_no_question(base, call):
    code, out, _ = call("worms", "calibrate", "--low-deg", 50, "--reverse", "--yes")
    assert code == 0
    assert "worms from 50 to 120 deg, at rest at 90" in out
    assert base.kept == {**DEFAULTS, "low_deg": 50, "reverse": True}
    call("worms", "calibrate", "--reset", "--yes")
    assert base.kept == DEFAULTS


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("", "There is no terminal in which to ask"),
        ("--low-deg 50", "--yes"),
        ("--yes", "needs the values"),
        ("--reset --low-deg 50 --yes", "cannot be combined with other values"),
        ("--low-deg 170 --yes", "in this order"),
        ("--from-us 100 --yes", "they must be from 500 to 2500"),
        ("--from-us wide --yes", "--from-us is 'wide': it must be a whole number"),
    ],
)
def test_wrong_options_are_named_and_nothing_moves(base, refused, monkeypatch, options, says):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    refused(says, "worms", "calibrate", *options.split())
    assert base.places == []


def test_show_moves_nothing_and_names_a_bad_calibration(base, call):
    problem = "The servo's calibration is the default: from_us must be a whole number."
    base.replies["status"] = {"draws": 0, "problems": [problem]}
    code, out, err = call("worms", "calibrate", "--show")
    assert (code, base.places) == (0, [])
    assert ("(the default)" in out, problem in err) == (True, True)


def test_unsaved_calibration_ends_with_its_block(base):
    with Device() as device:
        with device.calibrate() as trial:
            trial.move(50, low_deg=50)
            assert base.trial.open
        assert not base.trial.open
        with pytest.raises(BadInput), device.calibrate() as trial:
            trial.move(50, low_deg=170)
        assert not base.trial.open
        assert device.calibration() == DEFAULT
        with device.calibrate() as trial:
            trial.move(50, low_deg=50)
            # the worms stay where they are when the device drops the trial
            base.trial.cancel()
            trial.move(130, high_deg=130)
            assert (trial.save().low_deg, base.kept["high_deg"]) == (50, 130)


def test_rest_moves_with_the_ends_unless_it_is_given():
    assert DEFAULT.changed(low_deg=100).home_deg == 100
    with pytest.raises(BadInput):
        DEFAULT.changed(low_deg=100, home_deg=90)
