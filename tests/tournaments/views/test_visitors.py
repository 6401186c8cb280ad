import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.evenings import evening, people, refused
from tournaments import links
from tournaments.club import clubs, seasons
from tournaments.members import members
from tournaments.models import Club, Logo, User
from tournaments.nights import nights

NIGHTS = "/de-hoop/nights/"


@pytest.fixture
def club(season):
    return season.club


def settled(club):
    return [(entry.kind, entry.body, entry.actor) for entry in club.log_entries.all()]


def test_what_is_settled_stays_on_record(club):
    assert (club.visible_to, club.indexed, settled(club)) == ("members", False, [])
    clubs.set_visibility(club=club, visible_to="open", indexed=True, by="user 1")
    clubs.set_visibility(club=club, visible_to="open", indexed=True, by="user 2")  # as it was
    clubs.renew_link(club=club, by="user 3")
    closed, found = (
        {"visible_to": "members", "indexed": False},
        {"visible_to": "open", "indexed": True},
    )
    assert settled(club) == [
        ("visibility", {"was": closed, "to": found}, "user 1"),
        ("link", {}, "user 3"),
    ]


def test_search_engines_find_no_more_than_everybody(club):
    assert not clubs.set_visibility(club=club, visible_to="link", indexed=True).indexed
    assert refused(clubs.set_visibility, club=club, visible_to="some") == ["C200"]


def test_settings_tell_what_was_settled_and_by_whom(client, at_the_laptop, club):
    path = "/de-hoop/visitors/"
    assert "required" in client.post(path, {}).content.decode()
    assert client.post(path, {"visible_to": "link", "indexed": "on"}).status_code == 302
    page = client.get(path).content.decode()
    assert "<strong>whoever has the link</strong>" in page
    assert f"/club/{links.make_key(Club.objects.get())}/" in page
    assert User.objects.get().name in page


def test_link_is_needed_once_and_ends_for_who_came_by_it_or_if_the_club_closes(client, club):
    club = clubs.set_visibility(club=club, visible_to="link")
    link = f"/club/{links.make_key(club)}/"
    assert client.get(NIGHTS).status_code == 404
    page = client.get("/de-hoop/").content.decode()
    assert "<h1>De Hoop</h1>" in page and NIGHTS not in page
    assert "vraag de club erom" in page and "voor de leden" not in page
    assert client.get(link)["Location"] == "/de-hoop/"
    assert client.get(NIGHTS).status_code == 200
    club = clubs.renew_link(club=club)
    assert [client.get(path).status_code for path in (NIGHTS, link)] == [404, 404]
    assert client.get(f"/club/{links.make_key(club)}/", follow=True).status_code == 200
    for visible_to in ("members", "link"):
        clubs.set_visibility(club=club, visible_to=visible_to)
        assert client.get(NIGHTS).status_code == 404


def of_a_member(ans):
    """A phone on which the member opened the own page."""
    client = Client()
    assert client.get(f"/m/{links.make_key(ans)}/").status_code == 200
    return client


def test_own_link_opens_the_club_until_it_is_renewed_or_somebody_leaves(club):
    ans, double, bob = (members.add(club=club, first=name) for name in ("Ans", "Ansje", "Bob"))
    members.merge(double=double, keep=ans)
    phones = [of_a_member(ans), of_a_member(double), of_a_member(bob)]
    assert [phone.get(NIGHTS).status_code for phone in phones] == [200, 200, 200]
    members.renew_link(member=bob)
    members.archive(member=ans)
    assert [phone.get(NIGHTS).status_code for phone in phones] == [404, 404, 404]


def test_links_that_are_kept_are_the_last_ones_and_nobodys_harm(client, club):
    ans = members.add(club=club, first="Ans")
    client.cookies["streepje_links"] = ".".join(["x", "", "é", *("y" * 46 for _ in range(20))])
    assert client.get(NIGHTS).status_code == 404
    client.get(f"/m/{links.make_key(ans)}/")
    kept = client.cookies["streepje_links"].value.split(".")
    assert (kept[0], len(kept)) == (links.make_key(ans), 8)
    assert client.get(NIGHTS).status_code == 200


def test_closed_page_has_the_logo_that_everybody_may_see(client, club):
    logo = '<img src="/de-hoop/logo.png"'
    assert logo not in client.get("/de-hoop/").content.decode()
    Logo.objects.create(club=club, image=b"x")
    assert logo in client.get("/de-hoop/").content.decode()


def robots(answer):
    return "X-Robots-Tag" in answer, b'content="noindex"' in answer.content


def test_search_engines_stay_away_until_a_club_wants_them(client, club):
    away = "User-agent: *\nDisallow: /\n"
    clubs.set_visibility(club=club, visible_to="open")
    assert robots(client.get(NIGHTS)) == (True, True)
    assert client.get("/robots.txt").content.decode() == away
    clubs.set_visibility(club=club, visible_to="open", indexed=True)
    assert robots(client.get(NIGHTS)) == (False, False)
    assert robots(client.get("/login/")) == (True, True)
    wanted = "User-agent: *\nAllow: /de-hoop/\nAllow: /static/\nDisallow: /\n"
    assert client.get("/robots.txt").content.decode() == wanted


def test_who_shows_no_name_has_one_sign_and_each_page_says_what_it_means(season):
    who, stranger = people(season, 4), Client(headers={"accept-language": "en"})
    night = evening(season, who)
    clubs.set_visibility(club=season.club, visible_to="open", indexed=False)
    pages = [
        f"/de-hoop/{page}"
        for page in (
            "",
            f"seasons/{season.pk}/standing/",
            f"nights/{night.pk}/result/",
            "records/",
            f"players/{who[1].pk}/",
        )
    ]
    meaning = "body who shows no name"
    assert not any(meaning in stranger.get(page).content.decode() for page in pages)
    for member in (who[0], *who[2:]):
        members.show_as(member=member, shown="not")
    for page in pages:
        text = stranger.get(page).content.decode()
        assert "…" in text and meaning in text, page
        assert "Speler 00" not in text


def test_guest_tells_the_club_which_night_while_it_is_open(client, season):
    today = timezone.localdate()
    seasons.change(season=season, first=today, last=today)
    (night,) = nights.plan(season=season, days=[today], sign_up=True)
    clubs.set_visibility(club=season.club, visible_to="open")
    about = {"starts": None, "venue": "", "phone": "06 12 34 56 78"}

    def find_links():
        pages = [client.get(page) for page in ("/de-hoop/", f"{NIGHTS}{night.pk}/")]
        links_of = [
            re.findall(r'class="main" href="(.+?)"', page.content.decode()) for page in pages
        ]
        assert links_of[0] == links_of[1]
        return links_of[0]

    for email, begins in (("wim@club.nl", "mailto:wim@club.nl?subject=Gast"), ("", "tel:061234")):
        clubs.introduce(club=season.club, guests="Welkom", email=email, **about)
        (address,) = find_links()
        assert address.startswith(begins)
    clubs.introduce(club=season.club, guests="", **about)
    assert find_links() == []
