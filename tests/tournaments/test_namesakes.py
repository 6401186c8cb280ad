"""Two people of one name are told apart wherever they are named, and found where they look."""

import re
from html import unescape

import pytest
from django.utils import translation

from tests import printed
from tests.tournaments.evenings import club_with, drawn, fill, playing
from tournaments import links
from tournaments.members import members
from tournaments.models import Member, Table, User
from tournaments.names import NameDetail
from tournaments.nights import closing
from tournaments.printing import hall_papers, standings
from tournaments.standings.pages.standing import read_standing

pytestmark = pytest.mark.django_db
BOTH = ("Jan van den Berg (17)", "Jan van den Berg")
LISTED = ("Berg, Jan van den (17)", "Berg, Jan van den")


@pytest.fixture
def evening():
    """An evening of which a round is drawn: two of one name, and two others."""
    season = club_with()
    add = members.add
    jan = {"club": season.club, "first": "Jan", "particle": "van den", "family": "Berg"}
    who = [add(**jan, number="17"), add(**jan, another=True)]
    who.append(add(club=season.club, first="Nel", particle="el", family="Amrani"))
    who.append(add(club=season.club, first="Ans", family="Willemse"))
    return drawn(playing(season, who), 1).night


@pytest.fixture
def laptop(client, evening):
    client.cookies["streepje_language"] = "en"
    client.force_login(User.objects.get())
    return client


def play(evening):
    """Everybody has nine cards left but the first."""
    fill(Table.objects.get(), [[0, 9, 9, 9]] * 10)
    return closing.close(night=evening, reason="no time")


def texts(client, path):
    page = re.sub(r"</?(?:b|span)>", "", client.get(path).content.decode())
    page = re.sub(r"\s+", " ", page)
    return [unescape(text).strip() for text in re.findall(r">([^<>]+)<", page)]


def test_pages_of_a_night_tell_them_apart(laptop, evening):
    for path in ("door/", "draw/bag/", "rounds/", "", "result/"):
        found = texts(laptop, f"/de-hoop/nights/{evening.pk}/{path}")
        for name in (*BOTH, *(LISTED if path == "rounds/" else ())):
            assert any(text.startswith(name) for text in found), (path, name)


def test_form_on_the_table_tells_them_apart(evening):
    names = set(Table.objects.get().sheet.seats.values_list("name", flat=True))
    assert names == {*BOTH, "Nel el Amrani", "Ans Willemse"}


def test_who_joins_the_club_meanwhile_changes_no_name_on_the_form(evening):
    jan = {"first": "Jan", "particle": "van den", "family": "Berg", "another": True}
    members.add(club=evening.season.club, **jan)
    everybody = Member.objects.values_list("pk", flat=True)
    names = members.load_names(everybody, NameDetail.FULL).values()
    assert {*BOTH, "Jan van den Berg 2"} <= {*names}


def test_paper_goes_by_family_name_and_tells_them_apart(evening):
    with translation.override("en"):
        by_name = printed.read(hall_papers.print_seats(evening))[0].said
        door = printed.read(hall_papers.print_attendance(evening))[0].said
    wanted = ["Amrani, Nel el", *sorted(LISTED), "Willemse, Ans"]
    assert [text for text in by_name if ", " in text and "·" not in text] == wanted
    assert [text for text in door if text in wanted] == wanted


def test_hall_goes_by_family_name_and_tells_them_apart(client, evening):
    found = texts(client, f"/hall/{links.make_key(evening)}/")
    wanted = ["Amrani, Nel el", "Berg, Jan van den", "Berg, Jan van den (17)", "Willemse, Ans"]
    assert [text for text in found if text in wanted] == wanted


def test_standing_result_and_player_pages_tell_them_apart(laptop, evening):
    play(evening)
    season = evening.season
    for path in (f"seasons/{season.pk}/standing/", f"nights/{evening.pk}/result/", "players/"):
        found = texts(laptop, f"/de-hoop/{path}")
        assert [found.count(name) >= 1 for name in BOTH] == [True, True], path
    jan = Member.objects.filter(family="Berg").first()
    assert BOTH[0] in texts(laptop, f"/de-hoop/players/{jan.pk}/")
    page = printed.read(standings.print_season(season, NameDetail.FULL))[0].words
    assert [name in page for name in BOTH] == [True, True]


def test_pages_of_members_tell_them_apart(laptop, evening):
    """Where one of them is merged, erased or kept apart, above all."""
    jan, other = Member.objects.filter(family="Berg").order_by("pk")
    nel = Member.objects.get(first="Nel")
    members.pair(member=nel, other=jan, kind="apart")
    members.pair(member=nel, other=other, kind="together")
    path = "/de-hoop/members/"
    for page in (path, f"{path}{nel.pk}/pairs/", f"{path}{nel.pk}/merge/"):
        assert {*BOTH} <= {*texts(laptop, page)}, page
    assert BOTH[0] in texts(laptop, f"{path}{other.pk}/merge/")
    for page in ("", "merge/", "pairs/", "erase/"):
        assert BOTH[0] in texts(laptop, f"{path}{jan.pk}/{page}"), page
    assert f"{BOTH[0]}: kept apart" in texts(laptop, f"{path}{nel.pk}/")
    assert {*BOTH} <= {*texts(laptop, f"/de-hoop/nights/{evening.pk}/draws/1/")}


def test_file_of_members_says_their_names_as_they_are(client, evening):
    """Or it could not come back."""
    client.force_login(User.objects.get())
    text = client.get("/de-hoop/members/?as=csv").content.decode()
    assert text.count("\nJan van den Berg;") == 2


def test_public_is_told_them_apart_by_nothing_they_did_not_choose(evening):
    play(evening)
    jan, other = Member.objects.filter(family="Berg").order_by("pk")
    found = read_standing(evening.season, NameDetail.PUBLIC).divisions[0].rows
    assert {line.name for line in found} >= {"Jan van den Berg", "Jan van den Berg 2"}
    members.show_as(member=jan, shown="first")
    members.show_as(member=other, shown="first")
    seen = set(members.load_names([jan.pk, other.pk], NameDetail.PUBLIC).values())
    assert seen == {"Jan", "Jan 2"}
    members.show_as(member=jan, shown="not")
    told = members.load_names([jan.pk, other.pk], NameDetail.PUBLIC)
    assert told == {jan.pk: "…", other.pk: "Jan"}


def test_who_joins_after_the_draw_is_told_apart_from_who_sits_already(client):
    """On every page; what stands on a form is as it was agreed with."""
    client.cookies["streepje_language"] = "en"
    season = club_with()
    client.force_login(User.objects.get())
    people = [members.add(club=season.club, first=name) for name in ("Nel", "Ans", "Bob")]
    jan = members.add(club=season.club, first="Jan", family="Berg", number="17")
    night = drawn(playing(season, [*people, jan]), 1).night
    path = f"/de-hoop/nights/{night.pk}/"
    part = f"{path}room/?part&round=1"
    before = client.get(part)
    assert "Jan Berg," in f"{before.content.decode()},".replace("<", ",")
    members.add(club=season.club, first="Jan", family="Berg", another=True)
    assert client.get(part)["ETag"] != before["ETag"]
    for page in ("rounds/", "", "room/?part"):
        assert "Jan Berg (17)" in client.get(path + page).content.decode(), page
    with translation.override("en"):
        pages = printed.read(hall_papers.print_seats(night))
    assert ["Jan Berg (17)" in " ".join(page.said) for page in pages[1:]] == [True]
    members.change(member=jan, first="Johan", family="Berg", number="17")
    assert "Johan Berg" in client.get(path).content.decode()
    assert {*Table.objects.get().sheet.seats.values_list("name", flat=True)} >= {"Jan Berg"}
