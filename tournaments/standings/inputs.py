"""Read everything from which standings are computed: the rules of a season, its nights, and its
players.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.utils import timezone

from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.members import couples
from tournaments.models import DivisionMember, Member, Night, Season
from tournaments.standings import corrections as corrected
from tournaments.standings import played_nights, rules
from tournaments.standings.corrections import Correction
from tournaments.standings.played_nights import Merges, NightFacts
from tournaments.standings.rules import Missed, Person, SeasonRules


class StandingInput(NamedTuple):
    """All that the standing of one season is computed from. `terms` are the season's rules. Dicts
    are keyed by the night's number in the season and have only the nights that count.
    """

    terms: SeasonRules
    people: list[Person]
    facts: dict[int, NightFacts]
    ids: dict[int, int]
    days: dict[int, date]
    corrections: list[Correction]

    @property
    def nights(self) -> list[rules.PlayedNight]:
        return played_nights.build_played_nights(self.facts)


class Otherwise(NamedTuple):
    """Unsaved values that are used in a calculation instead of the saved ones. They show the effect
    of a change before it is saved.
    """

    member: Member | None = None
    divisions: Mapping[int, int | None] = {}  # keyed by member id; None: in no division


AS_SAVED = Otherwise()


def load_standing_inputs(
    seasons: Sequence[Season], tonight: Night | None = None, otherwise: Otherwise = AS_SAVED
) -> list[StandingInput]:
    """Return, for each season, everything from which its standing is computed. All seasons must be
    of one club. `tonight` is an open night to include, and `otherwise` has unsaved values to use
    instead of the saved ones. The number of queries does not depend on the number of seasons.
    """
    nights = _load_nights(seasons)
    known = _members(seasons[0].club_id, otherwise.member)
    merges = tuple((member.pk, member.merged_into) for member in known if member.merged_into)
    divisions = _divisions(seasons, merges, otherwise.divisions)
    corrections_by_season = corrected.load_corrections(seasons)
    inputs = []
    for season in seasons:
        counted = _counted(nights[season.pk], tonight)
        own = (*merges, *couples.stand_ins(season).items())
        facts = played_nights.load_nights(counted, own)
        days = [night.day for night in nights[season.pk]]
        inputs.append(
            StandingInput(
                _build_rules_so_far(season, is_over=len(counted) == len(days)),
                _people(facts, days, divisions[season.pk], known),
                facts,
                {n: night.pk for n, night in counted.items()},
                {n: night.day for n, night in counted.items()},
                corrections_by_season[season.pk],
            )
        )
    return inputs


def _load_nights(seasons: Sequence[Season]) -> dict[int, list[Night]]:
    """Return the nights of each season by date."""
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    all_nights = Night.objects.filter(season__in=list(nights)).order_by("day", "pk")
    for night in all_nights.only("season", "day", "state", "digest"):
        nights[night.season_id].append(night)
    return nights


def _counted(nights: Sequence[Night], tonight: Night | None) -> dict[int, Night]:
    return {
        number: night
        for number, night in enumerate(nights, 1)
        if night.state == Night.State.CLOSED or night == tonight
    }


def _build_rules_so_far(season: Season, *, is_over: bool) -> SeasonRules:
    """Return the season's rules. While nights are to be played, no place brings a prize yet."""
    rules = build_season_rules(season)
    return rules if is_over else rules._replace(season_prizes=())


def build_season_rules(season: Season) -> SeasonRules:
    as_they_are = {
        name: getattr(season, name) for name in SeasonRules._fields if hasattr(season, name)
    }
    others = {
        "lowest_wins": is_lowest_best(season.reglement),
        "low_game": build_game(season.reglement).lowest_wins,
        "counted": season.counted or 1,
        "place_points": tuple(Fraction(str(points)) for points in season.place_points),
        "signed_off": Missed(season.signed_off, season.signed_off_points),
        "no_show": Missed(season.no_show, season.no_show_points),
        "night_prizes": tuple(season.night_prizes),
        "season_prizes": tuple(season.season_prizes),
    }
    return SeasonRules(**as_they_are | others)


# Who takes part


class Known(NamedTuple):
    pk: int
    guest: bool
    created: datetime
    joined: date | None
    merged_into: int | None


def _members(club: int, changed: Member | None) -> list[Known]:
    """Return the members of a club. `changed` is a member with unsaved changes: whether this member
    is a guest, and the day of joining, are taken from it.
    """
    rows = Member.objects.filter(club=club).order_by("pk")
    known = map(Known._make, rows.values_list(*Known._fields))
    if changed is None:
        return list(known)
    return [
        member._replace(guest=changed.guest, joined=changed.joined)
        if member.pk == changed.pk
        else member
        for member in known
    ]


def build_people(
    night: Night, facts: NightFacts, guests: Mapping[int, bool] | None = None
) -> list[Person]:
    """Return the people who were present on a night, as needed for the standing of that night
    alone. `facts` has what was played on it. `guests` tells which members of the club are guests,
    if the caller has read that already.
    """
    if guests is None:
        guests = read_guests(night.season.club_id, facts.came)
    return [Person(pk, guest, 1) for pk, guest in guests.items() if pk in facts.came]


def read_guests(club: int, among: Collection[int] | None = None) -> dict[int, bool]:
    """Return for each member of a club whether they are a guest, keyed by id and ordered by id.
    With `among`, return only these members.
    """
    rows = Member.objects.filter(club=club).order_by("pk")
    if among is not None:
        rows = rows.filter(pk__in=among)
    return dict(rows.values_list("pk", "guest"))


def load_merged_ids(season: Season) -> dict[int, int]:
    """Return a dict of member ids for this season: results of the member in the key count for the
    member in the value. A merged duplicate is mapped to the member who was kept, and the second
    member of a couple to the first.
    """
    return dict(load_merges(season))


def load_merges(season: Season) -> Merges:
    """Return pairs of member ids for this season: results of the first id count for the second id.
    A merged duplicate is paired with the member who was kept, and the second member of a couple
    with the couple's first.
    """
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    kept = tuple((double, keep) for double, keep in pairs if keep)
    return (*kept, *couples.stand_ins(season).items())


def _divisions(
    seasons: Sequence[Season], merges: Merges, otherwise: Mapping[int, int | None]
) -> dict[int, dict[int, int]]:
    """Return the number of each member's division, keyed by season and then by member id.
    `otherwise` overrides what is stored. A merged duplicate passes its division on to the member
    who was kept, unless that member has one.
    """
    by_season: dict[int, dict[int, int]] = {season.pk: {} for season in seasons}
    divided = [season for season in seasons if season.divisions > 1]
    if divided:
        rows = DivisionMember.objects.filter(season__in=divided)
        for season, member, division in rows.values_list("season", "member", "division"):
            by_season[season][member] = division
    for chosen in by_season.values():
        for member, number in otherwise.items():
            chosen.pop(member, None)
            chosen.update({member: number} if number else {})
        doubled = {keep: chosen.pop(double) for double, keep in merges if double in chosen}
        chosen.update(doubled | chosen)
    return by_season


def _people(
    nights: Mapping[int, NightFacts],
    days: Sequence[date],
    divisions: Mapping[int, int],
    known: Iterable[Known],
) -> list[Person]:
    """Return everybody who is in a division or attended one of these nights. `days` has the dates
    of all nights of the season, and `known` the club's members. For a member, nights count from the
    first night after joining, or from an earlier one that the member attended.
    """
    first = dict.fromkeys(divisions, len(days) + 1)
    for number in sorted(nights, reverse=True):
        first.update(dict.fromkeys(nights[number].came, number))
    return [
        Person(
            person.pk,
            person.guest,
            _joined(person, days, first[person.pk]),
            divisions.get(person.pk),
        )
        for person in known
        if person.pk in first
    ]


def _joined(known: Known, days: Sequence[date], came: int) -> int:
    """Return the number of the first night that counts for a member. That is the first night after
    joining or, if that is earlier, the first night attended (`came`). For missed nights before it,
    the season may have another rule.

    A member without a day of joining counts as having joined on the day on which they were added.
    """
    if came == 1:
        return 1
    since = known.joined or timezone.localdate(known.created)
    return min(came, bisect_left(days, since) + 1)
