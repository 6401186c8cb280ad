"""Test that imports point one way: clubsite → tournaments → scoring, and inside an app to rooms
listed earlier.

A room is a folder of an app, or a module beside its folders. ROOMS lists them from the bottom up: a
room imports only rooms listed before it. Inside a room, the pure folders (`rules`, `engine`,
`core`) import nothing else of the room, and only views, forms and other pages import `pages`.

Reads imports, dotted names in strings, template names, addresses and migrations; runs nothing.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

APPS = ("scoring", "tournaments", "clubsite")  # each may use those before it
ROOMS = {
    "scoring": (
        "toolkit models games sheets pages browser files printing forms management views urls"
    ),
    "tournaments": (
        "names problems draw models site_key machines links locks accounts club members access"
        " list_columns standings templatetags nights files printing publishing backup forms"
        " management views urls apps"
    ),
    "clubsite": (
        "config formats context bootstrap web_server middleware demo maintenance"
        " command_line __main__ pages management urls wsgi apps settings"
    ),
}
PURE = {  # each with the modules it may use besides itself and the standard library
    "scoring.toolkit.texts": (),
    "scoring.toolkit.problems": ("scoring.toolkit.texts",),
    "scoring.games": (
        "scoring.toolkit.texts",
        "scoring.toolkit.problems",
        "scoring.toolkit.figures",
    ),
    "tournaments.names": ("scoring.toolkit.texts",),
    "tournaments.draw": ("scoring.toolkit.texts", "scoring.toolkit.problems"),
    "tournaments.standings.chart_shapes": ("django.utils.html", "django.utils.safestring"),
    "tournaments.standings.rules": (),
}
OURS = re.compile(r"(?:clubsite|tournaments|scoring)(?:\.\w+)+")
ADDRESS = re.compile(r"(clubsite|tournaments|scoring):[\w-]+")
SETTINGS = "clubsite.settings"  # a program that starts Django names them
PAGE = re.compile(r"(clubsite|tournaments|scoring)/[\w./-]+\.html")


class UnknownRoom(Exception):
    """A folder without a place in ROOMS: add it there, above everything it imports."""


def height(name: str) -> tuple[int, int]:
    """Return the place of a module's app and of its room; a higher one may import a lower one."""
    app, *inside = name.split(".")
    rooms = ROOMS[app].split()
    if not inside:
        return APPS.index(app), len(rooms)
    if inside[0] == "migrations":
        inside[0] = "models"
    if inside[0] not in rooms:
        raise UnknownRoom(name)
    return APPS.index(app), rooms.index(inside[0])


def runs_back(user: str, used: str) -> bool:
    return height(used) > height(user)


# Python


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@cache  # three tests look through the same modules
def used_by(module: str, source: str) -> list[str]:
    return [*find_names(module, source)]


def find_names(module: str, source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""  # ruff refuses relative ones
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield name if base in APPS or is_module(name) else base
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if ".migrations." in module and OURS.fullmatch(node.value):
                yield f"{node.value.split('.')[0]}.models"  # a model, in small letters
                continue
            yield from used_by_string(node.value, module.split(".")[0])


def used_by_string(text: str, user: str) -> Iterator[str]:
    app, _, rest = text.partition(".")
    if OURS.fullmatch(text) and rest[0].isupper():  # "tournaments.User" is a model
        yield f"{app}.models"
    elif OURS.fullmatch(text) and text != SETTINGS and is_module(f"{app}.{rest.split('.')[0]}"):
        yield text
    match = ADDRESS.fullmatch(text) or PAGE.fullmatch(text)
    if match and match[1] != user:  # a name looked up late is fine inside the app
        yield f"{match[1]}.views"


def is_in(name: str, room: str) -> bool:
    return f"{name}.".startswith(f"{room}.")


def wrong_in_python(module: str, source: str) -> list[str]:
    wrong = []
    pure = next((room for room in PURE if is_in(module, room)), None)
    for name in used_by(module, source):
        top = name.split(".")[0]
        if top in APPS and runs_back(module, name):
            wrong.append(name)
        if pure and not any(is_in(name, room) for room in (pure, *PURE[pure])):
            wrong += [name] * (top in APPS or top not in sys.stdlib_module_names)
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


def test_every_room_exists():
    there = [f"{app}.{room}" for app in APPS for room in ROOMS[app].split()]
    assert [name for name in there if not is_module(name)] == []


def is_folder(name: str) -> bool:
    return ROOT.joinpath(*name.split(".")).is_dir()


def find_mutual(sources: dict[str, str]) -> set[frozenset[str]]:
    """Return the pairs of folders that import each other, at any depth."""
    uses: dict[str, set[str]] = {}
    for module, source in sources.items():
        for name in used_by(module, source):
            mine, other = module.split("."), name.split(".")
            pairs = enumerate(zip(mine, other, strict=False))
            same = next((at for at, (here, there) in pairs if here != there), None)
            if same:
                folders = ".".join(mine[: same + 1]), ".".join(other[: same + 1])
                if all(map(is_folder, folders)):
                    uses.setdefault(folders[0], set()).add(folders[1])
    pairs = {frozenset((mine, other)) for mine, others in uses.items() for other in others}
    return {pair for pair in pairs if all(pair - {name} <= uses.get(name, set()) for name in pair)}


def test_no_two_folders_import_each_other():
    assert find_mutual(dict(modules())) == set()


def test_pages_of_a_room_are_for_who_shows_them():
    wrong = [
        (name, used)
        for name, source in modules()
        if name.startswith("tournaments.") and ".pages" not in name
        for used in used_by(name, source)
        if re.match(r"tournaments\.\w+\.pages\b", used)
        if name.split(".")[1]
        not in ("views", "forms", "files", "printing", "publishing", "templatetags", "urls")
    ]
    assert wrong == []


# Templates: every app may use those at the top (base.html and its partials), which use no app


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
