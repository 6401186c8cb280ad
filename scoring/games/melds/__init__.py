"""What may lie on the table, what it is worth, and what a hand can come out with."""

from scoring.games.melds.contracts import Contract, Part, contract_words, parse_contract
from scoring.games.melds.judging import Coming, Verdict, could_meld, judge
from scoring.games.melds.laying import JokerRule, Laying, Values, values

__all__ = [
    "Coming",
    "Contract",
    "JokerRule",
    "Laying",
    "Part",
    "Values",
    "Verdict",
    "contract_words",
    "could_meld",
    "judge",
    "parse_contract",
    "values",
]
