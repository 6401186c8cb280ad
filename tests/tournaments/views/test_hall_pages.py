import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.evenings import (
    THURSDAY,
    club_with,
    drawn,
    evening,
    finish,
    people,
    play,
    playing,
)
from tournaments import links
from tournaments.club import clubs
from tournaments.members import erasure, members
from tournaments.models import Member, Role, Table, User
from tournaments.nights import at_the_door, closing, nights, signing_up
from tournaments.nights.pages import hall as hall_of


@pytest.fixture
def season(client):
    client.cookies["streepje_language"] = "en"
    return club_with()


def hall(evening):
    return f"/hall/{links.make_key(evening)}/"


def read(client, evening, query=""):
    page = client.get(hall(evening) + query).content.decode()
    [heading] = re.findall(r"<h1>(.*?)</h1>", page.split("<template")[0])
    said = re.findall(r'<p class="hall-(?:figure|say|in)">(.*?)</p>', page)
    said = [re.sub("<.*?>", "", text) for text in said]
    seats = re.findall(r'"no">([^<]*)</span> <(?:strong|em)>(?:<span.*?</span>)? ?(.*?)<', page)
    return heading, said, seats


def test_hall_follows_the_night(client, season, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: THURSDAY)
    who = people(season, 8)
    (night,) = nights.plan(season=season, days=[THURSDAY])
    assert read(client, night)[0] == "Until then"
    nights.set_state(night=night, to="sign-up")
    signing_up.sign(night=night, member=who[0], said="on")
    assert read(client, night)[:2] == ("Are you coming?", ["1 signed up"])
    nights.set_state(night=night, to="check-in")
    for member in who:
        at_the_door.check_in(night=night, member=member, present=True)
    told = ["8 present", "2 tables of 4", "Tell them at the door that you are here."]
    assert read(client, night)[:2] == ("Welcome", told)
    nights.set_state(night=night, to="playing")
    assert read(client, night)[0] == "Now the draw"
    drawn(night, 2)
    heading, said, seats = read(client, night)
    assert (heading, said) == ("Round 1", ["0 of 2 tables in"])
    assert [name for name, _table in seats] == [member.label.listed for member in who]
    first = night.rounds.first().seats.select_related("member", "table")
    tables = {each.member.label.listed: str(each.table.number) for each in first}
    assert dict(seats) == tables
    for table in Table.objects.filter(round__number=1):
        assert read(client, night)[0] == "Round 1"
        finish(table)
    assert read(client, night)[:2] == ("Round 2", ["0 of 2 tables in"])
    assert read(client, night, "?round=1")[:2] == ("Round 1", ["2 of 2 tables in"])
    assert read(client, night, "?round=9")[0] == "Round 2"
    nights.plan(season=season, days=[THURSDAY + timedelta(weeks=1)])
    assert read(client, night)[0] == "Round 2"
    closing.close(night=night, reason="late")
    until = ["Until Thursday 10 September 2026."]
    assert read(client, night, "?show=now") == ("This night is closed", until, [])


def test_hall_counts_people_once_and_nobody_who_is_gone(season):
    ans, double, bob, cor = people(season, 4)
    (night,) = nights.plan(season=season, days=[THURSDAY])
    nights.set_state(night=night, to="sign-up")
    for member in (ans, double, bob, cor):
        signing_up.sign(night=night, member=member, said="on")
    members.merge(double=double, keep=ans)
    members.archive(member=cor)
    assert hall_of.build_hall(night, hall_of.HallQuery()).signed_up == 2
    nights.set_state(night=night, to="check-in")
    for member in (ans, bob):
        at_the_door.check_in(night=night, member=member, present=True)
    assert hall_of.build_hall(night, hall_of.HallQuery()).present == 2


def test_draw_can_be_taken_back_while_the_page_is_read(client, season, monkeypatch):
    night = playing(season, people(season, 8), rounds=2)
    chosen = hall_of._choose_view

    def take_back_then(*args):
        view = chosen(*args)
        night.rounds.all().delete()
        return view

    monkeypatch.setattr(hall_of, "_choose_view", take_back_then)
    assert read(client, night) == ("Round 1", ["0 of 2 tables in"], [])


def test_who_sits_out_stands_there_too(client):
    client.cookies["streepje_language"] = "en"
    season = club_with("rummy")
    night = playing(season, people(season, 5), rounds=2)
    for number in (1, 2):
        seats = read(client, night, f"?round={number}")[2]
        assert sorted(table for _name, table in seats) == ["1", "1", "2", "2", "sits out"]


def test_who_hides_from_the_public_is_found_by_nickname_or_number(client, season):
    ans = members.add(club=season.club, first="Ans", particle="van", family="Vliet")
    bob = members.add(club=season.club, first="Bob-Jan", family="Tahapary-Oosterbaan")
    night = playing(season, [ans, bob], rounds=1)
    whole = "Tahapary-Oosterbaan, Bob\N{NON-BREAKING HYPHEN}Jan"  # the long name may be broken
    for shown, more, name in (
        ("full", {}, "Vliet, Ans van"),
        ("first", {}, "Ans V."),
        ("not", {}, "A. V."),
        ("not", {"number": "7"}, "no. 7"),
        ("nickname", {"nickname": "Ansje"}, "Ansje"),
    ):
        members.change(member=ans, **more)
        members.show_as(member=ans, shown=shown)
        assert dict(read(client, night)[2]) == {name: "1", whole: "1"}
        page = client.get(hall(night)).content.decode()
        assert ("vliet" in page.lower()) == (shown == "full")


def test_who_was_erased_or_merged_shows_so(client, season):
    ans, bob, cor = (members.add(club=season.club, first=name) for name in ("Ans", "Bob", "Cor"))
    night = playing(season, [ans, bob, cor], rounds=1)
    erasure.erase(member=ans)
    members.merge(double=bob, keep=members.add(club=season.club, first="Bob", family="Vos"))
    assert sorted(dict(read(client, night)[2])) == ["Cor", "Vos, Bob", "…"]


def test_nothing_new_is_answered_in_short(client, season):
    night = playing(season, people(season, 8), rounds=1)
    play(Table.objects.first())
    answer = client.get(hall(night))
    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("no-store", "noindex")
    same = {"If-None-Match": answer["ETag"]}
    again = client.get(hall(night), headers=same)
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "no-store")
    play(Table.objects.first(), 2)  # a game more, which this page does not tell of
    assert client.get(hall(night), headers=same).status_code == 304
    members.show_as(member=Member.objects.first(), shown="not")
    changed = client.get(hall(night), headers=same)
    assert changed.status_code == 200
    same = {"If-None-Match": changed["ETag"]}
    assert client.get(hall(night), headers=same | {"Accept-Language": "de"}).status_code == 304
    client.cookies["streepje_language"] = "de"
    assert client.get(hall(night), headers=same).status_code == 200


def turns(client, played_night, query=""):
    """What is shown, and what a big screen shows in turn."""
    page = client.get(hall(played_night) + query).content.decode()
    match = re.search(r'data-view="(\w+)" data-turns="([\w ]+)"', page)
    return match[1], match[2].split(), page


def scores(page):
    return re.findall(
        r"<b>(.*?)</b> <span>(.*?)</span></span> (?:<em>(.*?)</em> )?<strong>(.*?)</strong>", page
    )


def test_seats_stay_until_somebody_begins_and_then_the_night_takes_turns(client, season):
    who = people(season, 8)
    evening(season, who)
    night = playing(season, who, THURSDAY + timedelta(weeks=1), rounds=2)
    assert turns(client, night)[:2] == ("now", ["now"])
    first, second = Table.objects.filter(round__night=night, round__number=1)
    play(first)
    assert turns(client, night)[:2] == ("now", ["now", "night", "season", "next"])
    play(second)
    assert turns(client, night, "?turn=night")[:2] == ("night", ["night", "season", "next"])
    assert turns(client, night, "?turn=nothing")[0] == "night"
    assert turns(client, night, "?show=nothing")[0] == "now"
    page = turns(client, night, "?show=night")[2]
    assert [score[0] for score in scores(page)] == ["1", "1", *["3"] * 6]
    assert "Round 1: 0 of 2 tables in" in page
    page = turns(client, night, "?show=season")[2]
    assert [score[3] for score in scores(page)] == ["0", "0", "10", "10", "20", "20", "30", "30"]
    assert "After 1 night<" in page
    page = turns(client, night, "?show=next")[2]
    assert "After this: round 2" in page
    assert page.count("data-sought") == 8


def test_while_tables_are_not_equally_far_it_is_averages_that_count(client, season):
    night = playing(season, people(season, 8), rounds=1)
    first, second = Table.objects.all()
    finish(first)
    page = client.get(f"{hall(night)}?show=night").content.decode()
    assert "Averages, until all tables are equally far." in page
    assert [score[0] for score in scores(page)][4:] == ["–"] * 4
    finish(second)
    page = client.get(f"{hall(night)}?show=night").content.decode()
    assert "Averages" not in page
    assert [score[0] for score in scores(page)][-1] != "–"


def test_without_a_script_one_view_leads_to_the_next(client, season):
    who = people(season, 4)
    evening(season, who)
    night = playing(season, who, THURSDAY + timedelta(weeks=1), rounds=1)
    play(Table.objects.get(round__night=night))
    refresh = re.compile(r'http-equiv="refresh" content="(.*?)"')
    found = [refresh.search(turns(client, night, query)[2])[1] for query in
             ("", "?show=season", "?turn=night", "?turn=season")]  # fmt: skip
    assert found == ["30", "30", "20;url=?turn=season", "20;url=?turn=night"]


def test_who_won_stands_there_until_a_day_after_closing(client, season, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: THURSDAY)
    season.night_prizes = [1]
    season.save()
    who = people(season, 4)
    night = evening(season, who)
    (following,) = nights.plan(season=season, days=[THURSDAY + timedelta(weeks=1)])
    for member in who:
        members.show_as(member=member, shown="not")
    view, others, page = turns(client, night, "?turn=night")
    assert (view, others) == ("night", ["night", "season", "now"])
    names = sorted(name for _place, name, *_rest in scores(page))
    assert names == ["S. 0.", "S. 0. 2", "S. 0. 3", "S. 0. 4"]
    assert [score[2] for score in scores(page)] == ["prize", "", "", ""]
    assert turns(client, night)[0] == "night"
    assert f"Until {following}." in turns(client, night, "?show=now")[2]
    night.log_entries.update(time=timezone.now() - timedelta(days=1, minutes=1))
    assert turns(client, night, "?turn=night")[:2] == ("now", ["now"])
    assert scores(turns(client, night, "?show=season")[2]) == []


def test_name_is_found_without_a_script(client, season):
    text = "Ans de Boer\nBob van Ham\nBas Bakker"
    night = playing(season, members.add_many(club=season.club, text=text), rounds=1)
    for sought, found in (
        ("b", ["Bakker, Bas", "Boer, Ans de", "Ham, Bob van"]), ("BÓB h", ["Ham, Bob van"]),
        ("ob", []), ("v", []), ("va", ["Ham, Bob van"]),
        ("", ["Bakker, Bas", "Boer, Ans de", "Ham, Bob van"]),
    ):  # fmt: skip
        assert [name for name, _table in read(client, night, f"?q={sought}")[2]] == found
    page = client.get(hall(night)).content.decode()
    assert re.findall(r'name="q" value="(.)"', page) == ["a", "b", "h"]


def test_new_link_ends_the_old_one_with_no_difference_to_none(client, season):
    night = playing(season)
    old = hall(night)
    client.force_login(User.objects.get())
    path = f"/de-hoop/nights/{night.pk}/"
    assert old in client.get(f"{path}?hall").content.decode()
    assert client.post(f"{path}link/")["Location"] == f"{path}?hall#hall"
    night.refresh_from_db()
    assert hall(night) in client.get(f"{path}?hall").content.decode()
    client.logout()
    gone, never = (client.get(each) for each in (old, f"/hall/{'A' * 46}/"))
    assert gone.status_code == never.status_code == 404
    assert gone.headers == never.headers
    assert len(gone.content) == len(never.content)
    assert client.get(hall(night)).status_code == 200
    # a link of another kind opens nothing here
    ans = members.add(club=season.club, first="Ans")
    assert client.get(f"/hall/{links.make_key(ans)}/").status_code == 404
    assert client.get(f"/m/{links.make_key(night)}/").status_code == 404


def test_who_belongs_to_the_club_gets_there_and_a_visitor_does_not(client, season):
    clubs.set_visibility(club=season.club, visible_to="open")
    night = playing(season, people(season, 4), rounds=1)
    path = f"/de-hoop/nights/{night.pk}/"
    assert "/hall/" not in client.get(path).content.decode()
    user = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=user, club=season.club, kind="member")
    client.force_login(user)
    page = client.get(path).content.decode()
    assert re.findall(r'href="(/hall/.*?)"', page) == [hall(night)]
    assert "/link/" not in page
