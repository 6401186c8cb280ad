from django.utils import timezone

from scoring.models import Sheet
from tests.browser.pages import state
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.nights import play
from tests.browser.states.seasons import season_of
from tournaments import links
from tournaments.names import Name
from tournaments.nights import closing, nights, open_evenings

GUESTS = [(Name("Henk", "", "Mulder"),), (Name("Truus", "van den", "Berg-Schouten"),)]
SAID = {"rounds": 1, "fee": 5_00, "night_prizes": [1, 2, "last"], "by_couple": False}


def evening_of(visit):
    club = members_of(visit, *PEOPLE)
    day = timezone.localdate()
    rules = season_of(club).reglement
    said = {"name": "Open drive De Brink", "rules": rules, "day": day, "starts": None}
    night = open_evenings.plan(club=club, **said, **SAID)
    nights.set_state(night=night, to="check-in")
    names = [(member.name,) for member in club.members.all()[:2]]
    open_evenings.let_in(night=night, names=[*GUESTS, *names])
    return night


@state("tournaments:open-evening")
def an_open_evening_being_changed(visit):
    night = evening_of(visit)
    visit.go("tournaments:open-evening", night.season.club.slug, night.pk)


@state("tournaments:door")
def the_door_of_an_open_evening(visit):
    night = evening_of(visit)
    visit.go("tournaments:door", night.season.club.slug, night.pk)


@state("tournaments:result-by-link")
def the_result_of_an_open_evening(visit):
    night = evening_of(visit)
    open_evenings.begin(night=night)
    for sheet in Sheet.objects.all():
        play(sheet, 7)
    closing.close(night=night, reason="late")
    visit.go("tournaments:result-by-link", links.make_key(night, links.RESULT))
