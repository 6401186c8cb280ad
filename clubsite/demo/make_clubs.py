from collections.abc import Callable, Sequence
from datetime import date, timedelta
from random import Random

from clubsite.demo import casual_sheets
from clubsite.demo import clubs as founding
from clubsite.demo import nights as evenings
from clubsite.demo.clubs import WEEK
from clubsite.demo.plan import Demo, DemoClub, DemoPlan, create_users
from tournaments.models import Club, Member, Season, User
from tournaments.nights import nights as night

Tell = Callable[[str], object]


def fill(plan: DemoPlan, tell: Tell, password: str | None = None) -> Demo:
    owner, organiser = create_users(password)
    clubs = [_club(number, plan, owner, organiser, tell) for number in range(plan.clubs)]
    return Demo(clubs, list(casual_sheets.fill(Random(plan.seed))))


def _club(number: int, plan: DemoPlan, owner: User, organiser: User, tell: Tell) -> DemoClub:
    kind, chance = founding.find_kind(number), Random(f"{plan.seed} {number}")
    club = founding.create_demo_club(number, owner, organiser)
    days = [plan.today + WEEK * (week - plan.nights) for week in range(plan.nights + 2)]
    of_couples = _season_of_couples(club, plan.today) if number == 0 else None
    season = founding.plan_season(club, kind, days[0], days[-1])
    people = founding.add_people(club, plan.members, chance)
    *past, tonight, to_come = night.plan(season=season, days=days, sign_up=True)
    by = f"user {organiser.pk}"
    for place, evening in enumerate(past, 1):
        tell(f"{club}: avond {place} van {plan.nights}")
        evenings.play_night(evening, people, chance, by)
    tell(f"{club}: de avond die bezig is")
    evenings.play_until_middle(tonight, people, chance, by)
    evenings.sign_up(to_come, people, chance)
    if of_couples:
        tell(f"{club}: avonden van koppels")
        _play_couples(of_couples, plan.today, people, chance, by)
    return DemoClub(club, people, tonight)


# Before the last night of the club's other season, so that the club's page shows that one.
COUPLE_DAYS = [timedelta(days) for days in (-17, -10)]
COUPLES_TO_COME = timedelta(4)


def _season_of_couples(club: Club, today: date) -> Season:
    kind = founding.KLAVERJASSEN
    return founding.plan_season(club, kind, today + COUPLE_DAYS[0], today + COUPLES_TO_COME)


def _play_couples(
    season: Season, today: date, people: Sequence[Member], chance: Random, by: str
) -> None:
    who = founding.pair_off(season, people)
    days = [today + away for away in (*COUPLE_DAYS, COUPLES_TO_COME)]
    *past, _to_come = night.plan(season=season, days=days)
    for evening in past:
        evenings.play_with_couples(evening, who, chance, by)
