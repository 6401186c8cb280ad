import json
import uuid

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from scoring.browser import sync
from scoring.models import Erasure, Event, Note, Row, Seat, Sheet
from scoring.sheets import lifecycle
from scoring.toolkit.problems import UserError
from tests.scoring.conflicts import list_conflicts
from tests.scoring.sheets.asking import everything

FULL = {"entries": {"Ans": "-", "Bob": 5}}


def test_open_seats_the_players_and_the_first_writes(sheet):
    seats = list(sheet.seats.values_list("position", "name", "is_scribe"))
    assert seats == [(1, "Ans", True), (2, "Bob", False)]
    assert sheet.game_version == 1
    assert sheet.rows.count() == 0
    opened = sheet.events.get()
    assert (opened.sequence, opened.kind) == (1, "opened")


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "klaverjassen"},
        {"names": ["Ans", "Ans"]},
        {"names": []},
        {"options": {"games": 0}},
        {"scribe": "Cor"},
    ],
)
def test_open_refuses_what_score_refuses_and_leaves_nothing(wrong):
    assert refused(lifecycle.open, **({"game": "jokeren", "names": ["Ans", "Bob"]} | wrong))
    assert not Sheet.objects.exists()


APART, WHOLE = "Zoe\u0308", "Zo\u00eb"  # the same to whoever reads it


def test_name_is_kept_in_one_form_however_it_was_typed():
    said = {"game": "jokeren", "names": ["Ans", APART], "scribe": APART, "event": ONE}
    made = lifecycle.open(**said)
    assert list(made.seats.values_list("name", "is_scribe")) == [("Ans", False), (WHOLE, True)]
    assert lifecycle.open(**(said | {"names": ["Ans", WHOLE], "scribe": WHOLE})) == made
    assert lifecycle.open(**said) == made


@pytest.mark.parametrize("name", [APART, WHOLE])
def test_player_is_found_however_the_name_is_typed(name):
    made = lifecycle.open(game="jokeren", names=["Ans", APART], options={"games": 1})
    lifecycle.record(sheet=made, number=1, row={"entries": {"Ans": "-", WHOLE: 5}})
    words = {"reason": "late", "signed": "Dik"}
    lifecycle.penalize(sheet=made, player=name, points=5, **words)
    read = sync.build_sheet_state(made)["digest"]
    lifecycle.approve(sheet=made, player=name, read=read)
    assert sync.build_sheet_state(made)["approvals"] == [{"player": WHOLE, "on_paper": False}]
    lifecycle.hand_over(sheet=made, player=name)
    assert sync.build_sheet_state(made)["scribe"] == WHOLE


def test_game_left_out_is_an_empty_one(sheet):
    lifecycle.record(sheet=sheet, number=3, row=FULL)
    assert lifecycle.build_data(sheet)["games"] == [{}, {}, FULL]


@pytest.mark.parametrize(
    ("number", "row"),
    [
        (1, {"entries": {"Ans": "-", "Bob": "-"}}),
        (1, {"entries": {"Ans": "-", "Bob": 0}}),
        (1, {"entries": {"Zoë": 3}}),
        (11, FULL),
        (501, FULL),
        (-1, FULL),
    ],
)
def test_record_refuses_what_cannot_be_and_writes_nothing(sheet, number, row):
    problems = refused(lifecycle.record, sheet=sheet, number=number, row=row)
    assert {game for _code, game in problems} <= {number, None}
    assert not Row.objects.exists()
    assert sheet.events.count() == 1


def test_record_does_not_hold_an_older_game_against_a_new_one(sheet):
    both = {str(seat.pk): "-" for seat in sheet.seats.all()}
    Row.objects.create(sheet=sheet, number=1, data={"entries": both}, revision=1)
    lifecycle.record(sheet=sheet, number=2, row=FULL)
    assert sheet.rows.count() == 2


# Events, and what follows from them

ONE, TWO = uuid.UUID(int=1), uuid.UUID(int=2)
OTHER = {"entries": {"Ans": "-", "Bob": 6}}
THIRD = {"entries": {"Ans": 7, "Bob": "-"}}
VOID = {"void": "Bob dropped the stock"}


def totals(sheet):
    return dict(sheet.seats.values_list("name", "total"))


def row_1(sheet):
    return lifecycle.build_data(sheet)["games"][0]


def revision(sheet):
    return sheet.rows.get(number=1).revision


def refused(do, *about, **said):
    with pytest.raises(UserError) as refusal:
        do(*about, **said)
    return [(problem["code"], problem["game"]) for problem in refusal.value.problems]


def test_record_keeps_who_when_where_and_what(sheet):
    before = timezone.now()
    event = lifecycle.record(
        sheet=sheet, number=1, row=FULL, by="u-7", device="d-9", event=ONE, seen=0
    )
    stored = Event.objects.get(pk=ONE)
    assert stored == event
    assert (stored.sequence, stored.kind, stored.actor, stored.device) == (
        2, "entered", "u-7", "d-9",
    )  # fmt: skip
    assert before <= stored.time <= timezone.now()
    ans, bob = sheet.seats.all()
    entries = {str(ans.pk): "-", str(bob.pk): 5}
    assert json.loads(stored.body) == {"number": 1, "row": {"entries": entries}, "seen": 0}
    row = sheet.rows.get()
    assert (row.data, row.revision) == ({"entries": entries}, 2)


def test_totals_follow_every_entry_and_correction(sheet):
    assert totals(sheet) == {"Ans": 0, "Bob": 0}
    lifecycle.record(sheet=sheet, number=1, row=FULL)
    lifecycle.record(sheet=sheet, number=2, row=THIRD)
    assert totals(sheet) == {"Ans": 7, "Bob": 5}
    lifecycle.record(sheet=sheet, number=1, row=OTHER)
    assert totals(sheet) == {"Ans": 7, "Bob": 6}
    lifecycle.record(sheet=sheet, number=1, row={})
    assert totals(sheet) == {"Ans": 7, "Bob": 0}


def test_replay_changes_nothing_and_answers_as_before(sheet):
    said = {"sheet": sheet, "number": 1, "by": "u", "device": "d", "event": ONE, "seen": 0}
    first = lifecycle.record(row=FULL, **said)
    lifecycle.record(sheet=sheet, number=1, row=OTHER)
    before = everything()
    again = lifecycle.record(row=FULL, **(said | {"by": "new log-in"}))
    assert (again.pk, again.sequence, again.kind) == (first.pk, first.sequence, "entered")
    assert everything() == before


def test_replay_is_answered_after_the_game_could_no_longer_be_entered():
    sheet = lifecycle.open(game="jolly", names=["Ans", "Bob"], options={"target": 100})
    out = {"entries": {"Ans": {"meld": 60, "out": True}, "Bob": {"meld": 0, "hand": 9}}}
    for number, event in ((1, None), (2, ONE)):
        lifecycle.record(sheet=sheet, number=number, row=out, event=event)
    more = {"entries": {"Ans": {"meld": 160, "out": True}, "Bob": {"meld": 0, "hand": 9}}}
    lifecycle.record(sheet=sheet, number=1, row=more)  # now game 2 comes after the end
    before = everything()
    assert lifecycle.record(sheet=sheet, number=2, row=out, event=ONE).sequence == 3
    assert everything() == before


@pytest.mark.parametrize("row", [FULL, VOID])
def test_replay_of_an_opening_gives_the_same_sheet(row):
    said = {"game": "jokeren", "names": ["Ans", "Bob"], "event": ONE}
    first = lifecycle.open(**said)
    lifecycle.record(sheet=first, number=1, row=row)
    before = everything()
    assert lifecycle.open(**said) == first
    assert everything() == before
    assert refused(lifecycle.open, **said | {"names": ["Ans", "Cor"]}) == [("S60", None)]
    assert everything() == before


@pytest.mark.parametrize(
    "other",
    [{"row": OTHER}, {"row": VOID}, {"number": 2}, {"seen": 1}, {"row": {"entries": ["garbage"]}}],
)
@pytest.mark.parametrize("row", [FULL, {"void": "other words"}])
def test_same_id_with_other_content_is_refused(sheet, row, other):
    said = {"sheet": sheet, "number": 1, "row": row, "event": ONE, "seen": 0}
    lifecycle.record(**said)
    before = everything()
    assert refused(lifecycle.record, **said | other) == [("S60", other.get("number", 1))]
    assert everything() == before


@pytest.mark.parametrize("row", [FULL, VOID, {}])
def test_same_id_on_another_sheet_is_refused(sheet, row):
    lifecycle.record(sheet=sheet, number=1, row=row, event=ONE)
    other = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    before = everything()
    for write in (
        lambda: lifecycle.record(sheet=other, number=1, row=row, event=ONE),
        lambda: lifecycle.open(game="jokeren", names=["Ans", "Bob"], event=ONE),
        lambda: lifecycle.choose(sheet=other, event=ONE, id=ONE),
    ):
        assert refused(write)[0][0] == "S60"
    assert everything() == before


# Conflicts


@pytest.fixture
def disputed(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL, seen=0, event=ONE)
    lifecycle.record(sheet=sheet, number=1, row=OTHER, seen=0, event=TWO)
    return sheet


def shown(sheet):
    return [
        (number, [version.row for version in versions])
        for number, versions in list_conflicts(sheet)
    ]


def test_entry_made_on_an_older_row_is_set_aside(disputed):
    assert [event.kind for event in disputed.events.all()] == ["opened", "entered", "set aside"]
    assert (row_1(disputed), revision(disputed)) == (FULL, 2)
    assert totals(disputed) == {"Ans": 0, "Bob": 5}
    assert shown(disputed) == [(1, [FULL, OTHER])]


def test_entry_made_on_the_row_as_it_is_corrects_it(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL, seen=0)
    assert lifecycle.record(sheet=sheet, number=1, row=OTHER, seen=2).kind == "entered"
    assert (row_1(sheet), revision(sheet), shown(sheet)) == (OTHER, 3, [])


@pytest.mark.parametrize(
    ("row", "same"), [(FULL, {"entries": {"Bob": 5, "Ans": "-"}}), (VOID, VOID)]
)
def test_equal_values_are_no_conflict(sheet, row, same):
    lifecycle.record(sheet=sheet, number=1, row=row, seen=0)
    assert lifecycle.record(sheet=sheet, number=1, row=same, seen=0).kind == "entered"
    assert (row_1(sheet), revision(sheet), shown(sheet)) == (row, 2, [])
    # so that who saw the first of the two can still correct it
    assert lifecycle.record(sheet=sheet, number=1, row=OTHER, seen=2).kind == "entered"


def test_entry_that_was_set_aside_and_then_made_anyway_does_not_come_back(disputed):
    lifecycle.record(sheet=disputed, number=1, row=OTHER, seen=2)
    assert shown(disputed) == []
    lifecycle.record(sheet=disputed, number=1, row=THIRD, seen=4)
    assert shown(disputed) == []


def test_same_reason_for_a_void_game_is_no_conflict(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL, seen=0)
    lifecycle.record(sheet=sheet, number=1, row=VOID, seen=0)
    lifecycle.record(sheet=sheet, number=1, row=VOID, seen=2)
    assert (row_1(sheet), shown(sheet)) == (VOID, [])
    assert sheet.notes.count() == 1


def test_entry_on_an_own_entry_of_another_game_is_as_on_nothing(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL, seen=0)
    lifecycle.record(sheet=sheet, number=2, row=FULL, seen=0, event=ONE)
    assert lifecycle.record(sheet=sheet, number=1, row=OTHER, seen=str(ONE)).kind == "set aside"


@pytest.mark.parametrize(("chosen", "row", "at"), [(ONE, FULL, 2), (TWO, OTHER, 4)])
def test_choose_puts_one_in_force_and_ends_the_conflict(disputed, chosen, row, at):
    event = lifecycle.choose(sheet=disputed, event=chosen, by="u", device="d")
    assert (event.kind, event.actor, event.device) == ("chosen", "u", "d")
    assert (row_1(disputed), revision(disputed), shown(disputed)) == (row, at, [])
    assert totals(disputed) == {"Ans": 0, "Bob": row["entries"]["Bob"]}


def test_choice_can_be_sent_again(disputed):
    said = {"sheet": disputed, "event": TWO, "id": uuid.UUID(int=3)}
    first = lifecycle.choose(**said)
    before = everything()
    assert lifecycle.choose(**said).sequence == first.sequence
    assert everything() == before
    other = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    for wrong in ({"event": ONE}, {"sheet": other}):
        assert refused(lifecycle.choose, **said | wrong) == [("S60", None)]


def test_only_what_is_disputed_can_be_chosen(disputed):
    lifecycle.record(sheet=disputed, number=2, row=FULL, event=uuid.UUID(int=4))
    lifecycle.choose(sheet=disputed, event=ONE)
    before = everything()
    for event in (ONE, TWO, uuid.UUID(int=4), uuid.UUID(int=99)):
        assert refused(lifecycle.choose, sheet=disputed, event=event) == [("S62", None)]
    assert everything() == before


def test_choice_that_did_not_see_the_row_in_force_is_refused(disputed):
    lifecycle.record(sheet=disputed, number=1, row=THIRD)
    assert shown(disputed) == [(1, [THIRD, OTHER])]
    before = everything()
    assert refused(lifecycle.choose, sheet=disputed, event=TWO, seen=3) == [("S63", 1)]
    assert everything() == before


def test_what_is_set_aside_after_the_chooser_looked_stays_open(disputed):
    lifecycle.record(sheet=disputed, number=1, row=THIRD, seen=0)
    lifecycle.choose(sheet=disputed, event=TWO, seen=3)
    assert shown(disputed) == [(1, [OTHER, THIRD])]


def test_choice_that_can_no_longer_be_is_refused(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL)
    aside = lifecycle.record(sheet=sheet, number=1, row=OTHER, seen=0)
    Sheet.objects.filter(pk=sheet.pk).update(options={"hand_max": 5})
    before = everything()
    assert refused(lifecycle.choose, sheet=sheet, event=aside.pk) == [("J22", 1)]
    assert everything() == before


# Names and reasons


def test_void_game_keeps_its_reason_apart(sheet):
    def record(row):
        row = row | {"entries": {"Ans": "x", "Bob": "hm"}}
        return lifecycle.record(sheet=sheet, number=1, row=row, event=ONE)

    event = record(VOID)
    assert "dropped" not in event.body
    assert "hm" not in event.body
    assert "dropped" not in str(sheet.rows.get().data)
    assert row_1(sheet) == VOID | {"entries": {"Ans": "x"}}
    sheet.notes.all().delete()
    assert row_1(sheet)["void"] == "…"
    assert record(VOID).sequence == 2, "what comes in again is known by its erased reason as well"
    lifecycle.record(sheet=sheet, number=1, row={"void": "lost count"})
    assert row_1(sheet) == {"void": "lost count"}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"round": 3}, {"round": 3}),
        ({"round": "Bob"}, {}),
        ({"round": 51, "entries": {"Ans": 7, "Bob": "x"}}, {"entries": {"Bob": "x"}}),
    ],
)
def test_void_game_keeps_only_what_still_counts(typed, kept):
    options = {"contract_by": "round"}
    sheet = lifecycle.open(game="amerikaans-jokeren", names=["Ans", "Bob", "Cor"], options=options)
    lifecycle.record(sheet=sheet, number=1, row=VOID | typed)
    assert row_1(sheet) == VOID | kept


def test_reason_with_what_no_database_keeps(sheet):
    lifecycle.record(sheet=sheet, number=1, row={"void": " no\x00 more\n\ud800 cards "})
    assert row_1(sheet) == {"void": "no more cards"}


@pytest.mark.parametrize(
    ("game", "options", "row", "key"),
    [
        ("vijfhonderd", {}, {"bid": "7H", "by": "Bob", "tricks": 8}, "by"),
        ("vijfhonderd", {}, {"void": "a card too many", "bid": "7H", "by": "Bob"}, "by"),
        (
            "rummikub",
            {"pool_tie": "organiser"},
            {"end": "pool", "entries": {"Ans": 3, "Bob": 3, "Cor": 9, "Dik": 9}, "settled": "Bob"},
            "settled",
        ),
        (
            "rummikub-international",
            {"trump_bonus": 50},
            {
                "end": "open",
                "entries": {
                    "Ans": {"out": True},
                    **{name: {"melded": False} for name in ("Bob", "Cor", "Dik")},
                },
                "trump": "Bob",
            },
            "trump",
        ),
    ],
)
def test_players_beside_the_entries_are_kept_by_seat(game, options, row, key):
    sheet = lifecycle.open(game=game, names=["Ans", "Bob", "Cor", "Dik"], options=options)
    event = lifecycle.record(sheet=sheet, number=1, row=row)
    bob = sheet.seats.get(name="Bob")
    assert json.loads(event.body)["row"][key] == str(bob.pk)
    assert "Bob" not in event.body
    assert row_1(sheet) == row


# Letting go


def test_erase_takes_the_sheet_and_its_events_and_leaves_a_mark(sheet):
    other = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    lifecycle.record(sheet=sheet, number=1, row=VOID)
    lifecycle.erase(sheet=sheet)
    assert list(Sheet.objects.all()) == [other]
    assert {event.sheet_id for event in Event.objects.all()} == {other.pk}
    assert not Note.objects.exists()
    assert Erasure.objects.get().sheet == sheet.pk
    with pytest.raises(UserError) as found:
        lifecycle.record(sheet=sheet, number=1, row=FULL)
    assert [problem["code"] for problem in found.value.problems] == ["S83"]


def made_event(sheet, **parts):
    usual = {"sequence": 2, "kind": "entered", "time": timezone.now(), "body": "{}", "digest": ""}
    return Event.objects.create(sheet=sheet, **(usual | parts))


@pytest.mark.parametrize("who", ["actor", "device"])
def test_actor_and_device_are_short(sheet, who):
    made_event(sheet, **{who: "x" * 40})
    with pytest.raises(DatabaseError), transaction.atomic():
        made_event(sheet, sequence=3, **{who: "x" * 41})


@pytest.mark.parametrize(
    "make",
    [
        lambda sheet: Seat.objects.create(sheet=sheet, position=1, name="Cor"),
        lambda sheet: Seat.objects.create(sheet=sheet, position=3, name="Ans"),
        lambda sheet: Seat.objects.create(sheet=sheet, position=3, name=""),
        lambda sheet: Seat.objects.create(sheet=sheet, position=0, name="Cor"),
        lambda sheet: Seat.objects.create(sheet=sheet, position=3, name="Cor", is_scribe=True),
        lambda sheet: Row.objects.create(sheet=sheet, number=-1, data={}, revision=1),
        lambda sheet: Row.objects.bulk_create(
            Row(sheet=sheet, number=1, data={}, revision=1) for _ in "12"
        ),
        lambda sheet: made_event(sheet, sequence=0),
        lambda sheet: made_event(sheet, sequence=1),
        lambda sheet: made_event(sheet, kind="corrected"),
        lambda sheet: made_event(sheet, pk=sheet.events.get().pk),
        lambda sheet: Sheet.objects.create(game="", game_version=1),
        lambda sheet: Sheet.objects.create(game="jokeren", game_version=0),
    ],
)
def test_database_itself_refuses(sheet, make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make(sheet)
