from datetime import date

from tests.browser.pages import state
from tests.browser.states.clubs import members_of
from tests.browser.states.seasons import NINE, played, rules_of, season_of
from tournaments.nights import nights


def a_season(visit):
    club = members_of(visit, *NINE)
    rules_of(club)
    season = season_of(club, name="2024–2025", first=date(2024, 9, 5), last=date(2025, 5, 29))
    club.members.filter(first="Ineke").update(shown="not")
    for day in list(nights.list_days(season.first, season.last, 4))[:3]:
        played(season, day)
    return club


@state("tournaments:player")
def player_of_a_season(visit):
    club = a_season(visit)
    visit.go("tournaments:player", club.slug, club.members.get(first="Dirk-Jan").pk)
    visit.page.locator("main details").evaluate_all("all => all.forEach((one) => one.open = true)")


@state("tournaments:player", devices=("phone",))
def player_who_did_not_play_yet(visit):
    club = members_of(visit, *NINE)
    visit.go("tournaments:player", club.slug, club.members.all()[0].pk)


@state("tournaments:compare")
def two_players_compared(visit):
    club = a_season(visit)
    first = club.members.get(first="Dirk-Jan")
    second = club.members.exclude(shown="not").exclude(pk=first.pk)[0]
    visit.go("tournaments:compare", club.slug, first.pk, second.pk)
    for details in visit.page.locator("main details").all():
        details.locator("summary").click()


@state("tournaments:compare", devices=("phone",))
def players_who_did_not_play_yet(visit):
    club = members_of(visit, *NINE)
    visit.go("tournaments:compare", club.slug, *[member.pk for member in club.members.all()[:2]])
