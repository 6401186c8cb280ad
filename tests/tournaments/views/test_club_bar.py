import re

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.tournaments import evenings
from tournaments import links
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Role, Table, User
from tournaments.nights.pages.club_bar import TABS


def bar(client, path):
    page = client.get(path).content.decode()
    match = re.search(r'<header class="bar">.*?</header>', page, re.DOTALL)
    return match.group() if match else ""


@pytest.fixture
def season():
    season = evenings.club_with()
    clubs.set_visibility(club=season.club, visible_to="open", indexed=False, by="x")
    return season


def test_bar_tells_how_far_the_round_is_and_says_so_in_a_304(visitor, season):
    evenings.evening(season, evenings.people(season, 4))
    night = evenings.playing(
        season, list(season.club.members.all()), evenings.THURSDAY.replace(day=17)
    )
    standing = f"/{season.club.slug}/seasons/{season.pk}/standing/"
    evenings.drawn(night, 1)
    table = Table.objects.get(round__night=night)
    answer = visitor.get(standing)
    assert "Now: round&nbsp;1</a>" in answer.content.decode()
    tag = {"if-none-match": answer["ETag"]}
    assert visitor.get(standing, headers=tag).status_code == 304
    evenings.finish(table)
    again = visitor.get(standing, headers=tag)
    assert "Now: round&nbsp;1, 1&nbsp;of&nbsp;1&nbsp;in" in again.content.decode()
    assert f'class="live" href="/{season.club.slug}/nights/{night.pk}/result/"' in bar(
        visitor, standing
    )
    for page in ("", "result/"):  # the night itself has no link to itself
        assert 'class="live"' not in bar(visitor, f"{night.get_absolute_url()}{page}")
    evenings.playing(season, list(season.club.members.all()), evenings.THURSDAY.replace(day=18))
    both = visitor.get(standing, headers={"if-none-match": again["ETag"]}).content.decode()
    assert f'class="live" href="/{season.club.slug}/nights/">Now: 2 nights</a>' in both


def test_round_with_an_open_table_goes_before_one_that_began(visitor, season):
    evenings.playing(season, evenings.people(season, 8), rounds=2)
    first, _other, ahead, _last = Table.objects.order_by("round__number", "number")
    evenings.finish(first)
    evenings.play(ahead)
    page = bar(visitor, f"/{season.club.slug}/")
    assert "Now: round&nbsp;1, 1&nbsp;of&nbsp;2&nbsp;in" in page


def test_who_may_not_look_sees_no_bar(visitor, season):
    clubs.set_visibility(club=season.club, visible_to="link", indexed=False, by="x")
    assert bar(visitor, f"/{season.club.slug}/") == ""
    visitor.get(f"/club/{links.make_key(season.club)}/")
    assert "/players/" in bar(visitor, f"/{season.club.slug}/")


def test_what_is_not_there_or_not_theirs_keeps_the_bar_for_who_may_see_the_club(visitor, season):
    home = f"/{season.club.slug}/"
    for missing in (f"{home}nothing/", f"{home}players/0/"):
        assert visitor.get(missing).status_code == 404
        assert "/players/" in bar(visitor, missing)
    clubs.set_visibility(club=season.club, visible_to="members", indexed=False, by="x")
    closed, never = (visitor.get(f"/{slug}/nothing/") for slug in (season.club.slug, "nobody"))
    assert closed.status_code == never.status_code == 404
    assert 'class="bar"' not in closed.content.decode()
    asked = visitor.get(f"{home}members/")
    assert asked["Location"] == f"/login/?next={home}members/", "a stranger may be an organiser"
    phone = Client()
    ans = members.add(club=season.club, first="Ans", family="Bos")
    phone.get(f"/m/{links.make_key(ans)}/")
    told = phone.get(f"{home}members/")
    assert told.status_code == 403 and f"/login/?next={home}members/" in told.content.decode()
    assert "/players/" in bar(phone, f"{home}members/")
    bob = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=bob, club=season.club, kind=Role.Kind.MEMBER)
    visitor.force_login(bob)
    assert visitor.get(f"{home}members/").status_code == 403
    assert "/players/" in bar(visitor, f"{home}members/")
    of_site = visitor.get("/site/")
    assert of_site.status_code == 403 and "this club" not in of_site.content.decode()


def test_visitor_has_few_tabs_and_more_is_marked_on_a_page_under_it(visitor, season):
    marked = '<summary aria-current="true">More'
    home = f"/{season.club.slug}/"
    assert marked in bar(visitor, f"{home}rules/")
    shown = bar(visitor, f"{home}seasons/")
    assert f'<a href="{home}seasons/" aria-current="true">Seasons' in shown
    assert not any(text in shown for text in (marked, "/members/", "#settings"))


def test_member_finds_the_own_page_from_every_page_of_the_club(visitor, season):
    (ans,) = evenings.people(season, 1)
    own = f'<a href="/m/{links.make_key(ans)}/">You</a>'
    path = f"/{season.club.slug}/players/"
    assert own not in bar(visitor, path)
    standing = f"/{season.club.slug}/seasons/{season.pk}/standing/"
    kept = {name: visitor.get(name)["ETag"] for name in (path, standing)}
    visitor.get(f"/m/{links.make_key(ans)}/")
    for name, tag in kept.items():
        assert visitor.get(name, headers={"if-none-match": tag}).status_code == 200
        assert "private" in visitor.get(name)["Cache-Control"]
    assert bar(visitor, path).count(own) == bar(visitor, standing).count(own) == 1
    assert f"next={path}" in bar(visitor, path)
    assert "next=" not in bar(visitor, f"/m/{links.make_key(ans)}/")  # a secret stays one
    current = f'href="/m/{links.make_key(ans)}/" aria-current="true"'
    assert current in bar(visitor, f"/m/{links.make_key(ans)}/")
    assert 'href="/login/' in bar(visitor, path)
    assert f'<a class="wide-only" href="/{season.club.slug}/seasons/"' in bar(visitor, path)


@pytest.mark.parametrize("visible_to", ["members", "link", "open"])
def test_every_tab_of_an_archived_member_opens(visitor, season, visible_to):
    clubs.set_visibility(club=season.club, visible_to=visible_to, indexed=False, by="x")
    (ans,) = evenings.people(season, 1)
    members.archive(member=ans)
    shown = bar(visitor, f"/m/{links.make_key(ans)}/")
    assert bool(shown) == (visible_to == "open")
    for address in re.findall(r'href="(/[^"#]*)', shown):
        assert visitor.get(address).status_code == 200, address


def test_every_page_of_a_club_has_a_tab():
    without_bar = ("calendar", "rules-pdf", "web-", "hall-renew", "ask-second", "leave")
    routes = get_resolver().namespace_dict["tournaments"][1].reverse_dict
    texts = [name for name in routes if isinstance(name, str)]
    names = [name for name in texts if routes[name][0][0][0].startswith("%(slug)s/")]
    assert len(names) > 90
    assert [name for name in names if not name.startswith((*TABS, *without_bar))] == []
