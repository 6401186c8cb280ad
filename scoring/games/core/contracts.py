"""What a player must lay first, such as "R3+R4", "S4", "M3" or "R5+all"."""

import re
from functools import reduce
from typing import NamedTuple

from scoring.toolkit.texts import Text, _

MOST_PARTS = 6
_PART = re.compile(r"S[34]|[RM](?:[3-9]|1[0-4])")


class Part(NamedTuple):
    """A set (S), a run (R), or either of the two (M), of at least `size` cards."""

    kind: str
    size: int

    def describe_part(self) -> Text:
        if self.kind == "S":
            return Text(_("set of %(size)s"), size=self.size)
        if self.kind == "R":
            return Text(_("run of %(size)s"), size=self.size)
        return Text(_("set or run of %(size)s"), size=self.size)


class Contract(NamedTuple):
    """No card may be part of two melds. `everything`: the whole hand at once."""

    parts: tuple[Part, ...] = ()
    everything: bool = False


def parse_contract(text: str) -> Contract | None:
    if not text:
        return Contract()
    pieces = text.split("+")
    named = [piece for piece in pieces if piece != "all"]
    if len(named) < len(pieces) - 1 or len(named) > MOST_PARTS:
        return None
    if not all(_PART.fullmatch(piece) for piece in named):
        return None
    parts = tuple(Part(piece[0], int(piece[1:])) for piece in named)
    return Contract(parts, len(named) < len(pieces))


def contract_words(contract: Contract) -> Text:
    pieces = [part.describe_part() for part in contract.parts]
    if contract.everything:
        pieces.append(Text(_("everything at once")))
    return reduce(_join_words, pieces) if pieces else Text(_("any meld"))


def _join_words(first: Text, second: Text) -> Text:
    return Text(_("%(first)s and %(second)s"), first=first, second=second)
