"""Reports: events that wait for the link, and the faults of the device."""

import time

from pingware.shared import device_shows, events
from pingware.storage import log

_KEPT = 32  # events while nobody listens; the oldest gives way


class Reports:
    """Events (``queue``) and faults of one device.

    Args:
        light: ``app.play.light_output.LightOutput``; it shows a fault as long and short blinks.
        wake: callable, called for each event.
    """

    def __init__(self, light, wake):
        self._light = light
        self._wake = wake
        self.queue = events.EventQueue(_KEPT)
        self.faults = log.FaultLog()

    def report(self, message):
        """Queues an event; it happened now, unless it says when (``ms``, ticks)."""
        if "ms" not in message:
            message["ms"] = time.ticks_ms()
        self.queue.put(message)
        self._wake()

    def fault(self, code, say=""):
        """Notes a fault; the first of its kind is shown and reported."""
        if self.faults.note(code, time.ticks_ms()):
            from pingware.shared import fault_texts  # they are long, and a press needs none

            say = say or fault_texts.FAULT_TEXTS[code]
            self.report({"event": events.FAULT, "code": code, "say": say})
            self.show(code)

    def show(self, code):
        """Shows a fault as long and short blinks."""
        from pingware.shared import fault_texts

        blinks = fault_texts.FAULT_BLINKS.get(code, fault_texts.FAULT_BLINKS_OTHER)
        self._light.light(device_shows.SHOWS["fault"], blinks)
