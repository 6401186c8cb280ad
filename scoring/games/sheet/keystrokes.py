"""Slips of the fingers and of the eye: what may have been meant where this number was typed."""

from collections.abc import Iterator
from enum import IntEnum


class Slip(IntEnum):
    """The likelier comes first, where both would explain the same."""

    CELLS = 1  # two cells of a game, the dash among them, each in the other's place
    FIGURES = 2  # two of the paper's figures likewise
    SIGN = 3  # a minus that was forgotten, or one too many
    VERDICT = 4  # jokers entered as such, at the other of their two values
    DIGITS = 5  # two digits the wrong way round
    DOUBLED = 6  # a digit struck twice, or a double one struck once
    LOST = 7  # a digit too few, or one too many
    MISREAD = 8  # one digit for another that looks like it, or lies beside it
    PARTS = 9  # two numbers of one player, each in the other's place
    CHOICE = 10  # another word of a few
    JOKER = 11  # a number that may have jokers in it, at the other of their two values
    OFF = 12  # anything else that makes up for it


# As they are written by hand, and as they lie on the keys.
ALIKE = frozenset(
    frozenset(pair)
    for pair in (
        *("17", "27", "38", "49", "56", "06", "35", "68", "79", "08", "89"),
        *("12", "23", "34", "45", "67", "78", "09"),
        *("14", "47", "25", "58", "36", "69", "01", "02"),
    )
)


def meant(typed: int) -> dict[int, Slip]:
    """Every number that one slip turns into this one, each with the likeliest slip."""
    found: dict[int, Slip] = {}
    for slip, text in _meant(str(typed)):
        number = int(text or 0)
        if text and number != typed:
            found[number] = min(slip, found.get(number, slip))
    return found


def _meant(text: str) -> Iterator[tuple[Slip, str]]:
    for place, digit in enumerate(text):
        before, after = text[:place], text[place + 1 :]
        yield Slip.DIGITS, before + after[:1] + digit + after[1:]
        yield Slip.DOUBLED if after[:1] == digit else Slip.LOST, before + after
        for other in "0123456789":
            slip = Slip.DOUBLED if other == digit else Slip.LOST
            yield slip, before + other + digit + after
            yield slip, before + digit + other + after
            if frozenset((digit, other)) in ALIKE:
                yield Slip.MISREAD, before + other + after
