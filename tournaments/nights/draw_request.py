"""Build the input of a draw: everybody who is present, and what earlier nights of the season tell
about these people, such as who met whom.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from tournaments.club.reglementen import find_table_kind
from tournaments.draw import fairness
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.request import STANDING, Duties, Request
from tournaments.draw.engine.request import Rounds as Drawn
from tournaments.models import Member, Night, Round, Season
from tournaments.nights import seating_history
from tournaments.nights.nights import find_night_table_kind
from tournaments.nights.seating_history import PlayedTable
from tournaments.nights.wishes import Wishes, number_wishes
from tournaments.standings import calculate
from tournaments.standings.divisions import read_divisions


def build_request(
    night: Night,
    people: Sequence[Member],
    rounds: int,
    method: str,
    *,
    wishes: Wishes = (),
    without: Collection[str] = (),
    sizes: str = "",
    divided: bool = False,
) -> tuple[Request, list[Member]]:
    """Return the input for a draw of these people, and a list of members in the order of their
    numbers in the draw. In that list, the present members come first. After them come those who
    left after an earlier round of the night, because the draw considers whom they met.

    - `method` tells how to draw, for example by lot or by the standing.
    - `wishes` hold for this draw only.
    - `without` has the keys of lasting wishes (such as keeping a family apart) that this draw
      leaves out.
    - `sizes` is a code of table sizes, such as "3-4". If it is empty, the night's choice is used.
    - If `divided`, each division has tables of its own.
    """
    season = night.season
    tonight = seating_history.read_played_tables(Round.objects.filter(night=night))
    here = {item.pk for item in people}
    left = {pk for item in tonight for table in item.tables for pk in table} - here
    gone = Member.objects.in_bulk(left)
    everybody = [*people, *(gone[pk] for pk in sorted(gone))]
    numbers = {item.pk: number for number, item in enumerate(everybody)}
    before = seating_history.read_played_tables(
        Round.objects.filter(night__season=season).exclude(night=night)
    )
    met = [*(item.met for item in before), *(item.briefly for item in tonight)]
    request = Request(
        players=len(people),
        rounds=rounds,
        kind=sizes or find_night_table_kind(night),
        method=method,
        five=season.five,
        history=_history(met, numbers, here),
        standing=_places(night, people) if method == STANDING else (),
        divisions=_divisions(season, people) if divided else (),
        constraints=number_wishes(night, people, wishes, sizes, without),
        earlier=_numbered(tonight, numbers),
        duties=_duties(season, people, before),
    )
    return request, everybody


def _places(night: Night, people: Sequence[Member]) -> tuple[int, ...]:
    """Return each member's place in the season's standing, in the order of `people`. Once a round
    of this night is drawn, the standing includes this night's results so far. Members without a
    place share one place after the last. Where players share a place, the draw orders them at
    random.
    """
    places = calculate.number_places(night.season, night if night.rounds.exists() else None)
    last = max(places.values(), default=0) + 1
    return tuple(places.get(member.pk, last) for member in people)


def _divisions(season: Season, people: Sequence[Member]) -> tuple[int, ...]:
    """Return each member's division in the season, in the order of `people`; 0 for members who have
    none.
    """
    divisions = read_divisions(season)
    return tuple(divisions.get(member.pk, 0) for member in people)


def _numbered(rounds: Iterable[PlayedTable], numbers: dict[int, int]) -> Drawn:
    return tuple(
        tuple(tuple(numbers[pk] for pk in table) for table in round.tables) for round in rounds
    )


def _history(
    met: Iterable[Iterable[seating_history.Pair]], numbers: dict[int, int], here: set[int]
) -> tuple[tuple[int, int, int], ...]:
    times: Counter[tuple[int, int]] = Counter()
    for pairs in met:
        for pair in pairs:
            if here.issuperset(pair):
                low, high = sorted(numbers[pk] for pk in pair)
                times[low, high] += 1
    return tuple((low, high, count) for (low, high), count in sorted(times.items()))


def _duties(season: Season, people: Sequence[Member], before: Sequence[PlayedTable]) -> Duties:
    likes: dict[fairness.Player, bool] = {
        item.pk: item.writes != Member.Writes.NO for item in people
    }
    full = table_sizes.find_full_size(find_table_kind(season))
    owed = fairness.count_owed(
        (fairness.Past(item.tables, item.out, full) for item in before), likes
    )
    had = [owed.get(item.pk, fairness.Owed()) for item in people]
    return Duties(
        small=tuple(item.small for item in had),
        sat_out=tuple(item.sat_out for item in had),
        scribe=tuple(item.scribe for item in had),
        likes=tuple(likes[item.pk] for item in people),
        partners=_partners(before, people) if find_table_kind(season) == table_sizes.FOURS else (),
    )


def _partners(
    rounds: Iterable[PlayedTable], people: Sequence[Member]
) -> tuple[tuple[int, int, int], ...]:
    """Return how often each two members were partners (sat opposite each other) in these rounds.
    Each entry has their two numbers in `people`, the lower one first, and the count.
    """
    numbers = {low.pk: number for number, low in enumerate(people)}
    met: Counter[tuple[int, int]] = Counter()
    for sat in rounds:
        for table in sat.tables:
            for couple in (table[0::2], table[1::2]):
                if len(couple) == 2 and all(pk in numbers for pk in couple):
                    low, high = sorted(numbers[pk] for pk in couple)
                    met[low, high] += 1
    return tuple((low, high, times) for (low, high), times in sorted(met.items()))
