import re
from datetime import date
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from tests.tournaments import evenings
from tournaments import links
from tournaments.club import clubs, seasons
from tournaments.members import members
from tournaments.models import Member, User
from tournaments.nights import closing, nights
from tournaments.printing import night_picture
from tournaments.standings import divisions


@pytest.fixture
def drawn(monkeypatch):
    previews, draw = [], night_picture.draw_picture
    monkeypatch.setattr(
        night_picture, "draw_picture", lambda shown: previews.append(shown) or draw(shown)
    )
    return previews


@pytest.fixture
def night(season):
    clubs.set_visibility(club=season.club, visible_to="open")
    return evenings.evening(season, evenings.people(season, 4))


def get_result(night, client=None):
    return (client or Client()).get(f"/de-hoop/nights/{night.pk}/result/").content.decode()


def picture_of(page):
    (address,) = re.findall(r'og:image" content="http://testserver([^"]+)"', page)
    return address


def winner(night):
    return Member.objects.get(pk=evenings.by_seat(night)[0])


def test_link_shows_who_won_and_the_picture_the_first_five(night, drawn):
    page = get_result(night)
    name = str(winner(night))
    assert f'og:title" content="{name} wint met 0 punten' in page
    standing = Client().get(f"/de-hoop/seasons/{night.season_id}/standing/").content.decode()
    assert re.search(f'og:title" content="{name} [^"]+ punt[^"]* · De Hoop"', standing)
    assert f'{picture_of(page)}">Plaatje</a>' in page
    picture = Client().get(picture_of(page))
    assert (picture["Content-Type"], picture["Cache-Control"]) == ("image/png", "private, no-cache")
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    (shown,) = drawn
    facts = "4 spelers · 1 tafel · 1 ronde · Jokeren"
    assert (shown.winners, shown.facts) == ((name,), facts)
    assert [(line.place, line.points) for line in shown.others] == [(2, "10"), (3, "20"), (4, "30")]
    assert "donderdag 3 september 2026" in shown.heading
    known = {"If-None-Match": picture["ETag"]}
    assert Client().get(picture_of(page), headers=known).status_code == 304
    fourth = Member.objects.get(pk=evenings.by_seat(night)[3])
    members.change(member=fourth, guest=True)  # counted as on the page
    Client().get(picture_of(get_result(night)))
    assert (len(drawn[1].others), drawn[1].facts) == (2, shown.facts)
    mean = {"name": "x", "counting": "average", "counted": None, "least": 0, "prizes": []}
    seasons.change(season=night.season, further=[mean])
    Client().get(f"/de-hoop/seasons/{night.season_id}/standing/?of=f1&as=png")
    assert drawn[2].sentence == "gemiddeld 0"


def test_standing_has_a_picture_of_its_first_division(season, night, drawn):
    second, third = evenings.by_seat(night)[2:]
    seasons.change(season=season, divisions=2)
    divisions.divide(season=season, divisions={second: 1, third: 1})
    Client().get(f"/de-hoop/seasons/{season.pk}/standing/", {"as": "png"})
    (shown,) = drawn
    assert shown.heading.endswith("1 avond · Klasse 1")
    assert shown.winners == (str(Member.objects.get(pk=second)),)


def test_own_page_leads_to_the_text_that_names_its_reader(night):
    client, who = Client(), winner(night)
    page = client.get(f"/m/{links.make_key(who)}/").content.decode()
    (address,) = re.findall(r'href="([^"]+)#share"', page)
    shared = client.get(address).content.decode()
    assert "<details open>" in shared and f"{who} wint met" in shared


def test_name_that_is_withdrawn_is_at_no_address_any_more(night, drawn, monkeypatch):
    said, write = [], night_picture.Canvas.write
    note = lambda *at, **how: said.append(at[3]) or write(*at, **how)  # noqa: E731
    monkeypatch.setattr(night_picture.Canvas, "write", note)
    before = picture_of(get_result(night))
    etag = Client().get(before)["ETag"]
    members.show_as(member=winner(night), shown="not")
    assert Client().get(before, headers={"If-None-Match": etag}).status_code == 404
    page = get_result(night)
    assert "wint" not in page.partition("<body")[0]
    assert 'og:title" content="Uitslag · ' in page
    assert Client().get(picture_of(page)).status_code == 200
    assert drawn[-1].winners == ("…",)
    assert sum(text.endswith(" · iemand = wie geen naam laat zien") for text in said) == 1
    assert "iemand" in said
    assert str(winner(night)) not in repr(drawn[-1]) + page


def test_organiser_sends_no_more_than_visitors_see(night, drawn, client):
    members.show_as(member=winner(night), shown="first")
    client.force_login(User.objects.get())
    page = get_result(night, client)
    assert str(winner(night)) in page.partition("<body")[2]
    assert str(winner(night)) not in page.partition("<body")[0]
    client.get(picture_of(page))
    assert drawn[0].winners == ("Speler",)


def test_club_that_is_not_open_has_a_preview_only_by_its_link(night, client):
    picture = picture_of(get_result(night))
    client.force_login(User.objects.get())
    for visible_to, who in (("members", "Alleen leden"), ("link", "Wie deze link krijgt")):
        clubs.set_visibility(club=night.season.club, visible_to=visible_to)
        by_link, page = visible_to == "link", get_result(night, client)
        assert ("og:" in page) == by_link
        assert who in page
        shared = re.search(r'id="address" value="http://testserver([^"]+)"', page)[1]
        for program, status in (("WhatsApp/2.23", 200), ("Mozilla/5.0", 302)):
            seen = Client(headers={"user-agent": program}).get(unescape(shared))
            assert seen.status_code == (status if by_link else 404)
            assert ("og:title" in seen.content.decode()) == (seen.status_code == 200)
        assert Client().get(picture).status_code == 404
        (address,) = re.findall(r'href="http://testserver([^"]+)">Plaatje<', page)
        assert client.get(unescape(address), follow=True)["Content-Type"] == "image/png"
        stranger = Client().get(unescape(address), follow=True)
        assert stranger.status_code == (200 if by_link else 404)


def preview(path, **headers):
    page = Client(headers={"accept-language": "nl", **headers}).get(path).content.decode()
    return [unescape(said) for said in re.findall(r'og:(?:title|desc\w+)"\s+content="(.*?)"', page)]


def test_each_page_tells_a_fact_of_its_own(night, season, client):
    first, second = (Member.objects.get(pk=pk) for pk in evenings.by_seat(night)[:2])
    assert preview("/de-hoop/seasons/")[1] == f"{season} · 1. {first}"
    seasons.change(season=season, last=night.day)
    nights.plan(
        season=evenings.one_more_season(season, first=date(2027, 9, 2)), days=[date(2027, 9, 2)]
    )
    at = {"nights": "Speelavonden", "seasons": "Seizoenen", "players": "Spelers"}
    at |= {f"players/{first.pk}": str(first), f"rules/{season.reglement_id}": "jokeren"}
    at |= {"records": "Records", f"players/{first.pk}/compare/{second.pk}": f"{first} – {second}"}
    said = {page: preview(f"/de-hoop/{page}/") for page in at}
    assert [titles[0] for titles in said.values()] == [f"{name} · De Hoop" for name in at.values()]
    assert preview("/")[0] == "Streepje regelt de speelavond van je kaartclub"
    won, of = f"gewonnen door {first}", said[f"players/{first.pk}/compare/{second.pk}"][1]
    assert said["nights"][1] == (
        f"De volgende avond: donderdag 2 september 2027 · donderdag 3 september 2026: {won}"
    )
    assert said["seasons"][1] == f"{season} · Winnaar: {first}"
    assert said["players"][1] == f"4 spelers · {season} · 1. {first}"
    assert said[f"rules/{season.reglement_id}"][1].startswith("Jokeren: ")
    assert preview("/de-hoop/rules/")[1].startswith("Jokeren: ")
    assert said[f"players/{first.pk}"][1] == f"{season}: plaats 1 van 4 · totaal 0"
    assert said["records"][1].endswith(f"Laagste totaal op een formulier, 10 spellen: 0, {first}")
    assert of.startswith("1 ronde aan één tafel: 1 – 0")
    members.show_as(member=first, shown="not")
    client.force_login(User.objects.get())
    for page in at:
        head = client.get(f"/de-hoop/{page}/").content.decode().partition("<meta property")[2]
        assert str(first) not in head.partition("<link")[0] + "".join(preview(f"/de-hoop/{page}/"))


def test_night_that_is_played_says_so_and_who_is_ahead(season):
    clubs.set_visibility(club=season.club, visible_to="open")
    night = evenings.playing(season, evenings.people(season, 8), rounds=1)
    evenings.play_by_seat(night.rounds.get().tables.get(number=1))
    title, words = preview(f"/de-hoop/nights/{night.pk}/result/")
    assert title.startswith("Tussenstand · ") and "Tussenstand · " in get_result(night)[:900]
    assert words.startswith("Ronde 1: 0 van 2 tafels zijn binnen. 1. Speler 0")
    ahead = next(name for name in Member.objects.all() if f"1. {name}:" in words)
    members.show_as(member=ahead, shown="not")
    words = preview(f"/de-hoop/nights/{night.pk}/result/")[1]
    assert "…" not in words and " 2. Speler 0" in words


def test_night_that_is_open_again_has_no_preview(night):
    picture = picture_of(get_result(night))
    closing.reopen(night=night, reason="fout")
    assert picture not in get_result(night)
    text = get_result(night).partition("Deel de tussenstand")[2].partition("</textarea>")[0]
    assert "Tussenstand:" in text and f"1. {winner(night)}: 0" in text
    assert "wint met" not in text
    assert Client().get(picture).status_code == 404


def test_picture_in_another_language_has_an_address_of_its_own(night, drawn):
    client = Client()
    client.cookies["streepje_language"] = "de"
    german = picture_of(get_result(night, client))
    assert Client().get(german).status_code == 200
    assert "Spieler" in drawn[0].facts
    assert Client().get(german.replace("/de-", "/nl-").replace("/de/", "/nl/")).status_code == 404
    assert Client().get(german.replace("/de/", "/xx/")).status_code == 404


def test_letters_that_the_picture_lacks_are_said(night, drawn):
    members.change(member=winner(night), first="漢字", another=True)
    assert "漢字" in get_result(night)
    assert night_picture.make_printable("漢字").startswith("(")
    assert night_picture.make_printable("Zoë Yılmaz Ωμέγα") == "Zoë Yılmaz Ωμέγα"
    assert Client().get(picture_of(get_result(night))).status_code == 200
