from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from random import Random
from typing import Any, NamedTuple

from clubsite.demo import names, season_days
from tournaments.accounts import roles
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import couples, members
from tournaments.models import Club, Member, Pair, Role, Season, User
from tournaments.models.season import LAST

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
    *("Hartenboer", "De Troefkaart", "Kaart en Koffie", "Gezellig Samenzijn", "De Laatste Slag"),
    *("Ruitenaas", "De Vier Azen", "Donderdagavond", "Klaver Vier", "Nooit Gepast", "Geen Kunst"),
    "De Deler",
)
PLACES = (
    *("Aalten", "Beilen", "Culemborg", "Dokkum", "Elst", "Franeker", "Goes", "Heiloo", "IJmuiden"),
    *("Joure", "Kampen", "Lisse", "Medemblik", "Nijkerk", "Oirschot", "Putten", "Raalte", "Sneek"),
    *("Tholen", "Uden", "Veghel", "Wijchen", "Zierikzee", "Appingedam", "Bergen", "Cuijk"),
    *("Almelo", "Boxtel", "Coevorden", "Dronten", "Emmeloord", "Gorredijk", "Harlingen", "Ommen"),
    *("Hulst", "Kollum", "Leerdam", "Meppel", "Nunspeet", "Oss", "Purmerend", "Rhenen", "Schagen"),
    *("Tiel", "Urk", "Venray", "Winschoten", "Zeewolde", "Boskoop", "Delfzijl"),
)
MOST = len(FAMOUS) + len(CLUBS) * len(PLACES)


def name_club(number: int) -> str:
    if number < len(FAMOUS):
        return FAMOUS[number]
    which, where = divmod(number - len(FAMOUS), len(PLACES))
    return f"{CLUBS[which]} {PLACES[where]}"


def make_slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def find_kind(number: int) -> Kind:
    return KINDS[number % len(KINDS)]


def create_demo_club(number: int, owner: User, organiser: User) -> Club:
    name = name_club(number)
    club = clubs.create_club(name=name, slug=make_slug(name), owner=owner)
    invitation = roles.invite(club=club, kind=Role.Kind.ORGANISER, name=organiser.name, by=owner)
    roles.accept(invitation=invitation, user=organiser)
    clubs.set_usual_time(club=club, starts=time(19, 30), venue="De Brink, Dorpsstraat 4")
    return clubs.set_visibility(club=club, visible_to=Club.Visibility.OPEN)


def plan_season(club: Club, kind: Kind, first: date, last: date) -> Season:
    rules = reglementen.make(
        club=club, game=kind.game, name=kind.rules, options=kind.options, approval=kind.approval
    )
    return seasons.plan(
        club=club,
        **season_days.name_and_days(first, last, of_couples="by_couple" in kind.counting),
        reglement=rules,
        rounds=kind.rounds,
        minutes=60,
        night_prizes=[1, 2, 3, LAST],
        **kind.counting,
    )


def pair_off(season: Season, people: Sequence[Member]) -> list[Member]:
    """Return the people who now have a partner."""
    who = people[: min(MOST_COUPLES, len(people) // 2) * 2]
    for first, second in zip(who[::2], who[1::2], strict=True):
        couples.form_couple(season=season, first=first, second=second)
    return list(who)


def add_people(club: Club, count: int, chance: Random) -> list[Member]:
    """Return the members who come to nights; some others are archived."""
    gone = max(count // 15, 1)
    lines = names.make_names(count + gone, chance)
    everybody = members.add_many(club=club, text="\n".join(lines))
    for number, member in enumerate(everybody, 101):
        members.change(member=member, number=str(number), **_likes(chance))
    _table_of_their_own(everybody[0])
    for member in everybody[count:]:
        members.archive(member=member)
    _pairs(everybody[:count], chance)
    return everybody[:count]


def _likes(chance: Random) -> dict[str, Any]:
    shown = chance.choices(Member.Shown.values, (80, 10, 6, 4))[0]
    nickname = chance.choice(names.NICKNAMES) if shown == Member.Shown.NICKNAME else ""
    writes = chance.choices(Member.Writes.values, (25, 55, 20))[0]
    return {"writes": writes, "shown": shown, "nickname": nickname}


def _table_of_their_own(member: Member) -> None:
    members.change(member=member, table=1)


def _pairs(everybody: list[Member], chance: Random) -> None:
    """Two pairs want different tables, because they come together; the third wants to share one."""
    kinds: Iterator[str] = iter((Pair.Kind.APART, Pair.Kind.APART, Pair.Kind.TOGETHER))
    others = chance.sample(everybody[1:], min(6, len(everybody) - 1) // 2 * 2)
    for first, second in zip(others[::2], others[1::2], strict=True):
        members.pair(member=first, other=second, kind=next(kinds))
