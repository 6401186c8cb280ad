"""The examples in examples.md and docs/standings.md: each comes to what it shows.

A comment `<!-- season: {…} -->` holds the terms; the table after it what was played, and what that
comes to.
"""

import json
import re
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.test_docs import ROOT, read
from tournaments.standings.rules.breakdown import round_points
from tournaments.standings.rules.points import (
    Missed,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    SeasonRules,
)
from tournaments.standings.rules.rank_season import rank_season

MARK = re.compile(r"<!-- season: (.*) -->\n((?:\|.*\n)+)")
PAGES = (Path(__file__).with_name("examples.md"), ROOT / "docs/standings.md")
EXAMPLES = [
    pytest.param(json.loads(terms), table, id=f"{number}")
    for number, (terms, table) in enumerate(MARK.findall("\n".join(map(read, PAGES))), 1)
]
AWAY = {"–", "off", "before"}


class Example:
    def __init__(self, terms, table):
        head, _line, *rows = [
            [cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in table.splitlines()
        ]
        self.rows = [dict(zip(head, row, strict=True)) for row in rows]
        self.names = [row[""] for row in self.rows]
        self.nights = [heading for heading in head if heading.startswith("night ")]
        self.terms = SeasonRules(**terms | {key: read_term(key, terms[key]) for key in terms})

    def people(self):
        for id, row in enumerate(self.rows):
            cells = [played(row[night]) for night in self.nights]
            joined = next(number for number, cell in enumerate(cells, 1) if cell != "before")
            division = int(row["division"]) if "division" in row else None
            yield Person(id, "(guest)" in row[""], joined, division)

    def night(self, number, name):
        cells = [played(row[name]) for row in self.rows]
        off = {id for id, cell in enumerate(cells) if cell == "off"}
        typed = [[] if cell in AWAY else cell.split(" + ") for cell in cells]
        rounds = tuple(self.round(line) for line in zip_longest(*typed))
        return PlayedNight(number, rounds, frozenset(off))

    def round(self, cells):
        out = {id for id, cell in enumerate(cells) if cell == "out"}
        shares = [
            self.share(id, part)._replace(fill_in=part != parts[0])
            for id, cell in enumerate(cells)
            if cell and id not in out
            for parts in [cell.split(" or ")]
            for part in parts
        ]
        return PlayedRound(tuple(shares), frozenset(out))

    def share(self, id, cell):
        """Somebody takes another's seat after the fourth game."""
        points, _for, name = cell.partition(" for ")
        if name:
            return PlayerRound(id, int(points), seat=self.names.index(name), since=5)
        return share(id, cell)

    def answer(self):
        nights = [self.night(number, name) for number, name in enumerate(self.nights, 1)]
        return rank_season(self.terms, self.people(), nights)


def read_term(key, value):
    if key in ("signed_off", "no_show"):
        how, *points = value
        in_turn = tuple(Fraction(str(number)) for number in points if number != "always")
        return Missed(how, in_turn, "always" in points)
    if key == "place_points":
        return tuple(map(Fraction, value))
    return tuple(value) if isinstance(value, list) else value


def played(cell):
    return cell.strip("~").split(" → ")[0]


def share(id, cell):
    if cell == "left":
        return PlayerRound(id, 0, until=1)
    if cell.endswith(" till 4"):
        return PlayerRound(id, int(cell.removesuffix(" till 4")), until=4)
    if cell.endswith(" from 5"):
        return PlayerRound(id, int(cell.removesuffix(" from 5")), since=5)
    if left := re.fullmatch(r"(\d+) \((\d+) left\)", cell):
        return PlayerRound(id, int(left[1]), left=int(left[2]), games=(int(left[1]),))
    if cell.endswith(" so far"):
        points = int(cell.removesuffix(" so far"))
        return PlayerRound(id, points, games=(points,), unfinished=True)
    if places := re.findall(r"(\d)(?:st|nd|rd|th)", cell):
        return PlayerRound(id, 0, places=tuple(map(int, places)))
    games = tuple(map(int, cell.split(", ")))
    return PlayerRound(id, sum(games), dashes=games.count(0), games=games)


# What is shown, and what the program says


def counted(cell):
    """What a cell counts, and whether it is struck through."""
    words = cell.strip("~").split(" → ")[-1]
    if words == "·":
        return None, False
    return sum(Fraction(match) for match in re.findall(r"[\d.]+", words)), cell.startswith("~~")


def shown(row, nights):
    place = int(row["place"]) if row["place"].isdigit() else None
    return Fraction(row["total"]), place, [counted(row[night]) for night in nights]


def computed(row):
    tallies = [(tally.points, tally.dropped) for tally in row.tallies]
    return round_points(row.points), row.rank, tallies


def marks(division, row):
    for prize in division.prizes:
        if row.player in prize.players:
            yield "prizes", f"{prize.place}{'?' * (len(prize.players) > 1)}"
    if division.since and row.rank:
        yield "moved", "new" if row.was is None else f"{row.was - row.rank:+}"
    for name, move in (("up", division.up), ("down", division.down)):
        if row.player in move.sure + move.tied:
            yield "moves", f"{name}{'?' * (row.player in move.tied)}"


@pytest.mark.parametrize(("terms", "table"), EXAMPLES)
def test_example_comes_to_what_it_shows(terms, table):
    example = Example(dict(terms), table)
    divisions = example.answer()
    rows = [row for row in example.rows if row["total"]]
    found = [row for division in divisions for row in division.rows]
    assert [example.names[row.player] for row in found] == [row[""] for row in rows]
    assert [computed(row) for row in found] == [shown(row, example.nights) for row in rows]
    for division in divisions:
        for row in division.rows:
            given = example.rows[row.player]
            wanted = {(key, given[key]) for key in ("prizes", "moves", "moved") if given.get(key)}
            found = {
                mark for mark in marks(division, row) if mark[0] in given or mark[0] != "moved"
            }
            assert found == wanted


def test_there_are_examples():
    assert len(EXAMPLES) == 55
