"""What has to hold for every page that people see. A check gives what is wrong, in words."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCHEMES = ("light", "dark")
LEAST = 44  # px, of whatever is touched
NARROW = 320  # px: what is left of 640 when everything is twice as large
AXE = {
    "resultTypes": ["violations", "incomplete"],
    "rules": {"target-size": {"enabled": True}},
}


@cache
def axe_source() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@cache
def look_source() -> str:
    return Path(__file__).with_name("look.js").read_text(encoding="utf-8")


def look(page: Page, what: str) -> Any:
    page.evaluate(f"() => {{ if (!globalThis.look) {{ {look_source()} }} }}")
    return page.evaluate(f"look.{what}")


def axe(page: Page) -> list[tuple[str, str, str]]:
    """Rule, place and what axe says of it; what it can't decide counts as found."""
    page.evaluate(f"() => {{ if (!globalThis.axe) {{ {axe_source()} }} }}")
    answer = page.evaluate(f"axe.run({json.dumps(AXE)})")
    return [
        (finding["id"], " ".join(map(str, node["target"])), node["failureSummary"])
        for kind in ("violations", "incomplete")
        for finding in answer[kind]
        for node in finding["nodes"]
    ]


def targets(page: Page) -> list[str]:
    return [f"small: {one}" for one in look(page, f"tooSmall({LEAST})")]


def width(page: Page) -> list[str]:
    """Nothing is beside the page, as it is or twice as large."""
    wrong = [f"wide: {one}" for one in look(page, "sideways()")]
    size = page.viewport_size
    page.set_viewport_size({"width": NARROW, "height": 400})
    wrong += [f"wide when enlarged: {one}" for one in look(page, "sideways()")]
    page.set_viewport_size(size)
    return wrong


def keyboard(page: Page) -> list[str]:
    """Tab comes everywhere, and always shows where it is."""
    wrong = []
    for _ in range(2 * look(page, "begin()") + 10):
        page.keyboard.press("Tab")
        step = look(page, "step()")
        wrong += step["wrong"]
        if step["done"]:
            break
    return wrong + [f"not reached by Tab: {one}" for one in look(page, "missed()")]
