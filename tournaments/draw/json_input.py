import json
import re
from collections.abc import Sequence
from typing import Any

from scoring.toolkit.problems import ProblemCode, UserError, user_error
from tournaments.draw.engine import problems
from tournaments.draw.engine.request import MOST_DRAWN, Constraint, Duties, Round, Table, Wish

MOST_TIMES = 100_000
NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
PAIR, TIMES = "[player, player]", "[player, player, times]"
DUTIES = ("small", "sat_out", "scribe", "likes", "partners")


def parse(raw: bytes, file: str) -> Any:
    def pairs(members: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _value in members]
        for key in keys:
            if keys.count(key) > 1:
                raise user_error(problems.TWICE, file=file, given=describe_value(key))
        return dict(members)

    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=pairs)
    except UnicodeDecodeError:
        raise user_error(problems.NOT_UTF8, file=file) from None
    except RecursionError:
        raise user_error(problems.NOT_JSON, file=file, why="nested too deeply") from None
    except ValueError as error:
        raise user_error(problems.NOT_JSON, file=file, why=str(error)[:80]) from None


def describe_value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


class Reader:
    """`file` is the name of the file for messages. Player numbers must be below `players`."""

    def __init__(self, file: str, players: int) -> None:
        self.file, self.players = file, players

    def read_history(self, value: object) -> tuple[tuple[int, int, int], ...]:
        by_pair: dict[tuple[int, int], int] = {}
        for line in self.read_list(value, f"[{TIMES}, …]"):
            first, second, times = self.read_list(line, TIMES, 3)
            pair = self.read_pair([first, second])
            if pair in by_pair:
                raise user_error(problems.SAME_PAIR, file=self.file, one=pair[0], other=pair[1])
            by_pair[pair] = self.read_whole_number(times, 0, MOST_TIMES)
        return tuple((first, second, times) for (first, second), times in by_pair.items() if times)

    def read_standing(self, value: object) -> tuple[int, ...]:
        places = self.read_one_each(value, "[place of player 0, …]")
        return tuple(self.read_whole_number(place, 1, MOST_TIMES) for place in places)

    def read_divisions(self, value: object) -> tuple[int, ...]:
        numbers = self.read_one_each(value, "[division of player 0, …]")
        return tuple(self.read_whole_number(number, 0, MOST_TIMES) for number in numbers)

    def read_constraints(self, value: object, tables: int) -> tuple[Constraint, ...]:
        given = self.read_object(value, tuple(Wish))
        constraints = []
        for kind in (Wish.APART, Wish.TOGETHER):
            pairs = self.read_list(given.get(kind, []), f"[{PAIR}, …]")
            constraints += [Constraint(kind, *self.read_pair(line)) for line in pairs]
        fixed = given.get(Wish.FIXED_TABLE, {})
        if not isinstance(fixed, dict):
            raise self.make_error(fixed, right='{"player": table}')
        for player, table in fixed.items():
            number = self.read_player(int(player) if NUMBER.fullmatch(player) else player)
            if type(table) is not int or not 1 <= table <= tables:
                raise self.make_error(table, problems.NO_TABLE, last=tables)
            constraints.append(Constraint(Wish.FIXED_TABLE, number, table))
        return tuple(dict.fromkeys(constraints))

    def read_earlier(self, value: object) -> tuple[Round, ...]:
        rounds = self.read_list(value, "[[[player, …], …], …]")
        self.read_whole_number(len(rounds), 0, MOST_DRAWN)
        return tuple(map(self.read_round, rounds))

    def read_round(self, tables: object) -> Round:
        seated = tuple(map(self.read_table, self.read_list(tables, "[[player, …], …]")))
        self.check_seated_once([player for table in seated for player in table], tables)
        return seated

    def read_kept_rounds(
        self, value: object, tables: int, rounds: int
    ) -> tuple[dict[int, Table], ...]:
        kept_rounds = []
        given = self.read_list(value, '[{"1": [player, …]}, …]')
        self.read_whole_number(len(given), 0, rounds)
        for kept_round in given:
            if not isinstance(kept_round, dict):
                raise self.make_error(kept_round, right='{"1": [player, …]}')
            for number in kept_round:
                if number not in map(str, range(1, tables + 1)):
                    raise self.make_error(number, problems.NO_TABLE, last=tables)
            kept = {int(number): self.read_table(seats) for number, seats in kept_round.items()}
            seats = [self.read_player(seat) for table in kept.values() for seat in table]
            self.check_seated_once(seats, kept_round)
            kept_rounds.append(kept)
        return tuple(kept_rounds)

    def read_table(self, value: object) -> Table:
        seats = self.read_list(value, "[player, …]")
        return tuple(self.read_whole_number(seat, 0, MOST_TIMES) for seat in seats)

    def read_duties(self, value: object) -> Duties:
        given = self.read_object(value, DUTIES)
        likes: Any = given.get("likes", [])
        for liking in self.read_one_each(likes, right := "[true, false, …]") if likes != [] else ():
            if type(liking) is not bool:
                raise self.make_error(liking, right=right)
        small, sat_out, scribe = (self.read_turns(given.get(key, [])) for key in DUTIES[:3])
        partners = self.read_history(given.get("partners", []))
        return Duties(small, sat_out, scribe, tuple(likes), partners)

    def read_turns(self, value: object) -> tuple[float, ...]:
        if value == []:
            return ()
        turns = self.read_one_each(value, right := "[turns of player 0, …]")
        for amount in turns:
            if type(amount) not in (int, float) or not abs(amount) <= MOST_TIMES:
                raise self.make_error(amount, right=right)
        return tuple(turns)

    def make_error(
        self, given: object, check: ProblemCode = problems.SHAPE, **params: object
    ) -> UserError:
        return user_error(check, file=self.file, given=describe_value(given), **params)

    def read_list(self, value: object, right: str, count: int | None = None) -> list[Any]:
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise self.make_error(value, right=right)
        return value

    def read_one_each(self, value: object, right: str) -> list[Any]:
        values = self.read_list(value, right)
        if (count := len(values)) != self.players:
            raise user_error(problems.PLACES, file=self.file, count=count, players=self.players)
        return values

    def read_object(self, value: object, keys: Sequence[str]) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self.make_error(value, right="{…}: " + ", ".join(keys))
        for key in value:
            self.read_word(key, keys)
        return value

    def read_word(self, value: object, known: Sequence[str]) -> str:
        if value not in known:
            given, right = f"{self.file}: {describe_value(value)}", ", ".join(known)
            raise user_error(problems.UNKNOWN, given=given, right=right)
        return str(value)

    def read_whole_number(self, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.make_error(value, right=f"{low}…{high}")
        return value

    def read_player(self, value: object) -> int:
        if type(value) is not int or not 0 <= value < self.players:
            raise self.make_error(value, problems.NO_PLAYER, last=self.players - 1)
        return value

    def read_pair(self, value: object) -> tuple[int, int]:
        first, second = map(self.read_player, self.read_list(value, PAIR, 2))
        if first == second:
            raise self.make_error(value, problems.SAME_PLAYER)
        return min(first, second), max(first, second)

    def check_seated_once(self, seats: list[int], given: object) -> None:
        if len(set(seats)) != len(seats):
            raise self.make_error(given, problems.SAME_PLAYER)
