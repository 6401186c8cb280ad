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
    """Dicts are keyed by the night's number in the season, and have only the nights that count."""

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
    """Unsaved values to use instead of the saved ones."""

    member: Member | None = None
    divisions: Mapping[int, int | None] = {}  # keyed by member id; None: in no division


AS_SAVED = Otherwise()


def load_standing_inputs(
    seasons: Sequence[Season], tonight: Night | None = None, otherwise: Otherwise = AS_SAVED
) -> list[StandingInput]:
    """All seasons must be of one club. `tonight` is an open night to include."""
    nights = _load_nights(seasons)
    known = _members(seasons[0].club_id, otherwise.member)
    merges = tuple((member.pk, member.merged_into) for member in known if member.merged_into)
    divisions = _divisions(seasons, merges, otherwise.divisions)
    corrections_by_season = corrected.load_corrections(seasons)
    inputs = []
    for season in seasons:
        counted = {
            number: night
            for number, night in enumerate(nights[season.pk], 1)
            if night.state == Night.State.CLOSED or night == tonight
        }
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
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    all_nights = Night.objects.filter(season__in=list(nights)).order_by("day", "pk")
    for night in all_nights.only("season", "day", "state", "digest"):
        nights[night.season_id].append(night)
    return nights


def _build_rules_so_far(season: Season, *, is_over: bool) -> SeasonRules:
    """While nights are to be played, no place brings a prize yet."""
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
        "drop_at": tuple(season.drop_at),
        "place_points": read_exact(season.place_points),
        "signed_off": Missed(season.signed_off, read_exact(season.signed_off_points)),
        "no_show": Missed(season.no_show, read_exact(season.no_show_points), season.no_show_always),
        "night_prizes": tuple(season.night_prizes),
        "season_prizes": tuple(season.season_prizes),
    }
    return SeasonRules(**as_they_are | others)


def read_exact(points: Iterable[float]) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(number)) for number in points)


# Who takes part


class Known(NamedTuple):
    pk: int
    guest: bool
    created: datetime
    joined: date | None
    merged_into: int | None


def _members(club: int, changed: Member | None) -> list[Known]:
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
    if guests is None:
        guests = read_guests(night.season.club_id, facts.came)
    return [Person(pk, guest, 1) for pk, guest in guests.items() if pk in facts.came]


def read_guests(club: int, among: Collection[int] | None = None) -> dict[int, bool]:
    rows = Member.objects.filter(club=club).order_by("pk")
    if among is not None:
        rows = rows.filter(pk__in=among)
    return dict(rows.values_list("pk", "guest"))


def load_merged_ids(season: Season) -> dict[int, int]:
    return dict(load_merges(season))


def load_merges(season: Season) -> Merges:
    """A merged duplicate is paired with the member who was kept, the second of a couple with the
    first.
    """
    doubles = Member.objects.filter(club=season.club_id, merged_into__isnull=False)
    pairs = doubles.order_by("pk").values_list("pk", "merged_into")
    kept = tuple((double, keep) for double, keep in pairs if keep)
    return (*kept, *couples.stand_ins(season).items())


def _divisions(
    seasons: Sequence[Season], merges: Merges, otherwise: Mapping[int, int | None]
) -> dict[int, dict[int, int]]:
    """A merged duplicate passes its division on to the member who was kept, unless that has one."""
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
    """Return the number of the first night after joining or, if earlier, attended. Who has no day
    of joining joined when they were added.
    """
    if came == 1:
        return 1
    since = known.joined or timezone.localdate(known.created)
    return min(came, bisect_left(days, since) + 1)
