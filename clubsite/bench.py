"""Every figure that has a goal: ratios within one run, so that a slow machine is no excuse."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import path

from scoring import games
from scoring.games import judge
from scoring.games.base import Game
from scoring.games.cards import JOKER, Card, Pack
from scoring.games.international import International
from scoring.games.melds import hands
from scoring.management.commands.score import Command as Score
from tournaments import demo


class Figure(NamedTuple):
    name: str
    what: str
    value: float
    goal: float | None  # at most; None: others are measured against this one

    @property
    def met(self) -> bool:
        return self.goal is None or self.value <= self.goal


def run(only: str | None = None) -> Iterator[Figure]:
    """Measure all of them, or one."""
    for name, measure in BENCHES.items():
        if only in (None, name):
            yield measure(name)


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


# Sheets


def score(name: str) -> Figure:
    text = json.dumps([a_sheet(system, Random(seed)) for system, seed in _seeds(1000)])
    loads = min(cpu(lambda: json.loads(text)) for _ in range(3))
    command = Score(stdout=StringIO())
    ratio = cpu(lambda: command.write(text.encode())) / loads
    return Figure(name, "scoring 10,000 sheets, times json.loads of their text", ratio, 30)


def _seeds(each: int) -> Iterator[tuple[type[Game], int]]:
    return ((system, seed) for seed in range(each) for system in games.GAMES)


def a_sheet(system: type[Game], chance: Random) -> dict[str, Any]:
    """A played sheet, with a typing mistake now and then."""
    players = [f"Speler {seat}" for seat in range(1, min(system.seats[1], 4) + 1)]
    count = system({}).games or 3
    rows = [demo.deal(system.key, players, chance) for _ in range(count)]
    if chance.random() < 0.1:
        rows[-1]["entries"][players[0]] = chance.choice((0, -1, 1.5, "uit"))
    scribe = chance.choice(players)
    return {"game": system.key, "players": players, "scribe": scribe, "games": rows}


# The judge


def judge_cards(name: str) -> Figure:
    """Hands of 13 to 20 cards or tiles, under every contract and first meld that there is."""
    chance = Random(13)
    systems = [system({}) for system in games.GAMES if system({}).laying() is not None]
    took = [cpu(partial(judge.answer, question)) for question in _questions(systems, chance)]
    return Figure(name, "99 % of hands of 13 to 20 cards judged within, in ms", percentile(took), 5)


def _questions(systems: Iterable[Game], chance: Random) -> Iterator[dict[str, Any]]:
    for game in systems:
        assert game.pack is not None
        for number in range(400):
            hand = some_cards(game.pack, chance.randint(13, 20), chance)
            contract = number % max(len(game.contracts), 1) + 1
            asked = {"question": "could_meld", "contract": contract, "on_table": False}
            yield {"game": game.key, **asked, "hand": [game.pack.write(card) for card in hand]}


def judge_tiles(name: str) -> Figure:
    chance = Random(14)
    pack = International.pack
    assert pack is not None
    racks = [some_cards(pack, 14, chance) for _ in range(1500)]
    racks += [_neat_rack(chance) for _ in range(1500)]
    took = [cpu(partial(hands.best, rack)) for rack in racks]
    return Figure(name, "99 % of racks of 14 tiles judged within, in ms", percentile(took), 50)


def _neat_rack(chance: Random) -> list[Card]:
    """Runs of one colour with up to two jokers in them: much can be made of these."""
    lengths = chance.choice(((3, 4, 7), (3, 3, 4, 4), (7, 7), (3, 3, 3, 5)))
    rack: list[Card] = []
    for length in lengths:
        first, colour = chance.randint(1, 14 - length), chance.choice("kbro")
        rack += [Card(number, colour) for number in range(first, first + length)]
    for _ in range(chance.randint(0, 2)):
        rack[chance.randrange(14)] = JOKER
    return rack


def some_cards(pack: Pack, count: int, chance: Random) -> list[Card]:
    whole = [card for card in pack.spellings.values() if card.suit] * pack.copies
    return chance.sample(whole + [JOKER] * pack.jokers, count)


def percentile(seconds: list[float]) -> float:
    """What 99 of 100 stay under, in milliseconds."""
    return sorted(seconds)[len(seconds) * 99 // 100] * 1000


# Pages


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("-")


urlpatterns = [path("", bare)]


def bare_view(name: str) -> Figure:
    """What a page costs before it does anything: one view, all middleware, no query."""
    with override_settings(ROOT_URLCONF=__name__):
        return Figure(name, "CPU of the bare view, in ms a request", page_cpu("/") * 1000, None)


def page_cpu(address: str, times: int = 300) -> float:
    """CPU seconds a request, the best of five rounds; `address` under the settings in force."""
    handler, factory = WSGIHandler(), RequestFactory()
    host = settings.ALLOWED_HOSTS[0]

    def ask() -> None:
        response = handler(factory.get(address, HTTP_HOST=host).environ, _start_response)
        assert response.status_code == 200, f"{address}: {response.status_code}"
        response.close()

    ask()

    def many() -> None:
        for _ in range(times):
            ask()

    return min(cpu(many) for _ in range(5)) / times


def _start_response(*_: object) -> Callable[[bytes], object]:
    return bytes


# Set-up


def second_start(name: str) -> Figure:
    """In a data folder of its own: the first start fills the demo, the second is timed."""
    with tempfile.TemporaryDirectory() as data:
        start_once(Path(data))
        took = start_once(Path(data))
    return Figure(name, "the second `start --demo` answers within, in seconds", took, 3)


def start_once(data: Path) -> float:
    """Seconds until a fresh process answers."""
    port, began = free_port(), time.monotonic()
    command = [sys.executable, "manage.py", "start", "--demo", "--port", str(port)]
    environment = {**os.environ, "STREEPJE_DATA": str(data)}
    running = subprocess.Popen(  # noqa: S603  our own words
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not answers(port):
            assert running.poll() is None, "the site did not start"
            time.sleep(0.02)
        return time.monotonic() - began
    finally:
        running.terminate()
        running.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


BENCHES: dict[str, Callable[[str], Figure]] = {
    "score": score,
    "judge-cards": judge_cards,
    "judge-tiles": judge_tiles,
    "bare-view": bare_view,
    "second-start": second_start,
}
