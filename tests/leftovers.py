"""Find the globals that the program sets while it runs (`global`), such as the port of `start`.

A process serves one site, but tests share a process: no test may see the globals another one set.
"""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
APPS = ("clubsite", "scoring", "tournaments")


def find_names() -> list[tuple[ModuleType, str]]:
    """Return each such global with its module."""
    return [
        (import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)), name)
        for app in APPS
        for path in sorted(ROOT.glob(f"{app}/**/*.py"))
        for name in sorted(_set_anew(path.read_text(encoding="utf-8")))
    ]


def _set_anew(source: str) -> set[str]:
    return {*_names(source)} if "global " in source else set()


def _names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Global):
            yield from node.names
