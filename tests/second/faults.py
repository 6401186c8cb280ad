"""Faults seeded into the program's scoring: (what, systems that show it, what to put where)."""

from scoring.games.core.game import TWO_OUT, Game
from scoring.games.core.play import Group
from scoring.games.international import STARTER_LATE
from scoring.games.jokeren import Jokeren
from scoring.games.jolly import IN_HAND, Jolly
from scoring.games.melds import closed_hand_types as types
from scoring.games.rummikub import Sabra
from tests.second.table_faults import TABLE_FAULTS

JOKEREN = ["jokeren", "jokeren-potjes", "jokeren-vijf"]
RUMMIKUB = ["rummikub", "rummikub-american"]


def dense_ranks(units, order, figures):
    """1, 1, 2 instead of 1, 1, 3."""
    keys = sorted({order(unit[0]) for unit in units})
    groups = [Group(rank, [], 0) for rank, _ in enumerate(keys, 1)]
    for unit in units:
        place = keys.index(order(unit[0]))
        groups[place] = Group(place + 1, groups[place].players + unit, figures[unit[0]])
    return groups


def ends_on_the_target(self, play):
    self.target -= 1
    AFTER(self, play)
    self.target += 1


AFTER = Jolly.after
TURN_ORDER = Sabra.turn_order
TIE_ORDER = Game.tie_order


class NoJokerPoints(Jokeren):
    key = ""

    def _score_jokers(self, deal, player, entry):
        deal.scores[player], deal.explain[player] = entry["cards"], ""


FAULTS = [
    *TABLE_FAULTS,
    (
        "a joker that could have been laid counts as a card",
        JOKEREN,
        "scoring.games.jokeren.Jokeren._score_jokers",
        NoJokerPoints._score_jokers,
    ),
    (
        "rounds beyond the contracts have none",
        ["amerikaans-jokeren"],
        "scoring.games.core.game.Game.contract_place",
        lambda self, number: number - 1 if number <= len(self.contracts) else None,
    ),
    (
        "a Little Blitz of the starter passes beside a meld",
        ["rummikub-international"],
        "scoring.games.international.STARTER_LATE",
        STARTER_LATE._replace(severity="warning"),
    ),
    (
        "every joker counts high",
        ["amerikaans-jokeren"],
        "scoring.games.amerikaans.Amerikaans._joker",
        lambda self, entry: self.joker_high,
    ),
    (
        "an ace counts 11",
        ["amerikaans-jokeren"],
        "scoring.games.amerikaans.POINTS",
        (0, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
    ),
    (
        "a point too little for a loser passes",
        ["amerikaans-jokeren"],
        "scoring.games.amerikaans.Amerikaans.check_entry",
        lambda self, deal, player, entry: None,
    ),
    (
        "Handglatt gains no more than an ordinary end",
        ["jolly"],
        "scoring.games.jolly.HANDGLATT_BONUS",
        30,
    ),
    (
        "a joker in hand counts 25",
        ["jolly"],
        "scoring.games.jolly.IN_HAND",
        (25, *IN_HAND[1:]),
    ),
    (
        "the target itself ends the sheet",
        ["jolly"],
        "scoring.games.jolly.Jolly.after",
        ends_on_the_target,
    ),
    (
        "the play-off ranks by points alone",
        ["jolly"],
        "scoring.games.jolly.Jolly.ranking",
        Game.ranking,
    ),
    (
        "rummy ranks by points left",
        ["rummy"],
        "scoring.games.rummy.Rummy.main_order",
        lambda self, play, player: (play.totals[player],),
    ),
    (
        "odd points go round the other way",
        RUMMIKUB,
        "scoring.games.rummikub.Sabra.turn_order",
        lambda self, deal: TURN_ORDER(self, deal)[::-1],
    ),
    (
        "a joker on the rack always counts 30",
        ["rummy", *RUMMIKUB],
        "scoring.games.core.tiles.TileGame.left",
        lambda self, tiles: sum(tile.rank or 30 for tile in tiles),
    ),
    (
        "the start goes round clockwise",
        ["rummikub-american", "rummikub-international"],
        "scoring.games.rummikub.American.side",
        1,
    ),
    (
        "a 1 left counts 1",
        ["rummikub-international"],
        "scoring.games.international.International._left",
        lambda self, tile: tile.rank if 1 <= tile.rank <= 9 else 10,
    ),
    (
        "jokers in a closed hand cost nothing",
        ["rummikub-international"],
        "scoring.games.international.types.find_value",
        lambda number, jokers: types.TYPES[number - 1].values[0],
    ),
    (
        "the trump bonus is left out",
        ["rummikub-international"],
        "scoring.games.international.International._add_trump",
        lambda self, deal: None,
    ),
    ("all ten tricks make 500", ["vijfhonderd"], "scoring.games.vijfhonderd.SLAM", 500),
    ("a side wins from 400 on", ["vijfhonderd"], "scoring.games.vijfhonderd.GOAL", 400),
    (
        "defenders always gain",
        ["vijfhonderd"],
        "scoring.games.vijfhonderd.Vijfhonderd._contract_value",
        lambda self, deal: (False, 40),
    ),
    (
        "ranks are 1, 1, 2",
        ["rummikub", "jokeren"],
        "scoring.games.core.game.group_by_rank",
        dense_ranks,
    ),
    (
        "who missed a game is ranked",
        JOKEREN,
        "scoring.games.core.play.Play.leave_out",
        lambda self, deal: None,
    ),
    (
        "fewest dashes come first",
        JOKEREN,
        "scoring.games.core.game.Game.tie_order",
        lambda self, play, player: tuple(-step for step in TIE_ORDER(self, play, player)),
    ),
    (
        "the deal passes over nobody",
        ["jokeren", "amerikaans-jokeren"],
        "scoring.games.sheet.rotation.Rotation._playing",
        lambda self, start, playing: start % len(self.players),
    ),
    (
        "the paper is not compared",
        ["jokeren", "jolly"],
        "scoring.games.sheet.scorer.compare_paper",
        lambda paper, play, rows, problems: None,
    ),
    (
        "any number of one card passes",
        ["amerikaans-jokeren", "rummikub"],
        "scoring.games.core.game.Game.check_copies",
        lambda self, deal, hands: None,
    ),
    (
        "two dashes pass",
        ["jokeren", "rummy"],
        "scoring.games.core.game.TWO_OUT",
        TWO_OUT._replace(severity="warning"),
    ),
]
