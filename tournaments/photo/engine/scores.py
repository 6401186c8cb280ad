"""Weighs the written scores of a game in which the winner gains what the others lose, such as
Rummikub. On its form, the score stands beside each entry (the value left in a player's hand, or a
dash for the winner). The total of a column is the sum of its scores.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tournaments.photo.engine.columns import Numbers, Target, add, read_sum, weigh_cell
from tournaments.photo.engine.readings import (
    DASH,
    MISCOUNTED,
    OTHER,
    SPREAD,
    Reading,
    Values,
    parse_number,
)

Place = tuple[int, int]  # game, column
CLEAR = 0.9  # a score that is more probable is clearly written
UNCLEAR = 0.01  # by so much a row may be in doubt, to be compared with its winner's score


def weigh_by_score(cell: Values, readings: Sequence[Reading], bounds: range) -> Values:
    """Return how well each text that may be an entry fits the score written beside it.

    An entry is the value left in a player's hand, and its score is minus that value. A text that is
    no number, such as the dash of the winner, fits any score above 0, because the winner gains what
    the others lose. `cell` holds the texts that the entry may be, and `readings` the candidates for
    the score. An entry that can't be read (OTHER) may be any number in `bounds`. Return an empty
    dict if the score can't be read as a number.
    """
    scores = read_sum(readings)
    if not scores:
        return {}
    won = sum(chance for score, chance in scores.items() if score > 0) / SPREAD
    wrong = MISCOUNTED / SPREAD
    message = {}
    for text in cell:
        number = parse_number(text)
        fits = won if number is None else scores.get(-number, 0.0)
        message[text] = (1 - MISCOUNTED) * fits + wrong
    if OTHER in message:
        lost = sum(scores.get(-number, 0.0) for number in bounds) / len(bounds)
        message[OTHER] = (1 - MISCOUNTED) * max(lost, won) + wrong
    return message


def contradicts(entry: str, readings: Sequence[Reading]) -> bool:
    """Return whether the score that is clearly written beside an entry contradicts it. An entry is
    the value left in a player's hand, so its score must be minus that value. `readings` are the
    candidates for the written score. An entry that is no number, such as a dash, is never
    contradicted.
    """
    number = parse_number(entry)
    score = max(read_sum(readings).items(), key=lambda pair: pair[1], default=(0, 0.0))
    return number is not None and score[1] > CLEAR and score[0] != -number


def weigh_row(
    row: Mapping[int, Values], written: Mapping[int, Sequence[Reading]], bounds: range
) -> dict[int, Values]:
    """Return how well each text that may stand in the entries of one game fits the score of its
    winner, which is what all others have left together.

    `row` gives for each column the texts that may stand in its entry, with their probabilities.
    `written` gives the candidates for the scores, and `bounds` the range of entries that the game
    allows. Return an empty dict if it is not clear who won, or if the winner's score or the entry
    of another player can't be read.
    """
    winner = max(row, key=lambda column: row[column].get(DASH, 0.0))
    won = read_sum(written.get(winner, ()))
    others = {column: cell for column, cell in row.items() if column != winner}
    is_clear = all(cell.get(OTHER, 0.0) < UNCLEAR for cell in others.values())
    if row[winner].get(DASH, 0.0) < 1 - UNCLEAR or not won or not is_clear:
        return {}
    target = Target(won)
    left = {column: _weigh_left(cell) for column, cell in others.items()}
    return {
        column: weigh_cell(
            cell, add(left[other] for other in others if other != column), target, bounds
        )
        for column, cell in others.items()
    }


def weigh_totals(
    totals: Mapping[Place, Sequence[Reading]],
    scores: Mapping[Place, Sequence[Reading]],
    cells: Mapping[Place, Values],
    played: Sequence[int],
) -> dict[int, dict[int, Numbers]]:
    """Return how probable each reading of the written total of each column is, judged by the scores
    of the games above it. The result is ordered by column, then by the game below which the total
    stands.

    `totals` and `scores` give the candidates for the written totals and scores. `cells` gives the
    probabilities of the texts of each entry, and `played` lists the games that were played.
    """
    weighed: dict[int, dict[int, Numbers]] = defaultdict(dict)
    for (after, column), readings in totals.items():
        total = add(
            _weigh_score(scores.get((game, column), ()), cells, (game, column)) for game in played
        )
        weighed[column][after] = Target(total).correct(read_sum(readings))
    return weighed


def _weigh_score(
    readings: Sequence[Reading], cells: Mapping[Place, Values], place: Place
) -> Numbers:
    """Return how probable each score of one entry is. The score is minus the value left in this
    player's hand. If the entry is a dash, the player won, and the score is what all others have
    left together. `readings` are the candidates for the score that is written beside the entry, and
    make scores that agree with it more probable. To the extent that the entries can't be read, the
    written score is used instead.
    """
    game, _column = place
    others = [cell for other, cell in cells.items() if other[0] == game and other != place]
    won = add(_weigh_left(cell) for cell in others)
    mine = dict(cells[place])
    dash = mine.pop(DASH, 0.0)
    computed: Numbers = defaultdict(float)
    for left, chance in _weigh_left(mine).items():
        computed[-left] += chance
    for score, chance in won.items():
        computed[score] += chance * dash
    read = read_sum(readings)
    wrong = MISCOUNTED / SPREAD
    fits = {
        score: chance * ((1 - MISCOUNTED) * read.get(score, 0.0) + wrong)
        for score, chance in computed.items()
    }
    unknown = max(0.0, 1 - sum(computed.values())) / SPREAD
    for score, chance in read.items():
        fits[score] = fits.get(score, 0.0) + unknown * chance
    whole = sum(fits.values()) or 1.0
    return {score: chance / whole for score, chance in fits.items()}


def _weigh_left(cell: Values) -> Numbers:
    """Return how probable each value left in a player's hand is, by what the cell may hold. A dash
    means that nothing is left, so it counts as 0.
    """
    numbers: Numbers = defaultdict(float)
    for text, chance in cell.items():
        number = parse_number(text)
        if number is not None or text == DASH:
            numbers[number or 0] += chance
    return numbers
