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

import pytest

ROOT = Path(__file__).resolve().parents[1]

APPS = ("scoring", "tournaments", "clubsite")  # each may use those before it
ROOMS = {
    "scoring": (
        "toolkit models games sheets pages browser files printing forms management views urls"
    ),
    "tournaments": (
        "names problems draw models site_key machines links locks accounts club members access"
        " standings templatetags nights files printing publishing backup forms"
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


def height(name: str) -> tuple[int, int]:
    """Return the place of a module's app and of its room; a higher one may import a lower one. A
    new folder needs a place in ROOMS.
    """
    app, *inside = name.split(".")
    rooms = ROOMS[app].split()
    room = {"migrations": "models"}.get(inside[0], inside[0]) if inside else ""
    return APPS.index(app), rooms.index(room) if room else len(rooms)


# Python


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def find_names(module: str, source: str) -> Iterator[str]:
    """Yield the dotted names that a module uses, by import or in a string; templates and addresses
    too.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""  # ruff refuses relative ones
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield name if base in APPS or is_module(name) else base
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from used_by_string(node.value, module)


def used_by_string(text: str, module: str) -> Iterator[str]:
    app, _, rest = text.partition(".")
    if OURS.fullmatch(text) and (rest[0].isupper() or ".migrations." in module):
        yield f"{app}.models"  # "tournaments.User", which migrations write in small letters
    elif OURS.fullmatch(text) and text != SETTINGS and is_module(f"{app}.{rest.split('.')[0]}"):
        yield text
    match = ADDRESS.fullmatch(text) or PAGE.fullmatch(text)
    if match and match[1] != module.split(".")[0]:  # looked up late: fine inside the app
        yield f"{match[1]}.views"


@cache
def find_uses() -> dict[str, list[str]]:
    uses = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            uses[name] = [*find_names(name, path.read_text(encoding="utf-8"))]
    return uses


def is_in(name: str, room: str) -> bool:
    return f"{name}.".startswith(f"{room}.")


def find_wrong(module: str) -> set[str]:
    """Return the names that a module may not use."""
    wrong = set()
    pure = next((room for room in PURE if is_in(module, room)), None)
    for name in find_uses()[module]:
        top = name.split(".")[0]
        if top in APPS and height(name) > height(module):
            wrong.add(name)
        if pure and not any(is_in(name, room) for room in (pure, *PURE[pure])):
            wrong |= set() if top in sys.stdlib_module_names else {name}
    return wrong


def test_no_import_runs_back():
    assert {name: wrong for name in find_uses() if (wrong := find_wrong(name))} == {}


def test_every_room_exists():
    there = [f"{app}.{room}" for app in APPS for room in ROOMS[app].split()]
    assert [name for name in there if not is_module(name)] == []


def test_no_two_folders_import_each_other():
    """At any depth."""
    pairs = set()
    for module, names in find_uses().items():
        for name in names:
            mine, other = module.split("."), name.split(".")
            pairs_of_parts = enumerate(zip(mine, other, strict=False))
            same = next((at for at, (here, there) in pairs_of_parts if here != there), 0)
            folders = ".".join(mine[: same + 1]), ".".join(other[: same + 1])
            if same and all(ROOT.joinpath(*folder.split(".")).is_dir() for folder in folders):
                pairs.add(folders)
    assert {(mine, other) for mine, other in pairs if (other, mine) in pairs} == set()


def test_pages_of_a_room_are_for_who_shows_them():
    shows = ["views", "forms", "files", "printing", "publishing", "templatetags", "urls"]
    wrong = [
        (module, name)
        for module, names in find_uses().items()
        if module.startswith("tournaments.") and ".pages" not in module
        for name in names
        if re.match(r"tournaments\.\w+\.pages\b", name) and module.split(".")[1] not in shows
    ]
    assert wrong == []


# Templates: every app may use those at the top (base.html and its partials), which use no app


TAG = re.compile(r"{%\s*(extends|include|url|static)\s+(\S+)")
OF_DJANGO = {"set_language"}


def find_wrong_tags(path: str, text: str) -> Iterator[str]:
    user = path.split("/")[0] if "/" in path else "top"
    for tag, word in TAG.findall(text):
        name = word.strip("\"'")
        used = name.split("/")[0] if "/" in name else "top"
        if tag == "url" and name not in OF_DJANGO:
            used = name.split(":")[0] if ":" in name else "clubsite"
        if tag == "static" and name.startswith("clubsite/"):
            used = "top"
        if word[0] not in "\"'":
            yield f"{tag} {word}: a name that only running it would tell"
        elif used != "top" and (user == "top" or APPS.index(used) > APPS.index(user)):
            yield f"{tag} {name}"


def test_no_template_looks_up():
    folder = ROOT / "templates"
    pages = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}
    assert [(path, wrong) for path in pages for wrong in find_wrong_tags(path, pages[path])] == []
    assert len(pages) > 10


@pytest.mark.parametrize(
    ("app", "above"),
    [("scoring", r'"(tournaments|clubsite)"|AUTH_USER_MODEL'), ("tournaments", '"clubsite"')],
)
def test_no_migration_waits_for_an_app_above_it(app, above):
    paths = [*(ROOT / app / "migrations").glob("0*.py")]
    assert paths and [path for path in paths if re.search(above, path.read_text())] == []
