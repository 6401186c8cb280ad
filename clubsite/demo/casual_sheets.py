from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from clubsite.demo import names
from clubsite.demo.played_games import play
from scoring.models import Sheet
from scoring.sheets import lifecycle


class Table(NamedTuple):
    game: str
    seats: int
    games: int  # how many are played by now
    options: dict[str, Any] = {}


TABLES = (
    Table("punten", 4, 6),
    Table("hartenjagen", 4, 40, {"target": 50}),
    Table("boerenbridge", 5, 8),
    Table("klaverjassen", 4, 16),
    Table("klaverjassen", 4, 6),
    Table("vijfhonderd", 4, 40),
    Table("rummikub-international", 4, 6),
    Table("rummikub-american", 3, 8),
    Table("rummikub", 4, 7),
    Table("rummy", 2, 5),
    Table("jolly", 5, 40, {"target": 300}),
    Table("jokeren-vijf", 3, 5),
    Table("jokeren-potjes", 4, 6),
    Table("amerikaans-jokeren", 4, 7),
    Table("amerikaans-jokeren", 3, 3),
    Table("jokeren", 4, 6),
    Table("jokeren", 4, 10),
)


def fill(chance: Random) -> Iterator[Sheet]:
    people = iter(names.make_names(sum(table.seats for table in TABLES), chance))
    for table in TABLES:
        seated = [next(people) for _ in range(table.seats)]
        # Not `loose`, as such sheets expire: the demo is to stay as it is.
        sheet = lifecycle.open(game=table.game, names=seated, options=table.options)
        play(sheet, table.games, chance)
        yield sheet
