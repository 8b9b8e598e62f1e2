"""Drives the worms' rules and services with made-up events and prints all their output.

It runs on CPython, on the MicroPython unix port and on a Pico, and needs ``firmware`` in the path.
"""

from pingware.app.lever.servo_requests import CalibrationTrial
from pingware.games.worms import rules, variants
from pingware.services import lever, servo_power
from pingware.shared import motion, power_budget, ticks
from pingware.shared.random32 import from_int

START_MS = ticks.PERIOD - 20_000


class Printer:
    """Outputs of the worms."""

    def play(self, name, count):
        """Prints the sound."""
        print("play", name, count)

    def move(self, on):
        """Prints whether the worms move."""
        print("move", on)

    def light(self, show, count):
        """Prints the show."""
        print("light", show, count)

    def hand(self, player, cards):
        """Prints the hand."""
        print("hand", player, cards)

    def report(self, message):
        """Prints the message with its keys in order. Dicts of MicroPython are unordered."""
        print("report", sorted(message.items()))


def exercise_motion(generator):
    """Runs every profile, with interruptions."""
    for profile in sorted(motion.PROFILES):
        path = motion.Motion(4000, 13_000, 9000)
        path.run(profile, generator)
        for frame in range(300):
            if frame % 67 == 66:
                path.turn_back()
            if frame == 200:
                path.slow_to(40)
            print(profile, path.step(), path.still_frames)
        path.home()
        while not path.at_home:
            print("home", path.step())


def exercise_servo_power(generator):
    """Begins runs on all kinds of cells, with supplies that sag at random."""
    guard = servo_power.Guard(power_budget.PACKS["3xaaa"])
    for number in range(150):
        open_mv = 2500 + generator.below(2300)
        on_usb = number % 30 == 0
        answer = guard.begin(open_mv, generator.below(3000), on_usb, 87)
        sag_mv = generator.below(900)
        while answer != servo_power.STOP and generator.below(50):
            answer = guard.look(open_mv - (sag_mv if generator.below(4) else 0), on_usb)
            print("look", answer, guard.fault)
        print("run", answer, guard.fault)


def exercise_lever(generator):
    """Pulls at random, sometimes much too long."""
    one = lever.Lever()
    now_ms = START_MS
    for number in range(400):
        held_ms = generator.below(40_000 if number % 20 == 1 else 400)
        for _ in range(1 + held_ms // 50):
            now_ms = ticks.add(now_ms, 50)
            event = one.update(number % 2 == 1, now_ms)
            while event:
                print(event, one.fault, ticks.diff(now_ms, START_MS))
                event = one.update(number % 2 == 1, now_ms)


def exercise_chatter():
    """Feeds a switch that chatters for 7 s between two rests, and prints its events."""
    one = lever.Lever()
    for ms in range(0, 9200, 10):
        event = one.update(200 <= ms < 7200 and ms % 20 == 0, ms)
        if event:
            print(ms, event)


def exercise_games(generator):
    """Plays every kind of game with random events."""
    for kind in range(24):
        variant = variants.rules_of(2 + kind % 3, kind % 2 == 1, kind % 4 > 1)
        length = rules.surprise(5, 5 + kind)
        game = rules.Worms(Printer(), generator, length, variant if kind % 5 else None)
        play(game, generator)


def play(game, generator):
    """Plays one game."""
    events = ("pull", "release", "press", "press", "start", "stop")
    now_ms = START_MS
    game.new_game(now_ms)
    for _ in range(150):
        now_ms = ticks.add(now_ms, generator.below(1500))
        game.tick(now_ms)
        event = events[generator.below(len(events) if generator.below(3) else 3)]
        print(event, getattr(game, event)(now_ms), game.wait_ms(now_ms))
        if generator.below(4) == 0:
            print(game.match(generator.below(5), now_ms))
        if generator.below(9) == 0:
            print(game.undo(generator.below(5), now_ms))
    print(sorted([str(item) for item in game.status(now_ms).items()]))


def exercise_calibration(generator):
    """Tries random values."""
    trial = CalibrationTrial(motion.load(None)[0])
    names = sorted(motion.DEFAULTS)
    for number in range(300):
        name = names[generator.below(len(names))]
        value = generator.below(2600) if name.endswith("us") else generator.below(190)
        try:
            trial.change({name: value if name != "reverse" else value > 90}, number * 1000)
        except ValueError as refused:
            print("refused", refused)
        print([trial.calibration.pulse_ns(angle) for angle in range(0, 18_001, 3000)])
        if number % 50 == 49:
            trial.cancel()
    for stored in (None, [], {"low_deg": "x"}, {"x": 1}, {"reverse": True}):
        print(motion.load(stored)[1])


def main():
    """Prints about ten thousand lines."""
    generator = from_int(3)
    exercise_motion(generator)
    exercise_lever(generator)
    exercise_chatter()
    for _ in range(20):
        print(variants.shuffled(generator), variants.dealt(generator, 3, 6))
    exercise_games(generator)
    exercise_calibration(generator)
    exercise_servo_power(generator)


main()
