"""Light show of the coin flip: a flash for each ring."""

from pingware.shared.light_show import COUNTED, Show, flashes

SHOWS = {"flip": Show(flashes, (0, 120, 255), COUNTED)}
