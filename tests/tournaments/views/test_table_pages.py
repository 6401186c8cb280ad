import re

import pytest
from django import forms

from scoring.sheets import player_changes
from scoring.toolkit.problems import user_error
from tests.tournaments.evenings import (
    codes,
    drawn,
    here,
    late,
    people,
    play,
    playing,
    reopened,
    tables_of,
)
from tournaments import problems
from tournaments.forms import changes
from tournaments.forms.base import Numbered
from tournaments.models import NightLogEntry, Reglement, Table
from tournaments.nights import at_the_door, changes_at_tables, seats_at_table

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def path(table):
    return f"/de-hoop/tables/{table.pk}/"


def shown(client, table):
    return client.get(path(table)).content.decode()


def offers(page):
    return re.findall(r'<details class="more" id="(\w+)"', page)


def send(client, table, do, **said):
    next_game = seats_at_table.find_next_game(table.sheet)
    answer = client.post(path(table), {"do": do, "next": next_game, **said})
    assert answer.status_code == 302, codes(answer)
    return NightLogEntry.objects.last()


def test_all_is_changed_with_a_button_each(client, season):
    first, second, third = tables_of(season, 11)
    play(first, 1, 2)
    person, two, *_rest = here(first)
    assert send(client, first, "leave", member=person.pk, since="3").kind == "left"
    who = late(season)
    assert send(client, first, "come", member=who.pk).body["since"] == 3
    other = late(season, "Inval")
    assert send(client, first, "replace", member=two.pk, other=other.pk).body["since"] == 3
    uneven = {"member": other.pk, "other": here(second)[0].pk, "anyway": "on"}
    assert send(client, first, "swap", **uneven).kind == "swapped"
    assert send(client, first, "scribe", member=who.pk).kind == "scribe"
    void = str(send(client, first, "void", number="3", reason="stok op", seen="99").pk)
    assert send(client, first, "games", games="8").body["games"] == 8
    go = {f"go-{member.pk}": "on" for member in here(first)[2:]}
    assert send(client, first, "split", **go).body["number"] == 4
    left, right = here(Table.objects.get(number=4))
    to = {f"to-{left.pk}": third.pk, f"to-{right.pk}": first.pk}
    assert send(client, Table.objects.get(number=4), "join", **to).kind == "joined"
    page = shown(client, first)
    undone = re.findall('name="undo" value="([0-9]+)', page)
    assert undone == [str(NightLogEntry.objects.last().pk), void]
    for entry in [*NightLogEntry.objects.filter(kind__in=changes_at_tables.KINDS)][::-1]:
        answer = client.post(path(first), {"undo": entry.pk})
        assert answer.status_code == 302, (entry.kind, entry.body, codes(answer))
    page = shown(client, first)
    assert (page.count('name="undo"'), page.count("<s>")) == (0, 9)
    assert here(first)[:2] == [person, two]


def test_who_would_play_fewer_games_by_a_swap_is_said_beforehand(client, season):
    first, second, third = tables_of(season, 12)
    play(first, 1, 2, 3)
    play(second, 1)
    play(third, *range(1, 11))
    person, other = here(first)[0], here(second)[1]
    assert "They swap all the same" not in shown(client, first)
    assert '<optgroup label="Table 2">' in shown(client, first)
    assert '<optgroup label="Table 3">' not in shown(client, first)  # nothing to play there
    said = {"do": "swap", "next": "4", "member": person.pk, "other": other.pk}
    page = client.post(path(first), said).content.decode()
    problems = re.findall(r'<p class="problem" data-number="(\w+)">(.*?)</p>', page)
    assert [" ".join(problem) for problem in problems] == [
        "C151 Table 1 goes on with game 4, table 2 with game 2. In this round"
        f" {other} would play fewer games than the others (2), and {person} as many more."
        " Tick below if they swap all the same."
    ]
    assert (here(first)[0], here(second)[1]) == (person, other)
    assert 'name="anyway"' in page
    client.post(path(first), said | {"anyway": "on"})
    assert (here(first)[0], here(second)[1]) == (other, person)


def test_who_came_leads_on_to_the_rounds_drawn_without_them(client, season):
    night = playing(season, people(season, 7), rounds=2)
    table = min(night.rounds.get(number=1).tables.all(), key=lambda table: table.seats.count())
    main = f'<a class="main" href="/de-hoop/nights/{night.pk}/'
    assert main not in shown(client, table)
    who = late(season)
    at_the_door.check_in(night=night, member=who, present=True)
    send(client, table, "come", member=who.pk)
    assert main in shown(client, table)


def test_what_will_happen_is_said_beforehand_until_the_form_is_full(client, season):
    (table,) = tables_of(season, 4)
    told = "Whoever leaves is away from game 1 on, and from later rounds. No game is written yet."
    assert told in shown(client, table)
    play(table, *range(1, 6))
    page = shown(client, table)
    told = "Whoever leaves is away from game 6 on, and from later rounds. Games 1 to 5 stay theirs."
    assert told in page
    assert 'name="since" value="6"' in page
    assert "This form ends" not in page
    play(table, *range(6, 11))
    page = shown(client, table)
    assert offers(page) == ["scribe", "void", "games"]
    assert "nobody changes seats here any more" in page


def test_who_sits_for_which_games_is_told(client, season):
    (table,) = tables_of(season, 4)
    play(table, 1, 2)
    changes_at_tables.replace(table=table, member=here(table)[1], other=late(season))
    (table_shown,) = re.findall('<div class="at-table">(.*?)</ul>', shown(client, table), re.DOTALL)
    assert "Sat here before:" in shown(client, table)
    assert re.findall("<small>([^<]*)", table_shown) == ["· keeps score", "· from game 3"]


REFUSED = [
    ("leave", {"since": "3"}, "required"),
    ("leave", {"member": "{one}", "since": "11"}, "C82"),
    ("leave", {"member": "{one}", "since": "x"}, "invalid"),
    ("swap", {"member": "{one}", "other": "0"}, "invalid_choice"),
    ("void", {"number": "0", "reason": "x"}, "C50"),
    ("void", {"number": "", "reason": "x"}, "C50"),
    ("void", {"number": "1", "reason": " "}, "C64"),
    ("games", {"games": "99"}, "C50"),
    ("swap", {"member": "{one}", "other": "{one}"}, "C31"),
    ("split", {}, "C83"),
]


def test_what_can_not_be_is_said_in_the_form(client, season):
    first, _second = tables_of(season, 8)
    for do, said, code in REFUSED:
        body = {key: value.format(one=here(first)[1].pk) for key, value in said.items()}
        answer = client.post(path(first), {"do": do, "next": "1", **body})
        assert codes(answer) == [code], (do, said)
        assert f'id="{do}" open>' in answer.content.decode()
    assert not NightLogEntry.objects.filter(kind__in=changes_at_tables.KINDS)


def test_what_was_said_beforehand_holds_or_nothing_is_done(client, season):
    first, second = tables_of(season, 8)
    said = {"do": "swap", "member": here(first)[0].pk, "other": here(second)[0].pk, "next": "1"}
    page = client.post(path(first), said | {"next": "2"}).content.decode()
    (words,) = re.findall(r'<p class="problem" data-number="C84">(.*?)</p>', page)
    assert " 1 " in words  # there is no game 0
    play(first, 1)
    assert codes(client.post(path(first), said)) == ["C84"]
    assert client.post(path(first), said | {"next": "2", "anyway": "on"}).status_code == 302


def test_what_can_not_be_done_any_more_is_said(client, season):
    four, _three = tables_of(season, 7)
    said = {"do": "come", "member": late(season).pk, "next": "1"}
    answer = client.post(path(four), said)
    assert codes(answer) == ["C265"]
    assert "This table is full: 4 sit here, and tonight at most 4." in answer.content.decode()
    reopened(four.round.night)
    assert codes(client.post(path(four), said)) == ["C56"]


def test_what_is_built_on_can_not_be_undone(client, season):
    (table,) = tables_of(season, 4)
    play(table, 1)
    entry = changes_at_tables.leave(table=table, member=here(table)[1])
    changes_at_tables.join_table(table=table, member=late(season))
    assert "A line without Undo waits" in shown(client, table)
    answer = client.post(path(table), {"undo": entry.pk})
    assert (answer.status_code, codes(answer)) == (409, ["C80"])


def test_only_what_can_be_is_offered(client, season):
    Reglement.objects.update(game="rummy")
    season.refresh_from_db()
    (table,) = tables_of(season, 2)
    assert offers(shown(client, table)) == ["replace", "swap", "scribe", "void", "games"]
    reopened(table.round.night)
    assert offers(shown(client, table)) == ["games"]
    client.post(path(table), {"do": "games", "games": "3"})
    table.sheet.refresh_from_db()
    assert table.sheet.games == 3


@pytest.mark.parametrize(
    ("count", "begun", "words"),
    [
        (1, 1, "Is in the next draw."),
        (3, 1, "Redraw the tables that have not begun"),
        (3, 3, "All rounds of this night are drawn and begun."),
    ],
)
def test_latecomer_without_a_seat_reads_what_to_wait_for(client, season, count, begun, words):
    night = playing(season, people(season, 8))
    drawn(night, count)
    for table in Table.objects.filter(round__number__lte=begun):
        play(table, 1)
    at_the_door.walk_in(night=night, first="Els", family="")
    page = client.get(f"/de-hoop/nights/{night.pk}/door/").content.decode()
    (late,) = re.findall(r'(?s)<p class="quiet late">(.*?)</p>', page)
    assert words in late
    assert "plays now" not in late


def test_a_table_that_people_left_is_drawn_again_or_looked_at(client, season):
    night = playing(season, people(season, 11))
    tables = drawn(night, 1).rounds.get().tables.order_by("number")
    hub = f"/de-hoop/nights/{night.pk}/"
    assert "is left" not in client.get(hub).content.decode()
    changes_at_tables.leave(table=tables[2], member=here(tables[2])[0])
    page = client.get(hub).content.decode()
    assert "Only 2 players are left." in page and f"{hub}draw/back/?came=1" in page
    back = client.get(f"{hub}draw/back/?came=1").content.decode()
    assert 'value="Somebody came or went."' in back
    play(tables[0], 1)
    assert f"{hub}draw/back/?came=1" not in client.get(hub).content.decode()


def test_who_was_drawn_to_sit_out_is_no_latecomer(client, season):
    season.reglement.game = "vijfhonderd"
    season.reglement.save()
    night = playing(season, people(season, 9), rounds=3)
    page = client.get(f"/de-hoop/nights/{night.pk}/door/").content.decode()
    (waits,) = re.findall(r'(?s)<p class="quiet late">(.*?)</p>', page)
    assert "Sits out this round." in waits


def test_what_was_changed_at_another_table_is_not_undone_here(client, season):
    first, second = tables_of(season, 8)
    entry = changes_at_tables.hand_over(table=first, member=here(first)[1])
    assert client.post(path(second), {"undo": entry.pk}).status_code == 302
    assert not NightLogEntry.objects.filter(kind="undone")


class PlacedForm(Numbered, forms.Form):
    since, places = forms.CharField(required=False), changes.LeaveForm.places


def test_refusals_of_a_club_and_of_a_sheet_with_the_same_number_are_told_apart():
    form = PlacedForm({})
    assert form.is_valid()
    for check in (problems.NOT_THERE, player_changes.IS_ENTERED):
        form.add_problems(user_error(check, name="Ans", table=1, what="Zus").problems)
    assert [code for code, _words in form.list_refusals("since")] == ["S75"]
    assert form.is_refused(problems.NOT_THERE) and problems.NOT_THERE.code == "C75"
