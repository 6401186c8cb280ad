"""Write the pages of docs/ that follow from the code: `.venv/bin/python -m tests.generated_docs`.

`test_docs.py` compares the pages with what is written here.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")

import django

django.setup()

from django.utils import translation  # noqa: E402

import scoring.games  # noqa: E402
from scoring import games  # noqa: E402
from scoring.games import judge, sheet  # noqa: E402
from scoring.games.core.fields import Field  # noqa: E402
from scoring.games.core.game import Game  # noqa: E402
from scoring.games.melds import closed_hand_types  # noqa: E402
from scoring.pages.rulebook import build_rulebook  # noqa: E402
from scoring.toolkit.problems import ProblemCode  # noqa: E402
from scoring.toolkit.texts import Text  # noqa: E402
from scoring.toolkit.translation import translate  # noqa: E402
from tests.browser.promised_taps import TAPS  # noqa: E402
from tournaments import problems as club_problems  # noqa: E402
from tournaments.draw.engine import problems as draw_problems  # noqa: E402

DOCS = Path(__file__).resolve().parents[1] / "docs"
NAMES = ("Ans", "Bob", "Cor", "Dik")
SHARED = "scoring.toolkit.problems"
OF_ONE_GAME = range(41, 51)
WHO = {"all": "anybody", "out": "who won", "left": "the others"}

COMMAND = ".venv/bin/python -m tests.generated_docs"
WRITTEN = f"`{COMMAND}` writes this page from the code; a test fails when it is old."

Row = tuple[str, ...]


def in_english(text: Text | str) -> str:
    with translation.override("en"):
        return str(translate(text))


def table(*rows: Row) -> str:
    head, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|---" * len(rows[0]) + "|", *rest]) + "\n"


# Problem codes


def codes_made_in(module: str) -> list[ProblemCode]:
    values = vars(import_module(module))
    source = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
    return [values[name] for name in re.findall(r"^(\w+) = \w*Code\(", source, re.MULTILINE)]


def modules_below(package: Any) -> list[str]:
    return [module.name for module in walk_packages(package.__path__, f"{package.__name__}.")]


def row_of(code: str, problem: ProblemCode) -> Row:
    message = re.sub(r"%\(\w+\)s", "…", problem.text).replace("%%", "%")
    return code, problem.severity, message


def describe_every_game() -> Iterator[Row]:
    modules = [*modules_below(scoring.games), "scoring.games", SHARED]
    for problem in {problem for module in modules for problem in codes_made_in(module)}:
        if problem.number not in OF_ONE_GAME:
            yield row_of(f"{problem.number:02d}", problem)


def describe_one_game(game: type[Game]) -> Iterator[Row]:
    """Yield the problems that only this game has; its own words win over those of a base class."""
    codes: dict[str, ProblemCode] = {}
    for module in {base.__module__: None for base in game.__mro__ if base is not object}:
        for problem in codes_made_in(module):
            if problem.number in OF_ONE_GAME:
                codes.setdefault(f"{game.letter}{problem.number}", problem)
    yield from (row_of(code, problem) for code, problem in sorted(codes.items()))


def describe_writing() -> Iterator[Row]:
    for module in modules_below(scoring):
        if not module.startswith(("scoring.games", SHARED)):
            yield from (row_of(f"S{problem.number}", problem) for problem in codes_made_in(module))


def describe_clubs() -> Iterator[Row]:
    for problem in vars(club_problems).values():
        if isinstance(problem, ProblemCode):
            yield row_of(f"C{problem.number:02d}", problem)


def describe_draws() -> Iterator[Row]:
    for problem in vars(draw_problems).values():
        if isinstance(problem, ProblemCode):
            yield row_of(f"D{problem.number:02d}", problem)


def by_number(rows: Iterable[Row]) -> list[Row]:
    return sorted(set(rows), key=lambda row: (int(re.sub(r"\D", "", row[0])), row))


def codes(rows: Iterable[Row]) -> str:
    return table(("code", "severity", "message"), *rows)


def letters() -> str:
    by_letter: dict[str, list[str]] = {}
    for game in games.GAMES:
        by_letter.setdefault(game.letter, []).append(f"`{game.key}`")
    return table(
        ("letter", "game system"), *((key, ", ".join(by_letter[key])) for key in by_letter)
    )


def problems_page() -> str:
    own: dict[Row, None] = {row: None for game in games.GAMES for row in describe_one_game(game)}
    return f"""# Problem codes

{WRITTEN}

Every refusal and every warning has a code: a letter and a number. A number keeps its meaning
forever. The messages are shown in English, with `…` for a name or a number. The game and the player
come before the message.

C is a page of a club, D is the draw, and S is a sheet, or input whose game system is not known. The
other letters are those of a game system:

{letters()}
Codes 41 to 50 differ by game system. All other numbers mean the same in each.

## In every game system

{codes(by_number(describe_every_game()))}
## In one game system

{codes(own)}
## Writing in a sheet

{codes(by_number(describe_writing()))}
## On the pages of a club

{codes(by_number(describe_clubs()))}
## In a draw

Codes 01 to 19 are wrong usage (exit status 2); the others are in the answer.

{codes(by_number(describe_draws()))}"""


# What a sheet of each game takes


def with_words(choices: Mapping[Any, str]) -> str:
    named = [f"`{json.dumps(key)}` {in_english(label)}" for key, label in choices.items()]
    return "; ".join(named)


def values_of(field: Field) -> str:
    if field.kind == "number":
        steps = f" in steps of {field.step}" if field.step > 1 else ""
        never = f", but not {', '.join(map(str, field.never))}" if field.never else ""
        return f"{field.low} to {field.high}{steps}{never}"
    if field.kind in ("choice", "side"):
        plain = field.right and field.kind == "choice"
        return in_english(field.right) if plain else with_words(field.choices)
    return {"flag": "`true` or `false`", "player": "a player", "hand": "a list"}[field.kind]


def fields_of(game: Game) -> Iterator[Row]:
    if game.dash:
        yield '`"-"`', "cell", "who won", "", "out, worth 0"
    if game.short:
        yield "a number", "cell", "anybody", values_of(game.short), in_english(game.short.label)
    for field in game.parts:
        words = in_english(field.label)
        yield f"`{field.key}`", "cell", WHO[field.who], values_of(field), words
    for field in game.row:
        yield f"`{field.key}`", "game", "", values_of(field), in_english(field.label)


def options_of(game: type[Game]) -> Iterator[Row]:
    for key, option in game.options.items():
        default = json.dumps(option.default)
        values = with_words(option.choices) or in_english(option.right)
        yield f"`{key}`", values, f"`{default}`", in_english(option.label)


def example_of(game: type[Game]) -> str:
    rows = [dict(row) for row in game.examples]
    entered = [name for name in NAMES if any(name in row.get("entries", {}) for row in rows)]
    players = entered or [*NAMES]
    given = {"game": game.key, "players": players, "games": rows}
    with translation.override("en"):
        answer: dict[str, Any] = json.loads(json.dumps(sheet.score(given), default=translate))
    assert not [problem for problem in answer["problems"] if problem["severity"] == "error"]
    lines = [
        (str(row["game"]), name, str(row["scores"][name]), row["explain"].get(name, ""))
        for row in answer["rows"]
        for name in players
    ]
    typed = json.dumps(given, ensure_ascii=False)
    typed = typed.replace(' "games": ', '\n "games": ').replace('}, {"', '},\n  {"')
    return f"```json\n{typed}\n```\n\n{table(('game', 'player', 'score', 'because'), *lines)}"


def about(game: type[Game]) -> str:
    fewest, most = game.seats
    players = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    wins = "lowest" if game.lowest_wins else "highest"
    mean, most_taps = TAPS[game.key]
    few, most_few = TAPS.get(f"{game.key}-totals", (None, None))
    totals = f" With `write` `total`: {few} and {most_few}." if few else ""
    return (
        f"{in_english(game.name)}: {players}; the {wins} total wins. A game takes {mean} taps on a"
        f" phone on average, {most_taps} at most.{totals}"
    )


def rules_of(game: type[Game]) -> str:
    with translation.override("en"):
        book = build_rulebook(game({}))
    return "\n".join(f"- {paragraph}" for paragraph in [*book.paragraphs, *book.turns])


def part_of(game: type[Game]) -> str:
    return f"""## `{game.key}`

{about(game)}

{rules_of(game)}

{table(("key", "in", "for", "values", "is"), *fields_of(game({})))}
{table(("option", "values", "default", "sets"), *options_of(game))}
{example_of(game)}"""


QUESTIONS = json.loads("""[
  {"game": "jolly", "question": "meld", "cards": ["Qh", "Kh", "*"]},
  {"game": "amerikaans-jokeren", "question": "meld", "cards": ["7h", "*", "*", "8h"]},
  {"game": "amerikaans-jokeren", "question": "could_meld",
   "contract": 4, "on_table": false, "hand": ["3h", "4h", "6h", "*", "Kc", "Kd", "9s"]},
  {"game": "jolly", "question": "could_meld", "hand": ["3h", "4h", "5h"], "on_table": false},
  {"game": "amerikaans-jokeren", "question": "could_meld", "contract": 4, "hand": ["9h", "*"]},
  {"game": "rummikub-international", "question": "hand",
   "tiles": ["2k", "2b", "2r", "2o", "5k", "5b", "5r", "9k", "9b", "9r", "9o", "12k", "12b", "*"]},
  {"game": "klaverjassen", "question": "roem", "cards": ["Jh", "Qh", "Kh", "Ah"], "trump": "h"},
  {"game": "klaverjassen", "question": "nat",
   "options": {"tie": "made"}, "plays": "24", "points_13": 91, "roem_24": 20},
  {"game": "jolly", "question": "meld", "cards": ["9", "9d", "9c"]}
]""")


def answered(question: dict[str, Any]) -> str:
    with translation.override("en"):
        answer = json.dumps(judge.answer(question), default=translate, ensure_ascii=False)
    return f"```json\n{json.dumps(question)}\n```\n\n```json\n{answer}\n```\n"


def hands() -> str:
    rows = [
        (str(kind.number), kind.name, *map(str, kind.values)) for kind in closed_hand_types.TYPES
    ]
    return table(("type", "name", "no joker", "one", "two"), *rows)


def sheets_page() -> str:
    parts = "\n".join(map(part_of, games.GAMES))
    answers = "\n".join(map(answered, QUESTIONS))
    return f"""# The game systems by their code

{WRITTEN}

For each game system: the rules as players read them, what a sheet takes, the options of a club, and
an example. [The games](games.md) tells what is refused and what we chose;
[commands](commands.md#score) describes a sheet and its answer.

Rules and bounds are those of the default options. The taps are those of a table of four (Rummy:
two), saving included, without jokers left in a hand.

{parts}
## Closed hands

What the forty types of `rummikub-international` are worth.

{hands()}
## Questions for the judge

Each question, and its answer in English.

{answers}"""


PAGES = {"problems.md": problems_page, "game-data.md": sheets_page}


def main() -> None:
    for name, build in PAGES.items():
        (DOCS / name).write_text(build(), encoding="utf-8")


if __name__ == "__main__":
    main()
