"""Drives the pure rules with made-up events and prints all their output, to compare interpreters.

It runs on CPython, on the MicroPython unix port and on a Pico, and needs ``firmware`` in the path.
"""

from pingblock.common.declared import declarations
from pingware.drivers.battery_adc import BatteryAdc
from pingware.games.block.play import QuestionBlock
from pingware.games.worms.play import WormsPlay
from pingware.services import gesture, idle
from pingware.shared import (
    battery,
    device_shows,
    light_show,
    power_budget,
    random32,
    settings,
)

STEPS = 400


class Printer:
    """Stage of a game whose speaker is busy every third time."""

    def __init__(self, profile):
        self.settings = settings.Settings(declarations(), {"version": 1, "profile": profile})
        self.asked = 0

    def generator(self):
        """Returns the same draws every time."""
        return random32.from_int(9)

    def on_change(self, names, act):
        self.settings.on_change(names, act)

    def program(self, name, count):
        """Returns a placeholder for a program."""
        return name, count

    def arm(self, outcome, name, count):
        print("arm", tuple(outcome), self.program(name, count))

    def play(self, name, coins):
        self.asked += 1
        print("play", name, coins)
        return self.asked % 3 != 0

    def light(self, show, coins):
        print("light", show, coins)

    def report(self, message):
        """Prints the message with its keys in order. Dicts of MicroPython are unordered."""
        print("report", sorted(message.items()))


class NoisyAdc:
    """Codes that move through the whole range, so that they include wide codes."""

    def __init__(self, chance):
        self.chance = chance
        self.centre = 0

    def read_u16(self):
        """Returns a code near the centre, 16 bits."""
        return max(0, min(4095, self.centre + self.chance.below(13) - 6)) << 4


def play_games(chance):
    """Plays random events with every profile."""
    events = ("follow_press", "hold", "release", "follow_sound", "replay", "tick")
    for profile in ("manual", "junior"):
        game = QuestionBlock(Printer(profile))
        game.open()
        for step in range(STEPS):
            event = events[chance.below(len(events))]
            if event == "tick":
                game.tick(step * 500)
                game.battery(battery.VERDICTS[chance.below(4)], step * 500)
            elif event == "follow_press":
                game.follow_press(step * 500, game.armed)
            else:
                print(event, getattr(game, event)(step * 500), game.finished)
        print(game.armed.kind, game.last.coins, game.draws, game.counts)


def judge_cells(chance):
    """Judges every pack at voltages over the whole range."""
    adc = NoisyAdc(chance)
    for kind in sorted(power_budget.PACKS):
        judge = battery.Battery(kind)
        sense = BatteryAdc(adc, 2 if kind == "1xaaa_boost" else 3)
        for adc.centre in range(0, 4096, 31):
            open_reading = sense.read()
            adc.centre -= chance.below(40)
            load_mw = 120 if judge.may_load(open_reading) else 0
            check = judge.check(open_reading, sense.read(), load_mw)
            print(tuple(check), battery.show_of(check), sorted(battery.event(check).items()))


def hold_buttons(chance):
    """Holds each button for random times while the idle timer runs."""
    block = gesture.Gesture(gesture.HOLD_MS, gesture.HOLD, gesture.RELEASE)
    check = gesture.Gesture(gesture.LONG_MS, gesture.LONG, gesture.SHORT)
    for watched in (block, check):
        timer, now_ms = idle.Idle(0), 0
        for _ in range(STEPS):
            now_ms += chance.below(1500)
            event = watched.update(chance.below(3) > 0, now_ms)
            if event:
                timer.use(now_ms)
            print(now_ms, event, timer.must_sleep(now_ms + 89_000, False, False))


def light_up():
    """Prints the colour of every show, every 37 ms."""
    tables = [device_shows.SHOWS, battery.SHOWS, device_shows.LAMPS]
    tables += [QuestionBlock.SHOWS, WormsPlay.SHOWS]
    for shows in tables:
        for name in sorted(shows):
            for ms in range(0, 4000, 37):
                print(name, light_show.colour(shows[name], 5, ms))


def main():
    """Runs all parts from one seed."""
    chance = random32.from_int(2026)
    play_games(chance)
    judge_cells(chance)
    hold_buttons(chance)
    light_up()


main()
