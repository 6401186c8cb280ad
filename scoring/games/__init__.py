from collections.abc import Mapping
from typing import Any

from scoring.games.amerikaans import Amerikaans
from scoring.games.boerenbridge import Boerenbridge
from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS, Wrong, find_wrong_options
from scoring.games.hartenjagen import Hartenjagen
from scoring.games.international import International
from scoring.games.jokeren import Jokeren, JokerenPotjes, JokerenVijf
from scoring.games.jolly import Jolly
from scoring.games.klaverjassen import Klaverjassen
from scoring.games.punten import Punten
from scoring.games.rummikub import American, Sabra
from scoring.games.rummy import Rummy
from scoring.games.totals import only_totals
from scoring.games.vijfhonderd import Vijfhonderd
from scoring.toolkit.problems import ProblemCode, Problems, shorten_value
from scoring.toolkit.texts import Text, _

NO_SUCH_GAME = ProblemCode(2, _("there is no game system %(given)s: choose one of %(right)s."))

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
    Klaverjassen,
    Boerenbridge,
    Hartenjagen,
    Punten,
)


def find(key: object) -> type[Game] | None:
    return next((game for game in GAMES if game.key == key), None)


def find_game(key: object, problems: Problems) -> type[Game] | None:
    system = find(key)
    if system is None:
        right = ", ".join(system.key for system in GAMES)
        problems.refuse(NO_SUCH_GAME, given=shorten_value(key), right=right)
    else:
        problems.letter = system.letter
    return system


def build_sheet_game(data: Mapping[str, Any]) -> Game:
    system = find(data["game"])
    assert system is not None, "a sheet that was opened has a known game"
    return make_game(system, data["options"], len(data["players"]))


_only_totals: dict[type[Game], type[Game]] = {}


def make_game(system: type[Game], options: Mapping[str, object], seated: int | None = None) -> Game:
    """The options were checked."""
    if options.get("entry") != TOTALS:
        return system(options, seated)
    if system not in _only_totals:
        _only_totals[system] = only_totals(system)
    return _only_totals[system](options, seated)


def list_wrong_options(system: type[Game], options: object) -> list[Wrong]:
    wrong = find_wrong_options(Text(system.name), system.options, options)
    if not isinstance(options, dict):
        return wrong
    clashes = system.find_clashes(options)  # of one option these say more
    told = [words["option"] for _check, words in clashes]
    others = [(check, words) for check, words in wrong if words.get("option") not in told]
    return [*others, *clashes]


_without_options: dict[tuple[type[Game], int | None], Game] = {}


def build_game(
    system: type[Game], options: object, problems: Problems, seated: int | None = None
) -> Game | None:
    """Report wrong options in `problems`. Without options, all sheets share one object."""
    wrong = list_wrong_options(system, options)
    for check, params in wrong:
        problems.refuse(check, **params)
    if wrong:
        return None
    if options and isinstance(options, dict):
        return make_game(system, options, seated)
    key = system, seated
    if key not in _without_options:
        _without_options[key] = system({}, seated)
    return _without_options[key]
