from scoring.games.core.meld_rules import (
    Contract,
    JokerRule,
    MeldRules,
    Part,
    Values,
    contract_words,
    make_values,
    parse_contract,
)
from scoring.games.melds.verdict import Coming, Verdict, could_meld, judge

__all__ = [
    "Coming",
    "Contract",
    "JokerRule",
    "MeldRules",
    "Part",
    "Values",
    "Verdict",
    "contract_words",
    "could_meld",
    "judge",
    "make_values",
    "parse_contract",
]
