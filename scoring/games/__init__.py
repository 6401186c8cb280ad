"""The game systems: one line each registers them, one file holds each."""

from scoring.games.amerikaans import Amerikaans
from scoring.games.core.game import Game
from scoring.games.international import International
from scoring.games.jokeren import Jokeren, JokerenPotjes, JokerenVijf
from scoring.games.jolly import Jolly
from scoring.games.rummikub import American, Sabra
from scoring.games.rummy import Rummy
from scoring.games.vijfhonderd import Vijfhonderd

GAMES: tuple[type[Game], ...] = (
    Jokeren,
    JokerenPotjes,
    JokerenVijf,
    Amerikaans,
    Jolly,
    Rummy,
    Sabra,
    American,
    International,
    Vijfhonderd,
)


def find(key: object) -> type[Game] | None:
    return next((game for game in GAMES if game.key == key), None)
