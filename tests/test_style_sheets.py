import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APPS = ("clubsite", "scoring", "tournaments")
STYLES = sorted(ROOT.glob("*/static/**/*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTOR = re.compile(r"(?:^|[{};])([^{};@]+)\{")
NAME = re.compile(r"[.#]([a-z][\w-]*)", re.IGNORECASE)
WORD = re.compile(r"[\w-]+")
MADE = re.compile(r"([\w-]+-)(?:\{\{|\{%|\$\{|\{|%s)")  # class="at-{{ place }}"


@pytest.fixture(scope="module")
def sources():
    folders = [ROOT / folder for folder in (*APPS, "templates")]
    paths = [path for folder in folders for path in folder.rglob("*.*")]
    kinds = {".html", ".js", ".py"}
    return "\n".join(path.read_text(encoding="utf-8") for path in paths if path.suffix in kinds)


@pytest.fixture(scope="module")
def words(sources):
    return set(WORD.findall(sources))


@pytest.fixture(scope="module")
def beginnings(sources):
    return tuple(set(MADE.findall(sources)))


def find_names(style):
    return {name for selector in SELECTOR.findall(style) for name in NAME.findall(selector)}


def find_dead(style, words, beginnings):
    names = find_names(COMMENT.sub("", style))
    return sorted(name for name in names - words if not name.startswith(beginnings))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_class_of_a_style_sheet_is_somewhere_on_a_page(path, words, beginnings):
    assert find_dead(path.read_text(encoding="utf-8"), words, beginnings) == []
