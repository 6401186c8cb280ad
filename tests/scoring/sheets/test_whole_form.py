import json
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.models import Event, Note, Sheet
from scoring.sheets import lifecycle, verify
from tests.scoring.sheets.asking import refused, state

FULL = {"entries": {"Ans": "-", "Bob": 5}}
ONE = uuid.UUID(int=1)


# What the paper says


def test_paper_is_kept_by_seat_and_comes_back_by_name(sheet):
    paper = {"dashes": {"Ans": 1}, "subtotals": {"5": {"Bob": 9}}, "totals": {"Ans": 0, "Bob": 9}}
    assert "Bob" not in lifecycle.record(sheet=sheet, number=0, row=paper).body
    assert lifecycle.build_data(sheet)["paper"] == paper
    assert state(sheet)["seen"] == {"0": 2}


def test_player_named_as_a_part_of_the_paper_is_a_player():
    names = ["totals", "5"]
    sheet = lifecycle.open(game="jokeren", names=names)
    paper = {"totals": {"totals": 3, "5": 4}, "subtotals": {"5": {"5": 1}}}
    lifecycle.record(sheet=sheet, number=0, row=paper)
    assert lifecycle.build_data(sheet)["paper"] == paper


def test_paper_keeps_only_what_is_known_and_written(sheet):
    paper = {"totals": {"Ans": None, "Bob": 4}, "dashes": {}, "subtotals": {"5": None}, "no": {}}
    lifecycle.record(sheet=sheet, number=0, row=paper)
    assert lifecycle.build_data(sheet)["paper"] == {"totals": {"Bob": 4}}


def test_paper_that_differs_is_kept_and_told(sheet):
    for number in range(1, 11):
        lifecycle.record(sheet=sheet, number=number, row=FULL)
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Bob": 51}})
    assert [problem["code"] for problem in state(sheet)["result"]["problems"]] == ["J20"]
    # and a game can be corrected all the same
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 6}})
    assert state(sheet)["result"]["problems"] == []
    assert dict(sheet.seats.values_list("name", "total")) == {"Ans": 0, "Bob": 51}


@pytest.mark.parametrize(
    ("paper", "problem"),
    [
        ({"totals": {"Bob": "many"}}, "J17"),
        ({"totals": {"Zoë": 1}}, "J27"),
        ({"totals": []}, "J17"),
        ({"subtotals": {"99": {"Bob": 1}}}, "J17"),
        ({"subtotals": 5}, "J17"),
    ],
)
def test_paper_that_cannot_be_read_is_refused(sheet, paper, problem):
    assert refused(lifecycle.record, sheet=sheet, number=0, row=paper) == [problem]
    assert sheet.events.count() == 1


# The number of games


def test_round_cut_short_is_complete(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL)
    event = lifecycle.set_games(sheet=sheet, games=1, by="u", device="d", event=ONE)
    assert (event.kind, event.actor, event.device, event.pk) == ("games", "u", "d", ONE)
    found = (state(sheet)["result"]["complete"], state(sheet)["data"]["options"])
    assert found == (True, {"games": 1})
    assert Sheet.objects.get().options == {}


def test_open_end_gets_an_end():
    sheet = lifecycle.open(game="rummy", names=["Ans", "Bob"])
    lifecycle.record(sheet=sheet, number=1, row={"end": "out", "entries": {"Ans": "-", "Bob": 5}})
    assert not state(sheet)["result"]["complete"]
    lifecycle.set_games(sheet=sheet, games=1)
    assert state(sheet)["result"]["winner"] == "Ans"


def test_number_of_games_is_again_what_the_rules_say(sheet):
    before = state(sheet)["data"]
    for games in (3, None):
        lifecycle.set_games(sheet=sheet, games=games)
    assert state(sheet)["data"] == before


def test_emptied_game_does_not_hold_the_number_up(sheet):
    lifecycle.record(sheet=sheet, number=3, row=FULL)
    lifecycle.record(sheet=sheet, number=3, row={})
    lifecycle.set_games(sheet=sheet, games=1)
    assert state(sheet)["data"]["options"] == {"games": 1}


# Penalties


FINE = {"player": "Bob", "points": 10, "reason": "phoned", "signed": "Dik"}


def test_penalty_stands_beside_what_is_counted(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL)
    event = lifecycle.penalize(sheet=sheet, event=ONE, **FINE)
    assert "phoned" not in event.body
    assert "Dik" not in event.body
    assert state(sheet)["penalties"] == [{"event": str(ONE), **FINE}]
    assert state(sheet)["result"]["totals"] == {"Ans": 0, "Bob": 5}


def test_words_of_a_penalty_can_be_erased(sheet):
    lifecycle.penalize(sheet=sheet, **FINE)
    Note.objects.update(text="", signed="")
    (line,) = state(sheet)["penalties"]
    assert (line["reason"], line["signed"], line["points"]) == ("…", "", 10)
    assert verify.run().problems == []


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        *(({"points": points}, "S70") for points in (0, 1001, True)),
        *(({"reason": " "}, "S70"), ({"signed": "\u200b"}, "S70"), ({"player": "Zoë"}, "S08")),
    ],
)
def test_penalty_needs_points_reason_name_and_somebody_at_the_table(sheet, wrong, code):
    assert refused(lifecycle.penalize, sheet=sheet, **(FINE | wrong)) == [code]
    assert not Note.objects.exists()


# Closing


def test_closed_form_takes_nothing_and_reopened_it_does(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL)
    assert lifecycle.close(sheet=sheet).kind == "closed"
    assert Sheet.objects.get().closed
    late = lifecycle.record(sheet=sheet, number=2, row=FULL)
    assert late.kind == "set aside"
    assert lifecycle.record(sheet=sheet, number=1, row=FULL).kind == "entered"
    assert refused(lifecycle.choose, sheet=sheet, event=late.pk) == ["S67"]
    assert refused(lifecycle.close, sheet=sheet) == ["S67"]
    lifecycle.reopen(sheet=sheet, reason="a late form")
    assert not Sheet.objects.get().closed
    lifecycle.choose(sheet=sheet, event=late.pk)
    assert lifecycle.build_data(sheet)["games"] == [FULL, FULL]
    assert verify.run().problems == []


def test_reason_for_opening_again_is_a_note(sheet):
    lifecycle.close(sheet=sheet)
    event = lifecycle.reopen(sheet=sheet, reason="a late form")
    assert (Note.objects.get(pk=event.pk).text, event.body) == ("a late form", "{}")


# What came in before


SAID = [
    (lifecycle.set_games, {"games": 3}, {"games": 4}),
    (lifecycle.penalize, FINE, {"points": 11}),
    (lifecycle.penalize, FINE, {"reason": "late"}),
    (lifecycle.hand_over, {"player": "Bob"}, {"player": "Ans"}),
]


@pytest.mark.parametrize(("do", "said", "other"), SAID)
def test_sent_again_is_done_once_and_with_other_content_refused(sheet, do, said, other):
    first = do(sheet=sheet, event=ONE, **said)
    assert do(sheet=sheet, event=ONE, **said).sequence == first.sequence
    assert refused(do, sheet=sheet, event=ONE, **(said | other)) == ["S60"]
    another = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    assert refused(do, sheet=another, event=ONE, **said) == ["S60"]
    assert Event.objects.count() == 3


# Opening many


def loose(**how):
    return lifecycle.open(game="jokeren", names=["Ans", "Bob"], loose=True, **how)


def test_a_hall_may_open_many_and_one_address_no_end(monkeypatch):
    monkeypatch.setattr(lifecycle, "MOST_A_DAY", 3)
    first, *_ = [loose(origin="hall") for _ in range(3)]
    assert refused(loose, origin="hall") == ["S71"]
    assert loose(origin="elsewhere")
    assert loose()
    Sheet.objects.filter(pk=first.pk).update(created=timezone.now() - timedelta(days=2))
    assert loose(origin="hall")


# Who begins


CLOSED_BY_BOB = {
    "end": "closed",
    "entries": {"Ans": {"melded": False}, "Bob": {"out": True, "type": 40, "jokers": 0}},
}


def international(**more):
    return lifecycle.open(game="rummikub-international", names=["Ans", "Bob"], **more)


def test_who_begins_is_in_the_first_event_and_followed_in_the_count():
    sheet = international(starter="Bob")
    assert refused(lifecycle.record, sheet=sheet, number=1, row=CLOSED_BY_BOB) == ["I48"]
    little = CLOSED_BY_BOB["entries"]["Bob"] | {"type": 39}
    row = CLOSED_BY_BOB | {"entries": CLOSED_BY_BOB["entries"] | {"Bob": little}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    [scored] = state(sheet)["result"]["rows"]
    assert (scored["starter"], scored["scores"]["Ans"] < 0) == ("Bob", True)
    assert json.loads(sheet.events.get(kind="opened").body)["starter"] == sheet.seats.all()[1].key
    assert verify.run().problems == []


def test_who_begins_is_said_later_and_all_is_counted_anew():
    sheet = international()
    lifecycle.record(sheet=sheet, number=1, row=CLOSED_BY_BOB)
    assert lifecycle.build_data(sheet).get("first_starter") is None
    lifecycle.set_starter(sheet=sheet, player="Bob")
    sheet.refresh_from_db()
    assert lifecycle.build_data(sheet)["first_starter"] == "Bob"
    assert [problem["code"] for problem in state(sheet)["result"]["problems"]] == ["I48"]
    assert [seat.total for seat in sheet.seats.all()] == [0, 0]
    lifecycle.set_starter(sheet=sheet, player="Ans")
    assert state(sheet)["result"]["problems"] == []
    assert verify.run().problems == []


def test_who_begins_stays_when_the_seat_gets_another_name():
    sheet = international(starter="Bob")
    lifecycle.replace(sheet=sheet, player="Bob", name="Bep", since=1)
    assert state(sheet)["data"]["first_starter"] == "Bep"
    assert verify.run().problems == []


def test_opening_sent_again_with_another_who_begins_is_refused():
    first = international(starter="Bob", event=ONE)
    lifecycle.set_starter(sheet=first, player="Ans")
    assert international(starter="Bob", event=ONE) == first
    for other in ("Ans", ""):
        assert refused(international, starter=other, event=ONE) == ["S60"]


def test_who_deals_first_is_said_at_the_opening_or_later(sheet):
    lifecycle.set_starter(sheet=sheet, player="Bob")
    assert state(sheet)["data"]["first_dealer"] == "Bob"
    dealt = lifecycle.open(game="jokeren", names=["Ans", "Bob"], starter="Ans")
    assert state(dealt)["result"]["next"]["dealer"] == "Ans"
    assert verify.run().problems == []


def test_nobody_begins_who_does_not_sit_there():
    assert refused(international, starter="Zoë") == ["I08"]
    dealt = international()
    lifecycle.close(sheet=dealt)
    assert refused(lifecycle.set_starter, sheet=dealt, player="Bob") == ["S67"]
