import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from html import unescape
from itertools import pairwise
from types import SimpleNamespace

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings.chart_shapes import (
    NAMED,
    PLAIN,
    TOP,
    Dot,
    PlaceLine,
    choose_labelled,
    choose_places,
    choose_ticks,
    draw_dots,
    draw_places,
    spread_labels,
)
from tournaments.standings.pages import charts
from tournaments.standings.pages.player_all_seasons import PlayerNight

VALUES = st.one_of(st.integers(-9999, 9999), st.fractions(-999, 999, max_denominator=6))
WIDE = PLAIN[0]
ROOM = (16, 340)


def points_of(drawing, kind):
    lines = re.findall(rf'class="line {kind}"><path d="([^"]*)"', drawing.body)
    return [[(int(x), int(y)) for x, y in re.findall(r"(\d+) (\d+)", path)] for path in lines]


def words_of(drawing):
    return re.findall(r">([^<>]+)</text>", drawing.body)


@settings(deadline=None)
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


@settings(deadline=None)
@given(st.integers(0, 200), st.integers(2, 7))
def test_the_last_has_its_words_and_a_few_as_far_apart(many, most):
    found = choose_labelled(many, most)
    assert found[-1:] == ([many - 1] if many else [])
    assert len({after - before for before, after in pairwise(found)}) <= 1
    assert min(many, 1) <= len(found) <= most


@settings(deadline=None)
@given(st.lists(st.integers(*ROOM), max_size=30))
def test_labels_are_in_the_order_of_their_lines_and_apart(wanted):
    found = spread_labels(wanted, 34, ROOM)
    ordered = [found[n] for n in sorted(range(len(wanted)), key=wanted.__getitem__)]
    gap = min(34, (ROOM[1] - ROOM[0]) // max(len(wanted) - 1, 1))
    assert all(b - a >= gap for a, b in pairwise(ordered))
    assert all(ROOM[0] <= point <= ROOM[1] for point in found)


def test_labels_with_room_stay_where_their_lines_end():
    assert spread_labels([300, 100, 200], 34, ROOM) == [300, 100, 200]
    assert spread_labels([340, 340, 330], 34, ROOM) == [306, 340, 272]


@settings(deadline=None)
@given(st.data(), st.integers(1, 40), st.integers(1, 60), st.booleans())
def test_every_place_is_a_point_in_the_box(data, nights, last, named):
    place = st.one_of(st.none(), st.integers(1, last))
    of_one = st.lists(place, min_size=nights, max_size=nights)
    places = data.draw(of_one), data.draw(of_one)
    lines = [PlaceLine(places[0], "own", ("Ans", "A")), PlaceLine(places[1], "hair", ("Bo", "B"))]
    days = [str(n) for n in range(nights)]
    for frame, drawing in zip(
        NAMED if named else PLAIN, draw_places(lines, days, last, named=named), strict=True
    ):
        for kind, known in zip(("own", "hair"), places, strict=True):
            (points,) = points_of(drawing, kind)
            assert len(points) == sum(place is not None for place in known)
            assert all(frame.width / 50 < x < frame.width - 10 for x, _y in points)
            assert all(TOP <= y < drawing.height for _x, y in points)
        assert drawing.width == frame.width


def test_line_goes_from_left_to_right_with_the_first_on_top_and_gaps():
    wide, *_ = draw_places([PlaceLine([4, None, 1, 2], "own")], ["a", "b", "c", "d"], 4)
    ((first, third, last),) = points_of(wide, "own")
    assert first == (WIDE.left, TOP + WIDE.height)
    assert third == (WIDE.left + (last[0] - WIDE.left) * 2 // 3, TOP)
    assert last[0] > WIDE.width * 0.95  # a number needs no more room
    assert [words for words in words_of(wide) if words.isdigit()] == ["1", "2", "3", "4", "2"]
    assert wide.body.count("<circle") == 2  # the end, and a night between two that were missed


def test_names_stand_at_both_ends_and_apart_where_a_place_is_shared():
    lines = [
        PlaceLine([2, 1], "leads", ("Ans de <Boer>", "Ans")),
        PlaceLine([1, 1], "own", ("Jan-Willem op den Camp-Ramdin", "Jan-Willem")),
        PlaceLine([None, 3], "hair", ("Cor", "Annemarie-Wilhelmina-Jo P.")),
    ]
    wide, tablet, narrow = draw_places(lines, ["1-9", "8-9"], 3, named=True)
    assert words_of(wide)[2:] == [
        *("Ans de &lt;Boer&gt; 2", "Jan-Willem 1"),
        *("3 Cor", "1 Ans de &lt;Boer&gt;", "1 Jan-Willem"),
    ]
    for each in (tablet, narrow):
        assert words_of(each)[2:] == ["2", "1", "3 Annemarie-Wilh…", "1 Ans", "1 Jan-Willem"]
    assert wide.body.count("<circle") == 3  # two ends, and a line that begins later
    ends = [int(y) for y in re.findall(r'y="(\d+)" dy=".35em" text-anchor="start"', wide.body)]
    assert len({*ends}) == 3
    assert [
        y for kind in ("hair", "leads", "own") for _x, y in points_of(wide, kind)[0][-1:]
    ] == ends


def test_couples_have_first_names_and_no_name_on_a_phones_left():
    rows = [
        SimpleNamespace(
            name="Ans Bos & Bo Dam", first_name="Ans & Bo", places=[2, 1], player=1, place=1
        ),
        SimpleNamespace(
            name="Wilhelmina & Jan-Willem Dam", first_name="Wilhelmina & Jan-Willem",
            places=[1, 2], player=2, place=2,
        ),
    ]  # fmt: skip
    division, days = SimpleNamespace(rows=rows, number=None), [date(2026, 9, 1)] * 2
    chart = charts.draw_everybody(days, division)
    assert "Ans & Bo" in chart.news and "Bos" not in chart.news
    wide, tablet, narrow = (unescape(" ".join(words_of(each)[2:])) for each in chart.drawings)
    both = "Wilhelmina & Jan-Willem"
    assert wide == f"{both} 1 Ans & Bo 2 2 {both} 1 Ans & Bo"
    assert tablet == narrow == "1 2 2 Wilhelmina & J. 1 Ans & Bo"
    for each in chart.drawings:  # whom the news names besides the leader has a dark line
        assert len(points_of(each, "led")) == 1 and f"{both}:" in chart.news
    chart = charts.draw_everybody(days, division, [2])
    assert chart.news == "Jullie gingen van 1 naar 2" and not points_of(chart.drawings[0], "led")


def test_labels_end_within_the_drawing():
    names = ("Maximiliaan Schimmelpenninck", "Maximiliaan S.")
    for last in (9, 40):
        lines = [PlaceLine([last] * 2, "own", names)] * 2
        drawn = draw_places(lines, ["a", "b"], last, named=True)
        for frame, each in zip(NAMED, drawn, strict=True):
            labels = re.findall(
                r'x="(\d+)" y="\d+" dy=".35em" text-anchor="(\w+)">(.*?)<', each.body
            )
            assert len(labels) == 4
            for x, anchor, words in labels:
                room = int(x) if anchor == "end" else frame.width - int(x)
                assert room >= 0.65 * frame.size * len(words)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([5, 5], "always in place 5"),
        ([7, 6, 21, 19], "from 7 to 19"),
        ([5, 18, 7], "from 5 down to 18, now 7"),
        ([7, 21, 9, 8, 8, 15], "from 21 up to 8, now 15"),
        ([10, 10, 5, 7, 4, 6, 5], "from 10 to 5"),
        ([2, 1, 2, 1], "from 1 down to 2, now 1"),
    ],
)
def test_way_is_told_by_its_last_turn_and_a_small_one_is_none(places, said):
    with translation.override("en"):
        assert charts.tell_way(places) == said


@pytest.mark.parametrize(
    ("now", "own", "said"),
    [
        ((6, 4), None, "Bob is 2 places ahead of Ans, 1.50 points"),
        ((6, 4), 1, "You are 2 places ahead of Ans, 1.50 points"),
        ((6, 4), 0, "Bob is 2 places ahead of you, 1.50 points"),
        ((3, 4), None, "Ans is 1 place ahead of Bob, 1.50 points"),
        ((4, 4), None, "Ans and Bob are equal"),
        ((4, 4), 0, "You and Bob are equal"),
    ],
)
def test_comparison_tells_who_is_ahead(now, own, said):
    both = tuple((4, place) for place in now)
    two = charts.TwoPlayers(
        "2026", [date(2026, 9, 1), date(2026, 9, 8)], both, [[0, 0]] * 2, Decimal("1.5")
    )
    with translation.override("en"):
        assert charts.draw_two(two, ["Ans Bos", "Bob Dam"], ["Ans", "Bob"], own).news == said


def test_each_table_won_is_a_dash():
    lines = [
        PlaceLine([1, 2], "own", ("A", "A"), (2, 0), "2 tables"),
        PlaceLine([2, 1], "other", ("B", "B")),
    ]
    for drawing in draw_places(lines, ["a", "b"], 2):
        assert drawing.body.count('class="won own"') == 2
        assert words_of(drawing)[-2:] == ["A", "2 tables"]
        lines_end = max(x for kind in ("own", "other") for x, _y in points_of(drawing, kind)[0])
        starts = re.findall(r'x="(\d+)" y="\d+" dy=".35em" text-anchor="start"', drawing.body)
        assert len(starts) == 4 and min(map(int, starts)) > lines_end


@pytest.mark.parametrize("low", [True, False])
def test_better_is_above_and_a_missed_night_is_hollow(low):
    dots = [Dot(30, 40, missed=False), Dot(55, Fraction(81, 2), missed=True), Dot(None, 40, False)]
    for drawing in draw_dots(dots, ["a", "b", "c"], low=low, labels=("mid", "end", "e"), write=str):
        ((_x, middle), *_more) = points_of(drawing, "middle")[0]
        (dot,) = re.findall(r'class="dot" cx="\d+" cy="(\d+)"', drawing.body)
        (missed,) = re.findall(r'class="missed" cx="\d+" cy="(\d+)"', drawing.body)
        assert (int(dot) < middle < int(missed)) == low
        assert drawing.body.count('class="stem"') == 1
        assert ("mid" in words_of(drawing)) == (drawing.kind != "narrow")
        assert not {"end", "e"} & {*words_of(drawing)}
    for value in (30, 55):  # its label stands at the last dot
        end = [*dots[:2], Dot(value, 40, missed=False)]
        for drawing in draw_dots(end, ["a", "b", "c"], low=low, labels=("", "end", "e"), write=str):
            *_dots, (x, y) = re.findall(r'class="dot" cx="(\d+)" cy="(\d+)"', drawing.body)
            ((across, height),) = re.findall(r'class="own" x="(\d+)" y="(\d+)"', drawing.body)
            assert int(across) == int(x) + 10 and abs(int(height) - int(y)) <= 25  # beside it
            first = re.search(r'cx="(\d+)"', drawing.body[drawing.body.index('class="dot"') :])
            assert first and int(first[1]) - 6 > PLAIN[-1].left  # clear of the figures


@pytest.mark.parametrize(("middle", "figures"), [(100, "40 60 80 100"), (400, "−10 −5 0 5 10")])
def test_nights_of_very_different_sizes_are_drawn_from_their_middle(middle, figures):
    nights = [
        PlayerNight(pk, date(2026, 9, pk), 1, None, None, points, (), 0, "", False, True)
        for pk, points in ((2, middle - 10), (1, 50))
    ]
    chart = charts.draw_nights(nights, {1: Fraction(40), 2: Fraction(middle)}, low=True)
    assert chart.news == "1 van 2 avonden waren beter dan de middelste van de club"
    assert figures in " ".join(words_of(chart.drawings[0]))
    left_early = [replace(night, is_whole=False) for night in nights]
    assert charts.draw_nights(left_early, {}, low=True).news == "Punten van elke avond"


def test_last_night_is_named_and_nothing_draws_nothing():
    labels = ("mid", "2: place 1", "2")
    wide, *_, narrow = draw_dots([Dot(2, None, False)], ["a"], low=False, labels=labels, write=repr)
    assert words_of(wide)[-1] == "2: place 1" and "mid" not in words_of(wide)
    assert words_of(narrow)[-1] == "2"
    assert "<circle" not in draw_dots([], [], low=True, labels=("", "", ""), write=str)[0].body
    assert points_of(draw_places([PlaceLine([])], [], 1)[0], "hair") == [[]]
