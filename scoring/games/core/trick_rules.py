from collections.abc import Mapping
from typing import NamedTuple

from scoring.games.core.cards import Pack

MOST = 4  # cards in a trick


class TrickRules(NamedTuple):
    """By rank; a rank that is not listed counts nothing."""

    pack: Pack  # its spellings go from the lowest card of a suit to the highest
    trumps: Mapping[str, int]
    plain: Mapping[str, int]
    last_trick: int
    runs: Mapping[int, int]  # cards in a row of one suit, by how many
    pair: tuple[str, ...]  # of trumps
    pair_value: int
    alike: Mapping[str, int] = {}  # four cards of one rank
