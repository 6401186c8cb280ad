from scoring.games.core.contracts import Contract, Part, contract_words, parse_contract
from scoring.games.core.meld_rules import JokerRule, MeldRules, Values, make_values
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
