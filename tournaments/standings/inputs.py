from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple, TypeVar

from django.utils import timezone

from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.members import couples
from tournaments.models import DivisionMember, Member, Night, Season
from tournaments.standings import corrections as corrected
from tournaments.standings import who_played
from tournaments.standings.corrections import Correction
from tournaments.standings.rules.points import Missed, Person, PlayedNight, SeasonRules
from tournaments.standings.who_played import Merges, NightFacts

Found = TypeVar("Found")


class Part(NamedTuple):
    """What a standing of a period, or a further one, is computed from."""

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

    def select_standing(self, key: str) -> "StandingInput":
        """Return the input of the standing with this key. An empty key is the season's own."""
        if not key:
            return self
        part = self.parts.get(key, Part(self.terms, [], range(0)))
        days = _select(self.days, part.nights)
        played = set(days.values())
        return self._replace(
            terms=part.terms,
            people=part.people,
            facts=_select(self.facts, part.nights),
            ids=_select(self.ids, part.nights),
            days=days,
            corrections=[item for item in self.corrections if item.night in played],
        )

    def count_night(self, number: int) -> SeasonRules:
        """Return the rules of a night by itself."""
        prizes = self.prizes.get(number, self.terms.night_prizes)
        return self.terms._replace(night_prizes=prizes)

    @property
    def nights(self) -> list[PlayedNight]:
        return [facts.as_night(number) for number, facts in self.facts.items()]


def _select(by_night: dict[int, Found], numbers: range) -> dict[int, Found]:
    return {number: found for number, found in by_night.items() if number in numbers}


class Otherwise(NamedTuple):
    """Unsaved values to use instead of the saved ones."""

    member: Member | None = None
    divisions: Mapping[int, int | None] = {}  # keyed by member id; None: in no division
    period: int = 1  # of these divisions


AS_SAVED = Otherwise()
ByPeriod = dict[int, dict[int, int]]  # the division of each member, by number of the period


class MemberFacts(NamedTuple):
    pk: int
    guest: bool
    created: datetime
    joined: date | None
    merged_into: int | None


class SeasonNights(NamedTuple):
    season: Season
    days: Sequence[date]  # of all its nights
    nights: Mapping[int, Night]
    facts: dict[int, NightFacts]
    divisions: ByPeriod
    known: Sequence[MemberFacts]

    @property
    def is_over(self) -> bool:
        return len(self.nights) == len(self.days)

    def list_people(self, period: int, before: int | None = None) -> list[Person]:
        """Return all in a division of this period, and who came; `before`: earlier than a night."""
        divisions = _in_period(self.divisions, period)
        first = dict.fromkeys(divisions, len(self.days) + 1)
        for number in sorted(self.facts, reverse=True):
            if before is None or number < before:
                first.update(dict.fromkeys(self.facts[number].came, number))
        return [
            Person(
                person.pk,
                person.guest,
                _joined(person, self.days, first[person.pk]),
                divisions.get(person.pk),
            )
            for person in self.known
            if person.pk in first
        ]


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
        facts = who_played.load_nights(counted, own)
        days = [night.day for night in nights[season.pk]]
        played = SeasonNights(season, days, counted, facts, divisions[season.pk], known)
        inputs.append(_build_input(played, corrections_by_season[season.pk]))
    return inputs


def _build_input(played: SeasonNights, corrections: list[Correction]) -> StandingInput:
    season, nights = played.season, played.nights
    periods = number_periods(season, played.days)
    terms = build_season_rules(season)._replace(periods=periods)
    people = played.list_people(terms.find_period(max(nights, default=1)))
    parts = {**_list_periods(played, terms), **_list_further(played, terms, people)}
    if season.periods:
        terms = terms._replace(moving=0, missed_down=0)  # after each period, instead
    return StandingInput(
        _so_far(terms, season.season_prizes, is_over=played.is_over),
        people,
        played.facts,
        {n: night.pk for n, night in nights.items()},
        {n: night.day for n, night in nights.items()},
        corrections,
        {n: tuple(night.prizes) for n, night in nights.items() if night.prizes is not None},
        parts,
    )


def _list_periods(played: SeasonNights, terms: SeasonRules) -> dict[str, Part]:
    """Return those in which a night counts."""
    if not played.season.periods:
        return {}
    end, parts = len(played.days) + 1, {}
    edges = [1, *terms.periods, end]
    for period in sorted({terms.find_period(number) for number in played.nights}):
        numbers = range(edges[period - 1], min(edges[period], end))
        every = played.season.periods[0]
        is_whole = not isinstance(every, int) or len(numbers) % every == 0
        is_over = is_whole and played.nights.keys() >= set(numbers)
        parts[f"p{period}"] = Part(
            _so_far(terms.count_in_period(), played.season.period_prizes, is_over=is_over),
            played.list_people(period, before=numbers.stop),
            numbers,
        )
    return parts


def _list_further(
    played: SeasonNights, terms: SeasonRules, people: list[Person]
) -> dict[str, Part]:
    undivided = [person._replace(division=None) for person in people]
    parts = {}
    for number, further in enumerate(played.season.further, 1):
        counting = further["counting"], further["counted"] or 1, further["least"]
        own = terms.replace_counting(*counting)._replace(moving=0, missed_down=0)
        parts[f"f{number}"] = Part(
            _so_far(own, further["prizes"], is_over=played.is_over),
            undivided,
            range(1, len(played.days) + 1),
        )
    return parts


def number_periods(season: Season, days: Sequence[date]) -> tuple[int, ...]:
    """Return the first night of each period but the first, by its number among all `days`."""
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


def _members(club: int, changed: Member | None) -> list[MemberFacts]:
    rows = Member.objects.filter(club=club).order_by("pk")
    known = map(MemberFacts._make, rows.values_list(*MemberFacts._fields))
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
        for chosen in periods.values():
            doubled = {keep: chosen.pop(double) for double, keep in merges if double in chosen}
            chosen.update(doubled | chosen)
        if otherwise.divisions:
            then = {**_in_period(periods, otherwise.period), **otherwise.divisions}
            periods[otherwise.period] = {pk: number for pk, number in then.items() if number}
    return by_season


def _in_period(divisions: ByPeriod, period: int) -> Mapping[int, int]:
    """Return the division of each member: of this period, or of the last one before it with any."""
    return divisions[max(before)] if (before := [n for n in divisions if n <= period]) else {}


def _joined(known: MemberFacts, days: Sequence[date], came: int) -> int:
    """The first night after joining or, if earlier, attended."""
    if came == 1:
        return 1
    since = known.joined or timezone.localdate(known.created)
    return min(came, bisect_left(days, since) + 1)
