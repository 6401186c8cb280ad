"""The small things that every part of the second calculation asks."""


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def between(value, low, high):
    return whole(value) and low <= value <= high
