"""What one sheet came to for whoever sat on a seat of it, from any game up to any game."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from scoring.games.base import Game
from scoring.games.sheet import score
from scoring.games.sheet.rows import ABSENT
from tournaments.standings import Share

Json = dict[str, Any]


class Stint(NamedTuple):
    """Somebody's games on a seat."""

    member: int
    name: str  # of the seat, as it stands on the sheet
    since: int = 1
    until: int | None = None  # None: to the end
    instead_of: int | None = None
    penalty: int = 0


class Outcome:
    """`data` is the sheet as it is scored."""

    def __init__(self, data: Json, game: Game) -> None:
        self.data, self.game = data, game
        self.whole = score(data)
        self.rows = self.whole["rows"]
        self.played = any("scores" in row or "void" in row for row in self.rows)

    def share(self, stint: Stint) -> Share | None:
        """None where the sheet ended before these games."""
        if stint.since > len(self.rows):
            return None
        until = None if stint.until is None or stint.until >= len(self.rows) else stint.until
        points, left = self._points(stint, until)
        return Share(
            player=stint.member,
            points=points,
            seat=stint.instead_of,
            dashes=self._came_to("dashes", stint, until),
            games=tuple(self._games(stint, until)),
            left=left,
            places=self.places.get(stint.name, ()),
            since=stint.since,
            until=until,
            gap=stint.name not in self.places and self._has_gap(stint, until),
        )

    def _points(self, stint: Stint, until: int | None) -> tuple[int | Fraction, int]:
        """Match points where the game has them; then what was left tells equal ones apart."""
        total = self._came_to("totals", stint, until)
        total += stint.penalty if self.game.lowest_wins else -stint.penalty
        if not self.whole["match_points"]:
            return total, 0
        return Fraction(self._came_to("match_points", stint, until)), total

    def _came_to(self, key: str, stint: Stint, until: int | None) -> Any:
        after = self.whole if until is None else self._after(until)
        before = self._after(stint.since - 1)[key].get(stint.name, 0) if stint.since > 1 else 0
        return after[key].get(stint.name, 0) - before

    def _after(self, games: int) -> Json:
        if games not in self._known:
            self._known[games] = score(self.data | {"games": self.data["games"][:games]})
        return self._known[games]

    @cached_property
    def _known(self) -> dict[int, Json]:
        return {}

    def _games(self, stint: Stint, until: int | None) -> Iterator[int]:
        """Of each game; where all passed there was none."""
        for row in self.rows[stint.since - 1 : until]:
            scores = row.get("scores", {})
            if stint.name in scores and (self.game.has_cells or any(scores.values())):
                yield scores[stint.name]

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """By name; who missed a game has none. Partners have one place together."""
        together = 2 if self.game.seats == (4, 4) else 1
        return {
            name: tuple(range(group["rank"], group["rank"] + len(group["players"]) // together))
            for group in self.whole["ranking"]
            if group["rank"]
            for name in group["players"]
        }

    def _has_gap(self, stint: Stint, until: int | None) -> bool:
        rows = self.data["games"][stint.since - 1 : until]
        return any((row.get("entries") or {}).get(stint.name) == ABSENT for row in rows)
