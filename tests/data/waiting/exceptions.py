"""Waits around exceptions. Each jump must find an unchanged stack."""


class Room:
    def __enter__(self):
        wait()
        return self

    def __exit__(self, kind, fault, trace):
        wait()
        return kind is KeyError


def fails(deep):
    wait()
    if deep == 0:
        raise ValueError("end")
    try:
        fails(deep - 1)
    finally:
        wait()


def caught(number):
    try:
        wait()
        fails(number % 4)
    except ValueError as fault:
        wait()
        return fault.args[0]
    else:
        raise AssertionError


for number in range(400):
    assert caught(number) == "end"
for number in range(300):
    with Room():
        wait()
        raise KeyError(number)
for number in range(300):
    try:
        [][number + 1 + wait()]
    except IndexError:
        wait()


def returns():
    for number in range(5):
        try:
            wait()
            if number == 3:
                return number
            continue
        finally:
            wait()


assert returns() == 3


def within():
    try:
        try:
            wait()
            raise KeyError("a")
        except KeyError as fault:
            wait()
            raise OSError(5) from fault
    except OSError as fault:
        wait()
        return fault.errno


assert within() == 5

import io
import sys

try:
    fails(2)
except ValueError as fault:
    text = io.StringIO()
    sys.print_exception(fault, text)
    assert "ValueError: end" in text.getvalue()
