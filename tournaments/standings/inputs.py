from bisect import bisect_left, bisect_right
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


class Part(NamedTuple):
    """What a standing beside the season's own is computed from: that of a period, or a further
    one.
    """

    terms: SeasonRules
    people: list[Person]
    nights: range  # their numbers in the season


class StandingInput(NamedTuple):
    """Dicts are keyed by the night's number in the season, and have only the nights that count."""

    terms: SeasonRules
    people: list[Person]
    facts: dict[int, NightFacts]
    ids: dict[int, int]
    days: dict[int, date]
    corrections: list[Correction]
    prizes: dict[int, tuple[int | str, ...]]  # of nights that have other ones than the season says
    parts: dict[str, Part]  # by key: "p2" is the second period, "f1" the first further standing

    def take(self, key: str) -> "StandingInput":
        """Return the input of the standing with this key. An empty key is the season's own."""
        if not key:
            return self
        terms, people, numbers = self.parts.get(key, Part(self.terms, [], range(0)))
        facts, ids, days = (
            {number: found for number, found in by_night.items() if number in numbers}
            for by_night in (self.facts, self.ids, self.days)
        )
        played = set(days.values())
        corrections = [item for item in self.corrections if item.night in played]
        parts = self.parts
        return StandingInput(terms, people, facts, ids, days, corrections, self.prizes, parts)  # type: ignore[arg-type]

    def count_night(self, number: int) -> SeasonRules:
        """Return the rules of a night by itself."""
        prizes = self.prizes.get(number, self.terms.night_prizes)
        return self.terms._replace(night_prizes=prizes)

    @property
    def nights(self) -> list[rules.PlayedNight]:
        return played_nights.build_played_nights(self.facts)


class Otherwise(NamedTuple):
    """Unsaved values to use instead of the saved ones."""

    member: Member | None = None
    divisions: Mapping[int, int | None] = {}  # keyed by member id; None: in no division
    period: int = 1  # of these divisions


AS_SAVED = Otherwise()
ByPeriod = dict[int, dict[int, int]]  # the division of each member, by number of the period


def load_standing_inputs(
    seasons: Sequence[Season], tonight: Night | None = None, otherwise: Otherwise = AS_SAVED
) -> list[StandingInput]:
    """All seasons must be of one club. `tonight` is an open night to include."""
    nights = _load_nights(seasons)
    known = _members(seasons[0].club_id, otherwise.member)
    merges = tuple((member.pk, member.merged_into) for member in known if member.merged_into)
    divisions = _divisions(seasons, merges, otherwise)
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
        is_over = len(counted) == len(days)
        terms = build_season_rules(season)._replace(periods=number_periods(season, days))
        own_divisions, now = divisions[season.pk], terms.find_period(max(counted, default=1))
        people = _people(facts, days, _in_period(own_divisions, now), known)
        parts = {}
        for number in sorted({terms.find_period(n) for n in counted} if season.periods else ()):
            edges = [1, *terms.periods, len(days) + 1]
            numbers = range(edges[number - 1], min(edges[number], len(days) + 1))
            parts[f"p{number}"] = Part(
                _so_far(
                    terms.count_in_period(),
                    season.period_prizes,
                    is_over=counted.keys() >= set(numbers),
                ),
                _people(
                    {n: found for n, found in facts.items() if n < numbers.stop},
                    days,
                    _in_period(own_divisions, number),
                    known,
                ),
                numbers,
            )
        for number, further in enumerate(season.further, 1):
            parts[f"f{number}"] = Part(
                _so_far(
                    terms.replace_counting(
                        further["counting"], further["counted"] or 1, further["least"]
                    )._replace(moving=0, missed_down=0),
                    further["prizes"],
                    is_over=is_over,
                ),
                [person._replace(division=None) for person in people],
                range(1, len(days) + 1),
            )
        if season.periods:
            terms = terms._replace(moving=0, missed_down=0)  # after each period, instead
        inputs.append(
            StandingInput(
                _so_far(terms, season.season_prizes, is_over=is_over),
                people,
                facts,
                {n: night.pk for n, night in counted.items()},
                {n: night.day for n, night in counted.items()},
                corrections_by_season[season.pk],
                {
                    n: tuple(night.prizes)
                    for n, night in counted.items()
                    if night.prizes is not None
                },
                parts,
            )
        )
    return inputs


def number_periods(season: Season, days: Sequence[date]) -> tuple[int, ...]:
    """Return the number of the first night of each period but the first. `days` are those of all
    nights of the season.
    """
    if season.periods and isinstance(every := season.periods[0], int):
        return tuple(range(every + 1, len(days) + 1, every))
    return tuple(bisect_left(days, date.fromisoformat(day)) + 1 for day in season.periods)


def find_period(season: Season, day: date | None = None) -> int:
    """Return the number of the period with this day, or with the last night that was closed."""
    if not season.periods:
        return 1
    nights = season.nights.order_by("day", "pk").values_list("day", "state")
    days = [night_day for night_day, _state in nights]
    if day is None:
        closed = [night_day for night_day, state in nights if state == Night.State.CLOSED]
        day = closed[-1] if closed else season.first
    starts = number_periods(season, days)
    return bisect_right(starts, bisect_right(days, day)) + 1


def _load_nights(seasons: Sequence[Season]) -> dict[int, list[Night]]:
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    all_nights = Night.objects.filter(season__in=list(nights)).order_by("day", "pk")
    for night in all_nights.only("season", "day", "state", "digest", "prizes"):
        nights[night.season_id].append(night)
    return nights


def _so_far(terms: SeasonRules, prizes: Sequence[int | str], *, is_over: bool) -> SeasonRules:
    """While nights are to be played, no place brings a prize yet."""
    return terms._replace(season_prizes=tuple(prizes) if is_over else ())


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
        "periods": (),  # depends on the nights
    }
    return SeasonRules(**as_they_are | others)


def build_night_rules(night: Night) -> SeasonRules:
    terms = build_season_rules(night.season)
    return terms if night.prizes is None else terms._replace(night_prizes=tuple(night.prizes))


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
    seasons: Sequence[Season], merges: Merges, otherwise: Otherwise
) -> dict[int, ByPeriod]:
    """A merged duplicate passes its division on to the member who was kept, unless that has one."""
    by_season: dict[int, ByPeriod] = {season.pk: {} for season in seasons}
    divided = [season for season in seasons if season.divisions > 1]
    if divided:
        rows = DivisionMember.objects.filter(season__in=divided)
        columns = "season", "period", "member", "division"
        for season, period, member, division in rows.values_list(*columns):
            by_season[season].setdefault(period, {})[member] = division
    for periods in by_season.values():
        if otherwise.divisions:
            then = {**_in_period(periods, otherwise.period), **otherwise.divisions}
            periods[otherwise.period] = {pk: number for pk, number in then.items() if number}
        for chosen in periods.values():
            doubled = {keep: chosen.pop(double) for double, keep in merges if double in chosen}
            chosen.update(doubled | chosen)
    return by_season


def _in_period(divisions: ByPeriod, period: int) -> Mapping[int, int]:
    """Return the division of each member: of this period, or of the last one before it with any."""
    return divisions[max(before)] if (before := [n for n in divisions if n <= period]) else {}


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
