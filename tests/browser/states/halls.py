from scoring.models import Sheet
from tests.browser.pages import state
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.nights import MORE, approved, night_of, play, playing
from tests.browser.states.qr_codes import go_reached
from tournaments import links
from tournaments.members import members
from tournaments.nights import at_the_door, closing, nights, signing_up


def hall(visit, night, query=""):
    visit.go("tournaments:hall", links.make_key(night), query=query)


@state("tournaments:hall")
def the_hall_long_before(visit):
    club = members_of(visit, *PEOPLE)
    hall(visit, night_of(club, "planned"))


@state("tournaments:hall")
def the_hall_while_members_sign_up(visit):
    night = night_of(members_of(visit, *PEOPLE), "sign-up")
    signing_up.sign(night=night, member=night.season.club.members.first(), said="on")
    hall(visit, night)


@state("tournaments:hall")
def the_hall_at_the_door(visit):
    night = night_of(members_of(visit, *PEOPLE))
    at_the_door.check_in(night=night, member=night.season.club.members.first(), present=True)
    hall(visit, night)


@state("tournaments:hall")
def the_hall_before_the_draw(visit):
    _club, night = playing(visit, rounds_drawn=0)
    hall(visit, night)


@state("tournaments:hall")
def the_hall_with_everybody_seated(visit):
    _club, night = playing(visit, *MORE)
    for member, shown in zip(night.season.club.members.all(), ("first", "not"), strict=False):
        members.show_as(member=member, shown=shown)
    approved(Sheet.objects.first())
    hall(visit, night)


@state("tournaments:hall", devices=("laptop",))
def the_hall_with_more_names_than_fit(visit):
    _club, night = playing(visit, *(f"Speler {number:02}" for number in range(70)))
    hall(visit, night)
    visit.page.wait_for_selector("#hall-turn:visible")


@state("tournaments:hall")
def the_hall_with_the_result_in_turn(visit):
    _club, night = playing(visit, *MORE)
    for sheet in Sheet.objects.all():
        play(sheet, 2)
    hall(visit, night, "?turn=night")


@state("tournaments:hall")
def a_name_found_in_the_hall(visit):
    _club, night = playing(visit, *MORE)
    hall(visit, night, "?round=2")
    visit.page.fill("#q", "ans")


@state("tournaments:hall")
def the_hall_of_a_closed_night(visit):
    _club, night = playing(visit, rounds_drawn=0)
    hall(visit, closing.close(night=night))


@state("tournaments:night")
def the_link_of_the_hall(visit):
    go_reached(visit, "night", query="?hall")


@state("tournaments:own")
def own_page_while_others_play(visit):
    club, _one = playing(visit)
    visit.go("tournaments:own", links.make_key(members.add(club=club, first="Zoë")))


@state("tournaments:own")
def own_page_with_a_table(visit):
    club, _one = playing(visit)
    visit.go("tournaments:own", links.make_key(club.members.all()[0]))
    visit.page.click("main summary >> nth=0")


@state("tournaments:club")
def club_with_nights(visit):
    club, night = playing(visit)
    nights.plan(season=night.season, days=[night.season.last], sign_up=True)
    visit.go("tournaments:club", club.slug)
