import re
from itertools import chain

import pytest

from scoring.games import GAMES
from scoring.games.amerikaans import Amerikaans
from scoring.games.boerenbridge import Boerenbridge
from scoring.games.core.game import Game
from scoring.games.hartenjagen import Hartenjagen
from scoring.games.international import International
from scoring.games.jokeren import Jokeren, JokerenPotjes, JokerenVijf
from scoring.games.jolly import Jolly
from scoring.games.klaverjassen import Klaverjassen
from scoring.games.melds.closed_hand_types import TYPES
from scoring.games.punten import Punten
from scoring.games.rummikub import American, Sabra
from scoring.games.rummy import Rummy
from scoring.games.vijfhonderd import Vijfhonderd
from scoring.pages import rulebook
from tests.test_docs import ROOT, read, section, table

PAGE = read(ROOT / "tests/rule_texts.md")
TURNS = "Who deals and starts"
SECTIONS: dict[str, tuple[type[Game], ...]] = {
    "Jokeren": (Jokeren, JokerenPotjes, JokerenVijf),
    "Amerikaans jokeren": (Amerikaans,),
    "Jolly": (Jolly,),
    "Rummy": (Rummy,),
    "Rummikub, Sabra": (Sabra,),
    "Rummikub, American": (American,),
    "Rummikub, International": (International,),
    "Five Hundred": (Vijfhonderd,),
    "Klaverjassen": (Klaverjassen,),
    "Boerenbridge": (Boerenbridge,),
    "Hartenjagen": (Hartenjagen,),
    "Own game": (Punten,),
}
TEXTS = {
    TURNS: [
        *(rulebook.DEALER, rulebook.DEALS, rulebook.BIDDER, rulebook.ROUNDS),
        *chain(rulebook.STARTER.values(), rulebook.STARTED.values()),
    ],
    **{
        title: [each.text for system in systems for each in system.rules]
        for title, systems in SECTIONS.items()
    },
}


def openings(title: str) -> list[str]:
    rows = table(section(PAGE, f"## {title}"), "the text begins", "what it says", "where")
    assert all(len(row) == 3 and all(row) for row in rows)
    return [begins for begins, *_others in rows]


@pytest.mark.parametrize("title", TEXTS)
def test_every_rule_text_has_a_row_and_every_row_its_text(title: str) -> None:
    texts = [re.sub(r"%\(\w+\)s", "…", text) for text in TEXTS[title]]
    rows = openings(title)
    assert [text for text in texts if not text.startswith(tuple(rows))] == []
    assert [row for row in rows if not any(text.startswith(row) for text in texts)] == []


def test_every_game_has_a_section() -> None:
    assert {*chain(*SECTIONS.values())} == {*GAMES}


def test_forty_hands_stand_there_as_they_are_told() -> None:
    head = ("hand", "S004", "the text", "none", "one", "two")
    rows = table(section(PAGE, "## The forty closed hands"), *head)
    assert all(fact for _number, fact, *_others in rows)
    assert [(number, text, *values) for number, _fact, text, *values in rows] == [
        (str(kind.number), kind.rule, *map(str, kind.values)) for kind in TYPES
    ]
