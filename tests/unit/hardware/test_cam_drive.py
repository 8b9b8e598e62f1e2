"""The cam fits the firmware's default range, the servo's torque and the worms' guides."""

from dataclasses import replace

from hardware.apple_base import cam_drive
from hardware.apple_base.cam_parts import TURN_DEG
from hardware.apple_base.sizes import SIZES
from tools.hardware.products import ROOT

from pingware.shared.motion import DEFAULTS


def test_cam_turns_by_the_firmwares_default_angles():
    assert (DEFAULTS["low_deg"], DEFAULTS["high_deg"]) == TURN_DEG


def test_default_angles_raise_every_worm_by_90_percent_of_lift():
    shares = cam_drive.lift_shares()
    assert len(shares) == 20
    assert min(shares) > 0.90
    assert max(shares) <= 1.02  # the round foot
    former = cam_drive.lift_shares(sizes=replace(SIZES, lobes=3))
    assert min(former) < 0.60


def test_guide_states_angles_and_lift_of_the_cam():
    text = (ROOT / "hardware/apple_base/GUIDE.md").read_text(encoding="utf-8")
    low, high = TURN_DEG
    assert f"{low:.0f} to {high:.0f} degrees" in text
    assert "90 % of its lift or more" in text
    assert f"{SIZES.lift:.0f} mm at the rim" in text


def test_no_worm_clamps_in_its_guide():
    """Slope 11 * 5 / 2 / 82 = 0.335. A steeper cam or a shorter guide would clamp at 0.4."""
    assert round(cam_drive.slope(), 3) == 0.335
    assert cam_drive.clamping() < 0.9
    assert cam_drive.clamping(replace(SIZES, lift=24.0)) > 1.0
    assert cam_drive.clamping(replace(SIZES, guide_end=76.0)) > 1.0


def test_weakest_servo_lifts_all_worms():
    assert cam_drive.torque_nm() < 0.7 * cam_drive.servo_nm()
