"""What standings follow from, as it is read: how a season counts, its nights, who takes part."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.utils import timezone

from tournaments.club.reglementen import lowest_wins, system_of
from tournaments.models import DivisionMember, Member, Night, Season
from tournaments.standings import corrections as corrected
from tournaments.standings import played_nights, rules
from tournaments.standings.corrections import Correction
from tournaments.standings.played_nights import Key, Merges, NightFacts
from tournaments.standings.rules import Missed, Person, SeasonRules


class StandingInput(NamedTuple):
    """Of a season; by the numbers of the nights that count."""

    terms: SeasonRules
    people: list[Person]
    held: dict[int, NightFacts]
    keys: dict[int, Key]  # of those that are closed
    days: dict[int, date]
    left: int  # nights that are still to be played
    corrections: list[Correction]

    @property
    def nights(self) -> list[rules.PlayedNight]:
        return played_nights.as_nights(self.held)


class Otherwise(NamedTuple):
    """What counts instead of what is saved."""

    member: Member | None = None
    divisions: Mapping[int, int | None] = {}  # by the id of a member; None: in none


AS_SAVED = Otherwise()


def standing_inputs(
    seasons: Sequence[Season], tonight: Night | None = None, otherwise: Otherwise = AS_SAVED
) -> list[StandingInput]:
    """Of seasons of one club, each; however many they are, it asks as often."""
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    for night in Night.objects.filter(season__in=seasons).order_by("day", "pk"):
        nights[night.season_id].append(night)
    known = _members(seasons[0].club_id)
    if said := otherwise.member:
        known = [
            one._replace(guest=said.guest, joined=said.joined) if one.pk == said.pk else one
            for one in known
        ]
    merges = tuple((one.pk, one.merged_into) for one in known if one.merged_into)
    divisions = _divisions(seasons, merges, otherwise.divisions)
    mended = corrected.made(seasons)
    found = []
    for one in seasons:
        every = nights[one.pk]
        counted = _counted(every, tonight)
        held = played_nights.load_nights(counted, merges)
        found.append(
            StandingInput(
                season_rules(one),
                _people(held, [night.day for night in every], divisions[one.pk], known),
                held,
                {
                    n: played_nights.key(night, merges)
                    for n, night in counted.items()
                    if night.digest
                },
                {n: night.day for n, night in counted.items()},
                len(every) - len(counted),
                mended[one.pk],
            )
        )
    return found


def _counted(nights: Sequence[Night], tonight: Night | None) -> dict[int, Night]:
    return {
        number: night
        for number, night in enumerate(nights, 1)
        if night.state == Night.State.CLOSED or night == tonight
    }


def season_rules(season: Season) -> SeasonRules:
    system = system_of(season.reglement)
    return SeasonRules(
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


class Known(NamedTuple):
    pk: int
    guest: bool
    created: datetime
    joined: date | None
    merged_into: int | None


def _members(club: int, among: Collection[int] | None = None) -> list[Known]:
    found = Member.objects.filter(club=club).order_by("pk")
    if among is not None:
        found = found.filter(pk__in=among)
    return list(map(Known._make, found.values_list(*Known._fields)))


def people_of(night: Night, held: NightFacts) -> list[Person]:
    """Who was there."""
    return _people({1: held}, [night.day], {}, _members(night.season.club_id, held.came))


def merged_ids(season: Season) -> dict[int, int]:
    """By the id of a double, who stands for it."""
    return dict(merges(season))


def merges(season: Season) -> Merges:
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    return tuple((double, keep) for double, keep in pairs if keep)


def _divisions(
    seasons: Sequence[Season], merges: Merges, otherwise: Mapping[int, int | None]
) -> dict[int, dict[int, int]]:
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
        for member, number in otherwise.items():
            one.pop(member, None)
            one.update({member: number} if number else {})
        doubled = {keep: one.pop(double) for double, keep in merges if double in one}
        one.update(doubled | one)
    return said


def _people(
    nights: Mapping[int, NightFacts],
    days: Sequence[date],
    divisions: Mapping[int, int],
    known: Iterable[Known],
) -> list[Person]:
    """Everybody who is in a division, or was there on any of these nights. They joined on the
    first of those at the latest.
    """
    first = dict.fromkeys(divisions, len(days) + 1)
    for number in sorted(nights, reverse=True):
        first.update(dict.fromkeys(nights[number].came, number))
    return [
        Person(one.pk, one.guest, _joined(one, days, first[one.pk]), divisions.get(one.pk))
        for one in known
        if one.pk in first
    ]


def _joined(one: Known, days: Sequence[date], came: int) -> int:
    """The first night that was not over yet when somebody joined, or was put on the list where
    nothing is said of that; the first they came to, where that is earlier.
    """
    if came == 1:
        return 1
    since = one.joined or timezone.localdate(one.created)
    return min(came, bisect_left(days, since) + 1)
