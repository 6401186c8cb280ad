"""The speed of scoring sheets, and of the judge (the check whether a hand of cards or tiles makes
melds). No site is needed.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from io import StringIO
from random import Random
from typing import Any

from clubsite.bench.figure import Figure, cpu, percentile
from clubsite.demo import dealing
from scoring import games
from scoring.games import judge
from scoring.games.core.cards import JOKER, Card, Pack
from scoring.games.core.game import Game
from scoring.games.international import International
from scoring.games.melds import closed_hands
from scoring.management.commands.score import Command as Score

# Sheets


def score(name: str) -> Figure:
    text = json.dumps([a_sheet(system, Random(seed)) for system, seed in _seeds(1000)])
    loads = min(cpu(lambda: json.loads(text)) for _ in range(3))
    command = Score(stdout=StringIO())
    ratio = cpu(lambda: command.write(text.encode())) / loads
    return Figure(name, "scoring 10,000 sheets, times json.loads of their text", ratio, 30)


def _seeds(each: int) -> Iterator[tuple[type[Game], int]]:
    return ((system, seed) for seed in range(each) for system in games.GAMES)


def a_sheet(system: type[Game], chance: Random) -> dict[str, Any]:
    """Return a random sheet of this game system, on which all games have been played. One sheet in
    ten has a typing mistake.
    """
    players = [f"Speler {seat}" for seat in range(1, min(system.seats[1], 4) + 1)]
    count = system({}).games or 3
    rows = [dealing.deal(system.key, players, chance, number) for number in range(1, count + 1)]
    if chance.random() < 0.1:
        rows[-1]["entries"][players[0]] = chance.choice((0, -1, 1.5, "uit"))
    scribe = chance.choice(players)
    return {"game": system.key, "players": players, "scribe": scribe, "games": rows}


# The judge


def judge_cards(name: str) -> Figure:
    """Benchmark: measure how fast the judge (the part of the program that checks melds) decides
    whether a random hand of 13 to 20 cards or tiles can come out, by laying its first melds. Every
    game with melds is tried, with each of its contracts (the melds to lay first). `name` is the
    benchmark's name.
    """
    chance = Random(13)
    systems = [system({}) for system in games.GAMES if system({}).laying() is not None]
    took = [cpu(partial(judge.answer, question)) for question in _questions(systems, chance)]
    return Figure(name, "99 % of hands of 13 to 20 cards judged within, in ms", percentile(took), 5)


def _questions(systems: Iterable[Game], chance: Random) -> Iterator[dict[str, Any]]:
    for game in systems:
        assert game.pack is not None
        for number in range(400):
            hand = some_cards(game.pack, chance.randint(13, 20), chance)
            contract = number % max(len(game.contracts), 1) + 1
            details = {"question": "could_meld", "contract": contract, "on_table": False}
            yield {"game": game.key, **details, "hand": [game.pack.write(card) for card in hand]}


def judge_tiles(name: str) -> Figure:
    chance = Random(14)
    pack = International.pack
    assert pack is not None
    racks = [some_cards(pack, 14, chance) for _ in range(1500)]
    racks += [_neat_rack(chance) for _ in range(1500)]
    took = [cpu(partial(closed_hands.find_best, rack)) for rack in racks]
    return Figure(name, "99 % of racks of 14 tiles judged within, in ms", percentile(took), 50)


def _neat_rack(chance: Random) -> list[Card]:
    """Return 14 tiles that form runs (consecutive numbers of one colour), with up to two jokers in
    place of tiles. Such racks can be divided into melds in many ways.
    """
    lengths = chance.choice(((3, 4, 7), (3, 3, 4, 4), (7, 7), (3, 3, 3, 5)))
    rack: list[Card] = []
    for length in lengths:
        first, colour = chance.randint(1, 14 - length), chance.choice("kbro")
        rack += [Card(number, colour) for number in range(first, first + length)]
    for _ in range(chance.randint(0, 2)):
        rack[chance.randrange(14)] = JOKER
    return rack


def some_cards(pack: Pack, count: int, chance: Random) -> list[Card]:
    whole = [card for card in pack.spellings.values() if card.suit] * pack.copies
    return chance.sample(whole + [JOKER] * pack.jokers, count)
