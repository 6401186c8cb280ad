from datetime import date
from uuid import uuid4

from scoring.sheets import lifecycle
from tests.browser.pages import state
from tests.browser.states.clubs import members_of
from tournaments import links
from tournaments.club import clubs, reglementen, seasons
from tournaments.models import ImportedResult, Night
from tournaments.nights import at_the_door, changes_at_tables, closing, draw_rounds, nights
from tournaments.standings import divisions, settle_ties

FIRSTS = ("Ans", "Bob", "Cor", "Dirk-Jan", "Els", "Fenna", "Greetje", "Henk", "Ineke")
NINE = [f"{name} van den Nieuwenhuizen" for name in FIRSTS]


def rules_of(club, **more):
    said = {"game": "amerikaans-jokeren", "name": "Zoals in De Hoop", "approval": "one"}
    return reglementen.make(club=club, **said | {"options": {"joker_high": 25}} | more)


@state("tournaments:reglementen")
def rules_in_a_list(visit):
    club = members_of(visit)
    rules_of(club)
    rules_of(club, name="Donderdagmiddag met de jokers", game="jokeren", options={})
    visit.go("tournaments:reglementen", club.slug)


@state("tournaments:reglement-new", at_night=True)
def rules_refused(visit):
    club = members_of(visit)
    rules_of(club)
    visit.go("tournaments:reglement-new", club.slug, query="?game=amerikaans-jokeren")
    visit.send(name="", rule_games="99")


def season_of(club, **more):
    said = {"name": "2026–2027", "first": date(2026, 9, 3), "last": date(2027, 5, 27), "rounds": 3}
    missed = {"signed_off": "own", "signed_off_points": [60], "no_show": "worst"}
    places = {"night_prizes": [1, 18, "last"], "season_prizes": [1, 2, 3], "least_nights": 12}
    said |= missed | places | {"before_joining": "absent"} | more
    return seasons.plan(club=club, reglement=club.reglementen.first() or rules_of(club), **said)


@state("tournaments:seasons")
def seasons_in_a_list(visit):
    club = members_of(visit)
    season_of(club)
    season_of(club, name="Zomeravonden", first=date(2026, 6, 4), last=date(2026, 8, 27))
    visit.go("tournaments:seasons", club.slug)


@state("tournaments:season-new", at_night=True)
def season_refused(visit):
    club = members_of(visit)
    rules_of(club)
    visit.go("tournaments:season-new", club.slug)
    visit.page.evaluate(
        "document.querySelectorAll('main details').forEach((part) => part.open = true)"
    )
    visit.page.check("[name=counting][value=best]", force=True)
    visit.page.check("[name=no_show][value=fixed]", force=True)
    visit.send(name="2026", first="2026-09-03", rounds="11", season_prizes="eerste")


@state("tournaments:divisions")
def choosing_divisions(visit):
    club = members_of(visit, *NINE)
    season_of(club, name="2025", first=date(2025, 9, 3), last=date(2026, 5, 27))
    season = season_of(club, divisions=3, moving=2)
    divisions.divide(
        season=season, divisions={person.pk: 2 for person in divisions.list_people(season)}
    )
    visit.go("tournaments:divisions", club.slug, season.pk)


@state("tournaments:standing")
def standing_of_a_season(visit):
    club = members_of(visit, *NINE)
    season = season_of(club, counting="drop", counted=1, least_nights=2, season_prizes=[1, "last"])
    for day in list(nights.list_days(season.first, season.last, 4))[:4]:
        played(season, day)
    visit.go("tournaments:standing", club.slug, season.pk)


@state("tournaments:standing")
def standing_of_periods(visit):
    season = in_periods(visit)
    visit.go("tournaments:standing", season.club.slug, season.pk)


@state("tournaments:season-prizes", "tournaments:night-prizes")
def prizes_to_read_out(visit):
    season = in_periods(visit)
    visit.go("tournaments:season-prizes", season.club.slug, season.pk, query="?of=p1")


def in_periods(visit):
    club = members_of(visit, *NINE)
    most = {"name": "Meeste punten", "counting": "sum", "counted": None, "least": 0, "prizes": []}
    periods = {"periods": [2], "by_period": True, "further": [most], "period_prizes": [1, "1/4"]}
    season = season_of(club, counting="best", counted=1, least_nights=2, **periods)
    for day in list(nights.list_days(season.first, season.last, 4))[:4]:
        played(season, day)
    return season


@state("tournaments:standing")
def standing_of_divisions(visit):
    season = halfway(visit)
    visit.go("tournaments:standing", season.club.slug, season.pk)


def halfway(visit):
    club = members_of(visit, *NINE)
    season = season_of(club, divisions=3, moving=1, least_nights=2, season_prizes=[1])
    people = divisions.list_people(season)
    divided = {person.pk: 1 + place % 3 for place, person in enumerate(people)}
    divisions.divide(season=season, divisions=divided)
    days = list(nights.list_days(season.first, season.last, 4))
    for day in days[:3]:
        played(season, day)
    nights.plan(season=season, days=days[3:5])
    return season


@state("tournaments:ties", "tournaments:night-ties")
def ties_to_settle(visit):
    club = members_of(visit, *NINE)
    season = season_of(club, divisions=3, moving=2, least_nights=1, season_prizes=[1, 2, 3])
    people = divisions.list_people(season)
    divisions.divide(
        season=season, divisions={person.pk: 1 + n % 3 for n, person in enumerate(people)}
    )
    earlier_night(season, {person.pk: 20 + 10 * (n > 5) for n, person in enumerate(people)})
    first, second, *_others = settle_ties.find_open_ties(season)
    settle_ties.settle(season=season, tie=first.key, how="lot")
    settle_ties.undo(settlement=settle_ties.settle(season=season, tie=second.key, how="lot"))
    visit.go("tournaments:ties", club.slug, season.pk)
    visit.page.check("[name$=-how][value=hand] >> nth=0", force=True)
    visit.page.click("main button.main >> nth=0")
    visit.page.wait_for_load_state()


def earlier_night(season, points, day=None):
    (night,) = nights.plan(season=season, days=[day or season.first])
    ImportedResult.objects.bulk_create(
        ImportedResult(night=night, member_id=pk, points=figure) for pk, figure in points.items()
    )
    Night.objects.filter(pk=night.pk).update(state="closed", digest=uuid4().hex)
    clubs.lock_and_invalidate(season.club)


@state("tournaments:own")
def own_page_with_results(visit):
    club = members_of(visit, *NINE)
    for name in ("2025-2026", "2026-2027"):
        season = season_of(club, name=name, counting="drop", counted=1)
        for day in list(nights.list_days(season.first, season.last, 4))[:3]:
            played(season, day)
    visit.go("tournaments:own", links.make_key(club.members.all()[0]))


def played(season, day):
    (night,) = nights.plan(season=season, days=[day])
    nights.set_state(night=night, to="check-in")
    people = divisions.list_people(season)
    for member in people[: max(4, len(people) - season.nights.count() + 1)]:
        at_the_door.check_in(night=night, member=member, present=True)
    nights.set_state(night=night, to="playing")
    draw_rounds.draw_rounds(night=night, rounds=1, method="lots")
    for table in night.rounds.get().tables.select_related("sheet"):
        names = [seat.name for seat in table.sheet.seats.all()]
        entries = {name: 7 * place or "-" for place, name in enumerate(names)}
        lifecycle.record(sheet=table.sheet, number=1, row={"entries": entries})
        changes_at_tables.shorten(round_=table.round, table=table, games=1)
    closing.close(night=night, reason="laat")
