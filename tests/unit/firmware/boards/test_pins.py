"""Revision A: the pin map is electrically sound, and the wiring table says the same."""

from pathlib import Path

from pingblock.build.wiring import EDGE_PIN, pins, wiring_table

ROOT = Path(__file__).resolve().parents[4]
PINS = pins()
PWM_FAMILIES = {"speaker": {"speaker"}, "servo": {"servo"}}
PWM_FAMILIES["light"] = {"light_red", "light_green", "light_blue"}


def pwm_slice(gpio):
    """RP2040 datasheet, table 525: GPIO 0..15 and 16..29 both start at slice 0."""
    return gpio // 2 % 8


def test_the_pin_map_has_every_signal_of_the_revision():
    assert len(PINS) == 13
    assert PINS["block_button"][0] == 14


def test_no_pin_is_used_twice():
    gpios = [gpio for gpio, _, _ in PINS.values()]
    assert len(set(gpios)) == len(gpios)


def test_speaker_servo_and_light_never_share_a_pwm_slice():
    slices = {
        family: {pwm_slice(PINS[name][0]) for name in names}
        for family, names in PWM_FAMILIES.items()
    }
    assert not slices["speaker"] & slices["servo"]
    assert not slices["speaker"] & slices["light"]
    assert not slices["servo"] & slices["light"]


def test_the_facts_name_the_slice_that_the_pin_has():
    for name, (gpio, _, facts) in PINS.items():
        if "PWM slice" in facts:
            slice_and_channel = f"PWM slice {pwm_slice(gpio)} {'AB'[gpio % 2]}"
            assert slice_and_channel in facts, name


def test_every_input_says_its_pull_or_sits_on_the_pico():
    for name, (gpio, _, facts) in PINS.items():
        if facts.startswith("input"):
            assert "pull-up" in facts or gpio not in EDGE_PIN, name


def test_analog_inputs_are_on_adc_pins():
    for name, (gpio, _, facts) in PINS.items():
        if "ADC" in facts:
            assert facts.endswith(f"ADC{gpio - 26}"), name


def test_the_wiring_table_in_the_hardware_guide_is_the_pin_map():
    guide = (ROOT / "hardware" / "README.md").read_text()
    table = guide.split("<!-- wiring table -->\n")[1].split("<!-- end -->")[0]
    assert table == wiring_table()
    assert table.count("\n") == len(PINS) + 2
