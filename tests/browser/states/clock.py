from datetime import time, timedelta

from django.utils import timezone

from tests.browser.pages import state
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.nights import night_of, playing
from tournaments import links
from tournaments.club import clubs
from tournaments.models import Round
from tournaments.nights.nights import Arrangement, arrange

VENUE = "Ontmoetingscentrum De Brink, Burgemeester Van Oosterbaanstraat 4, Wijngaarden"


def timed(visit, minutes_ago):
    club, night = playing(visit)
    clubs.introduce(club=club, starts=time(19, 30), venue=VENUE)
    arrange(night=night, arrangement=Arrangement(minutes=30))
    began = timezone.now() - timedelta(minutes=minutes_ago)
    Round.objects.filter(number=1).update(began=began)
    return club, night


@state("tournaments:night-move")
def time_of_a_night_that_has_begun(visit):
    club, night = timed(visit, 10)
    visit.go("tournaments:night-move", club.slug, night.pk)
    visit.send(minutes="601")


@state("tournaments:night", "tournaments:round-begins")
def a_round_over_its_time(visit):
    club, night = timed(visit, 44)
    visit.go("tournaments:night", club.slug, night.pk)
    visit.page.click("#further > summary")
    visit.page.click("#set-clock summary")
    visit.page.fill("[name=began]", "")
    visit.page.evaluate("document.querySelector('[name=began]').type = 'text'")
    visit.page.fill("[name=began]", "laat")
    visit.page.click("#set-clock form .button")


@state("tournaments:hall")
def the_hall_with_a_clock(visit):
    _club, night = timed(visit, 20)
    visit.go("tournaments:hall", links.make_key(night))


@state("tournaments:nights")
def nights_with_a_time_of_their_own(visit):
    club = members_of(visit, *PEOPLE)
    night = night_of(club)
    clubs.introduce(club=club, starts=time(19, 30), venue="De Brink")
    arrange(night=night, arrangement=Arrangement(time(14), VENUE))
    visit.go("tournaments:nights", club.slug)
