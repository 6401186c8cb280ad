"""An open evening, from its form to the result that anyone with the link sees."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournaments.evenings import codes, finish, people
from tournaments import links
from tournaments.club import clubs, reglementen, seasons
from tournaments.forms.open_evenings import OpenEveningForm
from tournaments.members import members
from tournaments.models import Club, Member, Night, QueuedMail, Season
from tournaments.nights import closing, nights
from tournaments.standings import season_history

pytestmark = pytest.mark.usefixtures("at_the_laptop")

TODAY = timezone.localdate
FORM = {
    "name": "Open drive",
    "rules": "jokeren/",
    "play": "alone",
    "rounds": "1",
    "starts": "13:30",
    "fee": "5",
    "night_prizes": "1-2, last",
}
EIGHT = (
    "Henk Mulder\nCorrie Mulder\nJan de Vries\nTruus Jansen\nKees Smit\nRia Smit\nEls Bos\nBep Bos"
)


def address(page, season):
    return f"/{season.club.slug}/nights/{page}"


def begin(client, season, **said):
    answer = client.post(address("open/", season), FORM | {"day": TODAY().isoformat()} | said)
    assert codes(answer) == []
    return Night.objects.filter(season__open_evening=True).select_related("season__club").last()


def door(night):
    return address(f"{night.pk}/door/", night.season)


def played(client, season):
    night = begin(client, season)
    client.post(door(night), {"names": EIGHT})
    client.post(door(night), {"begin": "1"})
    finish(*night.rounds.get().tables.all())
    closing.close(night=night)
    night.refresh_from_db()
    return night


def test_form_opens_the_door_and_one_button_draws_the_first_round(client, season):
    night = begin(client, season)
    assert (night.state, night.season.member_fee, night.season.guest_fee) == ("check-in", 500, 500)
    assert (night.season.guests_ranked, night.season.night_prizes) == (True, [1, 2, "last"])
    assert client.post(door(night), {"begin": "1"}).status_code == 409  # nobody is there
    client.post(door(night), {"name": "Henk Mulder"})
    page = client.post(door(night), {"names": EIGHT.split("\n", 1)[1]}, follow=True)
    assert "7 people came in." in page.content.decode()
    assert client.post(door(night), {"begin": "1"}).url == night.get_absolute_url()
    assert night.rounds.get().seats.count() == 8
    table = f"/{season.club.slug}/tables/{night.rounds.get().tables.first().pk}/"
    assert "In the season" not in client.get(table).content.decode()
    assert "Open drive" not in client.get(address("open/", season)).content.decode()  # a new name


def test_name_that_is_offered_has_the_day_as_the_language_writes_it(season, monkeypatch):
    begun = timezone.make_aware(datetime(2026, 12, 3, 20))
    monkeypatch.setattr(timezone, "localtime", lambda *_: begun)
    names = {"nl": "Losse avond 3 december", "de": "Offener Abend 3. Dezember"}
    for language, name in names.items():
        with translation.override(language):
            assert OpenEveningForm(season.club).initial["name"] == name


def test_door_stays_open_when_nothing_can_be_drawn(client, season):
    night = begin(client, season, rules="boerenbridge/")  # nobody plays it with two
    client.post(door(night), {"names": "\n".join(EIGHT.split("\n")[:5])})
    assert codes(client.post(door(night), {"begin": "1"})) == ["B05"]
    night.refresh_from_db()
    assert (night.state, night.log_entries.filter(kind="drawn").count()) == ("check-in", 0)


def test_on_another_day_it_is_planned_and_it_moves_with_its_form(client, season):
    day = TODAY() + timedelta(days=9)
    night = begin(client, season, day=day.isoformat())
    assert (night.state, night.day) == ("planned", day)
    later = day + timedelta(days=1)
    client.post(
        address(f"{night.pk}/evening/", season),
        FORM
        | {"day": later.isoformat(), "name": "Kerstdrive", "rounds": "3", "fee": ""}
        | {"rules": str(night.season.reglement_id)},
    )
    night = Night.objects.get(pk=night.pk)
    assert (night.day, night.season.first, night.season.name) == (later, later, "Kerstdrive")
    assert (night.season.rounds, night.season.member_fee) == (3, 0)


def test_it_stays_one_night_and_can_be_called_off(client, season):
    night = begin(client, season, day=(TODAY() + timedelta(days=9)).isoformat())
    of_season = f"/{season.club.slug}/seasons/{night.season_id}/"
    assert client.get(f"{of_season}nights/").url == of_season
    nights.call_off(night=night)
    assert client.get(of_season).url == night.get_absolute_url()
    link = reverse("tournaments:result-by-link", args=[links.make_key(night, links.RESULT)])
    assert client.get(link).status_code == 404


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": ""}, "required"),
        ({"rules": "poker"}, "invalid_choice"),
        ({"play": "couples"}, "C290"),
        ({"rounds": "99"}, "C50"),
        ({"fee": "veel"}, "C155"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_made(client, season, said, code):
    answer = client.post(address("open/", season), FORM | {"day": TODAY().isoformat()} | said)
    assert codes(answer) == [code]
    assert not Season.objects.filter(open_evening=True).exists()


def test_rules_of_a_game_are_made_once(client, season):
    night = begin(client, season, rules="rummy/")
    reglementen.archive(reglement=night.season.reglement)
    again = FORM | {"rules": "rummy/", "day": TODAY().isoformat()}  # of the same name
    client.post(address("open/", season), again)
    assert season.club.reglementen.get(game="rummy").archived is None
    begin(client, season, rules="amerikaans-jokeren/romme", name="Rommé")
    assert season.club.reglementen.get(name="Rommé").options["ace"] == 11
    assert Season.objects.filter(name="Open drive").count() == 2


def test_known_people_come_in_themselves_and_a_second_of_the_name_is_asked_about(client, season):
    (member, other, *_others) = people(season, 4)
    night = begin(client, season)
    assert "<option>Speler 00</option>" in client.get(door(night)).content.decode()
    client.post(door(night), {"name": "speler 00"})
    assert [seen.member for seen in night.attendances.all()] == [member]
    assert codes(client.post(door(night), {"name": "Speler 00"})) == ["C23"]
    client.post(door(night), {"name": "Speler 00", "another": "on"})
    assert codes(client.post(door(night), {"name": "Speler 00 2"})) == ["C23"]
    assert codes(client.post(door(night), {"names": "A\nSpeler 00"})) == []  # who is in stays in
    assert night.attendances.filter(present=True, member__first="A").exists()
    assert b'"id_names_error"' in client.post(door(night), {"names": "B\nB"}).content
    client.post(door(night), {"names": "Speler 00\nSpeler 01", "another": "on"})
    assert night.attendances.filter(member__guest=True).count() == 3
    assert night.attendances.filter(member=other, present=True).exists()
    assert codes(client.post(door(night), {"name": " "})) == ["C21"]
    assert codes(client.post(door(night), {"names": "Jan Smit\n" * 3_000})) == ["max_length"]


def test_two_partners_on_one_line_are_a_couple(client, season):
    night = begin(client, season, rules="klaverjassen/", play="couples")
    client.post(door(night), {"names": "Henk Mulder\nCorrie Mulder"})  # each by themselves first
    assert codes(client.post(door(night), {"begin": "1"})) == ["C364"]
    both = "Henk Mulder & Corrie Mulder\nJan de Vries\tTruus Jansen"
    for _again in range(2):
        assert codes(client.post(door(night), {"names": both})) == []
    found = [str(couple) for couple in night.season.couples.all()]
    assert found == ["Henk Mulder & Corrie Mulder", "Jan de Vries & Truus Jansen"]
    assert codes(client.post(door(night), {"name": "Henk Mulder & Bep Smit"})) == ["C23"]
    assert night.attendances.count() == 4
    client.post(door(night), {"name": "Ank Bos & Bep Bos & Coos Bos"})  # three, and no couple
    assert night.attendances.filter(present=True, member__family="Bos").count() == 3
    assert night.season.couples.count() == 2
    client.post(door(night), {"names": "Jan Willem\tde Bos\nPiet\tBos"})  # a name in columns
    assert night.attendances.filter(present=True, member__family="Bos").count() == 5
    night.attendances.filter(member__family="Bos").update(present=False)
    listed = f"/{night.season.club.slug}/seasons/{night.season_id}/couples/"
    page = client.get(listed).content.decode()
    assert page.index('id="typed"') < page.index('<details class="more">')
    client.post(listed, {"text": "Kees Post & Mien Post"})  # no members of the club
    assert Member.objects.filter(family="Post", guest=True).count() == 2
    assert client.post(door(night), {"begin": "1"}).status_code == 302
    rummy = begin(client, season, name="Rummy", rules="rummy/", play="couples")  # as last time
    assert not rummy.season.by_couple


def test_a_first_name_alone_is_who_is_in_and_never_a_member_who_is_not(client, season):
    night = begin(client, season, rules="klaverjassen/", play="couples")
    for first, family in (("Annie", "Bakker"), ("Cor", "Smit"), ("Cor", "Dijkstra")):
        members.add(club=season.club, first=first, family=family)
    client.post(door(night), {"name": "Cor Dijkstra"})
    keep = members.add(club=season.club, first="Cor", family="van Dijk")
    members.merge(double=Member.objects.get(family="Dijkstra"), keep=keep)
    assert codes(client.post(door(night), {"name": "Annie & Cor"})) == []
    assert str(night.season.couples.get()) == "Annie & Cor van Dijk"
    assert codes(client.post(door(night), {"name": "Cor"})) == ["C23"]
    client.post(door(night), {"name": "Cor", "another": "on"})
    assert {guest.name.full for guest in Member.objects.filter(guest=True)} == {"Annie", "Cor"}


def test_it_is_in_no_standing_and_in_a_list_of_its_own(
    client, season, django_assert_max_num_queries
):
    night = played(client, season)
    club = Club.objects.get()
    assert season_history.list_seasons_played(club) == []
    assert "Open drive" not in client.get(f"/{club.slug}/seasons/").content.decode()
    assert "Mulder" not in client.get(f"/{club.slug}/players/").content.decode()
    front = client.get(f"/{club.slug}/").content.decode()
    assert "Open drive" in front
    assert 'id="leaders"' not in front
    for page in ("", "standing/", "prizes/", "print/prizes.pdf"):
        answer = client.get(f"/{club.slug}/seasons/{night.season_id}/{page}")
        assert f"/nights/{night.pk}/" in answer.url
    listed = f"/{club.slug}/nights/?open"
    with django_assert_max_num_queries(24):
        shown = client.get(listed).content.decode()
    assert "Open drive" in shown and "Winner" in shown
    assert "won by" in client.get(f"{listed}&as=csv").content.decode()


def test_anyone_with_the_link_sees_who_won_and_nobody_without(client, season, visitor):
    night = played(client, season)
    page = client.get(night.get_absolute_url())
    what, who = page.context["share"].text.splitlines()[:2]
    assert what.startswith("De Hoop · Open drive · ")
    assert " and " in who  # the first of each table
    link = page.context["share"].address.removeprefix("http://testserver")
    seen = visitor.get(link)
    assert "wins" in seen.content.decode()
    assert all(guest.family in seen.content.decode() for guest in Member.objects.filter(guest=True))
    assert seen.content.decode().count(f'href="/{season.club.slug}/') == 0  # they can't see those
    part = visitor.get(f"{link}?part")
    assert f'href="/{season.club.slug}/' not in part.content.decode()
    again = {"If-None-Match": part["ETag"]}
    assert visitor.get(f"{link}?part", headers=again).status_code == 304
    seasons.change(season=night.season, night_prizes=[1])
    assert visitor.get(f"{link}?part", headers=again).status_code == 200
    assert visitor.get(f"{link}result.pdf")["Content-Type"] == "application/pdf"
    assert visitor.get(f"{link}?as=csv").status_code == 200
    assert visitor.get(f"/{season.club.slug}/nights/{night.pk}/result/").status_code == 404


def test_its_link_opens_no_hall_and_the_link_of_a_hall_no_result(client, season):
    night = begin(client, season)
    result, hall = links.make_key(night, links.RESULT), links.make_key(night)
    assert client.get(f"/hall/{result}/").status_code == 404  # there members' names are known
    assert client.get(f"/hall/result/{hall}/").status_code == 404
    Season.objects.update(open_evening=False)
    assert client.get(f"/hall/result/{result}/").status_code == 404


def test_letters_go_to_members_who_came(client, season, settings):
    settings.MAIL = True
    here, away = people(season, 2)
    Member.objects.update(letters="nl", email="els@club.nl")
    clubs.set_letters(club=season.club, letters=True)
    night = begin(client, season)
    client.post(door(night), {"names": f"{here}\nHenk Mulder\nKees Smit"})
    client.post(door(night), {"begin": "1"})
    closing.close(night=night, reason="done")
    assert [letter.member for letter in QueuedMail.objects.filter(night=night)] == [here]
    assert away.attendances.count() == 0


def test_where_numbers_come_out_of_a_bag_nothing_is_drawn_at_once(client, season):
    night = begin(client, season)
    seasons.change(season=night.season, seating="stones")
    client.post(door(night), {"names": EIGHT})
    client.post(door(night), {"begin": "1"})
    night.refresh_from_db()
    assert (night.state, night.rounds.count()) == ("playing", 0)
