from tests.browser.pages import state
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.seasons import rules_of, season_of
from tournaments import links
from tournaments.members import couples
from tournaments.nights import at_the_door, draw_rounds, entrants, nights

MORE = ("Gijs de Wit", "Hanneke van den Oosterbaan-Nieuwenhuizen", "Ivo Smit", "Joke Bos")


def couples_in(visit, count=3):
    club = members_of(visit, *PEOPLE, *MORE)
    rules_of(club, game="vijfhonderd", name="Vijfhonderd", options={})
    season = season_of(club, by_couple=True)
    who = list(club.members.order_by("pk"))
    for number in range(count):
        couples.form_couple(season=season, first=who[2 * number], second=who[2 * number + 1])
    return club, season, who


def night_with(season, present):
    (night,) = nights.plan(season=season, days=[season.first])
    nights.set_state(night=night, to="check-in")
    for member in present:
        at_the_door.check_in(night=night, member=member, present=True)
    return night


@state("tournaments:couples")
def couples_of_a_season(visit):
    club, season, _who = couples_in(visit)
    visit.go("tournaments:couples", club.slug, season.pk)


@state("tournaments:night-couples")
def no_couple_is_here_yet(visit):
    club, season, _who = couples_in(visit)
    visit.go("tournaments:night-couples", club.slug, night_with(season, []).pk)


@state("tournaments:night-couples")
def couples_of_whom_some_are_away(visit):
    club, season, who = couples_in(visit)
    night = night_with(season, [*who[:3], who[4], who[6], who[7]])
    couple = season.couples.get(first=who[4])
    entrants.set_substitute(night=night, couple=couple, member=who[6])
    visit.go("tournaments:night-couples", club.slug, night.pk)


@state("tournaments:draw")
def drawing_couples(visit):
    club, season, who = couples_in(visit, 4)
    night = nights.set_state(night=night_with(season, who[:8]), to="playing")
    draw_rounds.draw_rounds(night=night, rounds=1, method="move")
    visit.go("tournaments:draw", club.slug, night.pk)


@state("tournaments:own")
def own_page_of_one_of_a_couple(visit):
    _club, season, who = couples_in(visit)
    nights.plan(season=season, days=[season.first], sign_up=True)
    visit.go("tournaments:own", links.make_key(who[0]))
    visit.page.click("[value=both-on]")
    visit.page.click("#come summary")
