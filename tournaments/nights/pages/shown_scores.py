"""The scores of a night that a viewer may see; of a round in play, of who finished it."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments import access
from tournaments.members.members import Enrolled, find_known, read_roll
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages.room import NightTable, find_current_round, list_tables
from tournaments.standings import calculate
from tournaments.standings.pages.standing_texts import Called, call_players
from tournaments.standings.rules.breakdown import Division, Row
from tournaments.standings.who_played import PlayedSheet


def find_version(night: Night) -> str:
    return f"{night.season.club.results_version} {access.read_progress(night.pk)}"


class ShownScores(NamedTuple):
    tables: Sequence[NightTable]  # all of the night
    division: Division  # without who is busy
    rounds: Sequence[int]  # that somebody played to the end
    forms: Mapping[int, PlayedSheet]  # by the id of the sheet
    roll: Mapping[int, Enrolled]  # the members of the club
    busy: Collection[int]  # who still plays the round
    has_hidden: bool  # the scores of a round in play are for who organises

    @property
    def current_round(self) -> int:
        return find_current_round(self.tables)


def read_scores(night: Night, detail: NameDetail) -> ShownScores:
    tables = list_tables(night)
    until = find_last_shown(night, tables, detail)
    roll = read_roll(night.season.club)
    division, rounds, forms = calculate.compute_night_with_forms(night, tables, roll, until)
    if until is None:
        return ShownScores(tables, division, rounds, forms, roll, (), has_hidden=False)
    busy = _find_busy(tables, until, forms)
    hides = has_hidden_scores(night, detail)
    hidden = {table.sheet for table in tables if hides and table.round > until}
    forms = {pk: form for pk, form in forms.items() if pk not in hidden}
    division = _leave_out(division, busy)
    return ShownScores(tables, division, rounds, forms, roll, busy, bool(hidden))


def call_everybody(night: Night, scores: ShownScores, detail: NameDetail) -> dict[int, Called]:
    people = {stint.member for form in scores.forms.values() for stint in form.stints}
    people |= {row.player for row in scores.division.rows}
    known = find_known(scores.roll, people)
    called = call_players(night.season, people, detail, known)
    if night.season.open_evening:  # who sees it by its link may not see the club's other pages
        called = {pk: player._replace(address="") for pk, player in called.items()}
    return called


def find_last_shown(night: Night, tables: Sequence[NightTable], detail: NameDetail) -> int | None:
    """Return the last round whose scores this viewer may see; None: the night is closed."""
    if night.state == Night.State.CLOSED:
        return None
    if has_hidden_scores(night, detail):
        playing = (table.round for table in tables if not table.how.over)
        return min(playing, default=max((table.round for table in tables), default=0) + 1) - 1
    return max((table.round for table in tables if table.how.over), default=0)


def has_hidden_scores(night: Night, detail: NameDetail) -> bool:
    """Some seasons hide a round in play from all but organisers, who alone see full names."""
    playing = night.state != Night.State.CLOSED
    return playing and night.season.running_hidden and detail != NameDetail.FULL


def read_night_standing(night: Night, detail: NameDetail) -> Division:
    if not has_hidden_scores(night, detail):
        return calculate.compute_night_standing(night)
    tables = list_tables(night)
    last, roll = find_last_shown(night, tables, detail), read_roll(night.season.club)
    return calculate.compute_night_with_forms(night, tables, roll, last)[0]


def _find_busy(
    tables: Iterable[NightTable], number: int, forms: Mapping[int, PlayedSheet]
) -> set[int]:
    """Return who still plays the round. `forms` is keyed by sheet."""
    unfinished = (table for table in tables if table.round == number and not table.how.over)
    sheets = (forms[table.sheet] for table in unfinished if table.sheet in forms)
    return {stint.member for sheet in sheets for stint in sheet.stints}


def _leave_out(division: Division, busy: Collection[int]) -> Division:
    """Give the others new places, and no averages if they all played as many games."""
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
