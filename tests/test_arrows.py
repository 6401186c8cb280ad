"""Data flows one way: clubsite → tournaments → scoring → scoring.games, and inside an app
pure → models → verbs → edges (forms, tables, paper, …) → views → urls.

Reads imports, dotted names in strings, template names, addresses and migrations; runs nothing.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

APPS = ("scoring", "tournaments", "clubsite")  # each may use those before it
LAYERS = ("pure", "models", "verbs", "edges", "views", "urls")  # and inside an app likewise
ROOMS = {
    "scoring": {
        "pure": "cache games refused slips suspects",
        "models": "models migrations",
        "verbs": (
            "approvals audit entries events held leaving links loose progress replay rows seating"
            " sheets sittings verdicts"
        ),
        "edges": (
            "columns describe faces forms grid lapsed laptop paper phone rulebook shelf shell sync"
            " telling words writing"
        ),
        "views": "views management",
        "urls": "urls",
    },
    "tournaments": {
        "pure": (
            "charts draw incoming problems standings people.names people.passwords results.feats"
        ),
        "models": "models migrations",
        "verbs": (
            "access arriving links machines site_key"
            " bringing.earlier bringing.intake bringing.matching"
            " club.clubs club.divisions club.fresh club.logos club.reglementen club.seasons"
            " nights.changes nights.closing nights.locks nights.lots nights.night nights.past"
            " nights.rounds nights.steps nights.wishes"
            " people.accounts people.came_by people.erasures people.members people.postbox"
            " people.login_slots people.privacy people.roles people.session_store people.sessions"
            " people.throttle people.traces people.trust"
            " results.corrected results.counted results.history results.kept"
            " results.outcome results.played results.recounting results.settled"
            " results.settling results.sources"
            " returned.corrections returned.marks"
        ),
        "edges": (
            "backup demo forms paper tables writing"
            " bringing.blank"
            " club.agenda club.calendar club.first_steps club.front club.terms"
            " nights.at_table nights.checking nights.door nights.hall nights.leaving nights.room"
            " nights.seating"
            " people.letters"
            " results.board results.board_lines results.drawn results.incomplete"
            " results.night_result results.own_results results.player results.possible"
            " results.records"
            " returned.plan returned.reading"
        ),
        "views": "views management",
        "urls": "urls",
    },
}
# Folders by what they are about, in which each module says its own layer.
SUBJECTS = {
    f"{app}.{room.split('.')[0]}"
    for app, layers in ROOMS.items()
    for rooms in layers.values()
    for room in rooms.split()
    if "." in room
}
PURE = (
    "scoring.toolkit.cache",
    "scoring.games",
    "scoring.toolkit.problems",
    "tournaments.standings.charts",
    "tournaments.draw",
    "tournaments.standings.rules",
)
OURS = re.compile(r"(?:clubsite|tournaments|scoring)(?:\.\w+)+")
ADDRESS = re.compile(r"(clubsite|tournaments|scoring):[\w-]+")
PAGE = re.compile(r"(clubsite|tournaments|scoring)/[\w./-]+\.html")


class UnknownRoom(Exception):
    """A module that stands in no layer: say in ROOMS where it belongs."""


def height(name: str) -> tuple[int, int]:
    """An app's place and a layer's place; who stands higher may use who stands lower."""
    app, _, rest = name.partition(".")
    if app == "clubsite" or not rest:
        return APPS.index(app), len(LAYERS)
    inside = rest.split(".")
    for layer, rooms in ROOMS[app].items():
        if inside[0] in rooms.split() or ".".join(inside[:2]) in rooms.split():
            return APPS.index(app), LAYERS.index(layer)
    raise UnknownRoom(name)


def runs_back(user: str, used: str) -> bool:
    if user.split(".")[0] == used.split(".")[0] == "clubsite":
        return False
    (from_app, from_layer), (to_app, to_layer) = height(user), height(used)
    return to_app > from_app or to_layer > from_layer


# Python


def used_by(module: str, source: str) -> Iterator[str]:
    """Dotted names that a module uses, by import or in a string; templates and addresses too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module.split(".")[: -node.level]
                base = ".".join([*package, base] if base else package)
            whole = f"{base}." if base in APPS or base in SUBJECTS else ""
            yield from (whole + alias.name if whole else base for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if ".migrations." in module and OURS.fullmatch(node.value):
                yield f"{node.value.split('.')[0]}.models"  # a model, in small letters
                continue
            yield from used_by_string(node.value, module.split(".")[0])


def used_by_string(text: str, user: str) -> Iterator[str]:
    app, _, rest = text.partition(".")
    if OURS.fullmatch(text) and rest[0].isupper():  # "tournaments.User" is a model
        yield f"{app}.models"
    elif OURS.fullmatch(text) and is_module(app, *rest.split(".")):
        yield text
    match = ADDRESS.fullmatch(text) or PAGE.fullmatch(text)
    if match and match[1] != user:  # a name looked up late is fine inside the app
        yield f"{match[1]}.views"


def is_module(app: str, first: str, *more: str) -> bool:
    """Also something in one."""
    folder = ROOT / app
    if f"{app}.{first}" in SUBJECTS and more:
        folder, first = folder / first, more[0]
    return (folder / first).with_suffix(".py").exists()


def wrong_in_python(module: str, source: str) -> list[str]:
    """What a module uses and may not."""
    wrong = []
    for name in used_by(module, source):
        top = name.split(".")[0]
        if top in APPS and runs_back(module, name):
            wrong.append(name)
        pure = next((room for room in PURE if f"{module}.".startswith(f"{room}.")), None)
        ours = f"{name}.".startswith(f"{pure}.")
        if pure and not ours and (top in APPS or top not in sys.stdlib_module_names):
            wrong.append(name)
    return sorted(set(wrong))


def modules() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield name, path.read_text(encoding="utf-8")


def test_no_import_runs_back():
    wrong = {name: found for name, text in modules() if (found := wrong_in_python(name, text))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("scoring.views", "from tournaments.models import Club"),
        ("scoring.views", "import tournaments.club.clubs"),
        ("scoring.views", "from tournaments.club import clubs"),
        ("scoring.views", "from clubsite import settings"),
        ("scoring.views", "def late():\n    from tournaments.models import Club"),
        ("scoring.views", "redirect('tournaments:club')"),
        ("scoring.views", "render(request, 'tournaments/club/club.html')"),
        ("scoring.views", "include('clubsite.urls')"),
        ("scoring.models", "ForeignKey('tournaments.User')"),
        ("scoring.models", "from scoring.sheets import lifecycle as sheets"),
        ("scoring.models", "from . import sheets"),
        ("scoring.models", "from .sheets import open"),
        ("scoring.sheets.lifecycle", "from scoring.views import form"),
        ("scoring.sheets.lifecycle", "from scoring.pages import grid"),
        ("scoring.pages.grid", "from scoring.views import form"),
        ("scoring.views", "from scoring import urls"),
        ("scoring.games.jolly", "from scoring.models import Sheet"),
        ("scoring.games.jolly", "from scoring.toolkit.problems import Refused"),
        ("scoring.games.jolly", "import django"),
        ("scoring.games.sheet.head", "from django.utils import timezone"),
        ("scoring.games.sheet.head", "from ...models import Sheet"),
        ("tournaments.draw.mix", "import numpy"),
        ("tournaments.standings.rules", "from scoring.games import find"),
        ("tournaments.views", "from clubsite.middleware.headers import policy"),
        ("tournaments.club.clubs", "from tournaments.forms import FoundForm"),
        ("tournaments.club.clubs", "from tournaments.nights.pages import club_front as front"),
        ("tournaments.names", "from tournaments.members import members"),
        ("tournaments.names", "import_string('tournaments.members.members.found')"),
        ("tournaments.models.club", "from tournaments.club.clubs import found"),
    ],
)
def test_import_that_runs_back_is_seen(module, source):
    assert wrong_in_python(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "clubsite.pages.front",
            "from tournaments.club import first_club as fresh\nfrom scoring.pages import grid; from scoring.sheets import lifecycle as sheets",
        ),
        (
            "tournaments.views",
            "from tournaments.club import clubs\nfrom scoring.sheets.lifecycle import open",
        ),
        (
            "tournaments.nights.nights",
            "from tournaments.draw import mix\nfrom scoring.sheets import lifecycle as sheets",
        ),
        ("scoring.views", "render(request, 'scoring/form.html')\nredirect('scoring:form')"),
        ("scoring.games.jolly", "import math\nfrom scoring.games.core.game import Game"),
        ("scoring.models", "from django.db import models"),
    ],
)
def test_import_that_runs_the_right_way_is_let_through(module, source):
    assert wrong_in_python(module, source) == []


def test_module_without_a_room_is_asked_about():
    with pytest.raises(UnknownRoom):
        wrong_in_python("scoring.utils", "from scoring.models import Sheet")


# Templates: those at the top (base.html and its partials) are everybody's and use nobody's


TAG = re.compile(r"{%\s*(extends|include|url|static)\s+(\S+)")
OF_DJANGO = {"set_language"}


def wrong_in_template(path: str, text: str) -> list[str]:
    user = path.split("/")[0] if "/" in path else "top"
    wrong = []
    for tag, word in TAG.findall(text):
        if word[0] not in "\"'":
            wrong.append(f"{tag} {word}: a name that only running it would tell")
            continue
        name = word.strip("\"'")
        if not may_use(user, owner(tag, name)):
            wrong.append(f"{tag} {name}")
    return wrong


def owner(tag: str, name: str) -> str:
    if tag == "url":
        return "top" if name in OF_DJANGO else name.split(":")[0] if ":" in name else "clubsite"
    if tag == "static":
        return "top" if name.startswith("clubsite/") else name.split("/")[0]
    return name.split("/")[0] if "/" in name else "top"


def may_use(user: str, used: str) -> bool:
    if used == "top":
        return True
    return user != "top" and APPS.index(used) <= APPS.index(user)


def test_no_template_looks_up():
    folder = ROOT / "templates"
    pages = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}
    assert {
        path: wrong for path, text in pages.items() if (wrong := wrong_in_template(path, text))
    } == {}
    assert len(pages) > 10


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("scoring/form.html", '{% extends "tournaments/_base.html" %}'),
        ("scoring/form.html", "{% include 'clubsite/_x.html' %}"),
        ("scoring/form.html", "{% url 'tournaments:club' club.slug %}"),
        ("scoring/form.html", "{% url 'front' %}"),
        ("scoring/form.html", "{% include page %}"),
        ("scoring/form.html", "{% static 'tournaments/suggest.js' %}"),
        ("tournaments/club/club.html", "{% url 'look-around' %}"),
        ("base.html", "{% url 'scoring:form' 1 %}"),
        ("base.html", '{% include "scoring/_card.html" %}'),
    ],
)
def test_template_that_looks_up_is_seen(path, text):
    assert wrong_in_template(path, text)


# Migrations


def wrong_in_migration(app: str, source: str) -> list[str]:
    wrong = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first = node.elts[0]
            if isinstance(first, ast.Constant) and first.value in APPS:
                wrong += [first.value] * (APPS.index(first.value) > APPS.index(app))
        if isinstance(node, ast.Attribute) and node.attr == "AUTH_USER_MODEL":
            wrong += ["tournaments"] * (app == "scoring")
    return wrong


def test_no_migration_waits_for_an_app_above_it():
    for app in ("scoring", "tournaments"):
        for path in (ROOT / app / "migrations").glob("0*.py"):
            assert wrong_in_migration(app, path.read_text()) == [], path


@pytest.mark.parametrize(
    "source",
    [
        "dependencies = [('tournaments', '0001_initial')]",
        "dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]",
    ],
)
def test_migration_that_waits_for_an_app_above_is_seen(source):
    assert wrong_in_migration("scoring", source) == ["tournaments"]
