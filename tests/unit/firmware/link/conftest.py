"""A console on a fake serial port."""

import pytest
from tests.unit.firmware.link.fake_streams import Port, opened_console


@pytest.fixture
def port():
    return Port()


@pytest.fixture
def console(port):
    return opened_console(port)[0]
