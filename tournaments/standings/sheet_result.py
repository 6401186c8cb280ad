"""The result of one sheet: what each person scored in a seat, over any range of games."""

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from scoring.games.core.options import TOTALS
from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.rows import ABSENT
from scoring.sheets.progress import is_over
from scoring.sheets.row_names import RowNames
from tournaments.standings.rules.points import PlayerRound


class SeatPeriod(NamedTuple):
    """Somebody on a seat, from game `since` to game `until`, as stored."""

    order: int  # the order in which people sat down
    round: int
    seat: int
    sheet: int
    name: str  # of the seat, as written on the sheet
    member: int
    since: int
    until: int | None
    fill_in: bool
    first_id: int | None  # id by which the seat's events name it, if not its own
    couple: int | None = None  # the member who stands for the couple that the seat is for

    @property
    def key(self) -> str:
        return str(self.first_id or self.seat)


class SeatGames(NamedTuple):
    """Elsewhere a stint: the games of one person on a seat, and whom that one replaced."""

    order: int  # the order in which people sat down
    sheet: int
    member: int
    name: str  # of the seat, as written on the sheet
    since: int = 1
    until: int | None = None  # None: to the end
    instead_of: int | None = None
    penalty: int = 0
    fill_in: bool = False  # after the games of their own table


def split_seat(seats: Sequence[SeatPeriod], drawn: Collection[int]) -> Iterator[SeatGames]:
    """Whoever takes over without a gap is a substitute, but for who was drawn on another seat of
    this round (`drawn`) and only changed; a fill-in is one, too.
    """
    first, before = seats[0].member, 0
    for period in seats:
        stranger = period.fill_in or period.member not in drawn
        takes_over = period.since == before + 1 and stranger and period.member != first
        before = period.until or 0
        yield SeatGames(
            order=period.order,
            sheet=period.sheet,
            member=period.member,
            name=period.name,
            since=period.since,
            until=period.until,
            instead_of=first if takes_over else None,
            fill_in=period.fill_in,
        )


def join_stints(stints: Sequence[tuple[SeatGames, PlayerRound]]) -> Iterator[PlayerRound]:
    """Numbers of games on two sheets can't be compared: each stint at another table counts as one
    game, so that a change is no gap, but a late start or an early end is.
    """
    if len({stint.sheet for stint, _share in stints}) < 2:
        yield from (share for _stint, share in stints)
        return
    ordered = sorted(stints)
    number = 1 if ordered[0][0].since == 1 else 2
    for place, (stint, share) in enumerate(ordered):
        before = ordered[place - 1][0] if place else stint
        back = before.sheet == stint.sheet and before.until != stint.since - 1
        ends = place < len(ordered) - 1 or share.until is not None
        gap = share.gap or (place > 0 and back)
        yield share._replace(since=number, until=number if ends else None, gap=gap)
        number += 1


def _count_exactly(points: float) -> int | Fraction:
    return points if isinstance(points, int) else Fraction(points)


FigureKey = Literal["totals", "dashes", "match_points"]


class SheetResult:
    """Without the outcome of the `whole` sheet, it is scored here."""

    def __init__(
        self, data: SheetData, row_names: RowNames, closed: bool, whole: Outcome | None = None
    ) -> None:
        game = row_names.game
        assert game is not None, "a game system is never removed"
        self.data, self.game = data, game
        self.only_totals = game.entry == TOTALS
        self._together = 2 if game.partners else 1  # who share each rank at a table
        self._contracts = dict(zip(game.contract_texts, game.contracts, strict=False))
        self._known: dict[int, Outcome] = {}  # after so many games
        self.whole = whole or score(data)
        self.rows = self.whole["rows"]
        done = [row["game"] for row in self.rows if "scores" in row or "void" in row]
        self.last = max(done, default=0)
        over = is_over(data, row_names, self.whole)
        self.unfinished, self.open = closed and not over, not closed and not over

    def build_if_closed(self) -> "SheetResult":
        """A sheet whose games are not all played then counts as unfinished."""
        result = copy(self)
        result.unfinished, result.open = self.unfinished or self.open, False
        return result

    def share(self, stint: SeatGames) -> PlayerRound | None:
        """None: no game since they sat down. Who sat there when the sheet was closed too early has
        an unfinished result without points.
        """
        if stint.since > self.last:
            if not self.unfinished or stint.until is not None:
                return None
            return PlayerRound(
                stint.member,
                0,
                stint.instead_of,
                since=stint.since,
                unfinished=True,
                fill_in=stint.fill_in,
            )
        until = None if stint.until is None or stint.until >= self.last else stint.until
        points, left = self._points(stint, until)
        games = list(self._games(stint, until))
        rows = self.data["games"][stint.since - 1 : until]
        typed = [(row.get("entries") or {}).get(stint.name) for row in rows]
        return PlayerRound(
            player=stint.member,
            points=points,
            seat=stint.instead_of,
            dashes=None if self.only_totals else self._came_to("dashes", stint, until),
            games=tuple(score for score, _contract in games),
            contracts=tuple(contract for _score, contract in games) if self.game.contracts else (),
            left=left,
            places=self.places.get(stint.name, ()),
            since=stint.since,
            until=until,
            gap=stint.name not in self.places and ABSENT in typed,
            unfinished=self.unfinished,
            table=stint.sheet,
            fill_in=stint.fill_in,
            marks=tuple(self._marks(stint, until)),
            in_total=(self.game.value("games") or 1) if self.only_totals else 0,
        )

    def _marks(self, stint: SeatGames, until: int | None) -> Iterator[tuple[str, int]]:
        after = self.whole if until is None else self._after(until)
        before = self._after(stint.since - 1) if stint.since > 1 else None
        for kind, counts in sorted(after.get("marks", {}).items()):
            earlier = before.get("marks", {}).get(kind, {}) if before else {}
            if count := counts.get(stint.name, 0) - earlier.get(stint.name, 0):
                yield kind, count

    def _points(self, stint: SeatGames, until: int | None) -> tuple[int | Fraction, int]:
        """Also what separates equals: the sheet's total where match points count, else 0."""
        total = self._came_to("totals", stint, until)
        total += stint.penalty if self.game.lowest_wins else -stint.penalty
        if not self.whole["match_points"]:
            return _count_exactly(total), 0
        return Fraction(self._came_to("match_points", stint, until)), total

    def _came_to(self, key: FigureKey, stint: SeatGames, until: int | None) -> Any:
        after = self.whole if until is None else self._after(until)
        before = self._after(stint.since - 1)[key].get(stint.name, 0) if stint.since > 1 else 0
        return after[key].get(stint.name, 0) - before

    def _after(self, games: int) -> Outcome:
        if games not in self._known:
            self._known[games] = score(self.data | {"games": self.data["games"][:games]})
        return self._known[games]

    def _games(self, stint: SeatGames, until: int | None) -> Iterator[tuple[int | Fraction, str]]:
        """A game in which everybody passed has no score and is left out."""
        if self.only_totals:
            return
        for row in self.rows[stint.since - 1 : until]:
            scores = row.get("scores", {})
            if stint.name in scores and (self.game.has_cells or any(scores.values())):
                yield _count_exactly(scores[stint.name]), self._contracts.get(row["contract"], "")

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Equal players have all the ranks that they share; who missed a game has none."""
        return {
            name: tuple(
                range(group["rank"], group["rank"] + len(group["players"]) // self._together)
            )
            for group in self.whole["ranking"]
            if group["rank"]
            for name in group["players"]
        }

    @property
    def win(self) -> tuple[list[str], int | Fraction] | None:
        """None: the first place is shared, or nobody is second."""
        ranked = [group for group in self.whole["ranking"] if group["rank"]]
        if len(ranked) < 2 or len(ranked[0]["players"]) > self._together:
            return None
        low = self.game.lowest_wins and not self.whole["match_points"]
        first, second = (Fraction(group["total"]) for group in ranked[:2])
        ahead = second - first if low else first - second
        return (ranked[0]["players"], ahead) if ahead > 0 else None
