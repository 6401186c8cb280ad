"""What is played in a club, and by which rules."""

from tests.browser.pages import state
from tests.browser.states.clubs import members_of
from tournaments import reglementen


def rules_of(club, **more):
    said = {"game": "amerikaans-jokeren", "name": "Zoals in De Hoop", "approval": "one"}
    return reglementen.make(club=club, **said | {"options": {"joker_high": 25}} | more)


@state("tournaments:reglementen")
def no_rules_yet(visit):
    visit.go("tournaments:reglementen", members_of(visit).slug)


@state("tournaments:reglementen")
def rules_in_a_list(visit):
    club = members_of(visit)
    rules_of(club)
    rules_of(club, name="Donderdagmiddag met de jokers", game="jokeren", options={})
    visit.go("tournaments:reglementen", club.slug)


@state("tournaments:reglement-new")
def choosing_what_is_played(visit):
    visit.go("tournaments:reglement-new", members_of(visit).slug)


@state("tournaments:reglement-new")
def rules_refused(visit):
    club = members_of(visit)
    rules_of(club)
    visit.go("tournaments:reglement-new", club.slug, query="?game=amerikaans-jokeren")
    visit.send(name="", rule_games="99")


@state("tournaments:reglement")
def rules_to_read(visit):
    club = members_of(visit)
    visit.go("tournaments:reglement", club.slug, rules_of(club).pk)


@state("tournaments:reglement-change")
def changing_rules(visit):
    club = members_of(visit)
    visit.go("tournaments:reglement-change", club.slug, rules_of(club).pk)
