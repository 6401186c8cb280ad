from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.club.reglementen import build_game, is_lowest_best, name_game
from tournaments.members import couples
from tournaments.models import Member, Season
from tournaments.standings.pages.places import Number
from tournaments.standings.pages.standing_texts import format_points
from tournaments.standings.rules.breakdown import PLAYED, Row
from tournaments.standings.rules.points import Points
from tournaments.standings.season_history import History


class Fact(NamedTuple):
    label: str
    value: str
    said: str = ""
    night: int = 0  # id of the night that it tells of, the first of several


@dataclass(frozen=True)
class PlayerNight:
    id: int
    day: date
    place: int | None  # on that night alone; None: absent for at least part of it
    place_after: int | None  # in the season
    total_after: Number | None
    points: Number | None  # None: the night does not count
    rounds: tuple[Number | None, ...]
    dashes: int
    said: str  # what was missed and what counts instead
    is_dropped: bool
    is_whole: bool  # played to its end
    met: tuple[str, ...] = ()  # who sat at the same table, of each round

    @property
    def remarks(self) -> str:
        parts = [self.said] * bool(self.said) + [gettext("does not count")] * self.is_dropped
        return ", ".join(parts)

    @property
    def more(self) -> list[str]:
        rounds = ["–" if points is None else format_points(points) for points in self.rounds]
        dashes = ngettext("%(count)s dash", "%(count)s dashes", self.dashes)
        parts = [
            " + ".join(rounds) if len(rounds) > 1 else "",
            dashes % {"count": self.dashes} if self.dashes else "",
            self.said,
            gettext("does not count") if self.is_dropped else "",
        ]
        return [part for part in parts if part]


class SeasonLine(NamedTuple):
    season: int
    name: str
    place: int | None
    division: int | None
    nights: int
    average: str  # of a night; empty: none counts


class Career(NamedTuple):
    seasons: list[SeasonLine]  # the latest first
    facts: list[Fact]


class Attended(NamedTuple):
    id: int
    day: date
    came: bool = False
    place: int | None = None  # on that night alone
    total: Points | None = None  # in points of the game; None: not played whole, or not known
    length: int = 0  # games, or rounds where forms have no set length


class Streak(NamedTuple):
    nights: int
    until: Attended


def build_career(
    own: Sequence[tuple[Season, History]], member: Member, seasons: Sequence[Season]
) -> Career:
    """Totals are compared only between seasons with the same game as the latest one. A whole later
    season of it without the member, among all `seasons` that were played, ends a series.
    """
    lines = list[SeasonLine]()
    nights, same_game = list[Attended](), list[Attended]()
    latest = own[0][0].reglement
    for season, history in own:
        player = couples.find_entrant(season, member)
        for division in history.standing:
            if row := find_own_row(division.rows, player):
                average = "" if row.average is None else format_points(row.average, decimals=True)
                about = row.rank, division.number, row.nights, average
                lines.append(SeasonLine(season.pk, str(season), *about))
        fixed = build_game(season.reglement).value("games") is not None
        ended = history.ended
        attended = [
            attend(
                history.ids[number],
                history.days[number],
                find_own_row(division.rows, player),
                fixed=fixed,
            )
            for number, division in history.nights.items()
            if number in ended
        ]
        nights += attended
        if name_game(season.reglement) == name_game(latest):
            same_game += attended
    nights.sort(key=lambda night: (night.day, night.id))
    same_game.sort(key=lambda night: (night.day, night.id))
    last = max(season.last for season, _history in own)
    later = [season for season in seasons if season.first > last]
    gone = any(name_game(each.reglement) == name_game(latest) for each in later)
    facts = list(_streaks(nights, gone=gone))
    if len(lines) > 1:
        facts = [*_sums(nights), *_best(same_game, is_lowest_best(latest)), *facts]
    return Career(lines, facts)


def find_own_row(rows: Sequence[Row], player: int) -> Row | None:
    return next((row for row in rows if row.player == player), None)


def _sums(nights: Sequence[Attended]) -> Iterator[Fact]:
    came = [night for night in nights if night.came]
    won = [night for night in came if night.place == 1]
    yield Fact(gettext("Nights played"), str(len(came)))
    first = gettext("the first on %(day)s") % {"day": date_format(won[0].day)} if won else ""
    yield Fact(gettext("Nights won"), str(len(won)), first, won[0].id if won else 0)


def _best(nights: Sequence[Attended], low: bool) -> Iterator[Fact]:
    labels = gettext("Best night ever, on forms"), gettext("Worst night ever, on forms")
    known = [(night.total, night) for night in select_comparable(nights) if night.total is not None]
    return list_ends(labels, [(total, night.id, night.day) for total, night in known], low)


Scored = tuple[Points, int, date]  # points, the id of their night, and its day


def list_ends(labels: Sequence[str], results: Sequence[Scored], low: bool) -> Iterator[Fact]:
    """Yield the best of the results and, if it differs, the worst."""
    distinct = sorted({points for points, *_night in results}, reverse=not low)
    for label, points in zip(labels, dict.fromkeys([*distinct[:1], *distinct[-1:]]), strict=False):
        nights = [(night, day) for other, night, day in results if other == points]
        said = days_in_words([day for _night, day in nights])
        yield Fact(label, format_points(points), said, nights[0][0])


def days_in_words(days: Sequence[date]) -> str:
    """Return such as "3 May 2025, and 2 more times"."""
    words = date_format(days[0])
    if not (more := len(days) - 1):
        return words
    times = ngettext("and %(count)s more time", "and %(count)s more times", more)
    return f"{words}, {times % {'count': more}}"


def _streaks(nights: Sequence[Attended], *, gone: bool) -> Iterator[Fact]:
    """A missed night ends only the last."""
    came = [night for night in nights if night.came]
    won = [night.place == 1 for night in came]
    among_three = [(night.place or 4) <= 3 for night in came]
    there = [night.came for night in nights]
    for label, streak in (
        (gettext("Won one after the other"), find_longest(came, won)),
        (gettext("In the first three one after the other"), find_longest(came, among_three)),
        (gettext("There one after the other"), find_longest(nights, there)),
    ):
        if streak:
            words = ngettext("%(count)s night", "%(count)s nights", streak.nights)
            until = gettext("until %(day)s") % {"day": date_format(streak.until.day)}
            if streak.until == nights[-1] and not gone:
                until = gettext("and still going on")
            yield Fact(label, words % {"count": streak.nights}, until, streak.until.id)


def attend(night: int, day: date, row: Row | None, *, fixed: bool) -> Attended:
    """`row` is in the standing of that night alone; `fixed`: sheets have a set number of games."""
    if row is None:
        return Attended(night, day)
    slices = row.tallies[0].slices
    shares = [part.share for part in slices if part.how == PLAYED and part.share]
    if len(shares) < len(slices) or any(share.counts for share in shares):
        return Attended(night, day, True, row.rank)
    length = sum(share.games_played for share in shares) if fixed else len(shares)
    return Attended(night, day, True, row.rank, sum(share.points for share in shares), length)


def select_comparable(nights: Iterable[Attended]) -> list[Attended]:
    """Return the nights of the most common length, or of the larger of two."""
    known = [night for night in nights if night.total is not None]
    lengths = Counter(night.length for night in known)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return [night for night in known if night.length == usual]


def find_longest(nights: Sequence[Attended], counts: Sequence[bool]) -> Streak | None:
    """Return the first of the longest series, of at least two nights."""
    best: Streak | None = None
    many = 0
    for night, counted in zip(nights, counts, strict=True):
        many = many + 1 if counted else 0
        if many > (best.nights if best else 1):
            best = Streak(many, night)
    return best
