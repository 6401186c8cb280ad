"""What the judge is asked from a page, and the answer in words."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.forms.entry import number, tokens
from scoring.games import judge
from scoring.games.melds.closed_hands import WHEN
from scoring.games.sheet import score
from scoring.pages.card_faces import Face, faces
from scoring.sheets.verdicts import contract_number
from scoring.toolkit.problems import Json
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

MELD, WORTH, COULD, HAND = "meld", "worth", "could_meld", "hand"
# What a question is to the judge, and where its cards go.
QUESTIONS = {
    MELD: ("meld", "cards"),
    WORTH: ("meld", "cards"),
    COULD: ("could_meld", "hand"),
    HAND: ("hand", "tiles"),
}


YES_NO = {"on": True, "no": False}  # what is not said the judge finds out


class Answer(NamedTuple):
    """`yes` is None where the question was not one of yes or no, or made no sense."""

    yes: bool | None
    headline: str
    cards: list[Face]
    melds: list[list[Face]]
    reasons: list[str]
    refusals: list[tuple[str, str]]


class AskForm:
    """`data` is the sheet; `asked` what stands in the address."""

    def __init__(self, data: Json, asked: Mapping[str, str]) -> None:
        system = games.find(data["game"])
        assert system is not None, "a stored sheet has a known game"
        self.game, self.data, self.asked = system(data["options"]), data, asked
        kind = asked.get("ask", MELD)
        self.kind = kind if kind in [one for one, _words in self.kinds()] else MELD

    def kinds(self) -> list[tuple[str, str]]:
        """The questions that this game knows, in plain words."""
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
        """Whether it matters whose turn it was: where everything has to be laid at once."""
        return any("all" in contract for contract in self.game.contracts)

    def on_table(self) -> list[tuple[str, str, bool]]:
        """Who lay there already need not be judged; how many cards are left may say it."""
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
        """Of each game; the one in force is chosen."""
        chosen = self.contract()
        words = [translate(text) if text else "" for text in self.game.contract_texts]
        return [(place, text, place == chosen) for place, text in enumerate(words, 1)]

    def contract(self) -> Any:
        asked = self.asked.get("contract", "")
        if asked:
            return number(asked)
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
            said = {key: YES_NO.get(self.asked.get(key, "")) for key in ("on_table", "turn")}
            question |= said | {"contract": self.contract()}
        if self.kind == HAND:
            question |= {part: part in self.asked for part in WHEN}
        return question

    def answer(self) -> Json | None:
        """As the judge gives it, in words; None when nothing was asked."""
        if not self.cards or not self.kinds():
            return None
        found = judge.answer(self.question())
        for key in ("reasons", "name"):
            if key in found:
                found[key] = _in_words(found[key])
        return found | {"problems": [_in_words(problem) for problem in found["problems"]]}

    def told(self) -> Answer | None:
        found = self.answer()
        if found is None:
            return None
        refusals = [(one["code"], one["message"]) for one in found["problems"]]
        if refusals:
            return Answer(None, "", [], [], [], refusals)
        yes = {MELD: found.get("legal"), COULD: found.get("could_meld")}.get(self.kind)
        assert self.game.pack is not None
        return Answer(
            yes=yes,
            headline=HEADLINES[self.kind](found),
            cards=faces(tokens(self.cards, self.game.pack)),
            melds=[faces(meld) for meld in found.get("melds", [])],
            reasons=found.get("reasons", []),
            refusals=[],
        )


def _in_words(value: Any) -> Any:
    if isinstance(value, Text):
        return _in_text(value)
    if isinstance(value, list):
        return [_in_words(one) for one in value]
    if isinstance(value, dict):
        return {key: _in_words(one) for key, one in value.items()}
    return value


def _in_text(text: Text) -> str:
    """People say cards, where the rules have the signs they are written with."""
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
    if found["could_meld"]:
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
