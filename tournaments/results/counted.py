"""The standings of seasons and nights, from what was played. Only nights that are closed count in a
season.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from tournaments import standings
from tournaments.club.reglementen import lowest_wins, system_of
from tournaments.models import DivisionMember, Member, Night, Season
from tournaments.results import played, settled
from tournaments.results.played import Form, Held, Key, Merges
from tournaments.standings import Division, Evening, Missed, Person, Terms

Counting = Callable[[Terms, Iterable[Person], standings.Night], Division]
Whole = tuple[Terms, tuple[Person, ...], tuple[tuple[int, Key], ...]]

MOST_EVENINGS, MOST_STANDINGS = 1000, 50
# What follows from these never changes.
_evenings: dict[tuple[Key, int, Terms, frozenset[int]], Evening] = {}
_standings: dict[Whole, tuple[Division, ...]] = {}


class Material(NamedTuple):
    """What the standing of a season follows from: the nights that count, by number."""

    terms: Terms
    people: list[Person]
    held: dict[int, Held]
    keys: dict[int, Key]  # of those whose past is settled
    days: dict[int, date]
    left: int  # nights that are still to be played

    @property
    def whole(self) -> Whole:
        """All that it follows from, where every night is closed."""
        return self.terms, tuple(self.people), tuple(self.keys.items())

    @property
    def nights(self) -> list[standings.Night]:
        return played.as_nights(self.held)

    def evening(self, night: standings.Night, terms: Terms, members: frozenset[int]) -> Evening:
        return _evening(self.keys, night, terms, members)


def of_season(season: Season, tonight: Night | None = None) -> tuple[Division, ...]:
    """Where everybody stands after the nights that are closed; and tonight, as far as it is."""
    return as_settled(season, standing(material(season, tonight)))


def before_settling(season: Season, night: Night | None = None) -> tuple[Division, ...]:
    """Of the season, or of one of its nights, with all ties that there are."""
    if not night:
        return standing(material(season))
    held = played.held({1: night}, _merges(season))[1]
    return (_of_night(night, held)[0],)


def as_settled(season: Season, found: tuple[Division, ...]) -> tuple[Division, ...]:
    """With what people settled of its ties."""
    return settled.applied(found, season.settlements.filter(night=None), partial(doubles, season))


def standing(found: Material) -> tuple[Division, ...]:
    if len(found.keys) < len(found.held):
        return _standing(found)
    known = found.whole
    if known not in _standings:
        played.make_room(_standings, MOST_STANDINGS)
        _standings[known] = _standing(found)
    return _standings[known]


def _standing(found: Material) -> tuple[Division, ...]:
    return standings.of_season(found.terms, found.people, found.nights, found.evening)


def material(season: Season, tonight: Night | None = None) -> Material:
    (found,) = materials([season], tonight)
    return found


def materials(seasons: Sequence[Season], tonight: Night | None = None) -> list[Material]:
    """Of seasons of one club, each; however many they are, it asks as often."""
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    for one in Night.objects.filter(season__in=seasons).order_by("day", "pk"):
        nights[one.season_id].append(one)
    merges = _merges(seasons[0])
    divisions = _divisions(seasons, merges)
    counted = {pk: _counted(every, tonight) for pk, every in nights.items()}
    held = {pk: played.held(every, merges) for pk, every in counted.items()}
    ids = {who for every in held.values() for one in every.values() for who in one.came}
    known = _known_people(ids.union(*divisions.values()))
    return [
        Material(
            terms_of(one),
            _people(
                held[one.pk], [night.day for night in nights[one.pk]], divisions[one.pk], known
            ),
            held[one.pk],
            {n: played.key(night, merges) for n, night in counted[one.pk].items() if night.digest},
            {n: night.day for n, night in counted[one.pk].items()},
            len(nights[one.pk]) - len(counted[one.pk]),
        )
        for one in seasons
    ]


def _counted(nights: Sequence[Night], tonight: Night | None) -> dict[int, Night]:
    return {
        number: night
        for number, night in enumerate(nights, 1)
        if night.state == Night.State.CLOSED or night == tonight
    }


def unread(season: Season) -> list[Night]:
    """Closed nights of which it is not known yet what they came to."""
    merges = _merges(season)
    closed = season.nights.filter(state=Night.State.CLOSED).order_by("day", "pk")
    return [night for night in closed if not played.is_known(night, merges)]


def read_one(night: Night) -> None:
    """Known from now on."""
    played.held({1: night}, _merges(night.season))


def nights_of(season: Season) -> list[standings.Night]:
    """Those that count, as they were played."""
    nights = enumerate(season.nights.order_by("day", "pk"), 1)
    closed = {number: one for number, one in nights if one.state == Night.State.CLOSED}
    return played.as_nights(played.held(closed, _merges(season)))


def of_night(night: Night) -> Division:
    """While it is played, what is in so far."""
    return _night(night, played.held({1: night}, _merges(night.season))[1])[0]


def of_night_by_round(night: Night) -> tuple[Division, list[int]]:
    """As it would be if nothing were added, and of which rounds that is, by number."""
    held = played.held({1: night}, _merges(night.season))[1]
    return _as_settled(night, *_of_night(night, held))


def of_night_in_full(night: Night) -> tuple[Division, list[int], dict[int, Form]]:
    """And all its forms, by the id of the sheet."""
    held, forms = played.in_full(night, dict(_merges(night.season)))
    return *_night(night, held), forms


def _night(night: Night, held: Held) -> tuple[Division, list[int]]:
    make = standings.of_night if night.state == Night.State.CLOSED else standings.so_far
    return _as_settled(night, *_of_night(night, held, make))


def _as_settled(night: Night, found: Division, rounds: list[int]) -> tuple[Division, list[int]]:
    known = partial(doubles, night.season)
    return settled.applied([found], night.settlements.all(), known)[0], rounds


def _of_night(
    night: Night, held: Held, make: Counting = standings.of_night
) -> tuple[Division, list[int]]:
    people = _people({1: held}, [night.day], {}, _known_people(held.came))
    (found,) = played.as_nights({1: held})
    division = make(terms_of(night.season), people, found)
    return division, standings.rounds_played(found)


def places(season: Season, tonight: Night | None = None) -> dict[int, int]:
    """By the id of a member; those below the line come after all others, and share a place."""
    found: dict[int, int] = {}
    for division in of_season(season, tonight):
        before = len(found)
        ranked = sum(row.rank is not None for row in division.rows)
        for row in division.rows:
            found[row.player] = before + (row.rank or ranked + 1)
    return found


def terms_of(season: Season) -> Terms:
    system = system_of(season.reglement)
    return Terms(
        lowest_wins=lowest_wins(season.reglement),
        low_game=system.lowest_wins,
        counting=season.counting,
        counted=season.counted or 1,
        place_points=tuple(Fraction(str(one)) for one in season.place_points),
        bonus=season.bonus,
        signed_off=Missed(season.signed_off, season.signed_off_points),
        no_show=Missed(season.no_show, season.no_show_points),
        before_joining=season.before_joining,
        least_nights=season.least_nights,
        tie_break=season.tie_break,
        guests_ranked=season.guests_ranked,
        for_member=season.for_member,
        night_prizes=tuple(season.night_prizes),
        season_prizes=tuple(season.season_prizes),
        moving=season.moving,
    )


# Who takes part


def doubles(season: Season) -> dict[int, int]:
    """By the id of a double, who stands for it."""
    return dict(_merges(season))


def _merges(season: Season) -> Merges:
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    return tuple((double, keep) for double, keep in pairs if keep)


def _divisions(seasons: Sequence[Season], merges: Merges) -> dict[int, dict[int, int]]:
    """By season and the id of a member; what is said of a double counts where nothing else is
    said.
    """
    said: dict[int, dict[int, int]] = {season.pk: {} for season in seasons}
    divided = [season for season in seasons if season.divisions > 1]
    if divided:
        found = DivisionMember.objects.filter(season__in=divided)
        for season, member, division in found.values_list("season", "member", "division"):
            said[season][member] = division
    for one in said.values():
        doubled = {keep: one.pop(double) for double, keep in merges if double in one}
        one.update(doubled | one)
    return said


def _known_people(ids: Collection[int]) -> list[tuple[int, bool, datetime]]:
    members = Member.objects.filter(pk__in=ids).order_by("pk")
    return list(members.values_list("pk", "guest", "created"))


def _people(
    nights: Mapping[int, Held],
    days: Sequence[date],
    divisions: Mapping[int, int],
    known: Iterable[tuple[int, bool, datetime]],
) -> list[Person]:
    """Everybody who is in a division, or was there on any of these nights. They joined on the
    first of those at the latest.
    """
    first = dict.fromkeys(divisions, len(days) + 1)
    for number in sorted(nights, reverse=True):
        first.update(dict.fromkeys(nights[number].came, number))
    return [
        Person(pk, guest, _joined(created, days, first[pk]), divisions.get(pk))
        for pk, guest, created in known
        if pk in first
    ]


def _joined(created: datetime, days: Sequence[date], came: int) -> int:
    """The first night that was not over yet when somebody was put on the list; the first they came
    to, where that is earlier.
    """
    if came == 1:
        return 1
    return min(came, bisect_left(days, timezone.localdate(created)) + 1)


def _evening(
    keys: Mapping[int, Key], night: standings.Night, terms: Terms, members: frozenset[int]
) -> Evening:
    if night.number not in keys:
        return Evening(night, terms, members)
    key = (keys[night.number], night.number, terms, members)
    if key not in _evenings:
        played.make_room(_evenings, MOST_EVENINGS)
        _evenings[key] = Evening(night, terms, members)
    return _evenings[key]
