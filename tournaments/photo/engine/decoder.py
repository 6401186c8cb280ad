"""Weighs the candidates for each cell of a form by the rules of its game. A candidate is a text
that may stand in the cell, with its probability. The result says which cells are sure, and about
which cells the person who checks is asked.

Rules and sums are evidence, not proof: a scribe may forget a dash or add wrongly. So a candidate
that breaks a rule only becomes less probable (see BROKEN and MISCOUNTED). A sum can confirm what
the picture shows or raise a doubt. It never makes a cell sure that looks different in the picture.

A row holds the cells of one game, and the rule for it is that one player has a dash. A column holds
the scores of one player, and its sums must be right. Each row and each column gives each of its
cells a message: how well each candidate of the cell fits what the other cells may hold. Within one
row or column this is computed exactly. Rows and columns take each other's messages into account by
repeating this SWEEPS times.
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
    parse_number,
)
from tournaments.photo.engine.scores import (
    Place,
    contradicts,
    weigh_by_score,
    weigh_row,
    weigh_totals,
)

BROKEN = 1e-3  # how often a game has no dash or two
OUT_OF_BOUNDS = 1e-4  # how often a figure is more or less than the game allows
SURE = 0.99985  # a cell is asked if its best text is less probable than this
SEEN = 0.5  # or if it is less probable than this by the picture alone
PALE = 0.05  # or if it may be blank, too: the pen wrote so palely that more may stand there
UNKNOWN = 3e-3  # or if OTHER is more probable than this by the picture alone
RARE = 0.2  # OTHER is so much rarer on forms than among the cells that the network learned from
SWEEPS = 2  # times that rows and columns tell each other what they know

Content = TypeVar("Content")


class Rules(NamedTuple):
    """The rules of a game by which its form is read. They give the lowest and highest score in a
    cell and the games below which a running total stands. They also say whether exactly one player
    of each game has a dash.
    """

    low: int
    high: int
    one_dash: bool
    sums: tuple[int, ...]  # after which games a sum of the column stands; the last is the total


class Form(NamedTuple):
    """The candidates for all cells of one page of a form, grouped by kind of cell. A candidate is a
    text that may stand in the cell, with its probability.
    """

    games: Mapping[Place, Sequence[Reading]]
    sums: Mapping[Place, Sequence[Reading]]  # by the game after which they stand
    dashes: Mapping[int, Sequence[Reading]]  # by column
    scores: Mapping[Place, Sequence[Reading]] = {}  # what each game comes to, where that is written


class Answer(NamedTuple):
    """What the decoder concludes about one cell of a form: its candidates, the most probable first,
    and whether the first one is sure. If it is not sure, the person who checks is asked.
    """

    candidates: tuple[Reading, ...]
    sure: bool

    @property
    def text(self) -> str:
        return self.candidates[0].text


class Decoded(NamedTuple):
    """What the decoder concludes about all cells of a form, grouped by kind of cell: games, sums,
    and counts of dashes.
    """

    games: dict[Place, Answer]
    sums: dict[Place, Answer]
    dashes: dict[int, Answer]

    @property
    def questions(self) -> int:
        return sum(not answer.sure for _key, answer in self.list_answers())

    def list_answers(self) -> Iterator[tuple[Key, Answer]]:
        """Yield the key of each cell of the form with the decoder's answer for it."""
        for place, answer in self.games.items():
            yield Key("game", *place), answer
        for place, answer in self.sums.items():
            yield Key("sum", *place), answer
        for column, answer in self.dashes.items():
            yield Key("dashes", 0, column), answer


def gather_answers(answers: Mapping[Key, Answer]) -> Decoded:
    """Group what the decoder concluded about single cells by kind of cell (games, sums, counts of
    dashes), and return it as one `Decoded`.
    """
    return Decoded(
        games=_select_kind("game", answers),
        sums=_select_kind("sum", answers),
        dashes={key.column: answer for key, answer in answers.items() if key.kind == "dashes"},
    )


def gather_form(readings: Mapping[Key, Sequence[Reading]]) -> Form:
    """Group the candidates for single cells by kind of cell (games, sums, counts of dashes,
    scores), and return them as one `Form`.
    """
    return Form(
        games=_select_kind("game", readings),
        sums=_select_kind("sum", readings),
        dashes={key.column: cell for key, cell in readings.items() if key.kind == "dashes"},
        scores=_select_kind("score", readings),
    )


def _select_kind(kind: str, cells: Mapping[Key, Content]) -> dict[Place, Content]:
    return {(key.game, key.column): content for key, content in cells.items() if key.kind == kind}


def decode(form: Form, rules: Rules) -> Decoded:
    """Weigh the candidates for every cell of a form by the rules of its game. Return an answer for
    each cell: what it probably holds, and whether that is sure or the person who checks is asked.
    """
    seen = {place: _weigh_texts(readings, rules) for place, readings in form.games.items()}
    beside = {place: form.scores.get(place, ()) for place in seen}
    played = [game for game in sorted({game for game, _column in seen}) if _is_played(seen, game)]
    pictured = _compare_scores(seen, form.scores, played, rules)
    weighed, sums = _weigh_grid(pictured, form.sums, played, rules)
    weighed |= _weigh_unplayed(seen, played)
    games = {
        place: _answer_game(weighed[place], readings, beside[place], is_played=place[0] in played)
        for place, readings in form.games.items()
    }
    if form.scores and not rules.sums:
        sums = weigh_totals(form.sums, form.scores, weighed, played)
    return Decoded(games, _answer_sums(form, sums), _answer_dashes(form, weighed, played))


def _compare_scores(
    seen: Mapping[Place, Values],
    scores: Mapping[Place, Sequence[Reading]],
    played: Sequence[int],
    rules: Rules,
) -> dict[Place, Values]:
    """In games with a written score beside each cell, weigh the cell's possible texts by that
    score. Return the new probabilities of the texts. `seen` gives their probabilities by the
    picture alone.
    """
    bounds = range(rules.low, rules.high + 1)
    pictured = {
        place: _multiply(cell, weigh_by_score(cell, scores.get(place, ()), bounds))
        for place, cell in seen.items()
    }
    return pictured | dict(_weigh_rows(pictured, scores, played, rules) if scores else ())


def _weigh_grid(
    pictured: Mapping[Place, Values],
    sums: Mapping[Place, Sequence[Reading]],
    played: Sequence[int],
    rules: Rules,
) -> tuple[dict[Place, Values], dict[int, dict[int, Numbers]]]:
    """Weigh the cells of the games that were played by the rules of their rows and columns. Return
    the new probabilities of their texts, and those of the written sums: by column, then by the game
    below which a sum stands.
    """
    columns = sorted({column for _game, column in pictured})
    weighed: dict[Place, Values] = {}
    weighed_sums: dict[int, dict[int, Numbers]] = {}
    by_column = {place: dict.fromkeys(cell, 1.0) for place, cell in pictured.items()}
    for _ in range(SWEEPS):
        by_row: dict[Place, Values] = {}
        for game in played:
            row = {
                column: _multiply_cell(pictured, by_column, (game, column)) for column in columns
            }
            by_row |= {
                (game, column): _weigh_with_dash(pictured[game, column], message)
                for column, message in _weigh_dashes(row, rules).items()
            }
        for column in columns:
            cells = {game: _multiply_cell(pictured, by_row, (game, column)) for game in played}
            read = {after: sums.get((after, column), ()) for after in rules.sums}
            bounds = range(rules.low, rules.high + 1)
            messages, weighed_sums[column] = weigh_column(cells, read, bounds)
            by_column |= {(game, column): message for game, message in messages.items()}
        weighed |= {
            place: _normalize(_multiply(_multiply_cell(pictured, by_row, place), by_column[place]))
            for place in by_row
        }
    return weighed, weighed_sums


def _weigh_unplayed(seen: Mapping[Place, Values], played: Sequence[int]) -> dict[Place, Values]:
    """Return the new probabilities of the texts in all cells of games that were not played."""
    weighed: dict[Place, Values] = {}
    for game in {game for game, _column in seen} - set(played):
        row = {place: cell for place, cell in seen.items() if place[0] == game}
        weighed |= {place: _weigh_in_blank_row(row, place) for place in row}
    return weighed


def _weigh_rows(
    pictured: Mapping[Place, Values],
    scores: Mapping[Place, Sequence[Reading]],
    played: Sequence[int],
    rules: Rules,
) -> Iterator[tuple[Place, Values]]:
    """Compare the entries of each game with the score that is written for its winner. Yield the
    cells with the new weights of their texts.
    """
    for game in played:
        row = {place[1]: _normalize(cell) for place, cell in pictured.items() if place[0] == game}
        written = {place[1]: readings for place, readings in scores.items() if place[0] == game}
        for column, message in weigh_row(row, written, range(rules.low, rules.high + 1)).items():
            yield (game, column), _multiply(pictured[game, column], message)


def _is_played(seen: Mapping[Place, Values], game: int) -> bool:
    """Return whether a game seems to have been played: it is more probable that all of its cells
    are filled than that all are blank. `seen` gives the probabilities of the texts in each cell.
    """
    blanks = [cell.get(BLANK, 0.0) for (row, _column), cell in seen.items() if row == game]
    return prod(1 - chance for chance in blanks) >= prod(blanks)


def _weigh_texts(readings: Sequence[Reading], rules: Rules) -> Values:
    """Return how probable each text is in the cell of a game. Texts that the game does not allow,
    such as a number that is too high, are made much less probable.
    """
    chances = _merge_texts(readings)
    return _normalize(
        {
            text: chance * (1 if _is_allowed(text, rules) else OUT_OF_BOUNDS)
            for text, chance in chances.items()
        }
    )


def _is_allowed(text: str, rules: Rules) -> bool:
    number = parse_number(text)
    if number is None:
        return text != DASH or rules.one_dash
    return rules.low <= number <= rules.high


def _merge_texts(readings: Sequence[Reading]) -> Values:
    """Return how probable each text of a cell is by the picture alone. Different ways to write a
    number count as one text: 07 is 7. The code OTHER (a cell at which a person must look) is made
    less probable, because it is rarer on forms than in the training data.
    """
    chances: dict[str, float] = defaultdict(float)
    for text, probability in readings[:KEPT]:
        number = parse_number(text)
        chances[text if number is None else str(number)] += probability
    chances[OTHER] *= RARE
    return _normalize({text: chance for text, chance in chances.items() if chance >= LEAST})


def _normalize(values: Mapping[str, float]) -> Values:
    total = sum(values.values()) or 1.0
    return {text: chance / total for text, chance in values.items()}


def _multiply(values: Mapping[str, float], weights: Mapping[str, float]) -> Values:
    return {text: chance * weights.get(text, 1.0) for text, chance in values.items()}


def _multiply_cell(
    seen: Mapping[Place, Values], weights: Mapping[Place, Values], place: Place
) -> Values:
    return _multiply(seen[place], weights.get(place, {}))


# The rule of a game: one dash


def _weigh_dashes(row: Mapping[int, Values], rules: Rules) -> dict[int, tuple[float, float]]:
    """Judge the cells of one game by the rule that exactly one of them is a dash. Return for each
    column two weights: how well a dash in it fits the other cells, and how well anything else fits
    them.
    """
    if not rules.one_dash:
        return dict.fromkeys(row, (1.0, 1.0))
    dashes = {column: cell.get(DASH, 0.0) for column, cell in row.items()}
    others = {column: sum(cell.values()) - dashes[column] for column, cell in row.items()}
    return {column: _weigh_dash(dashes, others, column) for column in row}


def _weigh_dash(
    dashes: Mapping[int, float], others: Mapping[int, float], column: int
) -> tuple[float, float]:
    rest = [other for other in dashes if other != column]
    every = prod(dashes[other] + others[other] for other in rest)
    none = prod(others[other] for other in rest)
    single = sum(
        dashes[winner] * prod(others[other] for other in rest if other != winner) for winner in rest
    )
    return none + BROKEN * (every - none), single + BROKEN * (every - single)


def _weigh_in_blank_row(row: Mapping[Place, Values], place: Place) -> Values:
    """Weigh one cell of a game that seems not to have been played, and return the new probabilities
    of its texts. In such a game either all cells are blank or none is. So the cell is more probably
    blank if the others are.
    """
    blanks = [cell.get(BLANK, 0.0) for other, cell in row.items() if other != place]
    blank, written = prod(blanks), prod(1 - chance for chance in blanks)
    weights = dict.fromkeys(row[place], written + BROKEN * blank)
    return _normalize(_multiply(row[place], weights | {BLANK: blank + BROKEN * written}))


def _weigh_with_dash(cell: Values, message: tuple[float, float]) -> Values:
    dash, other = message
    blank = {BLANK: other * BROKEN}  # a game that was played has a figure for everybody
    return {text: dash if text == DASH else blank.get(text, other) for text in cell}


# The answers


def _choose_answer(weighed: Mapping[str, float], seen: Mapping[str, float]) -> Answer:
    ordered = sorted(_normalize(weighed).items(), key=lambda pair: (-pair[1], pair[0]))
    candidates = tuple(Reading(text, chance) for text, chance in ordered[:KEPT] if chance > LEAST)
    if not candidates:
        return Answer((Reading(OTHER, 1.0),), sure=False)
    if candidates[0].text == OTHER and seen.get(OTHER, 0.0) < SEEN:  # only a sum says so
        candidates = (*candidates[1:2], candidates[0], *candidates[2:])
    best = candidates[0]
    clear = seen.get(best.text, 0.0) >= SEEN and seen.get(OTHER, 0.0) < UNKNOWN
    clear = clear and (best.text == BLANK or seen.get(BLANK, 0.0) < PALE)
    return Answer(candidates, clear and best.text != OTHER and best.probability >= SURE)


def _answer_game(
    weighed: Values, readings: Sequence[Reading], beside: Sequence[Reading], *, is_played: bool
) -> Answer:
    """Return the conclusion about one cell of a game: its candidates (texts with probabilities),
    and whether the first is sure. It is unsure if the cell is blank though the game was played, if
    the cell is filled though the game was not played, or if a score clearly written beside the cell
    contradicts it. `weighed` gives the probabilities by the rules, `readings` those by the picture,
    and `beside` the candidates for that score.
    """
    answer = _choose_answer(weighed, _merge_texts(readings))
    is_expected = (answer.text != BLANK) == is_played and not contradicts(answer.text, beside)
    return answer._replace(sure=answer.sure and is_expected)


def _answer_sums(form: Form, sums: Mapping[int, Mapping[int, Numbers]]) -> dict[Place, Answer]:
    answers = {}
    for (after, column), readings in form.sums.items():
        seen = _merge_sum_texts(readings)
        weighed = {
            str(number): chance for number, chance in sums.get(column, {}).get(after, {}).items()
        }
        lost = {text: chance for text, chance in seen.items() if text not in weighed}
        total = sum(seen.get(text, 0.0) for text in weighed)
        scale = total / (sum(weighed.values()) or 1.0)
        every = {text: chance * scale for text, chance in weighed.items()} | lost
        answers[after, column] = _choose_answer(every, seen)
    return answers


def _merge_sum_texts(readings: Sequence[Reading]) -> Values:
    """Return how probable each number or other text is in the cell of a sum, by the picture alone.
    A dash there counts as 0.
    """
    chances = _merge_texts(readings)
    if DASH in chances:
        chances["0"] = chances.pop(DASH) + chances.get("0", 0.0)
    return chances


def _answer_dashes(
    form: Form, weighed: Mapping[Place, Values], played: Sequence[int]
) -> dict[int, Answer]:
    answers = {}
    for column, readings in form.dashes.items():
        seen = _merge_sum_texts(readings)
        counted = add(
            {1: cell.get(DASH, 0.0), 0: 1 - cell.get(DASH, 0.0)}
            for cell in (weighed[game, column] for game in played)
        )
        wrong = MISCOUNTED / (len(played) + 1)
        fits = {
            text: chance * ((1 - MISCOUNTED) * counted.get(parse_number(text) or 0, 0.0) + wrong)
            if parse_number(text) is not None
            else chance * wrong
            for text, chance in seen.items()
        }
        answers[column] = _choose_answer(fits, seen)
    return answers
