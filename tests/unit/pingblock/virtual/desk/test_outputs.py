"""Converts records of the process to calls of the sink."""

import struct

import pytest

from pingblock.virtual.desk.messages import Record
from pingblock.virtual.desk.outputs import DeskOutputs


@pytest.fixture
def outputs(told):
    return DeskOutputs(told)


def pin(gpio, level):
    return Record("P", 5000, bytes((gpio, level)))


def pwm(gpio, freq_hz, duty):
    return Record("W", 6000, struct.pack("<Bdd", gpio, freq_hz, duty))


def level(value):
    return Record("L", 7000, struct.pack("<HH", value, 944))


def test_records_become_calls_with_microseconds(told, outputs):
    outputs.tell(pin(17, 1))
    outputs.tell(pwm(18, 1000.0, 0.25))
    outputs.tell(Record("S", 8500, b"hi"))
    assert told.all == [
        ("pin", 5.0, 17, True),
        ("pwm", 6.0, 18, 1000.0, 0.25),
        ("serial", 8.5, b"hi"),
    ]


def test_power_loss_ends_only_active_outputs_and_only_once(told, outputs):
    for record in (pin(17, 1), pin(21, 1), pin(21, 0), pwm(18, 1000.0, 1.0), pwm(19, 0.0, 0.0)):
        outputs.tell(record)
    told.all.clear()
    outputs.let_go(99.0)
    outputs.let_go(100.0)
    assert told.all == [("pin", 99.0, 17, False), ("pwm", 99.0, 18, 0.0, 0.0)]


def test_power_loss_silences_speaker_only_if_not_at_zero(told, outputs):
    outputs.tell(level(0))
    outputs.let_go(50.0)
    assert len(told.of("speaker")) == 1
    outputs.tell(level(472))
    outputs.let_go(60.0)
    at_us, _, levels, top = told.of("speaker")[-1]
    assert (at_us, levels.tolist(), top) == (60.0, [0], 944)


@pytest.mark.parametrize(("code", "sent"), [(1234, 1234), (-5, 0), (9999, 4095)])
def test_adc_codes_stay_within_twelve_bits(told, outputs, code, sent):
    told.code = code
    assert int.from_bytes(outputs.adc(Record("A", 0, b"\x03")), "little") == sent
