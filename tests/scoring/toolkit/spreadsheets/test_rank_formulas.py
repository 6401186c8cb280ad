import pytest

from scoring.toolkit.spreadsheets.formulas import (
    Cell,
    Formula,
    Ranked,
    TieBreaker,
    build_places,
    build_side_places,
    join_cells,
)
from tests.scoring.files.worked_out import Parser

MORE = [Cell(column, 3) for column in range(1, 5)]


def line(figures, places):
    return [
        Ranked(Cell(column, 1), *pair)
        for column, pair in enumerate(zip(figures, places, strict=True), 1)
    ]


class Lines:
    def __init__(self, *lines):
        self.lines = lines

    def value(self, _name, row, column):
        return self.lines[row - 1][column - 1]


def worked_out(places, *lines):
    return [
        Parser(Lines(*lines), "", place.words).whole() if isinstance(place, Formula) else place
        for place in places
    ]


def test_dashes_tell_equal_ones_apart():
    figures, dashes, places = [10, 10, 10, 5], [2, 3, 2, 0], [3, 2, 3, 1]
    usual = TieBreaker([Cell(column, 2) for column in range(1, 5)], dashes)
    given = build_places(line(figures, places), True, MORE, usual)
    assert given.apart is None
    assert worked_out(given.places, figures, dashes) == places
    assert worked_out(given.places, figures, [3, 3, 2, 0]) == [2, 2, 4, 1]


def test_what_tells_equal_ones_apart_and_stands_nowhere_is_written_beside_them():
    figures, places = [10, 10, 20, 5], [3, 2, 4, 1]
    given = build_places(line(figures, places), True, MORE)
    assert given.apart == TieBreaker(MORE, places, low=True)
    assert worked_out(given.places, figures, [], places) == places
    assert worked_out(given.places, [10, 9, 9, 9], [], places) == [4, 2, 3, 1]


def test_who_has_no_place_is_passed_over():
    every = line([10, 0, 30, 20], [1, 0, 3, 2])
    given = build_places([ranked for ranked in every if ranked.place], True, MORE)
    assert given.places[0].words == "RANK(A1,(A1,C1:D1),1)"
    assert worked_out(given.places, [10, 0, 30, 20]) == [1, 3, 2]


@pytest.mark.parametrize(
    "figures",
    [
        [10, 20, 30, 40],  # a place that hangs on no figure
        [10, 10, 30, 40],
    ],
)
def test_a_place_that_hangs_on_something_else_is_a_figure(figures):
    every = [ranked for ranked in line(figures, [2, 1, 0, 3]) if ranked.place]
    assert build_places(every, True, [MORE[0], MORE[1], MORE[3]]).places == [2, 1, 3]


def test_partners_have_one_place():
    places = build_side_places(line([30, 10] * 2, [1, 2] * 2), False).places
    assert worked_out(places, [30, 10] * 2) == [
        1, 2, 1, 2,
    ]  # fmt: skip
    assert build_side_places(line([30, 10] * 2, [2, 1] * 2), False).places == [2, 1, 2, 1]


def test_cells_that_touch_are_one():
    cells = [Cell(1, 1), Cell(2, 1), Cell(4, 1), Cell(4, 2), Cell(5, 3)]
    assert [str(span) for span in join_cells(cells)] == ["A1:B1", "D1:D2", "E3:E3"]
