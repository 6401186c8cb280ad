"""The form in which players ask the judge about melds and hands, and the judge's answers in
words.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.forms.entry import number, tokens
from scoring.games import judge
from scoring.games.melds.closed_hands import WHEN
from scoring.games.sheet import score
from scoring.games.sheet.data import SheetData
from scoring.pages.card_faces import Face, faces
from scoring.sheets.verdicts import contract_number
from scoring.toolkit.problems import Json
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

MELD, WORTH, COULD, HAND = "meld", "worth", judge.COULD_MELD, "hand"
# The judge's name for each question, and the key of its cards.
QUESTIONS = {
    MELD: ("meld", "cards"),
    WORTH: ("meld", "cards"),
    COULD: (judge.COULD_MELD, "hand"),
    HAND: ("hand", "tiles"),
}


YES_NO = {"on": True, "no": False}  # the judge finds out anything else


class Answer(NamedTuple):
    """The judge's answer as the page shows it. `yes` is None if the question was refused or its
    answer is not yes or no.
    """

    yes: bool | None
    headline: str
    cards: list[Face]
    melds: list[list[Face]]
    reasons: list[str]
    refusals: list[tuple[str, str]]


class AskForm:
    """The form that asks the judge about melds and hands under one sheet's rules. `asked` are the
    query parameters of the page.
    """

    def __init__(self, data: SheetData, asked: Mapping[str, str]) -> None:
        self.game, self.data, self.asked = games.game_of_sheet(data), data, asked
        kind = asked.get("ask", MELD)
        self.kind = kind if kind in [key for key, _words in self.kinds()] else MELD

    def kinds(self) -> list[tuple[str, str]]:
        """Return the kinds of questions that make sense for this game: key and words of each."""
        laying = self.game.laying()
        if laying is None:
            return []
        kinds = [(MELD, gettext("May this lie?"))]
        if laying.values is not None:
            kinds.append((WORTH, gettext("What is it worth?")))
        kinds.append((COULD, gettext("Could it have come out?")))
        if self.game.closed_hands:
            kinds.append((HAND, gettext("Which of the forty hands?")))
        return kinds

    @property
    def knows_turn(self) -> bool:
        """Return whether to ask if it was the player's turn. The answer only matters if a contract
        demands the whole hand at once.
        """
        return any("all" in contract for contract in self.game.contracts)

    def on_table(self) -> list[tuple[str, str, bool]]:
        """Return the choices for whether the player already had melds on the table: value, words,
        and whether it is chosen. With the first choice, the number of cards left decides.
        """
        few = gettext("who has fewer than %(dealt)s") % {"dealt": self.game.dealt}
        words = {"": few, "on": gettext("yes"), "no": gettext("no")}
        return [(key, text, key == self.asked.get("on_table", "")) for key, text in words.items()]

    @property
    def cards(self) -> str:
        return self.asked.get("cards", "").strip()

    @property
    def how(self) -> str:
        return translate(Text(self.game.pack.how)) if self.game.pack else ""

    @property
    def most(self) -> int:
        return 14 if self.kind == HAND else judge.MOST_CARDS

    def contracts(self) -> list[tuple[int, str, bool]]:
        """Return the contract of each game: its number, its words, and whether it is the chosen
        one.
        """
        chosen = self.contract()
        words = [translate(text) if text else "" for text in self.game.contract_texts]
        return [(place, text, place == chosen) for place, text in enumerate(words, 1)]

    def contract(self) -> Any:
        chosen = self.asked.get("contract", "")
        if chosen:
            return number(chosen)
        result = score(self.data)
        count = len(self.game.contracts) or 1
        now = (result["next"] or {"game": count})["game"]
        if self.game.by_round:
            return (contract_number(self.data, self.game, now) - 1) % count + 1
        return min(now, count)

    def question(self) -> Json:
        kind, key = QUESTIONS[self.kind]
        assert self.game.pack is not None
        question: Json = {"game": self.data["game"], "options": self.data["options"]}
        question |= {"question": kind, key: tokens(self.cards, self.game.pack)}
        if self.kind == COULD:
            answers = {key: YES_NO.get(self.asked.get(key, "")) for key in ("on_table", "turn")}
            question |= answers | {"contract": self.contract()}
        if self.kind == HAND:
            question |= {part: part in self.asked for part in WHEN}
        return question

    def answer(self) -> Json | None:
        """Return the judge's answer as JSON, with translated texts; None if no cards were typed."""
        if not self.cards or not self.kinds():
            return None
        verdict = judge.answer(self.question())
        for key in ("reasons", "name"):
            if key in verdict:
                verdict[key] = _in_words(verdict[key])
        return verdict | {"problems": [_in_words(problem) for problem in verdict["problems"]]}

    def read_answer(self) -> Answer | None:
        verdict = self.answer()
        if verdict is None:
            return None
        refusals = [(problem["code"], problem["message"]) for problem in verdict["problems"]]
        if refusals:
            return Answer(None, "", [], [], [], refusals)
        yes = {MELD: verdict.get("legal"), COULD: verdict.get(judge.COULD_MELD)}.get(self.kind)
        assert self.game.pack is not None
        return Answer(
            yes=yes,
            headline=HEADLINES[self.kind](verdict),
            cards=faces(tokens(self.cards, self.game.pack)),
            melds=[faces(meld) for meld in verdict.get("melds", [])],
            reasons=verdict.get("reasons", []),
            refusals=[],
        )


def _in_words(value: Any) -> Any:
    if isinstance(value, Text):
        return _in_text(value)
    if isinstance(value, list):
        return [_in_words(item) for item in value]
    if isinstance(value, dict):
        return {key: _in_words(item) for key, item in value.items()}
    return value


def _in_text(text: Text) -> str:
    """Translate a text. A parameter that is a card is replaced by the name of the card in words."""
    if "card" not in text.params:
        return translate(text)
    [card] = faces([str(text.params["card"])])
    words = translate(Text(text.msgid, **{**text.params, "card": card.words}))
    return words[:1].upper() + words[1:]


def _may_lie(found: Json) -> str:
    if not found["legal"]:
        return gettext("No, this may not lie.")
    return gettext("Yes: a run.") if found["kind"] == "run" else gettext("Yes: a set.")


def _worth(found: Json) -> str:
    if not found["legal"]:
        return gettext("Nothing: this may not lie.")
    return gettext("%(value)s points") % {"value": found["value"]}


def _could(found: Json) -> str:
    if found[judge.COULD_MELD]:
        if not found["melds"]:
            return gettext("Yes: its holder lay on the table already.")
        return gettext("Yes, this hand could have come out.")
    return gettext("No, this hand could not have come out.")


def _which(found: Json) -> str:
    if found["type"] is None:
        return gettext("None: these tiles are no closed hand.")
    words = gettext("No. %(type)s, %(name)s: %(value)s points")
    return words % {key: found[key] for key in ("type", "name", "value")}


HEADLINES = {MELD: _may_lie, WORTH: _worth, COULD: _could, HAND: _which}
