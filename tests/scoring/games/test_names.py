import re
from pathlib import Path

from scoring.games import GAMES
from scoring.games.sheet.head import join_names

ROOT = Path(__file__).resolve().parents[3] / "scoring"
OWN = (ROOT / "games", ROOT / "static" / "scoring" / "games")
SHARED = ROOT / "games" / "sheet"  # by all games

# Words that other code uses with other meanings as well: a search can't tell them apart.
COMMON = {
    *("by", "cards", "dealt", "end", "hand", "jokers", "meld", "out", "points", "round"),
    *("settled", "tiles", "type"),
}


def test_names_stand_in_the_games_alone() -> None:
    texts = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in (*ROOT.rglob("*.py"), *ROOT.rglob("*.js"))
        if SHARED in path.parents or not any(folder in path.parents for folder in OWN)
    }
    some = "|".join(_names() - COMMON)
    # As a key: quoted, after a dot, or taken out of an object.
    key = re.compile(rf"""["'`](?:{some})["'`]|\.(?:{some})\b(?!["'`(])|[{{,] ?(?:{some})[ ,:}}]""")
    assert {place: key.findall(text) for place, text in texts.items() if key.search(text)} == {}


def test_common_words_are_names_of_fields() -> None:
    assert _names() >= COMMON


def test_players_with_one_name_are_shown_as_each_wrote_it() -> None:
    assert join_names("Ans", "Ans") == "Ans"
    assert join_names("Ans", "ANS") == "Ans + ANS"


def _names() -> set[str]:
    games = [system({}) for system in GAMES]
    return {key for game in games for key in (*game.entry_fields, *game.row_fields)}
