"""Reports: events that wait for the link, and faults of the device."""

import time

from pingware.shared import device_shows, events
from pingware.storage import log

_KEPT = 32  # events kept without a listener. A new event replaces the oldest.


class Reports:
    """Events (``queue``) and faults of one device.

    Args:
        light: ``app.play.light_output.LightOutput``, which shows a fault as long and short blinks.
        wake: callable, called for each event.
    """

    def __init__(self, light, wake):
        self._light = light
        self._wake = wake
        self.queue = events.EventQueue(_KEPT)
        self.faults = log.FaultLog()

    def report(self, message):
        """Queues an event with the present time, unless it has a time already (``ms``, ticks)."""
        if "ms" not in message:
            message["ms"] = time.ticks_ms()
        self.queue.put(message)
        self._wake()

    def fault(self, code, say=""):
        """Notes a fault. Only the first of each kind is shown and reported."""
        if self.faults.note(code, time.ticks_ms()):
            # the texts are long, and a press does not need them
            from pingware.shared import fault_texts

            say = say or fault_texts.FAULT_TEXTS[code]
            self.report({"event": events.FAULT, "code": code, "say": say})
            self.show(code)

    def show(self, code):
        """Shows a fault as long and short blinks."""
        from pingware.shared import fault_texts

        blinks = fault_texts.FAULT_BLINKS.get(code, fault_texts.FAULT_BLINKS_OTHER)
        self._light.light(device_shows.SHOWS["fault"], blinks)
