"""The players who have finished the round while a night is being played. Only they are in the
result so far.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.members.members import read_roll
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages import tables_overview
from tournaments.nights.pages.tables_overview import NightTable
from tournaments.standings import calculate
from tournaments.standings.played_nights import PlayedSheet
from tournaments.standings.rules import Division, Row


def find_last_round(stands: Sequence[NightTable]) -> int:
    """Return the number of the last round that at least one table has finished."""
    return max((stand.round for stand in stands if stand.how.over), default=0)


def find_last_shown(night: Night, stands: Sequence[NightTable], names: NameDetail) -> int | None:
    """Return the number of the last round whose scores this viewer may see. Return None for a
    closed night, because everybody may see all its scores.

    Usually this is the last round that at least one table has finished. Some seasons hide scores
    from all but organisers while a round is played. Then it is the last round that all tables have
    finished. `names` shows whether the viewer is an organiser: only organisers see full names.
    """
    if night.state == Night.State.CLOSED:
        return None
    if has_hidden_scores(night, names):
        playing = (stand.round for stand in stands if not stand.how.over)
        return min(playing, default=max((stand.round for stand in stands), default=0) + 1) - 1
    return find_last_round(stands)


def has_hidden_scores(night: Night, names: NameDetail) -> bool:
    """Return whether the scores of a round in play are hidden from this viewer. Some seasons hide
    them from all but organisers. `names` shows whether the viewer is an organiser: only organisers
    see full names.
    """
    playing = night.state != Night.State.CLOSED
    return playing and night.season.running_hidden and names != NameDetail.FULL


def read_standing(night: Night, names: NameDetail) -> Division:
    """Return the standing of a night as this viewer may see it. Some seasons hide the scores of a
    round in play from all but organisers. Then only rounds that all tables have finished count in
    the standing. `names` shows whether the viewer is an organiser: only organisers see full names.
    """
    if not has_hidden_scores(night, names):
        return calculate.compute_night_standing(night)
    stands = tables_overview.list_tables(night)
    last, roll = find_last_shown(night, stands, names), read_roll(night.season.club)
    return calculate.compute_night_in_full(night, stands, roll, last)[0]


def find_busy(
    stands: Iterable[NightTable], number: int, forms: Mapping[int, PlayedSheet]
) -> set[int]:
    """Return the players at those tables of round `number` that have not finished. `forms` has who
    sat there, keyed by sheet.
    """
    unfinished = (stand for stand in stands if stand.round == number and not stand.how.over)
    sheets = (forms[stand.sheet] for stand in unfinished if stand.sheet in forms)
    return {stint.member for sheet in sheets for stint in sheet.stints}


def leave_out(division: Division, busy: Collection[int]) -> Division:
    """Return the standing without players who are still playing (`busy`) or have no points yet. The
    other players keep their order and get new places. If they all played the same number of games,
    their averages per game are removed, and pages show only points.
    """
    left = [row for row in division.rows if row.player not in busy and row.points is not None]
    ranks = sorted(row.rank for row in left if row.rank)
    is_even = len({row.games for row in left}) == 1
    return division._replace(rows=tuple(_placed(row, ranks, is_even) for row in left))


def _placed(row: Row, ranks: Sequence[int], is_even: bool) -> Row:
    pace = None if is_even else row.pace
    if row.rank is None:
        return row._replace(pace=pace)
    better, not_worse = bisect_left(ranks, row.rank), bisect_right(ranks, row.rank)
    return row._replace(rank=1 + better, tied=not_worse - better > 1, pace=pace)
