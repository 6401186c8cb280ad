"""A game for the scripts, under one club's options and in the reader's language: what to ask for,
and what its twin needs to score it as the server does.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import ngettext

from scoring.games.core import fields
from scoring.games.core import game as base
from scoring.games.core.cards import Pack
from scoring.games.core.fields import Drawing, Field
from scoring.games.core.game import Game
from scoring.games.core.options import MOST_GAMES, TOTALS
from scoring.games.sheet import paper_sums, rows, scorer
from scoring.toolkit import problems
from scoring.toolkit.problems import Json, ProblemCode
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate

TWINS = Path(__file__).parents[1] / "static" / "scoring" / "games"
# The head of a sheet is checked by the server.
FOR_EVERY_GAME = (base, fields, problems, rows, scorer, paper_sums)

RARE = Field._fields[Field._fields.index("when") :]  # left out where they are as usual

WHO_BEGINS = _("Who begins the first game?")


def describe_game(game: Game) -> Json:
    twin = type(game).__module__.rpartition(".")[2]  # is named like the game's module
    described: Json = {
        "key": game.key,
        "twin": twin if (TWINS / f"{twin}.js").exists() else None,
        "name": Text(game.name),
        "letter": game.letter,
        "lowest_wins": game.lowest_wins,
        "dash": game.dash,
        "has_dealer": game.has_dealer,
        "who_begins": Text(WHO_BEGINS) if game.starter_by_lot else "",
        "open_count": Text(game.open_count) if game.open_count else "",
        "side": game.side,
        "has_cells": game.has_cells,
        "options": {key: game.value(key) for key in game.options},
        "games": game.games,
        "subtotals": game.subtotals(MOST_GAMES),
        "tie_break": game.tie_break,
        "contracts": game.contract_texts,
        "by_round": game.by_round,
        "short": _field(game.short) if game.short else None,
        "entry": [_field(field) for field in game.parts],
        "row": [_field(field) for field in game.row],
        "pack": describe_pack(game.pack) if game.pack else None,
        "dealt": game.dealt,
        "messages": {
            str(check.number): [check.severity, Text(check.text)] for check in list_checks(game)
        },
        "words": _words(game),
        "values": game.constants,
    }
    marks = {
        kind: {"label": Text(mark.label), "word": Text(mark.word), "in_score": mark.in_score}
        for kind, mark in game.marks.items()
    }
    rare = {
        "partners": game.partners,
        "all_play": game.all_play,
        "totals_only": game.entry == TOTALS,
        "leads": game.leads and Text(game.leads),
        "most_games": game.most_games,
        "adds_to": game.adds_to,
        "marks": marks,
        "joker_values": game.joker_values if game.verdict else None,
        "passing": [Text(way) for way in game.passing],
        "goal": None if game.does_nothing("target") else game.goal,
        "at_goal": game.at_goal and Text(game.at_goal, goal=game.goal),
        "joker_worth": "/".join(str(value) for value in game.list_joker_values()),
    }
    described |= {key: value for key, value in rare.items() if value}  # pages lack bytes
    whole: Json = _in_words(described)
    return whole


def _field(field: Field) -> Json:
    choices = [[value, Text(words)] for value, words in field.choices.items()]
    texts = {"label": Text(field.label), "right": Text(field.right), "choices": choices}
    described = field._asdict() | texts
    if field.drawn:
        described["drawn"] = {choice: _drawing(how) for choice, how in field.drawn.items()}
    if field.counted:
        described["counted"] = [ngettext(*field.counted, number) for number in (1, 2)]
    return {
        key: value
        for key, value in described.items()
        if key != "optional" and (key not in RARE or value != Field._field_defaults[key])
    }


def _drawing(drawing: Drawing) -> Json:
    texts = {"name": Text(drawing.name), "mark": Text(drawing.mark)}
    described = drawing._asdict() | {key: text for key, text in texts.items() if text.msgid}
    return {key: value for key, value in described.items() if value}


def describe_pack(pack: Pack) -> Json:
    ranks = [name for name, card in pack.spellings.items() if card.rank and not card.suit]
    return {"suits": pack.suits, "jokers": pack.jokers, "copies": pack.copies, "ranks": ranks}


def list_checks(game: Game) -> Iterator[ProblemCode]:
    """Yield every problem that scoring can report. Of two with one number, yield the game's own."""
    classes = [kind for kind in type(game).__mro__ if issubclass(kind, Game)]
    problems_by_number: dict[int, ProblemCode] = {}
    for module in (*[sys.modules[kind.__module__] for kind in classes], *FOR_EVERY_GAME):
        for check in vars(module).values():
            if isinstance(check, ProblemCode):
                problems_by_number.setdefault(check.number, check)
    return iter(problems_by_number.values())


def _words(game: Game) -> Mapping[str, Text | int]:
    """Return the words for placeholders such as %(cards)s in messages."""
    texts = {
        "in_game_of": problems.IN_GAME_OF,
        "in_game": problems.IN_GAME,
        "of": problems.OF,
        "use": problems.USE,
        "take_out": problems.TAKE_OUT,
        "this_kind": problems.THIS_KIND,
        **fields.RIGHT,
        **({"cards": game.pack.how} if game.pack else {}),
        "figures": paper_sums.FIGURES,
        **paper_sums.PARTS,
        **({"points": game.parts_of_totals()["points"]} if game.marks else {}),
    }
    return {key: Text(text) for key, text in texts.items()} | {"cell": rows.cell_in_words(game)}


def _in_words(value: Any) -> Any:
    if isinstance(value, Text):
        return translate(value)
    if isinstance(value, Mapping):
        return {key: _in_words(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_in_words(item) for item in value]
    return value
