"""Test the documentation: everything it names exists, everything that exists is named, and its
examples give the answers shown.

An example is a comment `<!-- score: all of the answer -->` (or `judge`, or `part`) and the next
two JSON blocks: the input, and the answer in English.
"""

import json
import re
import shlex
from argparse import SUPPRESS, Action
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.utils import translation

from scoring import games
from scoring.games import judge, sheet
from scoring.toolkit.translation import translate
from tests import generated_docs

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
COMMANDS = ROOT / "docs/commands.md"
GAMES = ROOT / "docs/games.md"
PROBLEMS = ROOT / "docs/problems.md"
PAGES = [
    path for place in ("*.md", "docs/**/*.md", "tests/*.md") for path in sorted(ROOT.glob(place))
]
OURS = ("clubsite", "tournaments", "scoring")

# Reading a page


class Block(NamedTuple):
    language: str
    text: str
    start: int  # its offset in the page


class Example(NamedTuple):
    kind: str  # score or judge
    whole: bool  # whether the whole answer is shown
    given: Any
    shown: Any


BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- (score|judge): (all|part) of the answer -->")
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
VARIABLE = re.compile(
    r"\b(?:STREEPJE_[A-Z]+(?:_[A-Z]+)*|DATABASE_(?:OWNER_)?URL|DJANGO_SETTINGS_MODULE)\b"
)


def blocks(text: str) -> list[Block]:
    return [Block(match[1], match[2], match.start()) for match in BLOCK.finditer(text)]


def code(text: str) -> list[str]:
    lines = [line for block in blocks(text) for line in block.text.splitlines()]
    return lines + INLINE.findall(BLOCK.sub("", text))


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in code(text):
        for match in re.finditer(r"manage\.py\s+(?!-)(\S.*)", line):
            words = shlex.split(re.split(r"[<>|&#]", match[1])[0])
            options = [word.split("=")[0] for word in words[1:] if word.startswith("-")]
            yield words[0], [option for option in options if option.strip("-")]


def examples(text: str) -> Iterator[Example]:
    for mark in MARK.finditer(text):
        given, shown = [block for block in blocks(text) if block.start > mark.end()][:2]
        assert {given.language, shown.language} == {"json"}
        between = text[mark.end() : shown.start].replace(given.text, "")
        assert not MARK.search(between), "an example has two blocks"
        yield Example(mark[1], mark[2] == "all", json.loads(given.text), json.loads(shown.text))


def table(text: str, *heads: str) -> list[list[str]]:
    rows, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells == list(heads):
            inside = True
        elif inside and set(line) - set("|-: "):
            rows.append(cells)
    return rows


def section(text: str, heading: str) -> str:
    """Return the text below a heading, up to the next heading of its level or higher."""
    level = heading.split(" ", 1)[0]
    match = re.search(
        rf"^{re.escape(heading)}$(.*?)(?=^#{{1,{len(level)}}} |\Z)", text, re.MULTILINE | re.DOTALL
    )
    return match[1] if match else ""


def anchors(text: str) -> set[str]:
    titles = HEADING.findall(BLOCK.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(page: Path) -> list[str]:
    broken = []
    for link in LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        if not target.exists() or (anchor and anchor not in anchors(read(target))):
            broken.append(link)
    return broken


def named(cell: str) -> list[str]:
    return INLINE.findall(cell)


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def everything() -> str:
    return "\n".join(map(read, PAGES))


# Links and files


def test_links_lead_somewhere() -> None:
    assert {page: links for page in PAGES if (links := broken_links(page))} == {}


def test_named_files_exist() -> None:
    path = re.compile(r"[\w./-]+/[\w.-]+\.(py|md|json)")
    named = {(page, word) for page in PAGES for word in code(read(page)) if path.fullmatch(word)}
    assert {(page, name) for page, name in named if not (ROOT / name).exists()} == set()


def test_decisions_are_all_in_the_list() -> None:
    folder = ROOT / "docs/decisions"
    records = sorted(path.name for path in folder.glob("0*.md"))
    assert LINK.findall(read(folder / "README.md")) == records


def test_changelog_tells_of_each_version_once() -> None:
    """Two branches that are merged line by line may leave both of their lists."""
    headings = HEADING.findall(read(ROOT / "CHANGELOG.md"))
    assert len(headings) == len(set(headings)) > 2


def test_readme_begins_with_the_two_commands() -> None:
    first, second = [block.text.strip() for block in blocks(read(README))][:2]
    assert first == "python3 manage.py start --demo"
    assert second == "python3 manage.py test"


# Length

COUNTED = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md")
MOST_WORDS = 26_300  # so that people read it; others are looked up in
LOOKED_UP = {ROOT / "docs" / name for name in (*generated_docs.PAGES, "clubs.md")}


def test_documentation_is_short_enough_to_read() -> None:
    pages = {page for pattern in COUNTED for page in ROOT.glob(pattern)} - LOOKED_UP
    words = {str(page.relative_to(ROOT)): len(read(page).split()) for page in pages}
    assert len(words) > 40
    assert sum(words.values()) <= MOST_WORDS, sorted(words.items(), key=lambda item: -item[1])


# Commands


def our_commands() -> dict[str, BaseCommand]:
    return {
        name: load_command_class(app, name) for name, app in get_commands().items() if app in OURS
    }


def options_of(command: BaseCommand) -> list[Action]:
    """Return the options of a command, without those of all Django commands and hidden ones."""
    all_have = {action.dest for action in BaseCommand().create_parser("manage.py", "x")._actions}
    actions = command.create_parser("manage.py", "x")._actions
    return [action for action in actions if action.dest not in all_have and action.help != SUPPRESS]


def test_named_commands_and_their_options_exist() -> None:
    apps = get_commands()
    for name, options in commands(everything()):
        assert name in apps, f"manage.py {name}"
        if name == "test":
            continue  # what follows goes to pytest
        actions = load_command_class(apps[name], name).create_parser("manage.py", name)._actions
        known = {option for action in actions for option in action.option_strings}
        assert set(options) <= known, f"manage.py {name} {options}"


def test_every_command_has_a_section() -> None:
    headings = re.findall(r"^## `(\w+)`$", read(COMMANDS), re.MULTILINE)
    assert sorted(headings) == sorted(our_commands())


def test_help_of_a_command_explains_its_options() -> None:
    for command in our_commands().values():
        assert command.help
        assert [action.dest for action in options_of(command) if not action.help] == []


def test_every_question_of_the_judge_has_an_example() -> None:
    questions = {question["question"] for question in generated_docs.QUESTIONS}
    assert questions == set(judge.PARTS)


# Game systems


def test_every_game_has_a_section() -> None:
    headings = re.findall(r"^## `(.+)`$", read(GAMES), re.MULTILINE)
    assert headings == [game.key for game in games.GAMES]


@pytest.mark.parametrize("game", games.GAMES, ids=lambda game: game.key)
def test_section_of_a_game_names_its_own_options_only(game: Any) -> None:
    text = section(read(GAMES), f"## `{game.key}`")
    every = {option for system in games.GAMES for option in system.options}
    listed = {name for name in named(text) if name in every}
    assert listed <= set(game.options)
    above = next(base for base in game.__mro__[1:] if "options" in vars(base)).options
    assert set(game.options) - set(above) <= listed


# Generated pages


@pytest.mark.parametrize("name", generated_docs.PAGES)
def test_generated_page_is_up_to_date(name: str) -> None:
    is_up_to_date = read(ROOT / "docs" / name) == generated_docs.PAGES[name]()
    assert is_up_to_date, f"run {generated_docs.COMMAND}"


def test_every_problem_code_stands_once() -> None:
    codes = [row[0] for row in table(read(PROBLEMS), "code", "severity", "message")]
    several = {code for code in codes if codes.count(code) > 1}
    assert several == {"01", "D01"}  # unreadable input: with words for each way
    assert len(codes) > 300


# Variables


@cache
def variables_in_code() -> set[str]:
    files = [ROOT / "manage.py", *(path for app in OURS for path in ROOT.glob(f"{app}/**/*.py"))]
    files += [path for path in ROOT.glob("tests/**/*.py") if path != Path(__file__)]
    return {match for file in files for match in VARIABLE.findall(file.read_text(encoding="utf-8"))}


def test_variables_of_the_environment_are_explained() -> None:
    explained = re.findall(r"^- `([A-Z_]+)`: ", everything(), re.MULTILINE)
    assert set(explained) == variables_in_code()


def test_named_variables_exist() -> None:
    assert set(VARIABLE.findall(everything())) <= variables_in_code()


# Examples

EXAMPLES = [
    pytest.param(example, id=f"{page.name}-{number}")
    for page in PAGES
    for number, example in enumerate(examples(read(page)), 1)
]


def answer_to(example: Example) -> Any:
    ask = sheet.score if example.kind == "score" else judge.answer
    with translation.override("en"):
        return json.loads(json.dumps(ask(example.given), default=translate))


def choose_shown(answer: Any, shown: Any) -> Any:
    if isinstance(shown, dict):
        return {key: choose_shown(answer[key], shown[key]) for key in shown if key in answer}
    if isinstance(shown, list) and len(shown) == len(answer):
        return [choose_shown(*pair) for pair in zip(answer, shown, strict=True)]
    return answer


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_gives_what_is_shown(example: Example) -> None:
    answer = answer_to(example)
    assert (answer if example.whole else choose_shown(answer, example.shown)) == example.shown


def test_json_is_json() -> None:
    for block in blocks(everything()):
        if block.language == "json":
            json.loads(block.text)
