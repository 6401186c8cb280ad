"""Weighs what may stand in the cells of a form by the rules of its game. It says which cells are
sure and which people must be asked about.

Rules and sums are evidence and no truth. A scribe forgets a dash or adds wrongly, so every rule
may be broken at a price (BROKEN, MISCOUNTED). No sum makes a cell sure that the picture reads
otherwise: it can confirm what was read, or raise a doubt.

Each game's rule (one dash) and each column's sums give every cell a message: how well each of its
values fits, given what all other cells may hold. The messages of a row and of a column are exact;
between rows and columns they go round SWEEPS times.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple, TypeVar

from tournaments.photo.engine.columns import Numbers, add, weigh_column
from tournaments.photo.engine.readings import (
    BLANK,
    DASH,
    KEPT,
    LEAST,
    MISCOUNTED,
    OTHER,
    Key,
    Reading,
    Values,
    number_of,
)
from tournaments.photo.engine.scores import Place, score_message, weigh_totals

BROKEN = 1e-3  # how often a game has no dash or two
OUT_OF_BOUNDS = 1e-4  # how often a figure is more or less than the game allows
SURE = 0.9995  # a cell is asked if its best text is less probable than this
SEEN = 0.5  # or if it is less probable than this by the picture alone
UNKNOWN = 3e-3  # or if OTHER is more probable than this by the picture alone
RARE = 0.2  # OTHER is so much rarer on forms than among the cells that the network learned from
SWEEPS = 2  # times that rows and columns tell each other what they know

Content = TypeVar("Content")


class Rules(NamedTuple):
    """What the game says of its cells."""

    low: int
    high: int
    one_dash: bool
    sums: tuple[int, ...]  # after which games a sum of the column stands; the last is the total


class Form(NamedTuple):
    """The readings of a page."""

    games: Mapping[Place, Sequence[Reading]]
    sums: Mapping[Place, Sequence[Reading]]  # by the game after which they stand
    dashes: Mapping[int, Sequence[Reading]]  # by column
    scores: Mapping[Place, Sequence[Reading]] = {}  # what each game comes to, where that is written


class Answer(NamedTuple):
    """What a cell holds as far as can be told, best first."""

    candidates: tuple[Reading, ...]
    sure: bool

    @property
    def text(self) -> str:
        return self.candidates[0].text


class Decoded(NamedTuple):
    """The answers for a form."""

    games: dict[Place, Answer]
    sums: dict[Place, Answer]
    dashes: dict[int, Answer]

    @property
    def questions(self) -> int:
        return sum(not answer.sure for _key, answer in self.list_answers())

    def list_answers(self) -> Iterator[tuple[Key, Answer]]:
        """Yield each cell with its answer."""
        for place, answer in self.games.items():
            yield Key("game", *place), answer
        for place, answer in self.sums.items():
            yield Key("sum", *place), answer
        for column, answer in self.dashes.items():
            yield Key("dashes", 0, column), answer


def gather_answers(answers: Mapping[Key, Answer]) -> Decoded:
    """Return the answers of single cells as those for a form."""
    return Decoded(
        games=_of_kind("game", answers),
        sums=_of_kind("sum", answers),
        dashes={key.column: answer for key, answer in answers.items() if key.kind == "dashes"},
    )


def gather_form(readings: Mapping[Key, Sequence[Reading]]) -> Form:
    """Return the readings of single cells as those of a page."""
    return Form(
        games=_of_kind("game", readings),
        sums=_of_kind("sum", readings),
        dashes={key.column: cell for key, cell in readings.items() if key.kind == "dashes"},
        scores=_of_kind("score", readings),
    )


def _of_kind(kind: str, cells: Mapping[Key, Content]) -> dict[Place, Content]:
    return {(key.game, key.column): content for key, content in cells.items() if key.kind == kind}


def decode(form: Form, rules: Rules) -> Decoded:
    """Return the answers for every cell of a form."""
    seen = {place: _of_the_game(readings, rules) for place, readings in form.games.items()}
    by_score = {place: score_message(seen[place], form.scores.get(place, ())) for place in seen}
    played = [game for game in sorted({game for game, _column in seen}) if _is_played(seen, game)]
    columns = sorted({column for _game, column in seen})
    weighed, sums = dict(seen), {}
    by_column = {place: dict.fromkeys(cell, 1.0) for place, cell in seen.items()}
    pictured = {place: _times(cell, by_score[place]) for place, cell in seen.items()}
    for game in {game for game, _column in seen} - set(played):
        blank_row = {place: cell for place, cell in seen.items() if place[0] == game}
        weighed |= {place: _in_blank_row(blank_row, place) for place in blank_row}
    for _ in range(SWEEPS):
        by_row: dict[Place, Values] = {}
        for game in played:
            row = {column: _both(pictured, by_column, (game, column)) for column in columns}
            by_row |= {
                (game, column): _with_dash(pictured[game, column], message)
                for column, message in _dash_messages(row, rules).items()
            }
        for column in columns:
            cells = {game: _both(pictured, by_row, (game, column)) for game in played}
            read = {after: form.sums.get((after, column), ()) for after in rules.sums}
            messages, sums[column] = weigh_column(cells, read, range(rules.low, rules.high + 1))
            by_column |= {(game, column): message for game, message in messages.items()}
        weighed |= {
            place: _normal(_times(_both(pictured, by_row, place), by_column[place]))
            for place in by_row
        }
    games = {
        place: _answer(weighed[place], _as_texts(readings))
        for place, readings in form.games.items()
    }
    games = {
        place: answer._replace(
            sure=answer.sure and (answer.text == BLANK) == (place[0] not in played)
        )
        for place, answer in games.items()
    }
    if form.scores and not rules.sums:
        sums = weigh_totals(form.sums, form.scores, weighed, played)
    return Decoded(games, _sum_answers(form, sums), _dash_answers(form, weighed, played))


def _is_played(seen: Mapping[Place, Values], game: int) -> bool:
    """Return whether all cells of a game are written in, rather than none."""
    blanks = [cell.get(BLANK, 0.0) for (row, _column), cell in seen.items() if row == game]
    return prod(1 - chance for chance in blanks) >= prod(blanks)


def _of_the_game(readings: Sequence[Reading], rules: Rules) -> Values:
    """Return the readings of a game's cell, with those that the game does not allow made
    improbable.
    """
    found = _as_texts(readings)
    return _normal(
        {
            text: chance * (1 if _is_allowed(text, rules) else OUT_OF_BOUNDS)
            for text, chance in found.items()
        }
    )


def _is_allowed(text: str, rules: Rules) -> bool:
    number = number_of(text)
    if number is None:
        return text != DASH or rules.one_dash
    return rules.low <= number <= rules.high


def _as_texts(readings: Sequence[Reading]) -> Values:
    """Return how probable each text is by the picture alone. Numbers are written in one way: 07 is
    7.
    """
    found: dict[str, float] = defaultdict(float)
    for text, probability in readings[:KEPT]:
        number = number_of(text)
        found[text if number is None else str(number)] += probability
    found[OTHER] *= RARE
    return _normal({text: chance for text, chance in found.items() if chance >= LEAST})


def _normal(values: Mapping[str, float]) -> Values:
    total = sum(values.values()) or 1.0
    return {text: chance / total for text, chance in values.items()}


def _times(values: Mapping[str, float], weights: Mapping[str, float]) -> Values:
    return {text: chance * weights.get(text, 1.0) for text, chance in values.items()}


def _both(seen: Mapping[Place, Values], weights: Mapping[Place, Values], place: Place) -> Values:
    return _times(seen[place], weights.get(place, {}))


# The rule of a game: one dash


def _dash_messages(row: Mapping[int, Values], rules: Rules) -> dict[int, tuple[float, float]]:
    """Return for each column how well a dash, and anything else, fits the rest of the game."""
    if not rules.one_dash:
        return dict.fromkeys(row, (1.0, 1.0))
    dashes = {column: cell.get(DASH, 0.0) for column, cell in row.items()}
    others = {column: sum(cell.values()) - dashes[column] for column, cell in row.items()}
    return {column: _fits(dashes, others, column) for column in row}


def _fits(
    dashes: Mapping[int, float], others: Mapping[int, float], column: int
) -> tuple[float, float]:
    rest = [other for other in dashes if other != column]
    every = prod(dashes[other] + others[other] for other in rest)
    none = prod(others[other] for other in rest)
    one = sum(
        dashes[winner] * prod(others[other] for other in rest if other != winner) for winner in rest
    )
    return none + BROKEN * (every - none), one + BROKEN * (every - one)


def _in_blank_row(row: Mapping[Place, Values], place: Place) -> Values:
    """Return a cell of a game that seems not to have been played: all its cells are blank, or none
    is.
    """
    blanks = [cell.get(BLANK, 0.0) for other, cell in row.items() if other != place]
    blank, written = prod(blanks), prod(1 - chance for chance in blanks)
    weights = dict.fromkeys(row[place], written + BROKEN * blank)
    return _normal(_times(row[place], weights | {BLANK: blank + BROKEN * written}))


def _with_dash(cell: Values, message: tuple[float, float]) -> Values:
    dash, other = message
    blank = {BLANK: other * BROKEN}  # a game that was played has a figure for everybody
    return {text: dash if text == DASH else blank.get(text, other) for text in cell}


# The answers


def _answer(weighed: Mapping[str, float], seen: Mapping[str, float]) -> Answer:
    ordered = sorted(_normal(weighed).items(), key=lambda pair: (-pair[1], pair[0]))
    candidates = tuple(Reading(text, chance) for text, chance in ordered[:KEPT] if chance > LEAST)
    if not candidates:
        return Answer((Reading(OTHER, 1.0),), sure=False)
    best = candidates[0]
    clear = seen.get(best.text, 0.0) >= SEEN and seen.get(OTHER, 0.0) < UNKNOWN
    return Answer(candidates, clear and best.text != OTHER and best.probability >= SURE)


def _sum_answers(form: Form, sums: Mapping[int, Mapping[int, Numbers]]) -> dict[Place, Answer]:
    found = {}
    for (after, column), readings in form.sums.items():
        seen = _as_sum(readings)
        weighed = {
            str(number): chance for number, chance in sums.get(column, {}).get(after, {}).items()
        }
        lost = {text: chance for text, chance in seen.items() if text not in weighed}
        total = sum(seen.get(text, 0.0) for text in weighed)
        scale = total / (sum(weighed.values()) or 1.0)
        every = {text: chance * scale for text, chance in weighed.items()} | lost
        found[after, column] = _answer(every, seen)
    return found


def _as_sum(readings: Sequence[Reading]) -> Values:
    """Return the same for a sum, in which a dash is nothing."""
    found = _as_texts(readings)
    if DASH in found:
        found["0"] = found.pop(DASH) + found.get("0", 0.0)
    return found


def _dash_answers(
    form: Form, weighed: Mapping[Place, Values], played: Sequence[int]
) -> dict[int, Answer]:
    found = {}
    for column, readings in form.dashes.items():
        seen = _as_sum(readings)
        counted = add(
            {1: cell.get(DASH, 0.0), 0: 1 - cell.get(DASH, 0.0)}
            for cell in (weighed[game, column] for game in played)
        )
        wrong = MISCOUNTED / (len(played) + 1)
        fits = {
            text: chance * ((1 - MISCOUNTED) * counted.get(number_of(text) or 0, 0.0) + wrong)
            if number_of(text) is not None
            else chance * wrong
            for text, chance in seen.items()
        }
        found[column] = _answer(fits, seen)
    return found
