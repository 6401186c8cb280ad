"""Games played with racks of tiles."""

from typing import Any

from scoring.games.core.cards import COLOURS, HOW_TILES, JOKER, TILES, Card, Pack
from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.games.core.meld_options import ABOUT_MELDS, make_values
from scoring.games.core.options import one_of
from scoring.games.core.sheet_state import Deal, Play
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

PACK = Pack(TILES, COLOURS, jokers=2, how=HOW_TILES)
JOKER_VALUES = {25: "25", 30: "30"}
FACE = make_values(1, 1, 1)
ALL_TILES = 8 * sum(range(1, 14))

OUT_AT_POOL = ProblemCode(
    41, _("is out, but this game ended because the tiles ran out: enter the end as out.")
)
EMPTY_RACK = ProblemCode(42, _("has no tiles left: enter this player as the one who is out."))

ENDS = {"out": _("somebody is out"), "pool": _("the tiles ran out")}


class TileGame(Game):
    has_dealer = False
    pack = PACK
    dealt = 14
    questions = ABOUT_MELDS
    options = {**Game.options, "joker_value": one_of(30, JOKER_VALUES, _("A joker left counts"))}
    joker_value: int

    def set_up(self) -> None:
        most = ALL_TILES + PACK.jokers * self.joker_value
        self.short = Field("points", "number", _("points left"), 1, most, dashed=True)
        self.parts = (Field("tiles", "hand", _("tiles left")),)
        self.row = (Field("end", "choice", _("how the game ended"), choices=ENDS),)

    def list_joker_values(self) -> list[int]:
        return [self.joker_value]

    def left(self, tiles: list[Card]) -> int:
        return sum(tile.rank or self.joker_value for tile in tiles)

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        if entry.get("tiles") == []:
            deal.refuse(EMPTY_RACK, player)

    def lacks_any(self, deal: Deal) -> bool:
        return "end" not in deal.extras or super().lacks_any(deal)

    def lacks(self, deal: Deal, entry: dict[str, Any]) -> bool:
        return "tiles" not in entry

    def check(self, deal: Deal) -> None:
        super().check(deal)
        if deal.extras.get("end") == "pool":
            for player in deal.out:
                deal.refuse(OUT_AT_POOL, player)
        self.check_racks(deal)

    def check_racks(self, deal: Deal) -> None:
        cells = deal.cells.values()
        racks = [cell["tiles"] for cell in cells if type(cell) is dict and "tiles" in cell]
        if racks:
            self.check_jokers(deal, sum(rack.count(JOKER) for rack in racks))
            self.check_copies(deal, racks)

    def check_full(self, deal: Deal, play: Play) -> None:
        if deal.extras["end"] != "pool":
            super().check_full(deal, play)

    def racks(self, deal: Deal) -> dict[str, int]:
        return {
            name: self.left(cell["tiles"]) if type(cell) is dict else 0 if cell == "-" else cell
            for name, cell in deal.cells.items()
        }

    def explain_rack(self, cell: Any) -> str:
        if type(cell) is not dict:
            return "0" if cell == "-" else str(cell)
        return " + ".join(str(tile.rank or self.joker_value) for tile in cell["tiles"])
