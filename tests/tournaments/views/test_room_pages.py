from datetime import timedelta

import pytest

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.tournaments.evenings import THURSDAY, codes, finish, people, play, playing, reopened
from tournaments.accounts import accounts
from tournaments.members import members
from tournaments.models import Member, Night, Role, Table, User
from tournaments.nights import changes_at_tables, closing
from tournaments.nights.pages import who_needs_help
from tournaments.nights.pages.room import find_current_round, list_tables, read_room

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def path(evening):
    return f"/de-hoop/nights/{evening.pk}/"


def room(evening):
    """What a script asks for, files, and where the form goes that cuts a round short."""
    return f"{path(evening)}room/"


def test_every_table_says_how_far_it_is(client, season):
    night = playing(season, people(season, 8), rounds=1)
    first, other = Table.objects.all()
    play(first)
    page = client.get(path(night)).content.decode()
    assert "game 1 of 10" in page
    assert "0 of 2 in" in page and "XLSX" not in page
    play(first, other=6, seen=0)
    page = client.get(path(night)).content.decode()
    assert "1 game was written twice" in page
    assert ">Table 1: Choose what counts<" in page
    assert page.count('class="look"') == 1
    play(other, *range(1, 11))
    page = client.get(path(night)).content.decode()
    assert "played, and not approved yet" in page
    assert "changed after it was approved" not in page
    sheet = other.sheet
    seat = sheet.seats.filter(is_scribe=False).first()
    lifecycle.approve(sheet=sheet, player=seat.name, read=sync.build_sheet_state(sheet)["digest"])
    lifecycle.penalize(sheet=sheet, player=seat.name, points=5, reason="late", signed="Els")
    assert "changed after it was approved" in client.get(path(night)).content.decode()


def test_nobody_has_to_look_at_a_closed_night(client, season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    play(table)
    play(table, other=6, seen=0)
    closing.close(night=night, reason="x")
    play(table, 2)
    page = client.get(f"{path(night)}?round=1").content.decode()
    assert "1 game was closed without a choice" in page
    assert "1 entry came in after closing" in page
    assert "Who asks for you" not in page
    assert 'class="look"' not in page


@pytest.fixture
def followed(client, season):
    """A room somebody follows: `followed()` asks again, as its script does."""
    night = playing(season, people(season, 8), rounds=1)
    address = f"{room(night)}?part&round=1"
    answer = client.get(address)
    assert answer["Cache-Control"] == "private, no-cache"
    return lambda: client.get(address, headers={"If-None-Match": answer["ETag"]})


def test_nothing_new_is_answered_in_short_and_nothing_to_who_may_not_look(followed, season):
    again = followed()
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == "private, no-cache"
    Role.objects.update(kind="member")
    assert followed().status_code == 403
    Role.objects.all().delete()
    assert followed().status_code == 404
    Role.objects.create(club=season.club, user=User.objects.get(), kind="owner")
    assert followed().status_code == 304
    play(Table.objects.first())
    changed = followed()
    assert changed.status_code == 200
    assert "game 1 of 10" in changed.content.decode()
    accounts.log_out_elsewhere(user=User.objects.get())
    assert followed().status_code == 302


def test_table_that_has_not_begun_is_late_once_most_others_have(season, monkeypatch):
    monkeypatch.setattr(who_needs_help, "QUIET", timedelta(0))
    night = playing(season, people(season, 12), rounds=1)
    quiet = []
    for table in Table.objects.order_by("number"):
        room = read_room(night.rounds.get())
        quiet.append([place.number for place in who_needs_help.list_silent(room)])
        play(table)
    assert quiet == [[], [1], [1, 2, 3]]


def test_another_language_name_link_or_state_is_looked_at_anew(followed, client):
    members.change(member=Member.objects.first(), first="Zus")
    assert "Zus" in followed().content.decode()
    sheet = Sheet.objects.first()
    lifecycle.renew_link(sheet=sheet)
    assert links.make_key(sheet) in followed().content.decode()
    client.cookies["streepje_language"] = "nl"
    assert followed().status_code == 200
    client.cookies["streepje_language"] = "en"
    reopened(Night.objects.get())
    assert "Change" not in followed().content.decode()


def test_round_that_is_played_is_shown_first(client, season):
    night = playing(season, people(season, 8), rounds=3)
    first, other = Table.objects.filter(round__number=1)
    play(first, *range(1, 11))
    assert find_current_round(list_tables(night)) == 1
    play(other, *range(1, 11))
    assert find_current_round(list_tables(night)) == 2
    assert "To round 1 – 2 tables to go" in client.get(path(night)).content.decode()
    play(Table.objects.filter(round__number=3)[0])  # one table is ahead
    assert find_current_round(list_tables(night)) == 3


def test_nothing_is_drawn_yet(client, season):
    night = playing(season)
    assert client.get(path(night)).status_code == 200
    assert client.get(f"{room(night)}?part", follow=True).status_code == 200


def test_round_is_cut_short_for_all_or_for_one_table(client, season):
    night = playing(season, people(season, 8), rounds=1)
    first = Table.objects.get(number=1)
    answer = client.post(room(night), {"games": "6", "table": ""})
    assert answer["Location"] == f"{path(night)}?round=1&cut={night.log_entries.last().pk}"
    client.post(room(night), {"games": "3", "table": first.pk})
    assert [sheet.games for sheet in Sheet.objects.order_by("pk")] == [3, 6]
    assert codes(client.post(room(night), {"games": "99"})) == ["C50"]
    assert codes(client.post(room(night), {"games": "3", "table": "0"})) == ["invalid_choice"]
    reopened(night)
    assert codes(client.post(room(night), {"games": "3"})) == ["C56"]
    assert 'name="games"' not in client.get(path(night)).content.decode()


def test_cut_says_which_tables_played_more_and_leaves_them_as_they_are(client, season):
    night = playing(season, people(season, 8), rounds=1)
    first = Table.objects.get(number=1)
    finish(first)
    page = client.post(room(night), {"games": "6", "table": ""}, follow=True).content.decode()
    assert "6 games at every table of this round. Table 1 played more already and keeps" in page
    assert "1 of 2 in" in page
    assert sync.build_sheet_state(first.sheet)["approved"]


def test_table_of_another_night_is_not_there(client, season):
    playing(season, people(season, 4), rounds=1)
    other = playing(season, season.club.members.all(), THURSDAY + timedelta(weeks=1), rounds=1)
    answer = client.post(room(other), {"games": "3", "table": Table.objects.first().pk})
    assert codes(answer) == ["invalid_choice"]


def test_who_left_and_a_table_that_is_gone_are_not_in_the_room(client, season):
    night = playing(season, people(season, 9), rounds=1)
    first, second, third = Table.objects.all()
    gone, *going = [seated.member for seated in third.seats.order_by("seat__position")]
    changes_at_tables.leave(table=third, member=gone)
    changes_at_tables.merge_tables(table=third, to=dict(zip(going, (first, second), strict=True)))
    page = client.get(path(night)).content.decode()
    assert "0 of 2 in" in page
    assert str(gone) not in page
    assert str(going[0]) in page
    assert str(gone) not in client.get(f"/de-hoop/nights/{night.pk}/rounds/").content.decode()
    assert [left.table for left in closing.list_open_tables(night)] == [first, second]
