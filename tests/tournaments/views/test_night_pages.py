import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import printed
from tests.tournaments.evenings import (
    THURSDAY,
    by_seat,
    codes,
    evening,
    one_more_season,
    people,
    playing,
    reopened,
    shut,
    tonight,
)
from tournaments import links
from tournaments.club import clubs, seasons
from tournaments.members import couples, members
from tournaments.models import Attendance, Club, Couple, Member, Night, Role, Season, User
from tournaments.nights import at_the_door, entrants, nights, open_evenings, signing_up

pytestmark = pytest.mark.usefixtures("at_the_laptop")


@pytest.fixture
def in_august(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_when: date(2026, 8, 31))


def test_todays_night_stands_first_and_what_is_planned_in_its_order(client, season, monkeypatch):
    planned = nights.plan(
        season=season, days=nights.list_days(THURSDAY, THURSDAY + timedelta(28), 1)
    )
    for today in (date(2026, 8, 31), THURSDAY):
        monkeypatch.setattr(timezone, "localdate", lambda *_when, today=today: today)
        page = client.get("/de-hoop/nights/").content.decode()
        shown, folded = page.split("The nights to come")[1].split("<details")
        named = re.findall(r"<strong>(.*?)</strong>", shown + folded)
        assert named == ["Tonight" if night.day == today else str(night) for night in planned]
        assert named[2] in folded and "Excel" in folded
    assert len(client.get("/de-hoop/nights/?as=csv").content.splitlines()) == 6


def test_nights_are_planned_many_at_once(client, season):
    path = f"/de-hoop/seasons/{season.pk}/nights/"
    sent = {"first": "2026-09-03", "weeks": "2", "last": "2026-10-01", "sign_up": "on"}
    sent |= {"starts": "20:00", "venue": "Zaal 2"}
    assert client.post(path, sent)["Location"] == "/de-hoop/"  # the first of them, and those after
    assert "at 20:00 · Zaal\xa02" in client.get("/de-hoop/nights/").content.decode()
    assert [night.day.day for night in Night.objects.all()] == [3, 17, 1]
    assert {night.state for night in Night.objects.all()} == {"sign-up"}
    assert codes(client.post(path, sent)) == ["C58"]
    assert codes(client.post(path, sent | {"first": "soon"})) == ["invalid"]
    before = {"first": "2026-08-27", "weeks": "0"}
    assert codes(client.post(path, before)) == ["C57"]
    after = {"first": "2028-01-01", "weeks": "1"}
    assert codes(client.post(path, after)) == ["C57"]
    for weeks in ("1", "month"):
        last = {"first": "9999-12-31", "weeks": weeks}
        assert codes(client.post(path, last)) == ["C57"]


def test_so_many_nights_on_the_second_thursday_of_a_month_but_in_the_holidays(client, season):
    path = f"/de-hoop/seasons/{season.pk}/nights/"
    sent = {"first": "2026-09-10", "weeks": "month", "count": "6", "skip": "8-10, 10.12.2026;"}
    client.post(path, sent)
    days = [f"{night.day:%d-%m-%Y}" for night in Night.objects.order_by("day")]
    assert days == ["10-09-2026", "12-11-2026", "14-01-2027", "11-02-2027", "11-03-2027",
                    "08-04-2027"]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "beside"),
    [
        ({"count": "20"}, "there is room for 9."),
        ({"weeks": "0", "skip": "10-9"}, "there is room for 0."),
        ({"skip": "10-9, kerst"}, "kerst is no day: write days as 24-12 or 24-12-2026"),
        ({"skip": "30-2"}, "30-2 is no day"),
        ({"count": "0"}, "1"),
    ],
)
def test_what_cannot_be_planned_is_told_and_kept(client, season, changed, beside):
    sent = {"first": "2026-09-10", "weeks": "month"} | changed
    answer = client.post(f"/de-hoop/seasons/{season.pk}/nights/", sent)
    page = answer.content.decode()
    assert beside in page
    assert all(f'value="{value}"' in page for value in changed.values())
    assert not Night.objects.exists()


def test_night_is_moved_with_its_sign_ups_and_members_see_it(client, season, in_august):
    night, ans = tonight(season, "sign-up"), members.add(club=season.club, first="Ans")
    signing_up.sign(night=night, member=ans, said="on")
    path = f"/de-hoop/nights/{night.pk}/move/"
    assert "the 1 sign-up moves with it" in client.get(path).content.decode()
    assert codes(client.post(path, {"day": "2026-08-01"})) == ["C57"]
    assert codes(client.post(path, {"day": "soon"})) == ["invalid"]
    assert client.post(path, {"day": "2026-09-04"})["Location"] == f"/de-hoop/nights/{night.pk}/"
    own = client.get(f"/m/{links.make_key(ans)}/").content.decode()
    assert "The night of Thursday 3 September 2026 is moved to Friday 4 September 2026." in own
    assert 'value="on" aria-pressed="true"' in own
    feed = client.get(f"/m/{links.make_key(ans)}/calendar.ics").content.decode()
    assert "DTSTART;VALUE=DATE:20260904" in feed and "20260903" not in feed


def test_time_and_place_of_the_club_and_of_a_night_are_told_where_one_looks(client, season):
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)
    ans = members.add(club=season.club, first="Ans")
    pages = (f"/de-hoop/nights/{night.pk}/", f"/m/{links.make_key(ans)}/", "/de-hoop/nights/")
    usual, change = "/de-hoop/time-and-place/", f"/de-hoop/nights/{night.pk}/move/"
    assert codes(client.post(usual, {"starts": "seven", "venue": ""})) == ["invalid"]
    assert client.post(usual, {"starts": "19:30", "venue": "De Brink"})["Location"] == "/de-hoop/"
    assert all("at 19:30 · De Brink" in client.get(page).content.decode() for page in pages)
    sent = {"day": "2026-09-03", "starts": "14:00", "venue": "", "minutes": "45"}
    assert codes(client.post(change, sent | {"minutes": "601"})) == ["C50"]
    assert "Left empty: De Brink." in client.get(change).content.decode()
    client.post(change, sent)
    assert all("at 14:00 · De Brink" in client.get(page).content.decode() for page in pages)
    Role.objects.all().update(kind="member")
    assert "at 14:00 · De Brink" in client.get(pages[0]).content.decode()
    assert client.get(usual).status_code == client.post(usual).status_code == 403
    listed = client.get("/de-hoop/nights/?as=csv").content.decode("utf-8-sig").splitlines()
    assert listed[1].split(";")[:2] == ["2026-09-03", "at 14:00 · De Brink"]


def test_the_last_night_that_was_won_is_the_news(client, season, monkeypatch, visitor):
    who = people(season, 4)
    night = evening(season, who)
    shut(playing(season, who, THURSDAY + timedelta(7)))
    tonight(season, "planned", THURSDAY + timedelta(14))  # and forgotten
    monkeypatch.setattr(timezone, "localdate", lambda *_when: date(2026, 10, 1))
    clubs.set_visibility(club=season.club, visible_to="open")
    page = visitor.get("/de-hoop/nights/").content.decode()
    assert f'og:description" content="{night}: won by Speler' in page
    Season.objects.update(open_evening=True)
    listed = client.get("/de-hoop/nights/?open&as=csv").content.decode().splitlines()
    assert [line.split(";")[-1][:6] for line in listed[1:]] == ["planne", "closed", "won by"]


def test_night_is_called_off_after_asking_and_comes_back(client, season, in_august):
    night, ans = tonight(season, "sign-up"), members.add(club=season.club, first="Ans")
    signing_up.sign(night=night, member=ans, said="on")
    path, own = f"/de-hoop/nights/{night.pk}/call-off/", f"/m/{links.make_key(ans)}/"
    assert "1 person signed up" in client.get(path).content.decode()
    assert Night.objects.count() == 1
    assert client.post(path, {"do": "call off"})["Location"] == path
    assert not Night.objects.exists()
    assert client.get(f"/de-hoop/nights/{night.pk}/").status_code == 404
    assert path in client.get("/de-hoop/nights/").content.decode()
    assert "is called off" in client.get(own).content.decode()
    assert "STATUS:CANCELLED" in client.get(f"{own}calendar.ics").content.decode()
    (other,) = nights.plan(season=season, days=[night.day])
    answer = client.post(path, {"do": "bring back"})
    assert (answer.status_code, codes(answer)) == (409, ["C58"])
    nights.call_off(night=other)
    assert client.post(path, {"do": "bring back"})["Location"] == f"/de-hoop/nights/{night.pk}/"
    assert Night.objects.get().state == "sign-up"
    assert 'value="on" aria-pressed="true"' in client.get(own).content.decode()


def test_own_page_tells_of_all_nights_in_as_few_queries(
    client, season, in_august, django_assert_num_queries
):
    ans = members.add(club=season.club, first="Ans")
    days = nights.list_days(THURSDAY, THURSDAY + timedelta(weeks=5), 1)
    planned = nights.plan(season=season, days=days, sign_up=True)
    for night in planned:
        signing_up.sign(night=night, member=ans, said="on")
    for night in planned[:3]:
        nights.call_off(night=night)
    for night in planned[3:]:
        nights.move(night=night, day=night.day + timedelta(days=1))
    with django_assert_num_queries(17):
        page = client.get(f"/m/{links.make_key(ans)}/").content.decode()
    assert (page.count(" is called off."), page.count(" is moved to ")) == (3, 3)
    for night in season.nights.exclude(state="off"):  # for who hears the page only
        assert page.count(f'<span class="spoken">: {night}</span>') == 2


def test_a_tap_lets_in_and_another_out(client, season):
    night = tonight(season)
    ans = members.add(club=season.club, first="Ans")
    path = f"/de-hoop/nights/{night.pk}/door/"
    for do, present, paid in (
        ("in", True, False), ("paid", True, True), ("out", False, True), ("unpaid", False, False),
    ):  # fmt: skip
        page = client.post(path, {do: ans.pk}, follow=True).content.decode()
        found = night.attendances.get()
        assert (found.present, found.paid) == (present, paid)
        assert f"<strong>{int(present)} present</strong>" in page
    assert night.log_entries.last().actor == f"user {User.objects.get().pk}"


@pytest.mark.parametrize(
    ("said", "there"),
    [({}, ["Ans", "Bob"]), ({"Bob": "on"}, ["Bob"]), ({"Bob": "off"}, ["Ans"]),
     ({"Ans": "on", "Bob": "off"}, ["Ans"])],
)  # fmt: skip
def test_all_are_let_in_with_one_tap(client, season, said, there):
    night = tonight(season, "sign-up")
    for name in ("Ans", "Bob"):
        member = members.add(club=season.club, first=name)
        signing_up.sign(night=night, member=member, said=said.get(name, ""))
    members.add(club=season.club, first="Gast", guest=True)
    members.archive(member=members.add(club=season.club, first="Oud"))
    path = f"/de-hoop/nights/{night.pk}/"
    assert codes(client.post(f"{path}door/", {"all": "1"})) == ["C56"]
    nights.set_state(night=night, to="check-in")
    guest = season.club.members.get(guest=True)
    client.post(f"{path}door/", {"in": guest.pk})
    assert "The rest is here, too" in client.get(f"{path}door/").content.decode()
    client.post(f"{path}door/", {"out": guest.pk})
    client.post(f"{path}door/", {"all": "1"})
    found = night.attendances.filter(present=True)
    assert sorted(str(each.member) for each in found) == there
    assert client.post(f"{path}state/", {"to": "playing"})["Location"] == f"{path}draw/"


def test_door_without_members_leads_to_their_list(client, season):
    path = f"/de-hoop/nights/{tonight(season).pk}/door/"
    page = client.get(path).content.decode()
    assert 'href="/de-hoop/members/list/"' in page
    assert 'name="all"' not in page
    members.add(club=season.club, first="Ans")
    assert '<p id="nobody" role="status">' in client.get(f"{path}?q=Bob").content.decode()
    members.add(club=season.club, first="Bob")
    assert client.get(f"{path}?q=BOB").content.decode().count("data-sought") == 1
    page = client.get(path).content.decode()
    assert 'href="/de-hoop/members/list/"' not in page
    assert 'name="all"' in page


def helping(season, kind="helper"):
    helper = User.objects.create(login="bob", name="Bob van de Deur")
    Role.objects.create(user=helper, club=season.club, kind=kind)
    return helper


def test_door_tells_who_signed_whom_off(client, season):
    night = tonight(season)
    client.force_login(helping(season))
    path = f"/de-hoop/nights/{night.pk}/door/"
    for n in range(2):
        client.post(path, {"off": members.add(club=season.club, first=f"Ans {n}").pk})
    page = client.get(path).content.decode()
    assert (page.count("by Bob van de Deur, "), page.count('name="on"')) == (2, 2)
    client.post(path, {"on": season.club.members.first().pk})
    assert client.get(path).content.decode().count('name="on"') == 1


def test_helper_signs_nobody_off_after_play_nor_sees_who_owes(client, season):
    seasons.change(season=season, member_fee=250)
    night, ans = tonight(season), members.add(club=season.club, first="Ans")
    at_the_door.check_in(night=night, member=members.add(club=season.club, first="B"), present=True)
    reopened(nights.set_state(night=night, to="playing"))
    path = f"/de-hoop/nights/{night.pk}/door/"
    page = client.post(path, {"off": ans.pk})
    assert codes(page) == ["C64"] and b'name="off"' in page.content and b"unpaid" in page.content
    client.post(path, {"off": ans.pk, "reason": "Belde"})
    assert night.attendances.get(member=ans).said == "off"
    paper = path.replace("door/", "print/door.pdf")
    assert "Paid" in printed.read(client.get(paper).content)[0].words
    client.force_login(helping(season))
    assert "Paid" not in printed.read(client.get(paper).content)[0].words
    page = client.get(path).content.decode()
    assert not any(words in page for words in ('name="on"', 'name="paid"', "unpaid", "/money/"))
    assert " owes" not in client.get(path, {"show": "unpaid"}).content.decode()
    assert "Paid" not in client.get(path, {"as": "csv"}).content.decode()
    assert client.post(path, {"on": ans.pk, "reason": "Kwam"}).status_code == 403


def test_before_the_night_a_tap_signs_up(client, season):
    night, ans = tonight(season, "sign-up"), members.add(club=season.club, first="Ans")
    path = f"/de-hoop/nights/{night.pk}/door/"
    for tap, said in (("on", "on"), ("unsaid", ""), ("off", "off")):
        assert f'name="{tap}"' in client.get(path).content.decode()
        client.post(path, {tap: ans.pk})
        assert night.attendances.get().said == said


def test_who_was_tapped_stays_in_sight_without_a_script(client, season):
    night, who = tonight(season), [members.add(club=season.club, first=name) for name in "AB"]
    path = f"/de-hoop/nights/{night.pk}/door/?show=missing"
    for member in who:
        path = client.post(path, {"in": member.pk})["Location"]
    assert path.endswith(f"?show=missing&just={who[0].pk},{who[1].pk}#m{who[1].pk}")
    assert client.get(path).content.decode().count('class="in just"') == 2


def test_guest_of_a_known_name_is_the_same_or_another(client, season):
    night = tonight(season)
    ans = members.add(club=season.club, first="Ans", family="Vos")
    gone = members.add(club=season.club, first="Ans", family="Vos", another=True)
    members.archive(member=gone)
    path = f"/de-hoop/nights/{night.pk}/door/"
    guest = {"first": "Ans", "family": "Vos"}
    answer = client.post(path, guest)
    assert codes(answer) == ["C23"]
    page = answer.content.decode()
    assert 'name="another"' in page
    assert re.findall('name="same" value="(.+?)"', page) == [str(ans.pk), str(gone.pk)]
    assert codes(client.post(path, guest | {"same": str(gone.pk + 99)})) == ["invalid_choice"]
    client.post(path, guest | {"same": str(gone.pk)})
    assert Member.objects.get(attendances__present=True) == gone  # whom an organiser may restore
    at_the_door.check_in(night=night, member=gone, present=False)
    assert codes(client.post(path, {"first": "ans"})) == ["C23"]  # no form sends so little
    answer = client.post(path, guest | {"same": str(ans.pk)})
    assert answer["Location"].endswith(f"&came={ans.pk}#guest")
    assert night.attendances.get(present=True).member == ans
    client.post(path, guest | {"another": "on"})
    assert night.attendances.last().member.guest
    answer = client.post(path, {"first": "Fien", "family": "Mulder"})
    assert answer["Location"].startswith(f"{path}?just=") and answer["Location"].endswith("#guest")
    page = client.get(answer["Location"]).content.decode()
    assert "Fien Mulder is in." in page
    answer = client.post(path, {"first": "", "family": "Vos"})
    assert codes(answer) == ["C21"]
    assert 'class="guest wrong"' in answer.content.decode()  # open, with what was typed
    assert 'value="Vos"' in answer.content.decode()


@pytest.fixture
def couple(season):
    Season.objects.update(by_couple=True, member_fee=350)
    season.refresh_from_db()
    couple = [members.add(club=season.club, first=name) for name in ("Dik", "Riet")]
    couples.form_couple(season=season, first=couple[0], second=couple[1])
    return couple


def test_couple_is_one_row_that_pays_for_who_is_there(client, season, couple):
    dik, riet, ans = *couple, members.add(club=season.club, first="Ans")
    path = f"/de-hoop/nights/{tonight(season).pk}/door/"
    both = f"{dik.pk}-{riet.pk}"
    steps = [
        ({"half": both}, {"Dik"}, ["Dik is here, Riet not yet", "€3.50", "1 present"]),
        ({"half": f"{riet.pk}-{dik.pk}"}, {"Riet"}, ["Riet is here, Dik not yet"]),
        ({"in": ans.pk}, {"Riet", "Ans"}, ["Riet is here, Dik not yet", "The rest is here, too"]),
        ({"all": "1"}, {"Riet", "Ans", "Dik"}, ["3 present"]),
        ({"out": ans.pk}, {"Dik", "Riet"}, ["2 present"]),
        ({"in": both}, {"Dik", "Riet"}, ["€7.00", "2 present"]),
        ({"paid": both}, {"Dik", "Riet"}, ["✓ paid"]),
        ({"out": both}, set(), ["0 present"]),
    ]
    for tapped, there, words in steps:
        page = client.post(path, tapped, follow=True).content.decode()
        assert {str(each.member) for each in Attendance.objects.filter(present=True)} == there
        assert all(word in page for word in words)
        assert page.count("data-sought") == 2
    paid = Attendance.objects.filter(paid=True)
    assert {(str(each.member), each.amount) for each in paid} == {("Dik", 350), ("Riet", 350)}
    assert not ans.attendances.get().paid


def test_a_guest_plays_with_whose_partner_is_away(client, season, couple):
    night, (dik, riet) = tonight(season), couple
    path = f"/de-hoop/nights/{night.pk}/door/"
    guest = {"first": "Fien", "family": "Mulder"}
    assert "Plays with" not in client.get(path).content.decode()
    page = client.post(path, {"half": f"{dik.pk}-{riet.pk}"}, follow=True).content.decode()
    assert "Plays with" in page and "Somebody stands in" in page
    pk = Couple.objects.get().pk
    assert codes(client.post(path, guest | {"couple": pk + 1})) == ["invalid_choice"]
    page = client.post(path, guest | {"couple": pk}, follow=True).content.decode()
    assert "Fien Mulder stands in" in page and "Somebody stands in" not in page
    (pair,) = entrants.load_tonight(night).pairs
    assert pair.substitute and [member.first for member in pair.people] == ["Dik", "Fien"]


def test_who_paid_debts_before_a_partner_came_has_still_paid_them(client, season, couple):
    night, (dik, riet) = tonight(season), couple
    for member in couple:
        at_the_door.check_in(night=night, member=member, present=True)
    at_the_door.pay(night=night, member=dik, paid=True, debts=True)
    path = f"/de-hoop/nights/{night.pk}/door/"
    button = client.get(path).content.decode().split('name="paid" value="')[1]
    client.post(path, {"paid": button.split('"')[0]})
    paid = night.attendances.filter(paid=True).values_list("member", "settled")
    assert set(paid) == {(dik.pk, True), (riet.pk, False)}


def test_everybody_who_is_there_pays_with_one_tap(client, season):
    season.member_fee, season.guest_fee = 250, 0
    season.save()
    night, (ans, bob, _cor) = tonight(season), people(season, 3)
    gast = members.add(club=season.club, first="Gast", guest=True)
    for member in (ans, bob, gast):
        at_the_door.check_in(night=night, member=member, present=True)
    at_the_door.pay(night=night, member=ans, paid=True, debts=True)
    path = f"/de-hoop/nights/{night.pk}/door/"
    client.post(path, {"all-paid": "1"})
    paid = night.attendances.filter(paid=True).values_list("member", "amount", "settled")
    assert set(paid) == {(ans.pk, 250, True), (bob.pk, 250, False)}
    assert 'name="all-paid"' not in client.get(path).content.decode()


def test_drawing_is_offered_once_somebody_is_in_and_stands_out_when_all_are(client, season):
    night, (ans, bob) = tonight(season), people(season, 2)
    path = f"/de-hoop/nights/{night.pk}/door/"
    assert 'value="playing"' not in client.get(path).content.decode()
    page = client.post(path, {"in": ans.pk}, follow=True).content.decode()
    assert '<button class="button" name="to" value="playing">Draw the tables' in page
    page = client.post(path, {"in": bob.pk}, follow=True).content.decode()
    assert '<button class="main" name="to" value="playing">Everybody is in: draw' in page


def test_merged_person_is_let_in_as_who_stands_for_them(client, season):
    night = tonight(season)
    ans, double = (members.add(club=season.club, first=name) for name in ("Ans", "Ansje"))
    members.merge(double=double, keep=ans)
    client.post(f"/de-hoop/nights/{night.pk}/door/", {"in": double.pk})
    assert night.attendances.get().member == ans


def test_member_signs_on_and_off_by_the_personal_link(client, season):
    """Who has results, too."""
    ans, *_others = who = people(season, 4)
    evening(season, who)
    (night,) = nights.plan(season=season, days=[THURSDAY + timedelta(7)], sign_up=True)
    path = f"/m/{links.make_key(ans)}/"
    client.logout()
    far, listed = "https://example.org/", "/de-hoop/nights/?open"
    for said, fold, back in (("on", "", far), ("off", "?open=later", ""), ("on", "", listed)):
        answer = client.post(path + fold, {"said": said, "night": night.pk, "next": back})
        shown = back if back == listed else path + fold
        assert answer["Location"] == f"{shown}#night-{night.pk}"
        page = client.get(path).content.decode()
        assert 'id="come"' in page and 'name="said"' in page and "Gespeeld" in page
        assert night.attendances.get().said == said
    assert night.log_entries.last().actor == f"member {ans.pk}"
    nights.set_state(night=night, to="check-in")
    answer = client.post(path, {"said": "on", "night": night.pk})
    assert (answer.status_code, codes(answer)) == (409, ["C56"])
    assert client.post(path, {"said": "on", "night": "0"}).status_code == 404
    assert 'name="said"' not in client.get(path).content.decode()


def test_visitor_reads_who_is_coming_as_each_chose(season):
    club = season.club
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)
    ans, bob = (members.add(club=club, first=name) for name in ("Ans", "Bob"))
    for member in (ans, bob):
        signing_up.sign(night=night, member=member, said="on")
    members.show_as(member=bob, shown="not")
    clubs.set_visibility(club=club, visible_to="open")
    path = f"/de-hoop/nights/{night.pk}/"
    visitor = Client()
    visitor.cookies["streepje_language"] = "en"
    page = visitor.get(path).content.decode()
    known = f'<a href="/de-hoop/players/{ans.pk}/">Ans</a>'
    assert f"{known}</span>" in page
    assert "Bob" not in page
    assert "2 signed up" in page and "and 1 more" in page
    assert 'name="said"' not in page
    key = links.make_key(ans)
    visitor.get(f"/m/{key}/")
    page = visitor.get(path).content.decode()
    assert f'action="/m/{key}/"' in page
    assert 'value="on" aria-pressed="true"' in page and f'{known} <span class="you"' in page
    visitor.post(f"/m/{key}/", {"said": "off", "night": night.pk})
    assert "Ans" not in visitor.get(path).content.decode().partition("Who is coming")[2]


def test_a_night_to_come_tells_all_of_it_and_with_whom_one_plays(season):
    club = season.club
    Club.objects.update(costs="€ 3,50", guests="Come along", venue="Hall 4")
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)
    names = ("Ans", "Bob", "Cor", "Dik", "Evi", "Fie")
    ans, bob, cor, dik, evi, fie = (members.add(club=club, first=name) for name in names)
    Season.objects.update(by_couple=True)
    for first, second in ((ans, bob), (fie, evi)):
        Couple.objects.create(season=season, first=first, second=second)
    for member in (ans, bob, dik, evi):
        signing_up.sign(night=night, member=member, said="on")
    pages = []
    for member in (bob, cor):
        browser = Client(headers={"accept-language": "en"})
        browser.get(f"/m/{links.make_key(member)}/")
        pages.append(browser.get(f"/de-hoop/nights/{night.pk}/").content.decode())
    for told in ("€ 3,50", "Come as two", "openstreetmap.org", "by couple", "4 signed up"):
        assert told in pages[0]
    who = [part.partition("</ul>")[0] for part in pages[0].split('<ul class="by-name">')[1:]]
    names = [re.findall(r"players/\d+/\">(.*?)</a>", part) for part in who]
    assert names == [["Ans\xa0&amp; Bob"], ["Evi"], ["Dik"]]
    assert "You play with Ans." in pages[0] and 'value="both-off"' in pages[0]
    assert re.search(r">Ans\xa0&amp; Bob</a>\s*<span class=\"you\"", pages[0])
    assert "You are in no couple yet" in pages[1] and 'class="you"' not in pages[1]
    text = pages[1].partition("<textarea")[2].partition("</textarea>")[0]
    head = pages[1].partition('og:description"')[2].partition("</head>")[0]
    assert all("by\xa0couple" in told and "4 signed up" in told for told in (text, head))
    assert "Come as two" in text and "clubsite/icon" in head


def test_list_of_nights_says_who_won_and_what_the_member_had_and_asks_who_comes(client, season):
    night = evening(season, people(season, 4))
    first, second = (Member.objects.get(pk=pk) for pk in by_seat(night)[:2])
    one_more_season(season, open_evening=True, name="Kerst").nights.create(day=THURSDAY)
    (coming,) = nights.plan(season=season, days=[date(2027, 3, 4)], sign_up=True)
    own = f"/m/{links.make_key(second)}/"
    client.get(own)
    client.post(own, {"said": "on", "night": coming.pk})
    Role.objects.all().delete()
    page = client.get("/de-hoop/nights/").content.decode()
    assert f'<a href="/de-hoop/players/{first.pk}/">{first}</a>' in page
    assert re.search(r"<small>\s*you \d\w\w with \d+", page)
    assert 'value="on" aria-pressed="true"' in page and f'action="{own}"' in page
    assert "1 signed up" in page
    heads = re.findall(r'<td colspan="4"><a.*?>([\w ]+)</a>', page, re.DOTALL)
    assert heads == ["Open evenings", str(season)]


def test_list_of_nights_is_by_day_with_the_season_where_two_are_played(client, season):
    who, other = people(season, 4), one_more_season(season, season.first, name="Koppels")
    who[0] = members.add(club=season.club, first="Gast", guest=True)
    days = [THURSDAY + timedelta(days) for days in range(3)]
    for of, day in zip((season, other, season), days, strict=True):
        evening(of, who, day)
    page = client.get("/de-hoop/nights/").content.decode()
    found = re.findall(r">(\w+ \d Sep\w*)<|<small>([^<]+)</small>", page)
    assert [day or name for day, name in found] == [
        *("Sat 5 Sep", str(season), "Fri 4 Sep", "Koppels", "Thu 3 Sep", str(season))
    ]
    assert page.count('colspan="4"') == page.count("<strong>September 2026</strong>") == 1
    assert page.count("<td>4</td>") == 3  # with the guest


def test_a_night_tells_its_own_price_before_the_line_of_the_club(season, in_august):
    club, visitor = season.club, Client(headers={"accept-language": "en"})
    Club.objects.update(costs="3,50 with coffee", visible_to="open", about="We play.")
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)

    def count(words, night=night):
        pages = [visitor.get(at).content.decode() for at in (night.get_absolute_url(), "/de-hoop/")]
        Club.objects.update(visible_to="members")
        pages.append(visitor.get("/de-hoop/").content.decode())
        Club.objects.update(visible_to="open")
        return [page.count(words) for page in pages]

    assert count("3,50 with coffee") == [2, 1, 1]  # also in the text to send
    Season.objects.update(member_fee=350, guest_fee=500)
    assert count("3,50 with coffee") == [0, 0, 0]
    assert count("€3.50, guests €5.00") == [2, 1, 1]
    nights.set_fees(night=night, member_fee=0, guest_fee=0)
    assert count("no contribution") == [2, 1, 1]
    nights.call_off(night=night)
    said = {"name": "Drive", "rounds": 3, "by_couple": False, "night_prizes": [1, "last"]}
    said |= {"rules": season.reglement, "day": THURSDAY, "starts": None}
    drive = open_evenings.plan(club=club, fee=700, **said)
    assert count("€7.00 each", drive) == [2, 1, 1]
    assert min(count("Drive", drive)) > 0
    page = visitor.get(drive.get_absolute_url()).content.decode()
    assert re.search(r"<h1>\s*Drive\s*</h1>", page) and page.count("Prizes: 1, last") == 2
    assert "<strong>Thursday 3\xa0September\xa02026</strong>" in page
    assert "De Hoop · Drive · Thursday 3 September 2026" in page.partition("<textarea")[2]
    assert 'content="Drive · Thursday 3 September 2026 · De Hoop"' in page
    assert "SUMMARY:Drive · De Hoop" in visitor.get("/de-hoop/calendar.ics").content.decode()


def test_a_full_night_says_so_and_members_read_whether_they_are_in(season, in_august):
    club, visitor = season.club, Client(headers={"accept-language": "en"})
    Club.objects.update(guests="Welcome", email="wim@example.org", visible_to="open")
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)
    pages = (f"/de-hoop/nights/{night.pk}/", "/de-hoop/")
    assert all('<a class="main"' in visitor.get(page).content.decode() for page in pages)
    Night.objects.update(most_people=1)
    ans, bob = (members.add(club=club, first=name) for name in ("Ans", "Bob"))
    for member in (ans, bob):
        signing_up.sign(night=night, member=member, said="on")
    for page in pages:
        told = visitor.get(page).content.decode()
        assert "The night is full" in told and '<a class="main"' not in told
        assert "As a guest on the reserve list" in told and "if%20a%20place%20becomes" in told
    assert "1 signed up · full" in visitor.get(pages[0]).content.decode().partition("<textarea")[2]
    visitor.get(f"/m/{links.make_key(ans)}/")
    for page in (*pages, "/de-hoop/nights/"):
        told = visitor.get(page).content.decode()
        assert f'id="night-{night.pk}"' in told and f'name="next" value="{page}"' in told
    assert all("1 signed up · full" in visitor.get(page).content.decode() for page in pages)
    nights.set_state(night=night, to="check-in")
    assert "check in at the door" in visitor.get(pages[0]).content.decode()
    at_the_door.check_in(night=night, member=ans, present=True)
    page = visitor.get(pages[0]).content.decode()
    assert "You're in; nothing" in page and page.index("Who is coming") < page.rindex("Welcome")
