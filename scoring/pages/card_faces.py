from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from scoring.toolkit.problems import Json

JOKER = "*"


class Face(NamedTuple):
    token: str
    rank: str  # as printed on the card; empty for a joker
    suit: str
    words: str

    @property
    def drawing(self) -> str:
        return self.suit.upper() if self.rank else self.suit


def list_faces(tokens: Iterable[str]) -> list[Face]:
    texts = build_words()
    return [_face(token, texts) for token in tokens]


def _face(token: str, said: Json) -> Face:
    if token == JOKER:
        return Face(token, "", "joker", said["joker"])
    rank, suit = (token[:-1], token[-1]) if token[-1] in said["suits"] else (token, "")
    printed, name = said["ranks"].get(rank, rank), said["names"].get(rank, rank)
    words = said["card"] % {"rank": name, "suit": said["suits"][suit]} if suit else name
    return Face(token, printed, suit, words)


def build_words() -> Json:
    return {
        "joker": gettext("joker"),
        "card": pgettext("a card, such as 10 of hearts", "%(rank)s of %(suit)s"),
        "suits": {
            "h": gettext("hearts"),
            "d": gettext("diamonds"),
            "c": gettext("clubs"),
            "s": gettext("spades"),
            "k": gettext("black"),
            "b": gettext("blue"),
            "r": gettext("red"),
            "o": gettext("orange"),
        },
        "ranks": {
            "A": pgettext("on a card: ace", "A"),
            "J": pgettext("on a card: jack", "J"),
            "Q": pgettext("on a card: queen", "Q"),
            "K": pgettext("on a card: king", "K"),
        },
        "names": {
            "A": gettext("ace"),
            "J": gettext("jack"),
            "Q": gettext("queen"),
            "K": gettext("king"),
        },
        "picked": gettext("Picked. Press one to put it back."),
        "none": gettext("Nothing picked yet."),
        "back": gettext("Put the last one back"),
        "put_back": gettext("Put back: %(card)s"),
    }
