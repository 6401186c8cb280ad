"""What a screen reader says of a page, line by line, from the browser's accessibility tree."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

Node = dict[str, Any]

# These say nothing by themselves; what is in them does.
PLAIN = {"RootWebArea", "generic", "none", "presentation", "Section", "LayoutTable", "Abbr"}
STATES = ("level", "checked", "pressed", "expanded", "selected", "disabled", "required", "invalid")
CLOCK = re.compile(r"\b\d\d:\d\d\b")
DAY = re.compile(r"\b\d{1,2}\.? \w+ 20\d\d\b")


def transcript(page: Page) -> list[str]:
    """Return a line for each thing that is said, in the order of reading. Times and days, which
    are others each time, are masked.
    """
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    session.detach()
    root = next(node for node in nodes.values() if not node.get("parentId"))
    return [DAY.sub("<day>", CLOCK.sub("<time>", line)) for line in _lines(nodes, root, "")]


def settled(page: Page) -> list[str]:
    """Return the transcript once all that comes late is there: it stays the same for a while."""
    page.wait_for_load_state("networkidle")
    before, said = [""], transcript(page)
    while said != before:
        page.wait_for_timeout(300)
        before, said = said, transcript(page)
    return said


def _lines(nodes: dict[str, Node], node: Node, said: str) -> Iterator[str]:
    """Yield the lines of this node and those in it. `said` is the name of one around it: a text
    that is part of that is not said again.
    """
    if not node["ignored"]:
        role, name = _value(node, "role"), " ".join(_value(node, "name").split())
        if role == "StaticText":
            if name and name not in said:
                yield name
            return
        more = [word for word in (*_states(node), _value(node, "description")) if word]
        if role not in PLAIN and (name or more):
            yield ", ".join([f"{role} “{name}”" if name else role, *more])
            said = name
    for child in node.get("childIds", []):
        if child in nodes:
            yield from _lines(nodes, nodes[child], said)


def _value(node: Node, key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def _states(node: Node) -> Iterator[str]:
    states = {state["name"]: state["value"].get("value") for state in node.get("properties", [])}
    for name in STATES:
        if (value := states.get(name)) not in (None, False, "false"):
            yield f"{name} {value}"
    if states.get("live", "off") != "off" and not node.get("parentLive"):
        yield f"live {states['live']}"


def focused(page: Page) -> str:
    """Return what is said of the element that has the focus: its role and name; nothing for the
    page as a whole.
    """
    element = page.locator(":focus")
    return element.aria_snapshot().partition("\n")[0] if element.count() else ""
