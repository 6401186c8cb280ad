"""Sabra and American (source S004 in tests/rule_texts.md)."""

from collections.abc import Sequence

from scoring.games.core.fields import Field
from scoring.games.core.meld_options import MeldRules
from scoring.games.core.options import one_of, whole_number
from scoring.games.core.sheet_state import Deal, Play
from scoring.games.core.tiles import FACE, PACK, TileGame
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Paragraph, Text, _

POOL_TIES = {"share": _("they share the gain"), "organiser": _("the organiser says who gains all")}

SHARED = ProblemCode(
    43, _("%(names)s have equally few left and share the %(points)s points: %(shares)s."), "warning"
)
UNSETTLED = ProblemCode(
    44, _("%(names)s have equally few left: the organiser says who of them gains all."), "warning"
)
WRONGLY_SETTLED = ProblemCode(45, _("can't gain this game: choose one of %(right)s."))
NOTHING_TO_SETTLE = ProblemCode(
    46, _("the organiser has nothing to settle here: leave out who the game was given to.")
)


GROUPS = _(
    "A group (or set) is three or four tiles of one number in different colours. A run is three or"
    " more tiles of one colour in sequence. A joker stands for any tile."
)
FIRST_MELD = _(
    "Your first meld, of one or more groups and runs from your own rack, makes at least"
    " %(least)s; a joker counts as the tile it stands for."
)
OUT = Paragraph(
    _(
        "When somebody is out, the others lose what is on their rack, and the winner gains all"
        " of it. A joker left counts %(joker_value)s, the other tiles what they show."
    ),
    counts=True,
)
EMPTY_POOL = Paragraph(
    _(
        "When the pool is empty and the player whose turn it is lays nothing, the game ends and the"
        " lowest rack wins: the others lose their difference to it, and the winner gains all of"
        " that."
    ),
    counts=True,
)
EMPTY_STACKS = Paragraph(
    _(
        "When the stacks are used up and nobody has won, the lowest rack wins: the others lose"
        " their difference to it, and the winner gains all of that."
    ),
    counts=True,
)
EQUAL = (
    Paragraph(
        _(
            "Two lowest racks share the gain equally; odd points go one each in turn order, from"
            " the player who began."
        ),
        lambda game: game.pool_tie == "share",
    ),
    Paragraph(
        _("With two lowest racks the organiser says who of them gains all."),
        lambda game: game.pool_tie == "organiser",
    ),
    Paragraph(_("Every game adds up to 0, and so do the totals. The highest total wins.")),
)


class Sabra(TileGame):
    key = "rummikub"
    name = _("Rummikub (Sabra)")
    letter = "K"
    lowest_wins = False
    adds_to = 0
    options = {
        **TileGame.options,
        "first_meld": whole_number(30, 0, 100, _("Points needed for the first meld")),
        "pool_tie": one_of("share", POOL_TIES, _("Two lowest racks when the tiles ran out")),
    }
    rules = (
        Paragraph(
            _(
                "Two to four players take fourteen tiles each from 106, and play goes clockwise."
                " The other tiles are the pool."
            )
        ),
        Paragraph(GROUPS),
        Paragraph(_("The 1 is always low: 1-2-3 is a run, 12-13-1 is not.")),
        Paragraph(FIRST_MELD, lambda game: game.first_meld > 0),
        Paragraph(
            _(
                "In your turn you draw a tile from the pool, or lay one or more from your rack."
                " After your first meld, also in the same turn, you may rearrange what lies on the"
                " table. At the end of your turn at least one tile of yours was added, and"
                " everything on the table is a group or a run."
            )
        ),
        Paragraph(
            _(
                "Tiles may be added to a meld with a joker in it, but nothing is taken from it and"
                " nothing in it is moved. With the tile that a joker stands for, from your rack,"
                " you may swap the joker; you use it again in the same turn and never keep it. In"
                " a group of two tiles and a joker either missing colour will do."
            )
        ),
        Paragraph(
            _(
                "A turn usually has a time limit, such as two minutes. If the table is not right by"
                " then, everything goes back to where it was and you draw three tiles as a penalty."
            )
        ),
        OUT,
        EMPTY_POOL,
        *EQUAL,
    )
    examples = (
        {"end": "out", "entries": {"Ans": "-", "Bob": 34, "Cor": 12, "Dik": 7}},
        {"end": "pool", "entries": {"Ans": 12, "Bob": 7, "Cor": 20, "Dik": 9}},
    )
    pool_tie: str

    def set_up(self) -> None:
        super().set_up()
        organiser = self.pool_tie == "organiser"
        settled = Field(
            "settled",
            "player",
            _("given by the organiser to"),
            when={"end": ["pool"]},
            optional=True,
            in_use=organiser,
        )
        self.row += (settled,)

    def laying(self) -> MeldRules:
        return MeldRules(PACK, False, "any", FACE)

    def check(self, deal: Deal) -> None:
        super().check(deal)
        out = deal.extras.get("end") == "out"
        if "settled" in deal.extras and (out or self.pool_tie == "share"):
            deal.refuse(NOTHING_TO_SETTLE)

    def check_full(self, deal: Deal, play: Play) -> None:
        super().check_full(deal, play)
        settled = deal.extras.get("settled")
        if settled is None:
            return
        lowest = self._lowest(deal)
        if len(lowest) == len(deal.players):
            deal.refuse(NOTHING_TO_SETTLE)
        elif settled not in lowest:
            deal.refuse(WRONGLY_SETTLED, settled, right=", ".join(lowest))

    def _lowest(self, deal: Deal) -> list[str]:
        racks = self.racks(deal)
        return [player for player in racks if racks[player] == min(racks.values())]

    def score(self, deal: Deal, play: Play) -> None:
        racks = self.racks(deal)
        least = min(racks.values())
        lowest = self._lowest(deal)
        gain = sum(racks.values()) - least * len(racks)
        if len(lowest) > 1 and gain and self.pool_tie == "organiser":
            if "settled" not in deal.extras:
                deal.refuse(UNSETTLED, names=" + ".join(lowest))
                return
            lowest = [deal.extras["settled"]]
        shares = self._shares(deal, lowest, gain)
        deal.won = lowest if gain else []
        for player, rack in racks.items():
            lost = rack - least
            deal.scores[player] = shares.get(player, -lost)
            left = self.explain_rack(deal.cells[player]) + (f" − {least}" if least else "")
            deal.explain[player] = f"−({left})" if " " in left else f"−{left}"
        parts = " + ".join(str(rack - least) for rack in racks.values() if rack > least)
        text = _("gains %(parts)s") if len(shares) == 1 else _("a share of %(parts)s")
        words = Text(text, parts=parts) if parts else Text(_("all racks are equal"))
        deal.explain.update(dict.fromkeys(shares, words))

    def _shares(self, deal: Deal, lowest: Sequence[str], gain: int) -> dict[str, int]:
        """The lowest share equally; odd points go one each in turn order from the starter."""
        part, odd = divmod(gain, len(lowest))
        assert deal.starter is not None
        seats, first = deal.players, deal.players.index(deal.starter)
        turn = [seats[(first + self.side * step) % len(seats)] for step in range(len(seats))]
        order = [player for player in turn if player in lowest]
        shares = {player: part + (place < odd) for place, player in enumerate(order)}
        if len(lowest) > 1 and gain:
            words = ", ".join(f"{player} {share}" for player, share in shares.items())
            deal.refuse(SHARED, names=" + ".join(order), points=gain, shares=words)
        return shares


class American(Sabra):
    key = "rummikub-american"
    name = _("Rummikub (American)")
    letter = "M"
    side = -1
    starter_by_lot = True
    options = {
        **Sabra.options,
        "first_meld": whole_number(21, 0, 100, _("Points needed for the first meld")),
    }
    rules = (
        Paragraph(
            _(
                "Two to four players take fourteen tiles each from 106, and play goes"
                " counter-clockwise. The one tile left over of the stacks lies face up in the"
                " middle and is called the trump."
            )
        ),
        Paragraph(GROUPS),
        Paragraph(
            _("The 1 is low or high, but not both: 12-13-1 is a run, 13-1-2 is not. It counts 1.")
        ),
        Paragraph(FIRST_MELD, lambda game: game.first_meld > 0),
        Paragraph(
            _(
                "Each turn you draw a tile, may lay, and discard one, face up on your right. From"
                " the turn after your first meld you may take the last discard of the player"
                " before you instead of drawing."
            )
        ),
        Paragraph(
            _(
                "After your first meld you may lay off on everybody's melds, and swap a joker for"
                " the tile it stands for when you use it at once in a new meld of your own."
            )
        ),
        Paragraph(
            _(
                "You win by laying all your tiles but one, which you discard. You may draw the"
                " trump only if you win with it."
            )
        ),
        OUT,
        EMPTY_STACKS,
        *EQUAL,
    )

    def laying(self) -> MeldRules:
        return MeldRules(PACK, True, "any", FACE)
