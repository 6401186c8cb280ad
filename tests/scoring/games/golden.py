"""The golden sheets and questions: worked out by hand from the rules, never from the program."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import scoring.games
from scoring.games import judge
from scoring.games.sheet import score
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Text

Json = dict[str, Any]

FOLDER = Path(__file__).resolve().parents[2] / "golden"


def paths(folder: str = "*") -> list[Path]:
    return sorted(FOLDER.glob(f"{folder}/*.json"))


def name(path: Path) -> str:
    return str(path.relative_to(FOLDER).with_suffix(""))


def read(path: Path) -> Json:
    golden: Json = json.loads(path.read_text(encoding="utf-8"))
    return golden


def cases(stem: str = "*") -> Iterator[tuple[str, Json]]:
    """The short ones, many to a file under what they show: of their answers only a part matters."""
    for path in sorted(FOLDER.glob(f"{stem}.json")):
        for why, found in read(path).items():
            for number, case in enumerate(found, 1):
                yield f"{path.stem}: {why} {number}", case


def sheets(key: str) -> list[Any]:
    whole = [read(path).get("sheet") for path in paths(key)]
    short = [case["sheet"] for _name, case in cases() if "sheet" in case]
    return whole + [sheet for sheet in short if isinstance(sheet, dict) and sheet["game"] == key]


def answer(golden: Json) -> Json:
    return judge.answer(golden["question"]) if "question" in golden else score(golden["sheet"])


def summarize_problems(problems: list[Json]) -> list[tuple[Any, ...]]:
    return in_order([problem[key] for key in ("code", "game", "player")] for problem in problems)


def in_order(problems: Iterator[list[Any]]) -> list[tuple[Any, ...]]:
    return sorted(map(tuple, problems), key=repr)


def checks() -> Mapping[str, ProblemCode]:
    """Every numbered refusal and warning, by its text, wherever in the game systems it stands."""
    modules = walk_packages(scoring.games.__path__, "scoring.games.")
    contents = [vars(import_module(module.name)).values() for module in modules]
    return {
        code.text: code for values in contents for code in values if isinstance(code, ProblemCode)
    }


def texts(text: object) -> Iterator[str]:
    if isinstance(text, Text):
        yield text.msgid
        for param in text.params.values():
            yield from texts(param)
