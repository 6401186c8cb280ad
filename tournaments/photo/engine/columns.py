"""Checks one column of a form against the running totals that the scribe wrote in it.

Handwriting can be read in several ways. So this module computes how well each possible score in the
column agrees with the written totals, and how probable each possible reading of a total is.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
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
    parse_number,
)

Numbers = dict[int, float]  # number: probability

SLIPS = tuple(sign * slip for slip in (1, 2, 3, 9, 10, 11, 20, 90, 100) for sign in (-1, 1))
ANYHOW = 0.3  # of the wrong sums are wrong by something else
FAINT = 1e-8  # less probable sums, beside the most probable, only take time


class Target:
    """Tells how well a number fits a sum on a form, if scribes sometimes add wrongly. The sum is
    not known for sure: `numbers` gives the probability of each number that it may be.

    A number that fits none of them keeps a small weight. It is larger for a difference that people
    often make, such as a forgotten ten (SLIPS).
    """

    def __init__(self, numbers: Numbers) -> None:
        often = MISCOUNTED * (1 - ANYHOW) / len(SLIPS)
        self._fits: Numbers = defaultdict(float)
        for number, chance in numbers.items():
            self._fits[number] += (1 - MISCOUNTED) * chance
            for slip in SLIPS:
                self._fits[number + slip] += often * chance
        self._anything = MISCOUNTED * ANYHOW / SPREAD * (sum(numbers.values()) or 1.0)
        self._ordered = sorted(self._fits)
        self._sums = [0.0, *accumulate(self._fits[number] for number in self._ordered)]

    def weigh(self, number: int) -> float:
        """Return how well this number fits the sum on the form for which this target was made."""
        return self._fits.get(number, 0.0) + self._anything

    def weigh_any(self, numbers: range) -> float:
        """Return how well these numbers fit, on average, the sum on the form for which this target
        was made.
        """
        first = bisect_left(self._ordered, numbers.start)
        last = bisect_left(self._ordered, numbers.stop)
        return (self._sums[last] - self._sums[first]) / len(numbers) + self._anything

    def correct(self, numbers: Numbers) -> Numbers:
        """Multiply the probability of each of these numbers by how well it fits the sum on the form
        for which this target was made. Return the results, keyed by number.
        """
        return {number: chance * self.weigh(number) for number, chance in numbers.items()}


class _Block(NamedTuple):
    """Consecutive games in one column of a form, with the running total that the scribe wrote below
    them, if it can be read.
    """

    games: list[int]
    after: int  # the game after which the sum stands
    read: Numbers  # what the sum may be; empty: there is no sum below these games


def weigh_column(
    cells: Mapping[int, Values], read: Mapping[int, Sequence[Reading]], bounds: range
) -> tuple[dict[int, Values], dict[int, Numbers]]:
    """Compare the scores in one column of a form with the running totals written in it. Return how
    well each text that may stand in a cell fits the totals, and how probable each number is as a
    written total.

    `cells` gives for each game the texts that may stand in its cell, with their probabilities.
    `read` gives the candidates for each total, by the game below which it stands. `bounds` is the
    range of scores that the game allows.

    A scribe adds the scores of a block of games to the total written above it, so the totals form a
    chain. In the code, `from_above` says how probable each number of a total is by everything above
    it. `from_below` says how well each number fits everything below it.
    """
    numbers = {game: _list_numbers(cell, bounds) for game, cell in cells.items()}
    blocks = list(_group_games(sorted(cells), read))
    totals = [add(numbers[game] for game in block.games) for block in blocks]
    from_above: list[Numbers] = [{0: 1.0}]
    for block, total in zip(blocks, totals, strict=True):
        from_above.append(_scale(_carry_down(from_above[-1], total, block.read)))
    from_below: list[Numbers] = [dict.fromkeys(from_above[-1], 1.0)]
    for block, total, before in reversed(list(zip(blocks, totals, from_above, strict=False))):
        from_below.insert(0, _scale(_carry_up(before, total, block.read, from_below[0])))
    messages: dict[int, Values] = {}
    for place, block in enumerate(blocks):
        if block.read:
            target = _build_target(block.read, from_below[place + 1])
            for game in block.games:
                rest = add(numbers[other] for other in block.games if other != game)
                start = add([from_above[place], rest])
                messages[game] = weigh_cell(cells[game], start, target, bounds)
    sums = {
        block.after: _multiply(from_above[place + 1], from_below[place + 1])
        for place, block in enumerate(blocks)
        if block.read
    }
    return messages, sums


def _group_games(games: Sequence[int], read: Mapping[int, Sequence[Reading]]) -> Iterable[_Block]:
    """Group the games of a column into blocks, and yield each block with the running total written
    below it. `read` gives the candidates for each total, by the game below which it stands. If a
    total can't be read, its games belong to the next block.
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
    """Return the numbers that a written sum may be, with their probabilities. A dash counts as 0.
    Return an empty dict if the cell probably holds no number.
    """
    numbers: Numbers = defaultdict(float)
    for text, probability in readings[:KEPT]:
        number = 0 if text == DASH else parse_number(text)
        if number is not None:
            numbers[number] += probability
    return dict(numbers) if sum(numbers.values()) > 0.5 else {}


def _list_numbers(cell: Values, bounds: range) -> Numbers:
    """Return the numbers that a cell may add to the total of its column, with their probabilities.
    A cell that could not be read (OTHER) may add any number in `bounds`. A text that is no number,
    such as a dash, adds 0. Very improbable numbers are left out.
    """
    numbers: Numbers = defaultdict(float)
    for text, chance in cell.items():
        number = parse_number(text)
        if text == OTHER:
            for any_number in bounds:
                numbers[any_number] += chance / len(bounds)
        else:
            numbers[number or 0] += chance
    return _keep_likely(numbers, LEAST)


def add(several: Iterable[Numbers]) -> Numbers:
    """Add up several numbers that are each known only as probabilities. Return how probable each
    possible sum is. Very improbable sums are left out.
    """
    total: Numbers = {0: 1.0}
    for numbers in several:
        grown: Numbers = defaultdict(float)
        for number, chance in numbers.items():
            for before, probability in total.items():
                grown[before + number] += probability * chance
        total = _keep_likely(grown, FAINT)
    return total


def _keep_likely(numbers: Numbers, least: float) -> Numbers:
    """Return only the numbers that are probable enough: more than `least` times as probable as the
    most probable one.
    """
    most = max(numbers.values(), default=0.0)
    return {number: chance for number, chance in numbers.items() if chance > least * most}


def _carry_down(before: Numbers, total: Numbers, read: Numbers) -> Numbers:
    """Return how probable each possible reading of a written running total is, judged by what
    stands above it.

    `before` gives the probable numbers of the total above, `total` those of what the games in
    between add to it, and `read` those of the written total. Scribes sometimes add wrongly, so a
    reading that doesn't fit keeps a small probability. If the written total can't be read (`read`
    is empty), return the probabilities of the right total.
    """
    right = add([before, total])
    if not read:
        return right
    return Target(right).correct(read)


def _carry_up(before: Numbers, total: Numbers, read: Numbers, from_below: Numbers) -> Numbers:
    """Return how well each possible running total above a block of games fits what is written below
    it.

    `before` gives the possible totals above the block, and `total` what its games may add to them.
    `read` gives the possible readings of the total written below the block. `from_below` says how
    well each of these fits what is written further down. If that total can't be read (`read` is
    empty), all totals above fit equally well.
    """
    if not read:
        return dict.fromkeys(before, 1.0)
    target = _build_target(read, from_below)
    return {number: _weigh_sum(number, total, target) for number in before}


def _build_target(read: Numbers, from_below: Numbers) -> Target:
    """Return a target, which tells how well any number fits as the right running total at one place
    of a column.

    `read` gives the possible readings of the total that the scribe wrote there. `from_below` says
    how well each of these fits what is written further down.
    """
    return Target(_multiply(read, from_below))


def _weigh_sum(number: int, added: Numbers, target: Target) -> float:
    """Return how well this number fits if an uncertain amount is still added to it to make a
    running total. `added` gives the probability of each amount. `target` tells how well a number
    fits as the total.
    """
    return sum(chance * target.weigh(number + more) for more, chance in added.items())


def weigh_cell(cell: Values, start: Numbers, target: Target, bounds: range) -> Values:
    """Return how well each text that may stand in a cell fits the running total written below that
    cell. The best one gets the weight 1.

    `start` gives what everything else above that total may add up to. `target` tells how well a
    number fits as the total. A cell that could not be read (OTHER) may hold any number in `bounds`.
    """

    message = {
        text: _weigh_sum(parse_number(text) or 0, start, target) for text in cell if text != OTHER
    }
    if OTHER in cell:
        message[OTHER] = sum(
            chance * target.weigh_any(range(before + bounds.start, before + bounds.stop))
            for before, chance in start.items()
        )
    most = max(message.values(), default=1.0) or 1.0
    return {text: weight / most for text, weight in message.items()}


def _scale(numbers: Numbers) -> Numbers:
    most = max(numbers.values(), default=1.0) or 1.0
    return {number: chance / most for number, chance in numbers.items()}


def _multiply(numbers: Numbers, weights: Numbers) -> Numbers:
    return {number: chance * weights.get(number, 0.0) for number, chance in numbers.items()}
