"""A season asks for no more than its choices need, and who played it is found by name."""

import pytest

from tests.browser.pages import Visit
from tests.browser.states.clubs import members_of
from tests.browser.states.players import a_season
from tests.browser.states.seasons import rules_of
from tournaments.members import members


@pytest.fixture
def form(site, trouble, monkeypatch):
    def opened(page):
        visit = Visit(page, site, trouble, monkeypatch)
        club = members_of(visit)
        rules_of(club)
        visit.go("tournaments:season-new", club.slug)
        return page

    return opened


def test_figures_are_asked_where_a_choice_needs_them(phone, form):
    form(phone).evaluate(
        "document.querySelectorAll('main details').forEach((part) => part.open = true)"
    )
    figures = ("counted", "place_points", "bonus", "signed_off_points", "no_show_points")
    assert [name for name in figures if phone.is_visible(f"[name={name}]")] == []
    for choice, question in (
        ("counting][value=drop", {"counted"}),
        ("counting][value=places", {"place_points", "bonus"}),
        ("counting][value=sum", set()),
        ("signed_off][value=own", {"signed_off_points"}),
        ("no_show][value=fixed", {"signed_off_points", "no_show_points"}),
        ("signed_off][value=worst", {"no_show_points"}),
    ):
        phone.check(f"[name={choice}]", force=True)
        assert {name for name in figures if phone.is_visible(f"[name={name}]")} == question


def test_former_members_are_counted_as_far_as_they_are_found(phone, site, trouble, monkeypatch):
    visit = Visit(phone, site, trouble, monkeypatch)
    club = a_season(visit)
    members.archive(member=club.members.get(first="Dirk-Jan"))
    visit.go("tournaments:players", club.slug)
    aside = phone.locator("#players details")
    for typed, count in (("dirk", "1"), ("zzz", "0")):
        phone.fill("#q", typed)
        found = (aside.is_visible(), aside.locator("span").first.text_content())
        assert found == (count == "1", count)
