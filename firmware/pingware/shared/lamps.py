"""Lamps: the light in one colour, for a test. Declarations, loaded with the self-test."""

from pingware.shared.device_shows import steady
from pingware.shared.light_show import Show

_LAMP_MS = 4000
SHOWS = {
    "lamp_red": Show(steady, (255, 0, 0), _LAMP_MS),
    "lamp_green": Show(steady, (0, 255, 0), _LAMP_MS),
    "lamp_blue": Show(steady, (0, 0, 255), _LAMP_MS),
    "lamp_white": Show(steady, (255, 255, 255), _LAMP_MS),
}
