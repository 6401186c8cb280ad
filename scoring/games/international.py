"""Source S004 in tests/rule_texts.md."""

from typing import Any

from scoring.games.core.cards import JOKER, Card, sum_in_words
from scoring.games.core.fields import Field, Known
from scoring.games.core.game import BOTH_WAYS
from scoring.games.core.meld_options import MeldRules
from scoring.games.core.options import one_of, whole_number
from scoring.games.core.sheet_state import Deal, Play
from scoring.games.core.tiles import EMPTY_RACK, FACE, PACK, TileGame
from scoring.games.melds import closed_hand_types as types
from scoring.games.melds import find_hand_type
from scoring.games.rummikub import FIRST_MELD, GROUPS
from scoring.toolkit.problems import (
    NOT_USED,
    UNKNOWN_KEY,
    ProblemCode,
    shorten_value,
    suggest_known,
)
from scoring.toolkit.texts import Paragraph, Text, _

HAND = 14
FOOT_TOTAL = 50
ALL_LEFT = 8 * (sum(range(2, 10)) + 5 * 10)
NOT_MELDED = 100
FOR_WINNER = ("type", "jokers", "first_turn", "dealt", "joker_discard")
FOR_OTHERS = ("melded", "points")
NOT_AT = {
    "open": ("type", "jokers", "tiles", "first_turn", "dealt"),
    "foot": ("type", "jokers", "first_turn", "dealt"),
}

OUT_AT_NONE = ProblemCode(41, _("is out, but the game ended without a winner: change the end."))
LEFT_TOO_LITTLE = ProblemCode(43, _("%(points)s can't be left: the cheapest tile counts 2."))
FOOT_ALONE = ProblemCode(
    44, _("a foot needs somebody else who has melded: enter who did, or end it as closed.")
)
FOOT_TOO_LITTLE = ProblemCode(45, _("these tiles make %(total)s; a foot needs at least %(least)s."))
NO_TYPE = ProblemCode(46, _("these fourteen tiles form no closed hand: look at them again."))
NOT_FOURTEEN = ProblemCode(47, _("%(count)s tiles are entered, a winning hand has 14."))
STARTER_BLITZ = ProblemCode(
    48, _("the player who starts can't have hand 40 (Grand Blitz): choose the next best hand.")
)
STARTER_LATE = ProblemCode(
    34,
    _(
        "hand 39 (Little Blitz) is for the first turn, and nobody has melded before the player who"
        " starts: choose the next best hand, or look who has melded."
    ),
)
ONLY_CLOSED = ProblemCode(
    49, _("%(what)s does not go with this end: change the end or take it out.")
)
COLOURS_NEEDED = ProblemCode(
    50, _("give each tile its colour, such as 7r: a hand can't be judged without.")
)

ENDS = {"open": _("open"), "foot": _("foot"), "closed": _("closed"), "none": _("without a winner")}


ENDS_CLOSED: Known = {"end": ["closed"]}
TILES_UNKNOWN: Known = {"tiles": [None]}
OUT_OPENLY: Known = {"out": [True], "end": [None, "open", "foot"]}  # then tiles count nothing

OF_WINNER = (
    Field("out", "flag", _("is out")),
    Field("type", "number", _("closed hand"), 1, len(types.TYPES), who="out", when=ENDS_CLOSED),
    Field(
        "jokers",
        "number",
        _("jokers in it"),
        0,
        PACK.jokers,
        who="out",
        when={**ENDS_CLOSED, **TILES_UNKNOWN},
        optional=True,
    ),
    Field("tiles", "hand", _("tiles"), unless=OUT_OPENLY),  # of the others too
    Field("first_turn", "flag", _("in the first turn"), who="out", unless=TILES_UNKNOWN),
    Field("dealt", "flag", _("as dealt"), who="out", unless=TILES_UNKNOWN),
    Field(
        "joker_discard",
        "flag",
        _("a joker as last discard"),
        who="out",
        unless={"end": [None]},
        optional=True,
    ),
)


class International(TileGame):
    key = "rummikub-international"
    name = _("Rummikub (International)")
    letter = "I"
    lowest_wins = False
    dash = False
    side = -1
    starter_by_lot = True
    settles = True
    closed_hands = True
    questions = {**TileGame.questions, "hand": ()}
    constants = {
        "types": [
            [Text(kind.name), *kind.values, Text(kind.rule), kind.example] for kind in types.TYPES
        ],
        "little_blitz": types.LITTLE_BLITZ,
        "grand_blitz": types.GRAND_BLITZ,
        "not_melded": NOT_MELDED,
        "hand": HAND,
        "foot_total": FOOT_TOTAL,
    }
    options = {
        **TileGame.options,
        "first_meld": whole_number(50, 0, 100, _("Points needed for the first meld")),
        "trump_bonus": one_of(
            0, {0: _("none"), 50: "50"}, _("Bonus for the tile identical to the trump")
        ),
    }
    rules = (
        Paragraph(
            _(
                "Everybody takes fourteen tiles; whoever starts has fifteen. Play goes"
                " counter-clockwise. The top tile of a stack is turned up and is called the trump."
            )
        ),
        Paragraph(GROUPS),
        Paragraph(
            _(
                "The 1 is low or high in a run, but a run does not go on past it: 13-1-2 is no run,"
                " and the longest has fourteen tiles, from 1 to 1. In melds, and towards the 50 of"
                " a foot, a 1 counts 1."
            )
        ),
        Paragraph(FIRST_MELD, lambda game: game.first_meld > 0),
        Paragraph(
            _(
                "Each turn you draw a tile or take the last discard of the player before you, may"
                " lay, and discard one. You may draw the trump only if you win with it at once, by"
                " a foot or a closed win, not by an open one. After your first meld you may lay off"
                " on everybody's melds, and swap a joker for the tile it stands for when you use it"
                " at once in a new meld of your own."
            )
        ),
        Paragraph(
            _(
                "An open win, laid in parts, gains 100, or 200 when nobody else has melded. Whoever"
                " has three tiles or fewer left says so."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "A foot lays fourteen tiles at once, at least 50 together and some of them on"
                " others' melds, so somebody else must have melded; it gains 200. A closed win"
                " lays all fourteen at once without help, and gains what its hand is worth: the"
                " best of forty kinds, most of them less with each joker."
            ),
            counts=True,
        ),
        Paragraph(
            _(
                "Whoever has melded loses the tiles left: 2 to 9 as they are, 1 and 10 to 13 ten"
                " each, a joker %(joker_value)s. Whoever has not loses 100, or after a closed"
                " win as much as the winner gained. A joker as the winner's last discard doubles"
                " the game."
            ),
            counts=True,
        ),
        Paragraph(
            _("Nobody wins when the turn in which the last tile was drawn ends without a winner."),
            counts=True,
        ),
        Paragraph(
            _(
                "Whoever holds the tile identical to the trump gains %(trump_bonus)s more, which is"
                " never doubled."
            ),
            lambda game: game.trump_bonus > 0,
            counts=True,
        ),
        Paragraph(_("At the end each pays each other the difference of their totals.")),
    )
    examples = (
        {
            "end": "open",
            "entries": {
                "Ans": {"out": True},
                "Bob": {"melded": True, "points": 23},
                "Cor": {"melded": False},
                "Dik": {"melded": True, "points": 41},
            },
        },
        {
            "end": "closed",
            "entries": {
                "Ans": {"melded": False},
                "Bob": {"out": True, "type": 6, "jokers": 0},
                "Cor": {"melded": True, "points": 23},
                "Dik": {"melded": True, "points": 41},
            },
        },
    )
    trump_bonus: int

    def set_up(self) -> None:
        most = ALL_LEFT + PACK.jokers * self.joker_value
        self.parts = (
            *OF_WINNER,
            Field("melded", "flag", _("has melded"), who="left"),
            Field("points", "number", _("points left"), 0, most, who="left", instead="melded"),
        )
        bonus = self.trump_bonus > 0
        trump = Field(
            "trump",
            "player",
            _("held the tile identical to the trump"),
            optional=True,
            in_use=bonus,
        )
        self.row = (Field("end", "choice", _("how the game ended"), choices=ENDS), trump)

    def laying(self) -> MeldRules:
        return MeldRules(PACK, True, "any", FACE)

    def left(self, tiles: list[Card]) -> int:
        return sum(self._left(tile) for tile in tiles)

    def _left(self, tile: Card) -> int:
        if tile == JOKER:
            return self.joker_value
        return tile.rank if 2 <= tile.rank <= 9 else 10

    # Entering

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        if entry.get("out"):
            self._refuse_twice(deal, player, entry, ("type", "jokers"))
            self._refuse_parts(deal, player, entry, FOR_OTHERS)
            self._check_winner(deal, player, entry)
            return
        self._refuse_twice(deal, player, entry, ("points",))
        self._refuse_parts(deal, player, entry, FOR_WINNER)
        if entry.get("tiles") == []:
            deal.refuse(EMPTY_RACK, player)
        elif entry.get("melded") and entry.get("points", 2) < 2:
            deal.refuse(LEFT_TOO_LITTLE, player, points=entry["points"])

    def _refuse_twice(
        self, deal: Deal, player: str, entry: dict[str, Any], others: tuple[str, ...]
    ) -> None:
        """Refuse a figure (of `others`) that the tiles tell already."""
        for other in others:
            if "tiles" in entry and other in entry:
                tiles, figure = (Text(self.entry_fields[key].label) for key in ("tiles", other))
                deal.refuse(BOTH_WAYS, player, one=tiles, other=figure)

    def _refuse_parts(
        self, deal: Deal, player: str, entry: dict[str, Any], parts: tuple[str, ...]
    ) -> None:
        for key in parts:
            if key in entry and entry[key] is not False:
                known = [part for part in self.entry_fields if part not in parts]
                deal.refuse(
                    UNKNOWN_KEY, player, given=shorten_value(key), right=suggest_known(known)
                )

    def _check_winner(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        tiles, end = entry.get("tiles"), deal.extras.get("end")
        if tiles is not None and len(tiles) != HAND:
            deal.refuse(NOT_FOURTEEN, player, count=len(tiles))
        elif end == "foot" and tiles is not None:
            total = sum(tile.rank or 13 for tile in tiles)  # a joker at its best
            if total < FOOT_TOTAL:
                deal.refuse(FOOT_TOO_LITTLE, player, total=total, least=FOOT_TOTAL)
        for key in NOT_AT.get(end or "", ()):
            if key in entry and entry[key] is not False:
                deal.refuse(ONLY_CLOSED, player, what=Text(self.entry_fields[key].label))

    def _check_closed(self, deal: Deal) -> None:
        player = deal.out[0]
        entry = deal.cells[player]
        starts, tiles = player == deal.starter, entry.get("tiles")
        number = entry.get("type")
        if tiles is not None:
            if any(tile != JOKER and not tile.suit for tile in tiles):
                deal.refuse(COLOURS_NEEDED, player)
                return
            when = {key: entry.get(key, False) for key in ("first_turn", "dealt")}
            best = find_hand_type.find_best(tiles, **when, starter=starts)
            if best is None:
                deal.refuse(NO_TYPE, player)
                return
            number = entry["best"] = best.number
        if starts and number == types.GRAND_BLITZ:
            deal.refuse(STARTER_BLITZ, player)
        if starts and number == types.LITTLE_BLITZ and self._melded(deal):
            deal.refuse(STARTER_LATE, player)

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        if entry.get("out"):
            closed = deal.extras.get("end") == "closed"
            return closed and "type" not in entry and "tiles" not in entry
        counted = "points" in entry or "tiles" in entry
        return "melded" not in entry or (entry["melded"] and not counted)

    # Checking

    def check_racks(self, deal: Deal) -> None:
        racks = [cell["tiles"] for cell in deal.cells.values() if "tiles" in cell]
        jokers = sum(rack.count(JOKER) for rack in racks)
        for cell in deal.cells.values():
            jokers += bool(cell.get("joker_discard"))
            jokers += cell.get("jokers", 0) if "tiles" not in cell else 0
        before = len(deal.problems)
        self.check_jokers(deal, jokers)
        self.check_copies(deal, racks)
        end = deal.extras.get("end")
        if end == "none":
            for player in deal.out:
                deal.refuse(OUT_AT_NONE, player)
        elif end == "closed" and deal.out and len(deal.problems) == before:
            self._check_closed(deal)  # only if the tiles can exist
        if "trump" in deal.extras and not self.trump_bonus:
            deal.refuse(NOT_USED, given="trump")

    def check_full(self, deal: Deal, play: Play) -> None:
        end = deal.extras["end"]
        if end == "none":
            return
        super().check_full(deal, play)
        if end == "foot" and deal.out and not self._melded(deal):
            deal.refuse(FOOT_ALONE, deal.out[0])

    def _melded(self, deal: Deal) -> list[str]:
        return [name for name, cell in deal.cells.items() if cell.get("melded")]

    # Scoring

    def score(self, deal: Deal, play: Play) -> None:
        end = deal.extras["end"]
        amount, words = self._won(deal, end)
        for player, entry in deal.cells.items():
            if entry.get("out"):
                deal.scores[player], deal.explain[player] = amount, words
            elif entry["melded"]:
                points = entry.get("points")
                deal.scores[player] = -(self.left(entry["tiles"]) if points is None else points)
                left = [self._left(tile) for tile in entry.get("tiles", ())] or [points]
                deal.explain[player] = Text(_("−%(left)s left"), left=sum_in_words(left))
            else:
                lost = amount if end == "closed" else NOT_MELDED
                deal.scores[player] = -lost
                deal.explain[player] = Text(_("−%(lost)s, not melded"), lost=lost)
        if deal.out and deal.cells[deal.out[0]].get("joker_discard"):
            for player in deal.scores:
                deal.scores[player] *= 2
                deal.explain[player] = Text(DOUBLED, what=deal.explain[player])
        holder = deal.extras.get("trump")
        if holder is not None and self.trump_bonus:
            deal.scores[holder] += self.trump_bonus
            what = deal.explain[holder]
            deal.explain[holder] = Text(TRUMP, what=what, bonus=self.trump_bonus)
        deal.won = deal.out

    def _won(self, deal: Deal, end: str) -> tuple[int, Text]:
        if end == "open":
            alone = not self._melded(deal)
            text = _("open, nobody else melded: %(points)s") if alone else _("open: %(points)s")
            points = 200 if alone else 100
            return points, Text(text, points=points)
        if end == "closed":
            entry = deal.cells[deal.out[0]]
            number = entry.get("best") or entry["type"]
            jokers = entry.get("tiles", []).count(JOKER) + entry.get("jokers", 0)
            kind = Text(types.TYPES[number - 1].name)
            points = types.find_value(number, jokers)
            return points, Text(CLOSED, number=number, name=kind, points=points)
        return 200, Text(_("foot: %(points)s"), points=200)

    def settlement(self, play: Play) -> dict[str, float]:
        """Everybody pays everybody the difference; the figures add up to 0."""
        count, everybody = len(play.players), sum(play.totals.values())
        return {player: count * total - everybody for player, total in play.totals.items()}


CLOSED = _("closed, hand %(number)s (%(name)s): %(points)s")
DOUBLED = _("(%(what)s) × 2, joker discarded")
TRUMP = _("%(what)s + %(bonus)s for the trump")
