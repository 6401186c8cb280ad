"""Totals are compared only between sheets of as many games. An imported night has no sheets."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from tournaments.standings.rules.breakdown import PLAYED, Division
from tournaments.standings.rules.points import PlayerRound, Points

LOW_FORM, HIGH_FORM, LOW_NIGHT, HIGH_NIGHT = "low form", "high form", "low night", "high night"
DASHES, WIN = "dashes", "win"
ROW, WON, CAME = "row", "won", "came"
LED, ROSE = "led", "rose"
SETTLED = 4  # nights: in the first ones places jump
ROEM_ROUND, ROEM_NIGHT, PIT_NIGHT = "roem round", "roem night", "pit night"


class Evening(NamedTuple):
    day: date
    id: int
    division: Division


class Holder(NamedTuple):
    player: int
    night: int = 0  # id of the night, the last of several; 0: no particular night


@dataclass(frozen=True)
class Extreme:
    kind: str
    value: Points
    holders: tuple[Holder, ...]  # everybody with this value
    length: int = 0  # games of a form or night; rounds where forms have no set length
    is_worst: bool = False
    bests: Mapping[int, Points] = field(default_factory=dict, compare=False)  # by player


class Total(NamedTuple):
    length: int
    points: Points
    holder: Holder


def list_game_records(
    evenings: Sequence[Evening], *, lowest_wins: bool, fixed: bool
) -> list[Extreme]:
    """The evenings are of one game system; `fixed`: its sheets have a set number of games."""
    evenings = sort_evenings(evenings)
    forms = _usual(total for item in evenings for total in _forms(item, fixed))
    nights = _usual(total for item in evenings for total in _nights(item, fixed))
    marks = [(ROEM_ROUND, "roem", False), (ROEM_NIGHT, "roem", True), (PIT_NIGHT, "pit", True)]
    if nights and nights[0].length == (forms[0].length or 1):  # one round, which the night repeats
        nights, marks = [], marks[1:]
    low = [_most(LOW_FORM, forms, -1), _most(LOW_NIGHT, nights, -1)]
    high = [_most(HIGH_FORM, forms, 1), _most(HIGH_NIGHT, nights, 1)]
    records, worst = (low, high) if lowest_wins else (high, low)
    wins = [total for item in evenings for total in _wins(item, lowest_wins)]
    dashes = [
        Total(0, row.dashes, Holder(row.player, item.id))
        for item in evenings
        for row in item.division.rows
        if row.dashes
    ]
    records += [_most(WIN, wins, 1), _most(DASHES, dashes, 1)]
    for kind, mark, whole in marks:
        totals = [total for item in evenings for total in _marks(item, mark, whole)]
        records.append(_most(kind, totals, 1))
    records += [replace(record, is_worst=True) for record in worst if record]
    return [record for record in records if record]


def list_general_records(evenings: Sequence[Evening]) -> list[Extreme]:
    rows, won, came = Counter[int](), Counter[int](), Counter[int]()
    longest: list[Total] = []
    for item in sort_evenings(evenings):
        for row in item.division.rows:
            came[row.player] += 1
            won[row.player] += row.rank == 1
            rows[row.player] = rows[row.player] + 1 if row.rank == 1 else 0
            longest.append(Total(0, rows[row.player], Holder(row.player, item.id)))
    records = [
        _most(ROW, [item for item in longest if item.points > 1], 1),
        _most(WON, [Total(0, many, Holder(who)) for who, many in won.items() if many > 1], 1),
        _most(CAME, [Total(0, many, Holder(who)) for who, many in came.items()], 1),
    ]
    return [record for record in records if record]


def list_season_records(after: Sequence[tuple[int, Mapping[int, int | None]]]) -> list[Extreme]:
    """Who led longest, and who rose most: from the places of all after each night, by its id."""
    streaks, led, rose = Counter[int](), list[Total](), list[Total]()
    before: Mapping[int, int | None] = {}
    for number, (night, places) in enumerate(after, 1):
        for player, place in places.items():
            holder, earlier = Holder(player, night), before.get(player)
            streaks[player] = streaks[player] + 1 if place == 1 else 0
            led.append(Total(0, streaks[player], holder))
            if number >= SETTLED and place and earlier and place < earlier:
                rose.append(Total(0, earlier - place, holder))
        before = places
    records = [_most(LED, [total for total in led if total.points > 1], 1), _most(ROSE, rose, 1)]
    return [record for record in records if record]


def sort_evenings(evenings: Iterable[Evening]) -> list[Evening]:
    return sorted(evenings, key=lambda evening: (evening.day, evening.id))


def _most(kind: str, totals: Sequence[Total], sign: int) -> Extreme | None:
    """Return the highest of these totals or, if `sign` is −1, the lowest; first holders first."""
    if not totals:
        return None
    rising = sorted(totals, key=lambda item: sign * item.points)
    value, bests = rising[-1].points, {item.holder.player: item.points for item in rising}
    holders = dict.fromkeys(item.holder for item in totals if item.points == value)
    return Extreme(kind, value, tuple(holders), totals[0].length, bests=bests)


def _usual(totals: Iterable[Total]) -> list[Total]:
    """Return the totals over the most common number of games, or the larger of two."""
    all_totals = list(totals)
    lengths = Counter(item.length for item in all_totals)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return [item for item in all_totals if item.length == usual]


def _shares(evening: Evening) -> Iterator[tuple[int, list[PlayerRound]]]:
    for row in evening.division.rows:
        played = [part.share for part in row.tallies[0].slices if part.how == PLAYED]
        yield row.player, [share for share in played if share and not share.counts]


def _forms(evening: Evening, fixed: bool) -> Iterator[Total]:
    for player, shares in _shares(evening):
        for share in shares:
            length = share.games_played if fixed else 0
            yield Total(length, share.points, Holder(player, evening.id))


def _nights(evening: Evening, fixed: bool) -> Iterator[Total]:
    """Only of who finished every round. The length is in games if `fixed`, else in rounds."""
    rounds = {row.player: len(row.tallies[0].slices) for row in evening.division.rows}
    for player, shares in _shares(evening):
        if shares and len(shares) == rounds[player]:
            games = sum(share.games_played for share in shares) if fixed else len(shares)
            points = sum(share.points for share in shares)
            yield Total(games, points, Holder(player, evening.id))


def _marks(evening: Evening, kind: str, whole: bool) -> Iterator[Total]:
    """Of each round, or of the whole night."""
    for player, shares in _shares(evening):
        counts = [dict(share.marks).get(kind, 0) for share in shares]
        for count in filter(None, [sum(counts)] if whole else counts):
            yield Total(0, count, Holder(player, evening.id))


def _wins(evening: Evening, lowest_wins: bool) -> Iterator[Total]:
    """Partners win together, and have an entry each. A shared first place has none."""
    tables: dict[int, list[tuple[int, PlayerRound]]] = {}
    for player, shares in _shares(evening):
        for share in shares:
            tables.setdefault(share.table, []).append((player, share))
    for seated in tables.values():
        others = [share.points for _player, share in seated if share.places != (1,)]
        for player, share in seated:
            if share.places == (1,) and others:
                next_best = min(others) if lowest_wins else max(others)
                margin = next_best - share.points if lowest_wins else share.points - next_best
                if margin > 0:
                    yield Total(0, margin, Holder(player, evening.id))
