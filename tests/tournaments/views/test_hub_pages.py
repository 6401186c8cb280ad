import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.evenings import (
    codes,
    drawn,
    finish,
    late,
    let_in,
    people,
    play,
    playing,
    tonight,
)
from tests.tournaments.views.test_room_pages import path, room
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import Club, Member, Role, Table, User
from tournaments.nights import at_the_door, changes_at_tables, closing, nights
from tournaments.nights.nights import Arrangement, arrange
from tournaments.nights.pages import who_needs_help

pytestmark = pytest.mark.usefixtures("at_the_laptop")

STEP = r'(?s)<li class="(\w+)"[^>]*>.*?<b>(.*?)</b><small>(.*?)</small>'
MAIN = r'class="main"[^>]*>([^<]*)'


def read(client, night, query=""):
    page = client.get(f"{path(night)}{query}").content.decode()
    return re.sub(r">\s+<", "><", page)


def asks(page):
    return re.findall(r'<li class="look person"><strong>(.*?)</strong> *<p[^>]*>(.*?)</p>', page)


def test_each_step_says_how_far_the_evening_is(client, season):
    night = tonight(season, "planned")
    who = people(season, 8)
    seen = []
    for move in ("sign-up", "check-in", "playing"):
        night = nights.set_state(night=night, to=move)
        if move == "check-in":
            let_in(night, who)
        seen.append(re.findall(STEP, read(client, night)))
    drawn(night, 1)
    seen.append(re.findall(STEP, read(client, night)))
    here = [next(name for at, name, _words in steps if at == "here") for steps in seen]
    assert here == ["Signing up", "Door", "Draw", "Play"]
    assert [words for _at, _name, words in seen[-1]] == [
        "0 signed up", "8 inside", "1 of 3 rounds", "round 1 of 3", "later",
    ]  # fmt: skip


@pytest.mark.parametrize(("days", "main"), [(0, "Open the door"), (1, "Let members sign up")])
def test_main_button_of_a_planned_night_opens_the_door_on_its_day(
    client, season, monkeypatch, days, main
):
    night = tonight(season, "planned")
    monkeypatch.setattr(timezone, "localdate", lambda: night.day - timedelta(days))
    assert re.findall(MAIN, read(client, night)) == [main]


def test_room_stands_on_the_page_with_one_main_button(client, season):
    night = playing(season, people(season, 8))
    assert re.findall(MAIN, read(client, night)) == ["Draw the tables"]
    drawn(night, 1)
    page = read(client, night)
    assert "0 of 2 in" in page
    assert page.count("not begun") == 2
    assert re.findall(MAIN, page) == []  # all there is to do is wait
    assert ">Draw round 2 – 2 tables to go<" in page
    assert "Still open: tables 1, 2." in page
    first, second = Table.objects.all()
    play(first, *range(1, 11))
    assert re.findall(MAIN, read(client, night)) == []  # somebody may just be reading it out
    finish(second)
    assert re.findall(MAIN, read(client, night)) == ["Table 1: Look at the form"]
    finish(first)
    assert re.findall(MAIN, read(client, night)) == ["Draw round 2"]
    drawn(night, 2)
    assert re.findall(MAIN, read(client, night, "?round=1")) == ["To round 2"]
    finish(*Table.objects.filter(round__number__gt=1))
    page = read(client, night)
    assert re.findall(MAIN, page) == ["Close the night …"]
    assert f'<a href="{path(night)}closing/"><i>5</i><b>Close</b><small>to do</small>' in page


def test_most_urgent_asks_first(client, season, monkeypatch):
    night = playing(season, people(season, 11), rounds=1)
    first, second, third = Table.objects.all()
    play(first)
    play(second)
    play(second, other=6, seen=0)
    play(third)
    monkeypatch.setattr(who_needs_help, "QUIET", timedelta(0))
    late = members.add(club=season.club, first="Zus")
    let_in(night, [late])
    page = read(client, night)
    assert re.findall(r'<li id="table-(\d)" class="look"', page) == ["1", "2", "3"]
    assert asks(page) == [("Zus", "Has no table in round 1.")]
    assert re.findall(MAIN, page) == ["Table 2: Choose what counts"]
    assert f'/de-hoop/tables/{third.pk}/?come={late.pk}"' in page
    assert "Table 3 has a free seat. Waits for round 2." in page


def test_place_of_who_leaves_after_a_game_to_come_is_not_free(client, season):
    night = playing(season, people(season, 11), rounds=2)
    first = Table.objects.filter(round__number=1)[0]
    leaver = first.seats.first().member
    changes_at_tables.leave(table=first, member=leaver, since=6)
    let_in(night, [late(season, "Zus")])
    page = read(client, night, "?round=1")
    assert "Table 3 has a free seat." in page and f"{leaver} plays up to game 5" in page
    door = client.get(f"{path(night)}door/").content.decode()
    assert "Table 3 (3 people)" in door and "Table 1 (" not in door
    third = Table.objects.get(round__number=1, number=3)
    given = {"member": third.seats.first().member, "other": late(season, "Bea"), "since": 6}
    changes_at_tables.replace(table=third, **given)  # two in turn on one seat
    assert "Table 3 has a free seat." in read(client, night, "?round=1")
    changes_at_tables.join_table(table=third, member=Member.objects.get(first="Zus"))


def test_who_has_no_table_and_no_seat_is_free_waits_or_is_drawn_anew(client, season):
    night = playing(season, people(season, 8), rounds=1)
    late = members.add(club=season.club, first="Zus")
    let_in(night, [late])
    assert "The draw does not include them." in read(client, night)
    assert f"{path(night)}draw/back/" in read(client, night)
    for table in Table.objects.all():
        play(table)
    assert "Waits for round 2." in read(client, night)


def test_who_has_no_seat_in_the_next_round_is_told_before_it_begins(client, season):
    night = playing(season, people(season, 7), rounds=2)
    first, second = Table.objects.filter(round__number=1)
    let_in(night, [zus := late(season, "Zus")])
    changes_at_tables.join_table(table=second, member=zus)
    assert asks(read(client, night)) == []
    finish(first)
    finish(second)
    page = read(client, night, "?round=1")
    assert asks(page) == [("Zus", "Has no table in round 2.")]
    assert re.findall(MAIN, page) == ["Zus: Give a place"]
    assert '<button class="button" form="begin" name="round" value="2">' in page


def test_who_would_not_play_any_more_gets_a_place_at_a_full_table(client, season):
    night = playing(season, people(season, 8), rounds=3)
    for table in Table.objects.filter(round__number=3):
        play(table)
    late = members.add(club=season.club, first="Zus")
    let_in(night, [late])
    page = read(client, night, "?round=3")
    first = Table.objects.get(round__number=3, number=1)
    assert "Every table is full, and table 1 can take one more." in page
    assert f'/de-hoop/tables/{first.pk}/?come={late.pk}"' in page
    form = client.get(f"/de-hoop/tables/{first.pk}/?come={late.pk}").content.decode()
    assert "At this table all the same" in form


def test_who_went_out_at_the_door_and_still_sits_at_a_table_is_told(client, season):
    night = playing(season, who := people(season, 8), rounds=2)
    members.add(club=season.club, first="Zus")
    at_the_door.check_in(night=night, member=who[0], present=False)
    page = read(client, night)
    seat = who[0].seats.get(round__number=1)
    words = f"Went out at the door, and still sits at table {seat.table.number} in round 1."
    assert asks(page) == [("Speler 00", words)]
    assert page.count("?swap=#swap") == 2
    swaps = client.get(f"/de-hoop/tables/{seat.table_id}/?swap=").content.decode()
    assert re.search(r'id="swap" open\s*>', swaps)
    address = f"/de-hoop/tables/{seat.table_id}/?leave={who[0].pk}"
    assert f'href="{address}"' in page
    door_page = client.get(f"{path(night)}door/").content.decode()
    assert f"Still sits at table {seat.table.number} in round 1." in door_page
    assert f'href="{address}"' in door_page and "By mistake? Tap the name" in door_page
    assert "1 still to come" in door_page and door_page.count("does not come") == 1
    assert door_page.count("went home") == 1
    form = client.get(address).content.decode()
    form = form[form.index('id="leave" open') : form.index('id="come"')]
    assert f'<option value="{who[0].pk}" selected>' in form
    button = re.search("autofocus>(.*?)</button>", form, re.DOTALL)[1]
    assert " ".join(button.split()) == f"Leaves: Speler 00, table {seat.table.number}"
    client.post(address, {"do": "leave", "member": who[0].pk, "since": 1})
    assert asks(read(client, night)) == []
    client.post(f"{path(night)}door/", {"all": "1"})
    assert night.attendances.filter(present=True).count() == 8
    assert "still to come" not in client.get(f"{path(night)}door/").content.decode()


def test_what_changes_is_asked_for_with_the_end_which_tells_what_is_missing(client, season):
    night = playing(season, people(season, 8), rounds=1)
    part = client.get(f"{room(night)}?part&round=1")
    text = part.content.decode()
    assert re.findall(r'data-instead="(\w+)"', text) == ["now", "steps", "next", "typing", "ending"]
    late = members.add(club=season.club, first="Zus")
    let_in(night, [late])
    again = client.get(f"{room(night)}?part&round=1", headers={"If-None-Match": part["ETag"]})
    assert "Zus" in again.content.decode()
    first, _second = Table.objects.all()
    finish(first)
    page = read(client, night)
    end = page[page.index('id="ending"') :]
    assert "1 table of round 1 is not in." in end
    assert "It counts as a round missed for who sits there." in end
    assert "Round 2 is not drawn." in end
    assert "Close the night …" in end


def test_each_piece_that_is_asked_for_has_its_place_on_the_page(client, season):
    night = playing(season, people(season, 8), rounds=1)
    for kind in ("helper", "owner", "owner", "helper"):
        Role.objects.update(kind=kind)
        page, part = read(client, night, "?round=1"), client.get(f"{room(night)}?part&round=1")
        pieces = re.findall(r'data-instead="(\w+)"', part.content.decode())
        assert pieces and [name for name in pieces if f'id="{name}"' not in page] == []
        if night.state == "playing" and kind == "owner":
            night = closing.close(night=night, reason="late")


def test_next_round_that_is_drawn_begins_with_one_button(client, season):
    night = playing(season, people(season, 4), rounds=2)
    page = read(client, night, "?round=2")
    assert "Begin round 2" in page and 'class="clock' not in page
    finish(Table.objects.first())
    assert re.findall(MAIN, read(client, night, "?round=1")) == ["Begin round 2"]
    answer = client.post(f"{path(night)}begins/", {"round": "2"})
    assert answer["Location"] == f"{path(night)}?round=2"
    assert "<strong>0 min</strong>" in read(client, night, "?round=2")
    assert re.findall(MAIN, read(client, night, "?round=1")) == ["To round 2"]


def test_clock_is_set_right_and_tells_what_is_left(client, season):
    seasons.change(season=season, minutes=60)
    night = playing(season, people(season, 4), rounds=1)
    began = timezone.localtime() - timedelta(minutes=48)
    client.post(f"{path(night)}begins/", {"round": "1", "began": f"{began:%H:%M}"})
    assert re.search(r"<strong>1[12] min left</strong>", read(client, night))
    arrange(night=night, arrangement=Arrangement(minutes=30))
    assert re.search(r'clock over"[^>]*><strong>1[89] min over time', read(client, night))
    arrange(night=night, arrangement=Arrangement(minutes=0))
    assert re.search(r"<strong>4[89] min</strong>", read(client, night))
    answer = client.post(f"{path(night)}begins/", {"round": "1", "began": "late"})
    assert codes(answer) == ["invalid"]
    assert client.post(f"{path(night)}begins/", {"round": "9"}).status_code == 404


def test_end_tells_who_has_not_paid_only_where_a_night_costs_something(client, season):
    night = playing(season, people(season, 4), rounds=1)
    assert "not paid" not in read(client, night)
    nights.set_fees(night=night, member_fee=250, guest_fee=0)
    at_the_door.pay(night=night, member=season.club.members.first(), paid=True)
    at_the_door.walk_in(night=night, first="Gast", family="")
    assert "3 people have not paid." in read(client, night)
    for number in (2, 3):
        drawn(night, 1)
        assert night.rounds.count() == number
    finish(*Table.objects.all())
    assert re.findall(MAIN, read(client, night)) == ["Close the night …"]


def test_door_is_on_the_page_with_its_buttons(client, season):
    (ans, *_others) = people(season, 4)
    night = tonight(season)
    page = read(client, night)
    assert page.count('class="person"') == 4
    assert f'id="door" action="{path(night)}door/"' in page
    assert re.findall(MAIN, page) == []
    client.post(f"{path(night)}door/", {"in": ans.pk})
    page = read(client, night, "?q=speler+00")
    assert "Draw the tables" in page
    assert page.count('class="person"') == 1
    assert "<strong>1 present</strong>" in page


def test_closed_night_tells_who_won_before_what_can_be_corrected(client, season):
    season.night_prizes = [1]
    season.save()
    night = playing(season, people(season, 4), rounds=1)
    finish(Table.objects.get())
    closing.close(night=night, reason="x")
    page = read(client, night)
    main = page.partition("<main")[2]
    said = ("With 0", "Copy for WhatsApp", "As it arrives", "Standing</a>", "Correct something")
    places = [main.index(words) for words in said]
    assert places == sorted(places) and "points ahead of" in main
    assert re.findall(r'class="(?:button )?main"[^>]*>\s*([^<]*\w)', main) == ["Copy for WhatsApp"]


def test_draw_can_be_taken_back_after_its_only_table_is_dissolved(client, season):
    night = playing(season, people(season, 4), rounds=1)
    changes_at_tables.merge_tables(table=Table.objects.get(), to={})
    page = read(client, night)
    assert f'href="{path(night)}draw/back/"' in page
    assert 'id="room"' in page


def test_member_and_visitor_see_no_steps(client, season, visitor):
    night = playing(season, people(season, 4), rounds=1)
    member = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=member, club=season.club, kind="member")
    client.force_login(member)
    Club.objects.update(visible_to="open")
    for who, head in ((client, "Where everybody sits"), (visitor, "The tables of round 1")):
        page = read(who, night)
        assert 'class="steps"' not in page
        assert head in page
