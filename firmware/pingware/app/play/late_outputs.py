"""Outputs that come up with the tasks, after the first press counts: light, events, servo."""


class LateOutputs:
    """Light, events, servo and the device's own sounds and shows, shared by all stages.

    They are used by tasks alone, never in an interrupt.
    """

    def __init__(self):
        self.light = self.reports = self.sounds = self.shows = self.servo = self.stir = None
        self.wake = None

    def connect(self, light, reports, sounds, shows, wake):
        """Takes ``app.play.light_output.LightOutput``, ``app.care.reports.Reports``, the sounds
        (``SoundTable``) and shows (name -> ``Show``) that every game has, and the callable that
        has the tasks look."""
        self.light = light
        self.reports = reports
        self.sounds = sounds
        self.shows = shows
        self.wake = wake

    def connect_base(self, servo, stir):
        """Takes the servo (``run``, ``home``) and the callable that wakes the base's task."""
        self.servo = servo
        self.stir = stir
