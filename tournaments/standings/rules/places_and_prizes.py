from collections.abc import Container, Iterable, Iterator
from itertools import groupby

from tournaments.standings.rules.breakdown import Prize, Row
from tournaments.standings.rules.points import EVERY, LAST, SeasonRules
from tournaments.standings.rules.tie_break import make_sort_key


def place_rows(rows: Iterable[Row], without: Container[int], terms: SeasonRules) -> tuple[Row, ...]:
    """Players in `without` get no place and come last."""
    keyed = sorted((make_sort_key(row, terms), row.player, row) for row in rows)
    above = [item for item in keyed if item[2].player not in without]
    below = [row for _key, player, row in keyed if player in without]
    ranked: list[Row] = []
    for _key, group in groupby(above, key=lambda item: item[0]):
        together = [row for _key, _player, row in group]
        rank, tied = len(ranked) + 1, len(together) > 1
        ranked += [row._replace(rank=rank, tied=tied) for row in together]
    return (*ranked, *sorted(below, key=lambda row: row.points is None))


def group_by_place(rows: Iterable[Row]) -> list[list[Row]]:
    above = (row for row in rows if row.rank is not None)
    return [list(group) for _rank, group in groupby(above, key=lambda row: row.rank)]


def award_prizes(rows: Iterable[Row], places: Iterable[int | str]) -> tuple[Prize, ...]:
    """Two who share the first place also occupy the second. "/4" stands for every fourth place."""
    groups = group_by_place(rows)
    count = sum(map(len, groups))
    given = []
    for place, wanted in _list_prizes(places, count):
        for group in groups:
            first = group[0].rank or 0
            if first <= wanted < first + len(group):
                given.append(Prize(place, tuple(row.player for row in group)))
    return tuple(given)


def _list_prizes(places: Iterable[int | str], count: int) -> Iterator[tuple[int | str, int]]:
    """Yield pairs of a prize and its place. A place yields one prize, but `LAST` always its own."""
    done: set[int] = set()
    for place in places:
        if place == LAST:
            yield LAST, count
            continue
        step = int(place.removeprefix(EVERY)) if isinstance(place, str) else 0
        for number in range(step, count + 1, step) if step else (int(place),):
            if number not in done:
                done.add(number)
                yield number, number
