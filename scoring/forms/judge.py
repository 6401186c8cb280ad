import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games import judge
from scoring.games.core import tricks
from scoring.games.core.cards import SUIT_NAMES, Pack
from scoring.games.core.fields import SIDES
from scoring.games.core.game import Game
from scoring.games.melds.find_hand_type import WHEN
from scoring.games.sheet import score
from scoring.games.sheet.data import SheetData
from scoring.pages.card_faces import Face, list_faces
from scoring.pages.grid import AND
from scoring.sheets.verdicts import contract_number
from scoring.toolkit.numbered_forms import read_number
from scoring.toolkit.problems import Json
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate

MELD, WORTH, COULD, HAND = "meld", "worth", judge.COULD_MELD, "hand"
TRICK, NAT = judge.TRICK, judge.NAT
# The judge's name for each question, and the key of its cards, if it is about cards.
QUESTIONS = {
    MELD: ("meld", "cards"),
    WORTH: ("meld", "cards"),
    COULD: (judge.COULD_MELD, "hand"),
    HAND: ("hand", "tiles"),
    TRICK: (judge.TRICK, "cards"),
    NAT: (judge.NAT, ""),
}
ROEM = {
    "run_of_3": _("three in a row"),
    "run_of_4": _("four in a row"),
    tricks.PAIR: _("king and queen of trumps"),
    tricks.ALIKE: _("four alike"),
}


YES_NO = {"on": True, "no": False}  # the judge finds out anything else


class Worth(NamedTuple):
    """Cards of a trick that earn points together; `cards` is empty if that is the whole trick."""

    cards: list[Face]
    why: str
    value: int


class Figure(NamedTuple):
    name: str
    label: str
    value: str


class Side(NamedTuple):
    key: str
    name: str
    plays: bool
    figures: list[Figure]


class Answer(NamedTuple):
    """`yes` is None if the answer is no yes or no. Of a question that was refused only `refusals`
    is filled in.
    """

    yes: bool | None
    said: Json  # by the judge, in words
    cards: list[Face]
    melds: list[list[Face]]
    worth: list[Worth]
    refusals: list[tuple[str, str]]


class AskForm:
    """A question, by the rules of a game or of one sheet (`data`)."""

    def __init__(self, game: Game, query: Mapping[str, str], data: SheetData | None = None) -> None:
        self.game, self.data, self.query = game, data, query
        self.cards = query.get("cards", "").strip()
        self.pack = game.trick_rules.pack if game.trick_rules else game.pack
        self.how = gettext(self.pack.how) if self.pack else ""
        self.most = tricks.MOST if game.trick_rules else judge.MOST_CARDS
        kinds = [key for key, _words in self.kinds()]
        kind = query.get("ask", "")
        self.kind = kind if kind in kinds else next(iter(kinds), "")

    def kinds(self) -> list[tuple[str, str]]:
        said = {
            MELD: gettext("May this lie?"),
            WORTH: gettext("What is it worth?"),
            COULD: gettext("Could it have come out?"),
            HAND: gettext("Which of the forty hands?"),
            TRICK: gettext("What is this trick worth?"),
            NAT: gettext("Is this nat?"),
        }
        laying = self.game.laying()
        unasked = {WORTH} if laying is None or laying.values is None else set()
        answered = [kind for kind, (name, _key) in QUESTIONS.items() if name in self.game.questions]
        return [(kind, said[kind]) for kind in answered if kind not in unasked]

    @property
    def knows_turn(self) -> bool:
        """Return whether it matters if it was the player's turn: where a contract demands the whole
        hand.
        """
        return any("all" in contract for contract in self.game.contracts)

    def on_table(self) -> list[tuple[str, str, bool]]:
        """Return the choices, each with its words and whether it is chosen. In the first one the
        number of cards decides: who has fewer than were dealt must have laid some.
        """
        few = gettext("who has fewer than %(dealt)s") % {"dealt": self.game.dealt}
        words = {"": few, "on": gettext("yes"), "no": gettext("no")}
        return [(key, text, key == self.query.get("on_table", "")) for key, text in words.items()]

    def trumps(self) -> list[tuple[str, str, str, bool]]:
        suits = self.game.trick_rules.pack.suits if self.game.trick_rules else ""
        chosen = self.query.get(judge.TRUMP)
        named = {suit: gettext(SUIT_NAMES[suit.upper()]) for suit in suits}
        return [(suit, suit.upper(), name, suit == chosen) for suit, name in named.items()]

    def sides(self) -> list[Side]:
        fields = [self.game.row_fields[key] for key in self.game.questions.get(NAT, ())]
        names = {key: gettext(seats) for key, seats in SIDES.items()}
        if self.data:
            players = self.game.list_sides(self.data["players"])
            names = {key: AND.join(side) for key, side in zip(SIDES, players, strict=False)}
        plays = self.query.get(judge.PLAYS) or self._starting_side()
        return [
            Side(
                key,
                name,
                key == plays,
                [
                    Figure(field.key, gettext(field.label), self.query.get(field.key, ""))
                    for field in fields
                    if field.side == place
                ],
            )
            for place, (key, name) in enumerate(names.items())
            if fields
        ]

    def _starting_side(self) -> str:
        coming = score(self.data)["next"] if self.data else None
        if not self.data or not coming or not coming["starter"]:
            return ""
        return list(SIDES)[self.data["players"].index(coming["starter"]) % len(SIDES)]

    def contracts(self) -> list[tuple[int, str, bool]]:
        chosen = self.contract()
        words = [translate(text) if text else "" for text in self.game.contract_texts]
        return [(place, text, place == chosen) for place, text in enumerate(words, 1)]

    def contract(self) -> Any:
        chosen = self.query.get("contract", "")
        if chosen:
            return read_number(chosen)
        if self.data is None:
            return 1
        result = score(self.data)
        count = len(self.game.contracts) or 1
        now = (result["next"] or {"game": count})["game"]
        if self.game.by_round:
            return (contract_number(self.data, self.game, now) - 1) % count + 1
        return min(now, count)

    def question(self) -> Json:
        name, key = QUESTIONS[self.kind]
        options = {option: getattr(self.game, option) for option in self.game.options}
        question: Json = {"game": self.game.key, "options": options, "question": name}
        if key:
            assert self.pack is not None
            question[key] = read_cards(self.cards, self.pack)
        if self.kind == COULD:
            answers = {key: YES_NO.get(self.query.get(key, "")) for key in ("on_table", "turn")}
            question |= answers | {"contract": self.contract()}
        if self.kind == HAND:
            question |= {part: part in self.query for part in WHEN}
        if self.kind == TRICK:
            question |= {judge.TRUMP: self.query.get(judge.TRUMP)}
            question |= {judge.LAST: judge.LAST in self.query}
        if self.kind == NAT:
            typed = {key: self.query.get(key, "").strip() for key in self.game.questions[NAT]}
            question |= {key: read_number(value) for key, value in typed.items() if value}
            question |= {judge.PLAYS: self.query.get(judge.PLAYS)}
        return question

    def answer(self) -> Json | None:
        asked = bool(self.kind and self.cards)
        if self.kind == NAT:
            asked = any(key in self.query for key in (judge.PLAYS, *self.game.questions[NAT]))
        if not asked:
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
            return Answer(None, {}, [], [], [], refusals)
        decided = {MELD: "legal", COULD: judge.COULD_MELD, NAT: NAT}
        yes = verdict[decided[self.kind]] if self.kind in decided else None
        shown = read_cards(self.cards, self.pack) if self.pack and self.kind != NAT else []
        return Answer(
            yes=yes,
            said=verdict,
            cards=list_faces(shown),
            melds=[list_faces(meld) for meld in verdict.get("melds", [])],
            worth=[_part(part, len(shown)) for part in verdict.get("parts", [])],
            refusals=[],
        )


def _in_words(value: Any) -> Any:
    """Translate all texts; a parameter that is a card becomes its name in words."""
    if isinstance(value, Text):
        if "card" not in value.params:
            return translate(value)
        [card] = list_faces([str(value.params["card"])])
        return capfirst(translate(Text(value.msgid, **{**value.params, "card": card.words})))
    if isinstance(value, list):
        return [_in_words(item) for item in value]
    if isinstance(value, dict):
        return {key: _in_words(item) for key, item in value.items()}
    return value


def _part(part: Json, count: int) -> Worth:
    cards = part["cards"] if len(part["cards"]) < count else []
    return Worth(list_faces(cards), gettext(ROEM[part["kind"]]), part["value"])


SYMBOLS = str.maketrans("♥♦♣♠♡♢♧♤", "hdcshdcs")


def read_cards(typed: str, pack: Pack) -> list[str]:
    """Return the cards named in a typed text, in upper or lower case, with a ten as T or 10. A word
    that names no card stays as typed.
    """
    return [_token(word, pack) for word in re.split(r"[\s,;]+", typed.strip()) if word]


def _token(typed: str, pack: Pack) -> str:
    plain = typed.translate(SYMBOLS)
    rank, suit = plain[:-1].upper(), plain[-1:].lower()
    for spelling in (plain, plain.upper(), rank + suit, ("10" if rank == "T" else "") + suit):
        if spelling in pack.spellings:
            return spelling
    return typed
