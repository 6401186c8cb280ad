"""Read typed or stored JSON into a request. This is strict and never ends in a traceback."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from scoring.toolkit.problems import UserError
from tournaments.draw.engine import problems
from tournaments.draw.engine.problems import user_error
from tournaments.draw.engine.request import MOST_DRAWN, Constraint, Duties, Round, Table

MOST_TIMES = 100_000
NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
PAIR, TIMES = "[player, player]", "[player, player, times]"
CONSTRAINTS = ("apart", "together", "fixed_table")
DUTIES = ("small", "sat_out", "scribe", "likes", "partners")


def parse(raw: bytes, file: str) -> Any:
    """Return the parsed JSON of a file; `file` is its name for error messages. An object with the
    same key twice is refused, because one of the values would be lost.
    """

    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _value in found]
        for key in keys:
            if keys.count(key) > 1:
                raise user_error(problems.TWICE, file=file, given=shown(key))
        return dict(found)

    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=pairs)
    except UnicodeDecodeError:
        raise user_error(problems.NOT_UTF8, file=file) from None
    except RecursionError:
        raise user_error(problems.NOT_JSON, file=file, why="nested too deeply") from None
    except ValueError as error:
        raise user_error(problems.NOT_JSON, file=file, why=str(error)[:80]) from None


def shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


class Reader:
    """Checks and converts the parts of one file with the input of a draw. `file` is its name for
    error messages; player numbers must be below `players`.
    """

    def __init__(self, file: str, players: int) -> None:
        self.file, self.players = file, players

    def history(self, value: object) -> tuple[tuple[int, int, int], ...]:
        by_pair: dict[tuple[int, int], int] = {}
        for line in self.a_list(value, f"[{TIMES}, …]"):
            first, second, times = self.a_list(line, TIMES, 3)
            pair = self.pair([first, second])
            if pair in by_pair:
                raise user_error(problems.SAME_PAIR, file=self.file, one=pair[0], other=pair[1])
            by_pair[pair] = self.whole_number(times, 0, MOST_TIMES)
        return tuple((first, second, times) for (first, second), times in by_pair.items() if times)

    def standing(self, value: object) -> tuple[int, ...]:
        places = self.a_list(value, "[place of player 0, …]")
        self.one_each(places)
        return tuple(self.whole_number(place, 1, MOST_TIMES) for place in places)

    def divisions(self, value: object) -> tuple[int, ...]:
        numbers = self.a_list(value, "[division of player 0, …]")
        self.one_each(numbers)
        return tuple(self.whole_number(number, 0, MOST_TIMES) for number in numbers)

    def constraints(self, value: object, tables: int) -> tuple[Constraint, ...]:
        given = self.an_object(value, CONSTRAINTS)
        found = []
        for kind in ("apart", "together"):
            pairs = self.a_list(given.get(kind, []), f"[{PAIR}, …]")
            found += [Constraint(kind, *self.pair(line)) for line in pairs]
        fixed = given.get("fixed_table", {})
        if not isinstance(fixed, dict):
            raise self.unreadable(fixed, '{"player": table}')
        for player, table in fixed.items():
            number = self.player(int(player) if NUMBER.fullmatch(player) else player)
            if type(table) is not int or not 1 <= table <= tables:
                given_table = shown(table)
                raise user_error(problems.NO_TABLE, file=self.file, given=given_table, last=tables)
            found.append(Constraint("fixed_table", number, table))
        return tuple(dict.fromkeys(found))

    def earlier(self, value: object) -> tuple[Round, ...]:
        rounds = self.a_list(value, "[[[player, …], …], …]")
        self.whole_number(len(rounds), 0, MOST_DRAWN)
        return tuple(self.seated_round(tables) for tables in rounds)

    def seated_round(self, tables: object) -> Round:
        seated = tuple(self.table(seats) for seats in self.a_list(tables, "[[player, …], …]"))
        self.only_once([player for table in seated for player in table], tables)
        return seated

    def kept_rounds(self, value: object, tables: int, rounds: int) -> tuple[dict[int, Table], ...]:
        kept_rounds = []
        given = self.a_list(value, '[{"1": [player, …]}, …]')
        self.whole_number(len(given), 0, rounds)
        for kept_round in given:
            if not isinstance(kept_round, dict):
                raise self.unreadable(kept_round, '{"1": [player, …]}')
            for number in kept_round:
                if number not in {str(table) for table in range(1, tables + 1)}:
                    raise user_error(
                        problems.NO_TABLE, file=self.file, given=shown(number), last=tables
                    )
            seats = [
                self.player(seat) for table in kept_round.values() for seat in self.table(table)
            ]
            self.only_once(seats, kept_round)
            kept_rounds.append({int(number): tuple(table) for number, table in kept_round.items()})
        return tuple(kept_rounds)

    def table(self, value: object) -> Table:
        seats = self.a_list(value, "[player, …]")
        return tuple(self.whole_number(seat, 0, MOST_TIMES) for seat in seats)

    def duties(self, value: object) -> Duties:
        given = self.an_object(value, DUTIES)
        likes = self.a_list(given.get("likes", []), "[true, false, …]")
        for liking in likes:
            if type(liking) is not bool:
                raise self.unreadable(liking, "[true, false, …]")
        self.one_each(likes or [True] * self.players)
        small, sat_out, scribe = (self.turns(given.get(key, [])) for key in DUTIES[:3])
        partners = self.history(given.get("partners", []))
        return Duties(small, sat_out, scribe, tuple(likes), partners)

    def turns(self, value: object) -> tuple[float, ...]:
        turns = self.a_list(value, "[turns of player 0, …]")
        if not turns:
            return ()
        self.one_each(turns)
        for amount in turns:
            if type(amount) not in (int, float) or not abs(amount) <= MOST_TIMES:
                raise self.unreadable(amount, "[turns of player 0, …]")
        return tuple(turns)

    # Pieces

    def unreadable(self, given: object, right: str) -> UserError:
        return user_error(problems.SHAPE, file=self.file, given=shown(given), right=right)

    def a_list(self, value: object, right: str, count: int | None = None) -> list[Any]:
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise self.unreadable(value, right)
        return value

    def an_object(self, value: object, keys: Iterable[str]) -> dict[str, object]:
        known = ", ".join(keys)
        if not isinstance(value, dict):
            raise self.unreadable(value, "{…}: " + known)
        for key in value:
            if key not in keys:
                raise user_error(problems.UNKNOWN, given=f"{self.file}: {shown(key)}", right=known)
        return value

    def word(self, value: object, known: Sequence[str]) -> str:
        if value not in known:
            right = ", ".join(known)
            raise user_error(problems.UNKNOWN, given=f"{self.file}: {shown(value)}", right=right)
        return str(value)

    def whole_number(self, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.unreadable(value, f"{low}…{high}")
        return value

    def player(self, value: object) -> int:
        if type(value) is not int or not 0 <= value < self.players:
            last = self.players - 1
            raise user_error(problems.NO_PLAYER, file=self.file, given=shown(value), last=last)
        return value

    def pair(self, value: object) -> tuple[int, int]:
        first, second = map(self.player, self.a_list(value, PAIR, 2))
        if first == second:
            raise user_error(problems.SAME_PLAYER, file=self.file, given=shown(value))
        return min(first, second), max(first, second)

    def one_each(self, values: list[object]) -> None:
        if len(values) != self.players:
            count = len(values)
            raise user_error(problems.PLACES, file=self.file, count=count, players=self.players)

    def only_once(self, seats: list[int], given: object) -> None:
        if len(set(seats)) != len(seats):
            raise user_error(problems.SAME_PLAYER, file=self.file, given=shown(given))
