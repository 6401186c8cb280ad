"""The result of one sheet for each person on a seat, over any range of games."""

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.rows import ABSENT
from scoring.sheets.progress import is_over
from scoring.sheets.rows import RowNames
from scoring.toolkit.texts import Text
from tournaments.standings.rules import PlayerRound


class SeatPeriod(NamedTuple):
    """The period that one person sat on a seat, as stored."""

    order: int  # the order in which people sat down
    round: int
    seat: int
    sheet: int
    name: str  # of the seat, as written on the sheet
    member: int
    since: int
    until: int | None
    first_id: int | None  # id by which the seat's events name it, if not its own

    @property
    def key(self) -> str:
        return str(self.first_id or self.seat)


class SeatGames(NamedTuple):
    """The games that one person played on a seat."""

    order: int  # the order in which people sat down
    sheet: int
    member: int
    name: str  # of the seat, as written on the sheet
    since: int = 1
    until: int | None = None  # None: to the end
    instead_of: int | None = None
    penalty: int = 0


def on_seat(seats: Sequence[SeatPeriod], drawn: Collection[int]) -> Iterator[SeatGames]:
    """Yield the people of one seat, in order. Whoever takes over without a gap is a substitute for
    the first person on the seat. But a player who was drawn on a seat of this round is no
    substitute: that player changed places.
    """
    first, before = seats[0].member, 0
    for period in seats:
        takes_over = period.since == before + 1 and period.member not in drawn
        before = period.until or 0
        yield SeatGames(
            order=period.order,
            sheet=period.sheet,
            member=period.member,
            name=period.name,
            since=period.since,
            until=period.until,
            instead_of=first if takes_over else None,
        )


def moved(found: Sequence[tuple[SeatGames, PlayerRound]]) -> Iterator[PlayerRound]:
    """Yield one player's shares of a round. If the player changed tables, each share is numbered as
    if it were one game. So the change leaves no gap, but the first and last number still show
    whether the player came late or left.
    """
    if len({stint.sheet for stint, _share in found}) < 2:
        yield from (share for _stint, share in found)
        return
    ordered = sorted(found)
    number = 1 if ordered[0][0].since == 1 else 2
    for place, (stint, share) in enumerate(ordered):
        before = ordered[place - 1][0] if place else stint
        back = before.sheet == stint.sheet and before.until != stint.since - 1
        ends = place < len(ordered) - 1 or share.until is not None
        gap = share.gap or (place > 0 and back)
        yield share._replace(since=number, until=number if ends else None, gap=gap)
        number += 1


FigureKey = Literal["totals", "dashes", "match_points"]


class SheetResult:
    """The result of a sheet. `data` is what was scored. `closed` tells whether nothing can be
    added.
    """

    def __init__(self, data: SheetData, spelling: RowNames, closed: bool) -> None:
        game = spelling.game
        assert game is not None, "a game system is never removed"
        self.data, self.game = data, game
        self.whole = score(data)
        self.rows = self.whole["rows"]
        done = [row["game"] for row in self.rows if "scores" in row or "void" in row]
        self.last = max(done, default=0)
        over = is_over(data, spelling, self.whole)
        self.unfinished, self.open = closed and not over, not closed and not over

    def if_closed(self) -> "SheetResult":
        """Return a copy of this result as it is if nothing more is entered."""
        result = copy(self)
        result.unfinished, result.open = self.unfinished or self.open, False
        return result

    def share(self, stint: SeatGames) -> PlayerRound | None:
        """Return the player's share of the sheet. Return None if there is no entry from the
        player's first game on. But a player who still waited for that game when the sheet was
        closed gets an unfinished share.
        """
        if stint.since > self.last:
            waited = self.unfinished and stint.until is None
            return self._nothing(stint) if waited else None
        until = None if stint.until is None or stint.until >= self.last else stint.until
        points, left = self._points(stint, until)
        games = list(self._games(stint, until))
        return PlayerRound(
            player=stint.member,
            points=points,
            seat=stint.instead_of,
            dashes=self._came_to("dashes", stint, until),
            games=tuple(score for score, _contract in games),
            contracts=tuple(contract for _score, contract in games) if self.game.contracts else (),
            left=left,
            places=self.places.get(stint.name, ()),
            since=stint.since,
            until=until,
            gap=stint.name not in self.places and self._has_gap(stint, until),
            unfinished=self.unfinished,
            table=stint.sheet,
        )

    def _nothing(self, stint: SeatGames) -> PlayerRound:
        return PlayerRound(stint.member, 0, stint.instead_of, since=stint.since, unfinished=True)

    def _points(self, stint: SeatGames, until: int | None) -> tuple[int | Fraction, int]:
        """Return the points, and the number that separates players with equal points. In a game
        with match points, these are the points and the total separates. In other games the total is
        the points, and nothing separates: the number is 0.
        """
        total = self._came_to("totals", stint, until)
        total += stint.penalty if self.game.lowest_wins else -stint.penalty
        if not self.whole["match_points"]:
            return total, 0
        return Fraction(self._came_to("match_points", stint, until)), total

    def _came_to(self, key: FigureKey, stint: SeatGames, until: int | None) -> Any:
        after = self.whole if until is None else self._after(until)
        before = self._after(stint.since - 1)[key].get(stint.name, 0) if stint.since > 1 else 0
        return after[key].get(stint.name, 0) - before

    def _after(self, games: int) -> Outcome:
        if games not in self._known:
            self._known[games] = score(self.data | {"games": self.data["games"][:games]})
        return self._known[games]

    @cached_property
    def _known(self) -> dict[int, Outcome]:
        return {}

    @cached_property
    def _contracts(self) -> dict[Text | str, str]:
        """The code of each contract, keyed by its text."""
        return dict(zip(self.game.contract_texts, self.game.contracts, strict=True))

    def _games(self, stint: SeatGames, until: int | None) -> Iterator[tuple[int, str]]:
        """Yield the score and the contract of each game. A game in which everybody passed has no
        score and is left out.
        """
        for row in self.rows[stint.since - 1 : until]:
            scores = row.get("scores", {})
            if stint.name in scores and (self.game.has_cells or any(scores.values())):
                yield scores[stint.name], self._contracts.get(row["contract"], "")

    @property
    def _together(self) -> int:
        """How many players have one place at a table together: two if they play as partners."""
        return 2 if self.game.seats == (4, 4) else 1

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """The places at the table, keyed by the name of the seat. A player who missed a game has no
        place.
        """
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
        """The winners and how far they are ahead. None if the first place is shared or if nobody is
        second.
        """
        ranked = [group for group in self.whole["ranking"] if group["rank"]]
        if len(ranked) < 2 or len(ranked[0]["players"]) > self._together:
            return None
        low = self.game.lowest_wins and not self.whole["match_points"]
        first, second = (Fraction(group["total"]) for group in ranked[:2])
        ahead = second - first if low else first - second
        return (ranked[0]["players"], ahead) if ahead > 0 else None

    def _has_gap(self, stint: SeatGames, until: int | None) -> bool:
        rows = self.data["games"][stint.since - 1 : until]
        return any((row.get("entries") or {}).get(stint.name) == ABSENT for row in rows)
