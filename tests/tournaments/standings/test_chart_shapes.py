import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.chart_shapes import (
    BOTTOM,
    HEIGHT,
    LEFT,
    NAMED,
    RIGHT,
    TOP,
    WIDTH,
    Series,
    choose_labelled,
    choose_places,
    choose_steep_places,
    choose_ticks,
    draw_bars,
    draw_lines,
    spread_labels,
)

VALUES = st.one_of(st.integers(-9999, 9999), st.fractions(-999, 999, max_denominator=6))
NAMES = st.integers(0, 60).map(lambda many: [f"{n}" for n in range(many)])


def inside(x, y):
    return LEFT <= x <= RIGHT and TOP <= y <= BOTTOM


@given(VALUES, VALUES)
def test_figures_on_an_axis_are_round_and_around_everything(first, other):
    low, high = sorted((first, other))
    found = choose_ticks(low, high)
    (step,) = {after - before for before, after in pairwise(found)}
    assert re.fullmatch(r"1/2|[125]0*", str(Fraction(step)))
    assert all(mark % step == 0 for mark in found)
    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 7


@pytest.mark.parametrize(
    ("last", "found"),
    [(1, [1, 2]), (2, [1, 2]), (4, [1, 2, 3, 4]), (9, [1, 2, 4, 6, 8, 9]),
     (23, [1, 5, 10, 15, 20, 23]), (21, [1, 5, 10, 15, 21]), (100, [1, 20, 40, 60, 80, 100])],
)  # fmt: skip
def test_first_and_last_place_are_named_and_round_ones_between(last, found):
    assert choose_places(last) == found


@given(st.integers(0, 200))
def test_the_last_has_its_words_and_a_few_as_far_apart(many):
    found = choose_labelled(many)
    assert found[-1:] == ([many - 1] if many else [])
    assert len({after - before for before, after in pairwise(found)}) <= 1
    assert min(many, 4) <= len(found) <= 6


@given(st.lists(st.integers(TOP, BOTTOM), max_size=30))
def test_labels_are_in_the_order_of_their_lines_and_apart(wanted):
    found = spread_labels(wanted, 34, (TOP, BOTTOM))
    ordered = [found[n] for n in sorted(range(len(wanted)), key=wanted.__getitem__)]
    gap = min(34, (BOTTOM - TOP) // max(len(wanted) - 1, 1))
    assert all(b - a >= gap for a, b in pairwise(ordered))
    assert all(TOP <= point <= BOTTOM for point in found)


def test_labels_with_room_stay_where_their_lines_end():
    assert spread_labels([300, 100, 200], 34, (TOP, BOTTOM)) == [300, 100, 200]
    assert spread_labels([340, 340, 330], 34, (TOP, BOTTOM)) == [306, 340, 272]


@given(st.data(), st.integers(1, 40), st.integers(1, 120))
def test_every_point_of_a_line_is_in_the_box(data, nights, last):
    place = st.one_of(st.none(), st.integers(1, last))
    of_one = st.lists(place, min_size=nights, max_size=nights)
    series = [Series("1", data.draw(of_one)), Series("2", data.draw(of_one))]
    found = draw_lines(series, [str(n) for n in range(nights)], last)
    for line, (_label, values, _kind) in zip(found.lines, series, strict=True):
        points = re.findall(r"(\d+) (\d+)", line.path)
        dots = [(str(x), str(y)) for x, y in line.dots]
        assert set(dots) <= set(points) if nights > 20 else dots == points
        assert len(points) == sum(value is not None for value in values)
        assert all(inside(x, y) for x, y in line.dots)
        assert TOP <= line.beside <= BOTTOM
    assert all(TOP <= tick.at <= BOTTOM for tick in found.up)
    assert all(LEFT <= tick.at <= RIGHT for tick in found.along)
    assert RIGHT < WIDTH and BOTTOM < HEIGHT


def test_line_goes_from_left_to_right_with_the_first_on_top_and_gaps():
    found = draw_lines([Series("Ans", [4, None, 1, 2])], ["a", "b", "c", "d"], 4)
    (line,) = found.lines
    middle, third = LEFT + (RIGHT - LEFT) * 2 // 3, TOP + (BOTTOM - TOP) // 3
    assert line.path == f"M{LEFT} {BOTTOM} M{middle} {TOP} L{RIGHT} {third}"
    assert (line.label, line.beside) == ("Ans", third)
    assert [tick.words for tick in found.up] == ["1", "2", "3", "4"]


def test_lines_with_names_end_where_their_names_begin_and_the_top_has_most_room():
    found = draw_lines([Series("1 Ans", [30, 1], "1")], ["a", "b"], 30, named=True)
    (line,) = found.lines
    assert (found.right, line.path) == (NAMED, f"M{LEFT} {BOTTOM} L{NAMED} {TOP}")
    assert (line.end, line.beside, line.kind) == (TOP, TOP, "1")
    marks = [tick.words for tick in found.up]
    assert marks == ["1", "2", "3", "5", "10", "20", "30"]
    first, second = (found.up[n + 1].at - found.up[n].at for n in (0, 1))
    assert first > second


@given(st.integers(1, 400))
def test_places_on_a_steep_axis_are_apart(last):
    found = choose_steep_places(last, (TOP, BOTTOM), 34)
    assert (found[0], found[-1]) == (1, max(last, 2))
    assert found == sorted(set(found))


def test_in_a_crowd_only_a_point_alone_has_a_dot():
    (line,) = draw_lines([Series("", [1, None, *[2] * 17, None, 3])], [""] * 21, 3).lines
    assert line.dots == [(LEFT, TOP), (RIGHT, BOTTOM)]


def test_one_night_stands_in_the_middle_and_nothing_draws_nothing():
    assert draw_lines([Series("", [1])], ["a"], 1).lines[0].dots == [((LEFT + RIGHT) // 2, TOP)]
    assert draw_lines([], [], 1).lines == []
    (line,) = draw_lines([Series("", [])], [], 3).lines
    assert (line.path, line.dots, line.beside) == ("", [], BOTTOM)


@given(st.lists(st.tuples(st.one_of(st.none(), VALUES), st.booleans()), max_size=60))
def test_every_bar_is_in_the_box_and_stands_on_nought(values):
    found = draw_bars(values, [str(n) for n in range(len(values))], str)
    known = [(value, marked) for value, marked in values if value is not None]
    assert [bar.marked for bar in found.bars] == [marked for _value, marked in known]
    for bar, (value, _marked) in zip(found.bars, known, strict=True):
        assert inside(bar.x, bar.y)
        assert inside(bar.x + bar.width, bar.y + bar.height)
        assert found.base == (bar.y if value < 0 else bar.y + bar.height)
    assert all(b.x >= a.x + a.width for a, b in pairwise(found.bars))


def test_figures_beside_bars_are_written_as_asked():
    found = draw_bars([(Fraction(1, 2), False), (None, False), (2, True)], ["a", "b", "c"], repr)
    assert [tick.words for tick in found.up] == ["0", "Fraction(1, 2)", "1", "Fraction(3, 2)", "2"]
    assert [tick.words for tick in found.along] == ["a", "b", "c"]
    assert [bar.marked for bar in found.bars] == [False, True]


def test_equal_figures_and_none_at_all_have_an_axis():
    assert [tick.words for tick in draw_bars([(0, False)], ["a"], str).up] == ["0", "1/2"]
    assert draw_bars([], [], str).bars == []
