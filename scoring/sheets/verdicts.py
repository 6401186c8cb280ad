"""The judge's own verdict on an entered hand, stored beside the scribe's."""

from scoring.games import build_sheet_game, judge
from scoring.games.core.cards import read
from scoring.games.core.game import Game
from scoring.games.jokeren import NO_VERDICT
from scoring.games.sheet.data import Outcome, Row, SheetData
from scoring.toolkit.problems import Problem


def load_verdicts(data: SheetData, number: int) -> dict[str, bool]:
    """By player; hands without suits cannot be judged."""
    if number == 0:  # the paper
        return {}
    game = build_sheet_game(data)
    cards = game.entry_fields.get("cards")
    if not game.verdict or cards is None or cards.kind != "hand":
        return {}
    row = data["games"][number - 1]
    verdicts: dict[str, bool] = {}
    pack = game.pack
    for player, cell in (row.get("entries") or {}).items():
        hand = cell.get("cards") if isinstance(cell, dict) else None
        held = [read(pack, token) for token in hand or ()] if pack else []
        if hand and all(card is not None and (card.suit or not card.rank) for card in held):
            verdict = _could_meld(data, game, number, hand)
            if verdict is not None:
                verdicts[player] = verdict
    return verdicts


def find_open(result: Outcome) -> list[Problem]:
    return [problem for problem in result["problems"] if NO_VERDICT.is_code_of(problem)]


def say_yes(data: SheetData) -> SheetData:
    """Answer every open verdict with yes, so that the jokers cost as much as they can."""
    verdict = build_sheet_game(data).verdict

    def answer(row: Row) -> Row:
        entries = row.get("entries")
        if not isinstance(entries, dict):
            return row
        left = {n: cell for n, cell in entries.items() if type(cell) is dict and count_jokers(cell)}
        answered = {name: {verdict: True} | cell for name, cell in left.items()}
        return row | {"entries": entries | answered}

    return data | {"games": [answer(row) for row in data["games"]]}


def count_jokers(entry: Row) -> int:
    cards = entry.get("cards")
    jokers: int = cards.count("*") if isinstance(cards, list) else entry.get("jokers") or 0
    return jokers


def _could_meld(data: SheetData, game: Game, number: int, hand: list[str]) -> bool | None:
    question = {"game": data["game"], "options": data["options"], "question": judge.COULD_MELD}
    contract = contract_number(data, game, number)
    # Cards left at the end of a game were held between turns: nothing was drawn.
    answer = judge.answer({**question, "contract": contract, "hand": hand, "turn": False})
    return None if answer["problems"] else bool(answer[judge.COULD_MELD])


def contract_number(data: SheetData, game: Game, number: int) -> int:
    """The number of the game or, where contracts go with rounds, of the last round entered."""
    if not game.by_round:
        return number
    rounds = [data.get("round"), *(row.get("round") for row in data["games"][:number])]
    return next((given for given in reversed(rounds) if given), 1)
