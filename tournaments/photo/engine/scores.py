"""The scores of a game in which the winner gains what the others lose. Beside each entry stands its
score, and a column's total is the sum of its scores.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tournaments.photo.engine.columns import Numbers, add, read_sum
from tournaments.photo.engine.readings import DASH, MISCOUNTED, SPREAD, Reading, Values, number_of

Place = tuple[int, int]  # game, column


def score_message(cell: Values, readings: Sequence[Reading]) -> Values:
    """Return how well each value of a cell fits the score beside it: minus what is left in hand, or
    for the winner what the others have left together.
    """
    scores = read_sum(readings)
    if not scores:
        return {}
    won = sum(chance for score, chance in scores.items() if score > 0) / SPREAD
    wrong = MISCOUNTED / SPREAD
    message = {}
    for text in cell:
        number = number_of(text)
        fits = won if number is None else scores.get(-number, 0.0)
        message[text] = (1 - MISCOUNTED) * fits + wrong
    return message


def weigh_totals(
    totals: Mapping[Place, Sequence[Reading]],
    scores: Mapping[Place, Sequence[Reading]],
    cells: Mapping[Place, Values],
    played: Sequence[int],
) -> dict[int, dict[int, Numbers]]:
    """Return how probable each total below a column is, by what the games above it come to."""
    found: dict[int, dict[int, Numbers]] = defaultdict(dict)
    for (after, column), readings in totals.items():
        total = add(
            _score(scores.get((game, column), ()), cells, (game, column)) for game in played
        )
        wrong = MISCOUNTED / SPREAD
        found[column][after] = {
            number: chance * ((1 - MISCOUNTED) * total.get(number, 0.0) + wrong)
            for number, chance in read_sum(readings).items()
        }
    return found


def _score(readings: Sequence[Reading], cells: Mapping[Place, Values], place: Place) -> Numbers:
    """Return how probable each score of an entry is: minus what is left, or for the winner what
    the others have left.
    """
    game, _column = place
    others = [cell for other, cell in cells.items() if other[0] == game and other != place]
    won = add(_left(cell) for cell in others)
    mine = dict(cells[place])
    dash = mine.pop(DASH, 0.0)
    found: Numbers = defaultdict(float)
    for left, chance in _left(mine).items():
        found[-left] += chance
    for score, chance in won.items():
        found[score] += chance * dash
    read = read_sum(readings)
    wrong = MISCOUNTED / SPREAD
    fits = {
        score: chance * ((1 - MISCOUNTED) * read.get(score, 0.0) + wrong)
        for score, chance in found.items()
    }
    whole = sum(fits.values()) or 1.0
    return {score: chance / whole for score, chance in fits.items()}


def _left(cell: Values) -> Numbers:
    """Return how probable each number left in hand is; a dash leaves nothing."""
    found: Numbers = defaultdict(float)
    for text, chance in cell.items():
        number = number_of(text)
        if number is not None or text == DASH:
            found[number or 0] += chance
    return found
