import pytest
from django.utils.translation import override

from scoring import games
from scoring.printing.form_layout import PEN, find_room, find_step, select_fitting
from scoring.printing.printed_sheet import build_blank
from scoring.toolkit.pdf.page import Box

BOXES = {"a4": Box(9, 9, 192, 279), "a5": Box(9, 9, 130, 192)}


def pages(form, box):
    rest = form.lines
    while True:
        room = find_room(box, form)
        lines, last = select_fitting(form, room, rest)
        yield room, lines, last
        rest = rest[len(lines) :]
        if last:
            return


@pytest.mark.parametrize("size", BOXES)
@pytest.mark.parametrize("key", ["jokeren", "jolly", "rummikub-international", "vijfhonderd"])
def test_every_number_of_games_has_its_room(key, size):
    for count in range(1, 51):
        with override("de"):
            form = build_blank(games.find(key)({"games": count}), 4)
        numbers = []
        for room, lines, last in pages(form, BOXES[size]):
            step = find_step(room, form, lines, last=last)
            assert step >= PEN * room.rows
            high = step * len(lines) + PEN * sum(line.subtotals is not None for line in lines)
            below = room.below if last else 0
            assert lines
            assert room.above + high + below <= room.box.height
            numbers += [line.number for line in lines]
        assert numbers == list(range(1, count + 1))


def test_form_without_an_end_fills_one_page():
    form = build_blank(games.find("rummikub")({}), 4)
    [(_room, lines, last)] = pages(form, BOXES["a4"])
    assert last
    assert 10 < len(lines) < len(form.lines)
