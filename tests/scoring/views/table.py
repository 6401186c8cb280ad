"""A table that keeps score, and its pages without scripts."""

import json
import re
from pathlib import Path
from typing import Any

from django.urls import reverse

from scoring.sheets import lifecycle, links
from tests.tournaments.views.forms import read_forms

ENGLISH = {"accept-language": "en"}

# One played game of every system, with as many of its parts as go together.
PLAYED: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("played.json").read_text(encoding="utf-8")
)
FOURS = ("vijfhonderd", "klaverjassen", "hartenjagen")
TABLES = {"rummy": ["Ans", "Bob"], **{key: ["Ans", "Bob", "Cor", "Dik"] for key in FOURS}}


def names(game: str) -> list[str]:
    return TABLES.get(game, ["Ans", "Bob", "Cor"])


def opened(game: str = "jokeren", rows: Any = (), **more: Any) -> Any:
    sheet = lifecycle.open(game=game, names=more.pop("names", names(game)), **more)
    for number, row in enumerate(rows, 1):
        lifecycle.record(sheet=sheet, number=number, row=row)
    return sheet


def at(sheet: Any, name: str = "sheet", *rest: Any) -> str:
    return reverse(f"scoring:{name}", args=[links.make_key(sheet), *rest])


def filled(page: Any) -> dict[str, str]:
    return next(form for form in read_forms(page.content.decode()) if "event" in form)


def beside(page: Any, name: str) -> list[str]:
    """The numbers of what is refused beside a field of this name, or at a seat."""
    text = page.content.decode()
    start = text.index(f'name="{name}"')
    part = text[start : start + 4000]
    end = min(
        (place for mark in ("</li>", "</fieldset>\n", "</form>") if (place := part.find(mark)) > 0),
        default=len(part),
    )
    return re.findall(r'<p class="problem" data-number="(\w+)"', part[:end])
