"""The sums of a column: how well the values of its cells fit what is written below them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.photo.engine.readings import (
    DASH,
    KEPT,
    LEAST,
    MISCOUNTED,
    OTHER,
    SPREAD,
    Reading,
    Values,
    number_of,
)

Numbers = dict[int, float]  # number: probability
Target = Callable[[int], float]

FAINT = 1e-8  # less probable sums, beside the most probable, only take time


class _Block(NamedTuple):
    """The games that stand together above a sum."""

    games: list[int]
    after: int  # the game after which the sum stands
    read: Numbers  # what the sum may be; empty: there is no sum below these games


def weigh_column(
    cells: Mapping[int, Values], read: Mapping[int, Sequence[Reading]], bounds: range
) -> tuple[dict[int, Values], dict[int, Numbers]]:
    """Return how well each value of a column's cells fits its sums, and how probable each sum is.

    A scribe adds each block of games to the sum written above it, so the sums form a chain.
    `from_above` says for each sum what the games and sums above it make of it, and `from_below`
    what those below it make of it.
    """
    numbers = {game: _numbers_of(cell, bounds) for game, cell in cells.items()}
    blocks = list(_blocks(sorted(cells), read))
    totals = [add(numbers[game] for game in block.games) for block in blocks]
    from_above: list[Numbers] = [{0: 1.0}]
    for block, total in zip(blocks, totals, strict=True):
        from_above.append(_scaled(_carry_down(from_above[-1], total, block.read)))
    from_below: list[Numbers] = [dict.fromkeys(from_above[-1], 1.0)]
    for block, total, before in reversed(list(zip(blocks, totals, from_above, strict=False))):
        from_below.insert(0, _scaled(_carry_up(before, total, block.read, from_below[0])))
    messages: dict[int, Values] = {}
    for place, block in enumerate(blocks):
        if block.read:
            target = _target(block.read, from_below[place + 1])
            for game in block.games:
                rest = add(numbers[other] for other in block.games if other != game)
                start = add([from_above[place], rest])
                messages[game] = _cell_message(cells[game], start, target, bounds)
    sums = {
        block.after: _times_numbers(from_above[place + 1], from_below[place + 1])
        for place, block in enumerate(blocks)
        if block.read
    }
    return messages, sums


def _blocks(games: Sequence[int], read: Mapping[int, Sequence[Reading]]) -> Iterable[_Block]:
    """Yield the games of a column by the sums below them. A sum that can't be read ends no block:
    its games are part of the next one.
    """
    begun: list[int] = []
    left = list(games)
    for after in sorted(read):
        begun += [game for game in left if game <= after]
        left = [game for game in left if game > after]
        sums = read_sum(read[after])
        if sums and begun:
            yield _Block(begun, after, sums)
            begun = []
    if begun or left:
        yield _Block(begun + left, 0, {})


def read_sum(readings: Sequence[Reading]) -> Numbers:
    """Return the numbers that a sum may be; empty if it is more likely no number."""
    found: Numbers = defaultdict(float)
    for text, probability in readings[:KEPT]:
        number = 0 if text == DASH else number_of(text)
        if number is not None:
            found[number] += probability
    return dict(found) if sum(found.values()) > 0.5 else {}


def _numbers_of(cell: Values, bounds: range) -> Numbers:
    """Return what a cell may add to its column: OTHER may be any number, and what is no number adds
    nothing.
    """
    found: Numbers = defaultdict(float)
    for text, chance in cell.items():
        number = number_of(text)
        if text == OTHER:
            for any_number in bounds:
                found[any_number] += chance / len(bounds)
        else:
            found[number or 0] += chance
    return _likely(found, LEAST)


def add(several: Iterable[Numbers]) -> Numbers:
    """Return how probable each sum of these numbers is."""
    total: Numbers = {0: 1.0}
    for numbers in several:
        grown: Numbers = defaultdict(float)
        for number, chance in numbers.items():
            for before, probability in total.items():
                grown[before + number] += probability * chance
        total = _likely(grown, FAINT)
    return total


def _likely(numbers: Numbers, least: float) -> Numbers:
    """Return the numbers without those that are far less probable than the most probable."""
    most = max(numbers.values(), default=0.0)
    return {number: chance for number, chance in numbers.items() if chance > least * most}


def _carry_down(before: Numbers, total: Numbers, read: Numbers) -> Numbers:
    """Return how probable each number of a written sum is, if the sum above it is `before` and the
    games between them come to `total`. A wrong sum may be any number.
    """
    right = add([before, total])
    if not read:
        return right
    wrong = MISCOUNTED / SPREAD * sum(right.values())
    return {
        number: chance * ((1 - MISCOUNTED) * right.get(number, 0.0) + wrong)
        for number, chance in read.items()
    }


def _carry_up(before: Numbers, total: Numbers, read: Numbers, from_below: Numbers) -> Numbers:
    """Return how well each number of the sum above a block fits what is written below it."""
    if not read:
        return dict.fromkeys(before, 1.0)
    target = _target(read, from_below)
    return {
        number: sum(chance * target(number + added) for added, chance in total.items())
        for number in before
    }


def _target(read: Numbers, from_below: Numbers) -> Target:
    """Return a function that says how well a number fits, if the games down to a written sum come
    to this number.
    """
    fits = {number: chance * from_below.get(number, 0.0) for number, chance in read.items()}
    wrong = MISCOUNTED / SPREAD * sum(fits.values())
    return lambda number: (1 - MISCOUNTED) * fits.get(number, 0.0) + wrong


def _cell_message(cell: Values, start: Numbers, target: Target, bounds: range) -> Values:
    """Return how well each value of a cell fits the sum below it; `start` is what everything else
    above that sum comes to.
    """

    def fit(number: int) -> float:
        return sum(chance * target(before + number) for before, chance in start.items())

    numbers = {text: number_of(text) or 0 for text in cell if text != OTHER}
    message = {text: fit(number) for text, number in numbers.items()}
    if OTHER in cell:
        message[OTHER] = sum(map(fit, bounds)) / len(bounds)
    most = max(message.values(), default=1.0) or 1.0
    return {text: weight / most for text, weight in message.items()}


def _scaled(numbers: Numbers) -> Numbers:
    most = max(numbers.values(), default=1.0) or 1.0
    return {number: chance / most for number, chance in numbers.items()}


def _times_numbers(numbers: Numbers, weights: Numbers) -> Numbers:
    return {number: chance * weights.get(number, 0.0) for number, chance in numbers.items()}
