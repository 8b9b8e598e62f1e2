"""One pin of a board, as a record for the host. No device has it."""

INPUT, OUTPUT, PWM, ADC = "input", "output", "pwm", "adc"


class BoardPin:
    """One pin of the Pico: its purpose and its electrical facts.

    Args:
        name: the signal, snake_case.
        gpio: number, 0..29.
        kind: INPUT, OUTPUT, PWM or ADC.
        wired_to: part at the other end of the wire.
        level: meaning of a level, or "".
        pull_up: whether the firmware switches the internal pull-up on.
        part: for PWM only: the part whose driver sets the frequency. A slice has one frequency, so
            pins of two parts must not share a slice.
        ratio: for ADC only: the ratio of its divider.
    """

    def __init__(
        self,
        name: str,
        gpio: int,
        kind: str,
        wired_to: str,
        level: str = "",
        pull_up: bool = False,
        part: str = "",
        ratio: int = 1,
    ) -> None:
        self.name = name
        self.gpio = gpio
        self.kind = kind
        self.wired_to = wired_to
        self.level = level
        self.pull_up = pull_up
        self.part = part
        self.ratio = ratio
