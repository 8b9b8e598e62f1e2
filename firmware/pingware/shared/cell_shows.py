"""Light shows for the verdict of a test of the cells. Declarations, loaded with the test."""

from pingware.shared.device_shows import blinks, long_blinks
from pingware.shared.light_show import BLINK_MS, LONG_BLINK_MS, Show

# Emptier cells blink more. Long blinks ask for an action.
SHOWS = {
    "battery_good": Show(blinks, (0, 255, 40), 1 * BLINK_MS),
    "battery_fair": Show(blinks, (170, 255, 0), 2 * BLINK_MS),
    "battery_replace_soon": Show(blinks, (255, 100, 0), 3 * BLINK_MS),
    "battery_stop": Show(blinks, (255, 0, 0), 4 * BLINK_MS),
    "battery_demo_cell": Show(long_blinks, (255, 0, 200), 2 * LONG_BLINK_MS),
    "battery_on_usb": Show(long_blinks, (120, 120, 255), 1 * LONG_BLINK_MS),
}
