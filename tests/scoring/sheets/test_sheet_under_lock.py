import uuid

import pytest

from scoring.models import Event
from scoring.sheets import lifecycle, player_changes, sheet_under_lock
from scoring.toolkit.problems import UserError

FULL = {"entries": {"Ans": "-", "Bob": 5, "Cor": 6}}
PENALTY = {"points": 5, "reason": "late", "signed": "Dik"}
ENTRY, PENALIZED, LEFT = (uuid.UUID(int=number) for number in (1, 2, 3))

WRITES = {
    "choose": lambda sheet: lifecycle.choose(sheet=sheet, event=ENTRY),
    "approve": lambda sheet: lifecycle.approve(sheet=sheet, player="Bob", read=""),
    "set_games": lambda sheet: lifecycle.set_games(sheet=sheet, games=9),
    "hand_over": lambda sheet: lifecycle.hand_over(sheet=sheet, player="Bob"),
    "set_starter": lambda sheet: lifecycle.set_starter(sheet=sheet, player="Bob"),
    "penalize": lambda sheet: lifecycle.penalize(sheet=sheet, player="Bob", **PENALTY),
    "withdraw": lambda sheet: lifecycle.withdraw(sheet=sheet, penalty=PENALIZED),
    "leave": lambda sheet: player_changes.leave(sheet=sheet, player="Bob", since=3),
    "add": lambda sheet: player_changes.add(sheet=sheet, name="Els", since=3),
    "replace": lambda sheet: player_changes.replace(sheet=sheet, player="Bob", name="Els", since=3),
    "undo": lambda sheet: player_changes.undo(sheet=sheet, change=LEFT),
}


@pytest.fixture
def sheet():
    made = lifecycle.open(game="jokeren", names=["Ans", "Bob", "Cor"])
    lifecycle.record(sheet=made, number=1, row=FULL, event=ENTRY)
    lifecycle.penalize(sheet=made, player="Ans", event=PENALIZED, **PENALTY)
    player_changes.leave(sheet=made, player="Cor", since=2, event=LEFT)
    return made


def refused(write, sheet):
    before = Event.objects.count()
    with pytest.raises(UserError) as refusal:
        write(sheet)
    assert Event.objects.count() == before
    return [problem["code"] for problem in refusal.value.problems]


@pytest.mark.parametrize("verb", WRITES)
def test_nothing_is_written_on_a_form_on_which_very_much_stands(sheet, monkeypatch, verb):
    monkeypatch.setattr(sheet_under_lock, "MOST_EVENTS", sheet.events.count())
    assert refused(WRITES[verb], sheet) == ["S72"]


@pytest.mark.parametrize("verb", WRITES)
def test_nothing_is_written_on_a_closed_form(sheet, verb):
    lifecycle.close(sheet=sheet)
    assert refused(WRITES[verb], sheet) == ["S67"]
