from datetime import timedelta

from django.utils import translation

from tests.tournaments.evenings import THURSDAY, evening, fill, people, playing
from tournaments.members import members
from tournaments.models import Table
from tournaments.nights import at_the_door, draw_rounds
from tournaments.nights.pages import draw_report
from tournaments.standings import calculate


def by_standing(night, count=1):
    return draw_rounds.draw_rounds(night=night, rounds=count, method="standing")


def placed(draw_record):
    return dict(zip(draw_record.people, draw_record.record["input"]["standing"], strict=True))


def how(played_night):
    with translation.override("en"):
        return [report.how for report in draw_report.list_reports(played_night)]


def test_neighbours_sit_together_and_newcomers_come_last(season):
    who = people(season, 8)
    evening(season, who)
    ranked = calculate.number_places(season)
    more = [members.add(club=season.club, first=f"Nieuw {number}") for number in range(4)]
    night = playing(season, [*who, *more], THURSDAY + timedelta(weeks=1))
    draw_record = by_standing(night)
    last = max(ranked.values()) + 1
    assert placed(draw_record) == ranked | {member.pk: last for member in more}
    tables = [{draw_record.people[n] for n in table} for table in draw_record.record["rounds"][0]]
    assert {member.pk for member in more} in tables
    assert how(night) == ["by the standing before this night"]


def test_next_round_follows_from_tonight_as_well(season):
    night = playing(season, people(season, 8))
    first = by_standing(night)
    assert set(placed(first).values()) == {1}  # nobody has a place yet: by lot
    for number, table in enumerate(Table.objects.order_by("number")):
        fill(table, [[0, *(2 * seat + number for seat in (1, 2, 3))]] * 10)
    second = by_standing(night)
    assert sorted(placed(second).values()) == [1, 1, 3, 4, 5, 6, 7, 8]
    assert placed(second) == calculate.number_places(season, night)
    assert how(night)[1] == "by the standing, with this night so far"


def test_who_is_not_there_any_more_stands_in_nobodys_way(season):
    who = people(season, 9)
    evening(season, who)
    night = playing(season, who, THURSDAY + timedelta(weeks=1))
    by_standing(night)
    at_the_door.check_in(night=night, member=who[0], present=False)
    second = by_standing(night)
    assert len(second.record["input"]["standing"]) == 8
    assert second.people[-1] == who[0].pk
