"""Every page in every state that people see it in. docs/testing.md tells how to add one.

A state is a function that brings a page there: it lays ready what the page needs, and does what
people do. Its name is what it is called; `covers` are the addresses (by name) that it shows.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Page

from tests.browser.trouble import Trouble
from tournaments.models import User

DEVICES = ("phone", "laptop")


class Visit(NamedTuple):
    """One device on its way to a state."""

    page: Page
    site: str
    trouble: Trouble
    patch: pytest.MonkeyPatch

    def go(self, name: str, *args: Any, query: str = "", status: int = 200, **kwargs: Any) -> None:
        """To an address by its name, as in `reverse`; or to a path that begins with /."""
        path = name if name.startswith("/") else reverse(name, args=args, kwargs=kwargs)
        self.expect(status)
        answer = self.page.goto(self.site + path + query)
        assert answer and answer.status == status, f"{path} answers {answer and answer.status}"

    def send(self, **typed: str) -> None:
        for name, text in typed.items():
            self.page.fill(f"[name={name}]", text)
        self.page.click("main button.main")
        self.page.wait_for_load_state()

    def log_in(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        key = settings.SESSION_COOKIE_NAME
        cookie = {"name": key, "value": client.cookies[key].value, "url": self.site}
        self.page.context.add_cookies([cookie])

    def expect(self, status: int) -> None:
        """This page comes with a status that browsers call an error."""
        self.trouble.expect(f"status of {status}")


Prepare = Callable[[Visit], None]


class State(NamedTuple):
    name: str
    area: str  # the file it stands in
    covers: tuple[str, ...]
    prepare: Prepare
    devices: tuple[str, ...]
    fixed: str  # why its words are not translated; else empty
    at_night: bool  # by day other states show all its templates

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


STATES: list[State] = []


def state(
    *covers: str, devices: tuple[str, ...] = DEVICES, fixed: str = "", at_night: bool = False
) -> Callable[[Prepare], Prepare]:
    """Make a function in tests/browser/states/ a state."""

    def add(prepare: Prepare) -> Prepare:
        name, area = prepare.__name__.replace("_", " "), prepare.__module__.rpartition(".")[2]
        assert name not in [state.name for state in STATES], f"two states are called {name}"
        STATES.append(State(name, area, covers, prepare, devices, fixed, at_night))
        return prepare

    return add


def states(*covers: str, **prepared: Prepare) -> None:
    """Make states that take a line each, by their names."""
    for name, prepare in prepared.items():
        prepare.__name__ = name
        state(*covers)(prepare)


def all_states() -> list[State]:
    """Of every file in states/; a new one is found by itself."""
    for module in sorted(iter_modules([str(Path(__file__).with_name("states"))])):
        import_module(f"tests.browser.states.{module.name}")
    return STATES


def addresses(patterns: Any = None, inside: str = "") -> Iterator[str]:
    """The names of all addresses of the site; of one without a name its path."""
    for url_pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(url_pattern, URLResolver):
            within = f"{inside}{url_pattern.namespace}:" if url_pattern.namespace else inside
            yield from addresses(url_pattern.url_patterns, within)
        elif isinstance(url_pattern, URLPattern):
            yield f"{inside}{url_pattern.name}" if url_pattern.name else str(url_pattern.pattern)


def parameters(devices: tuple[str, ...] = DEVICES) -> list[Any]:
    """On a laptop what a phone shows too is `wide`, and so is what comes after the first state of
    an address, or shows no template of its own: .ci/run leaves it to the night.
    """
    seen = Counter[tuple[str, ...]]()
    params = []
    for shown in all_states():
        seen[shown.covers] += 1
        for device in (each for each in devices if each in shown.devices):
            repeats = shown.at_night or seen[shown.covers] > 1
            wide = device != shown.devices[0] or repeats
            marks = [pytest.mark.wide] if wide else []
            params.append(pytest.param(shown, device, id=f"{shown}-{device}", marks=marks))
    return params


everywhere = pytest.mark.parametrize(("state", "kind"), parameters())
