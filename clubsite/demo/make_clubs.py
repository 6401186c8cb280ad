from collections.abc import Callable, Iterator, Sequence
from datetime import date, time, timedelta
from random import Random
from typing import Any, NamedTuple

from django.db import transaction

from clubsite.demo import nights as evenings
from clubsite.demo.dealing import play
from clubsite.demo.nights import NICKNAMES, make_names
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tournaments.accounts import accounts, invitations
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import couples, members
from tournaments.models import Club, Member, Night, Pair, Role, Season, User
from tournaments.models.season import LAST
from tournaments.nights import nights as night

WEEK = timedelta(weeks=1)


class Kind(NamedTuple):
    game: str
    rules: str
    rounds: int
    options: dict[str, Any]
    counting: dict[str, Any] = {}
    approval: str = "one"


WORST_IF_MISSED = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
MISSED_IS_NOTHING = {"signed_off": "skip", "no_show": "skip", "before_joining": "skip"}
AMERIKAANS = Kind("amerikaans-jokeren", "Amerikaans jokeren", 2, {"games": 7}, WORST_IF_MISSED)
RUMMIKUB = Kind(
    *("rummikub", "Rummikub, vijf spellen", 2, {"games": 5}),
    MISSED_IS_NOTHING | {"counting": "places", "place_points": [4, 3, 2, 1], "bonus": 1},
    approval="all",
)
VIJFHONDERD = Kind(
    *("vijfhonderd", "Vijfhonderd, acht giften", 1, {"games": 8}),
    MISSED_IS_NOTHING | {"counting": "average", "least_nights": 2},
)
JOKEREN = Kind("jokeren", "Jokeren, tien spellen", 1, {}, WORST_IF_MISSED | {"counting": "average"})
KINDS = (AMERIKAANS, RUMMIKUB, VIJFHONDERD, JOKEREN)
KLAVERJASSEN = Kind(
    *("klaverjassen", "Klaverjassen, acht spellen", 1, {"games": 8}),
    WORST_IF_MISSED | {"by_couple": True, "tie_break": "pit"},
)  # the second season of the first club
MOST_COUPLES = 6

FAMOUS = ("De Klaverboer", "Rummikubclub De Stenen Muur", "Vijfhonderdclub Schoppenaas")
CLUBS = (
    *("Ons Genoegen", "De Vriendschap", "Onder Ons", "De Goede Slag", "Kaartlust", "De Joker"),
    *("Tot Ons Plezier", "De Harmonie", "Levenslust", "De Volle Hand", "Schoppenvrouw"),
)
ABOUT = (
    "Elke week kaarten we met jong en oud. Je hoeft niet goed te zijn; wel op tijd.",
    "Twintig tot dertig spelers, om de week. Wie de regels wil leren, krijgt een tafel met uitleg.",
    "Gezellig en fanatiek tegelijk. In de pauze is er koffie met iets lekkers.",
)
MOST = 1_000


def name_club(number: int) -> str:
    if number < len(FAMOUS):
        return FAMOUS[number]
    again, which = divmod(number - len(FAMOUS), len(CLUBS))
    return f"{CLUBS[which]} {again + 1}" if again else CLUBS[which]


def create_demo_club(number: int, owner: User, organiser: User) -> Club:
    name = name_club(number)
    club = clubs.create_club(name=name, slug=name.lower().replace(" ", "-"), owner=owner)
    invitation = invitations.invite(
        club=club, kind=Role.Kind.ORGANISER, name=organiser.name, by=owner
    )
    invitations.accept(invitation=invitation, user=organiser)
    clubs.introduce(
        club=club,
        starts=time(19, 30),
        venue="De Brink, Dorpsstraat 4",
        about=ABOUT[number % len(ABOUT)],
        guests="Altijd welkom, ook alleen. Je krijgt een tafel met uitleg.",
        costs="€ 3,50 per avond, met koffie.",
        contact="Wim van Dijk, wedstrijdleider",
        phone="06 12 34 56 78",
        email="wim@example.org",
    )
    return clubs.set_visibility(club=club, visible_to=Club.Visibility.OPEN)


def plan_season(club: Club, kind: Kind, first: date, last: date) -> Season:
    rules = reglementen.make(
        club=club, game=kind.game, name=kind.rules, options=kind.options, approval=kind.approval
    )
    year = last.year - (last.month < 8)
    couples_first = "Koppels " if "by_couple" in kind.counting else ""
    return seasons.plan(
        club=club,
        name=f"{couples_first}{year}–{year + 1}",
        first=min(first, date(year, 9, 1)),  # from September to June, unless a night is outside
        last=max(last, date(year + 1, 6, 30)),
        reglement=rules,
        rounds=kind.rounds,
        minutes=60,
        night_prizes=[1, 2, 3, LAST],
        **kind.counting,
    )


def add_people(club: Club, count: int, chance: Random) -> list[Member]:
    """Return the members who come to nights; some others are archived."""
    gone = max(count // 15, 1)
    lines = make_names(count + gone, chance)
    everybody = members.add_many(club=club, text="\n".join(lines))
    for number, member in enumerate(everybody, 101):
        shown = chance.choices(Member.Shown.values, (80, 10, 6, 4))[0]
        nickname = chance.choice(NICKNAMES) if shown == Member.Shown.NICKNAME else ""
        writes = chance.choices(Member.Writes.values, (25, 55, 20))[0]
        how: dict[str, Any] = {"writes": writes, "shown": shown, "nickname": nickname}
        members.change(member=member, number=str(number), **how)
    members.change(member=everybody[0], table=1)  # always sits there
    for member in everybody[count:]:
        members.archive(member=member)
    come = everybody[:count]
    # Two pairs want different tables, because they come together; the third wants to share one
    kinds: Iterator[str] = iter((Pair.Kind.APART, Pair.Kind.APART, Pair.Kind.TOGETHER))
    others = chance.sample(come[1:], min(6, len(come) - 1) // 2 * 2)
    for first, second in zip(others[::2], others[1::2], strict=True):
        members.pair(member=first, other=second, kind=next(kinds))
    return come


Tell = Callable[[str], object]

USUAL: dict[str, Any] = {"clubs": 3, "members": 32, "nights": 3, "seed": "streepje"}
OWNER, ORGANISER = "eigenaar", "organisator"


class DemoPlan(NamedTuple):
    clubs: int
    members: int  # in each club
    nights: int  # played in each club
    seed: str
    today: date


class DemoClub(NamedTuple):
    club: Club
    members: list[Member]
    tonight: Night


class Demo(NamedTuple):
    clubs: list[DemoClub]
    sheets: list[Sheet]  # casual sheets


@transaction.atomic  # half a demo is none
def fill(plan: DemoPlan, tell: Tell, password: str | None = None) -> Demo:
    owner = accounts.create_account(name="Ans de Groot", login=OWNER, password=password)
    organiser = accounts.create_account(name="Wim van Dijk", login=ORGANISER, password=password)
    made = [_club(number, plan, owner, organiser, tell) for number in range(plan.clubs)]
    return Demo(made, list(fill_casual_sheets(Random(plan.seed))))


def _club(number: int, plan: DemoPlan, owner: User, organiser: User, tell: Tell) -> DemoClub:
    kind, chance = KINDS[number % len(KINDS)], Random(f"{plan.seed} {number}")
    club = create_demo_club(number, owner, organiser)
    days = [plan.today + WEEK * (week - plan.nights) for week in range(plan.nights + 2)]
    of_couples = None
    if number == 0:
        first, last = plan.today + COUPLE_DAYS[0], plan.today + COUPLES_TO_COME
        of_couples = plan_season(club, KLAVERJASSEN, first, last)
    season = plan_season(club, kind, days[0], days[-1])
    people = add_people(club, plan.members, chance)
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


def _play_couples(
    season: Season, today: date, people: Sequence[Member], chance: Random, by: str
) -> None:
    who = people[: min(MOST_COUPLES, len(people) // 2) * 2]
    for first, second in zip(who[::2], who[1::2], strict=True):
        couples.form_couple(season=season, first=first, second=second)
    days = [today + away for away in (*COUPLE_DAYS, COUPLES_TO_COME)]
    *past, _to_come = night.plan(season=season, days=days)
    for evening in past:
        evenings.play_with_couples(evening, who, chance, by)


class Table(NamedTuple):
    game: str
    seats: int
    games: int  # how many are played by now
    options: dict[str, Any] = {}


TABLES = (
    Table("punten", 4, 6),
    Table("hartenjagen", 4, 40, {"target": 50}),
    Table("boerenbridge", 5, 8),
    Table("klaverjassen", 4, 16),
    Table("klaverjassen", 4, 6),
    Table("vijfhonderd", 4, 40),
    Table("rummikub-international", 4, 6),
    Table("rummikub-american", 3, 8),
    Table("rummikub", 4, 7),
    Table("rummy", 2, 5),
    Table("jolly", 5, 40, {"target": 300}),
    Table("jokeren-vijf", 3, 5),
    Table("jokeren-potjes", 4, 6),
    Table("amerikaans-jokeren", 4, 7),
    Table("amerikaans-jokeren", 3, 3),
    Table("jokeren", 4, 6),
    Table("jokeren", 4, 10),
)


def fill_casual_sheets(chance: Random) -> Iterator[Sheet]:
    people = iter(make_names(sum(table.seats for table in TABLES), chance))
    for table in TABLES:
        seated = [next(people) for _ in range(table.seats)]
        # Not `loose`, as such sheets expire: the demo is to stay as it is.
        sheet = lifecycle.open(game=table.game, names=seated, options=table.options)
        play(sheet, table.games, chance)
        yield sheet
