"""Waits in special methods, properties and descriptors."""


class Number:
    def __init__(self, value):
        wait()
        self.value = value


def operator(act):
    def method(self, other):
        wait()
        return Number(act(self.value, getattr(other, "value", other)))

    return method


class Full(Number):
    __add__ = __radd__ = __iadd__ = operator(lambda a, b: a + b)
    __sub__ = operator(lambda a, b: a - b)
    __mul__ = operator(lambda a, b: a * b)
    __truediv__ = operator(lambda a, b: a / b)
    __mod__ = operator(lambda a, b: a % b)
    __neg__ = __invert__ = lambda self: Number(wait() or -self.value)
    __abs__ = lambda self: wait() or abs(self.value)
    __bool__ = lambda self: wait() or self.value > 0
    __len__ = lambda self: wait() or 3
    __int__ = lambda self: wait() or int(self.value)
    __str__ = __repr__ = lambda self: wait() or "Full %s" % self.value
    __call__ = lambda self, *given, **named: wait() or (given, named)
    __contains__ = lambda self, item: not wait() and item == self.value
    __getitem__ = lambda self, place: wait() or place
    __getattr__ = lambda self, name: wait() or "no " + name

    def __setitem__(self, place, value):
        wait()
        self.value = (place, value)

    def __delitem__(self, place):
        wait()
        self.value = place


two = Full(2)
assert (two + 1).value == 3 and (1 + two).value == 3 and (two - two).value == 0
assert (two * 4).value == 8 and (two / 2).value == 1 and (two % 2).value == 0
assert (-two).value == -2 and abs(Full(-4)) == 4 and bool(two) and not Full(-1)
assert len(two) == 3 and int(two) == 2 and str(two) == "Full 2" and "%r" % [two] == "[Full 2]"
assert "{} {:>8s}".format(two, str(two)) == "Full 2   Full 2" and f"{two}" == "Full 2"
assert two(1, a=2) == ((1,), {"a": 2}) and 2 in two and two[5] == 5
assert two.nothing == "no nothing" and getattr(two, "x") == "no x"
two[1] = 2
assert two.value == (1, 2)
del two[7]
assert two.value == 7
total = Full(0)
for value in range(3):
    total += value
    total = Full(total.value)
assert total.value == 3


class Field:
    def __get__(self, owner, kind):
        wait()
        return owner._field

    def __set__(self, owner, value):
        wait()
        owner._field = value


class Owner:
    made = 0

    def __new__(cls, *given):
        wait()
        Owner.made += 1
        return object.__new__(cls)

    def __setattr__(self, name, value):
        wait()
        object.__setattr__(self, name, value)

    @property
    def double(self):
        wait()
        return self.value * 2

    @double.setter
    def double(self, value):
        wait()
        self.value = value // 2

    @classmethod
    def of(cls, value):
        wait()
        made = cls()
        made.value = value
        return made

    @staticmethod
    def plain(value):
        wait()
        return value


class Child(Owner):
    def __init__(self, *given):
        super().__init__()
        wait()

    @property
    def double(self):
        return super().double + wait()


one = Owner.of(4)
assert one.double == 8 and Owner.made == 1 and Owner.plain(3) == 3
one.double = 20
assert one.value == 10 and Child.of(1).value == 1
assert hasattr(one, "double") and not hasattr(one, "other")
