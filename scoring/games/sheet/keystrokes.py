from collections.abc import Iterator
from enum import IntEnum


class Slip(IntEnum):
    """Of two that explain a difference, the smaller value is likelier."""

    CELLS = 1  # two cells of a game exchanged, dashes included
    FIGURES = 2  # two figures of the paper exchanged
    SIGN = 3  # a minus missing, or one too many
    VERDICT = 4  # jokers entered as jokers, counted at the other of their two values
    DIGITS = 5  # two digits exchanged
    DOUBLED = 6  # a digit typed twice, or a double one typed once
    LOST = 7  # a digit too few, or one too many
    MISREAD = 8  # a digit that looks like another, or is next to it on the keys
    PARTS = 9  # two numbers of one player exchanged
    CHOICE = 10  # another choice from a short list
    JOKER = 11  # a number that may include jokers, counted at the other of their two values
    OFF = 12  # any other number that explains the difference


# Digits alike in handwriting, or neighbours on the keys.
ALIKE = frozenset(
    frozenset(pair)
    for pair in (
        *("17", "27", "38", "49", "56", "06", "35", "68", "79", "08", "89"),
        *("12", "23", "34", "45", "67", "78", "09"),
        *("14", "47", "25", "58", "36", "69", "01", "02"),
    )
)


def list_meant(typed: int) -> dict[int, Slip]:
    """Return what may have been meant, with the likeliest slip."""
    likeliest: dict[int, Slip] = {}
    for slip, text in _meant(str(typed)):
        number = int(text or 0)
        if text and number != typed:
            likeliest[number] = min(slip, likeliest.get(number, slip))
    return likeliest


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
