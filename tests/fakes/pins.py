"""Input pins as drivers receive them from ``machine.Pin``."""


class InputPin:
    """An input whose level a test changes. Each change calls the handler, as a hard interrupt."""

    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, level=1):
        self.level = level
        self.handler = None
        self.trigger = 0

    def value(self):
        return self.level

    def irq(self, handler, trigger=0, hard=False):
        assert handler is None or hard, "a soft interrupt would come too late"
        self.handler, self.trigger = handler, trigger

    def turn(self, level):
        self.level = level
        if self.handler:
            self.handler(self)
