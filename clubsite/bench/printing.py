"""The cost of printing a stack of forms, compared with the same drawing calls made directly on a
canvas. Also the memory that printing takes.
"""

import tracemalloc
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any
from unittest import mock

import segno
from reportlab.pdfgen.canvas import Canvas

from clubsite.bench.figure import Figure, cpu
from scoring.games.sheet.data import Row, SheetData
from scoring.printing import content, form_pages
from scoring.printing.content import Head
from scoring.toolkit.pdf import page
from scoring.toolkit.pdf.text import BOLD, MM, PLAIN

FORMS, GAMES = 100, 10
PLAYERS = ["Ans", "Bob", "Wilhelmina van der Berg", "Çağrı Öztürk"]
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def paper(name: str) -> Figure:
    pack(1)  # fill the caches of files
    calls = recorded(FORMS)
    runs = [(cpu(partial(pack, FORMS)), cpu(partial(replay, calls))) for _ in range(5)]
    took, bare = (min(times) for times in zip(*runs, strict=True))
    return Figure(name, f"a pack of {FORMS} played forms, in bare canvas calls", took / bare, 1.5)


def paper_memory(name: str) -> Figure:
    """Benchmark: measure how much memory each further form in a PDF takes. A PDF keeps its
    compressed pages until it is complete; nothing else may grow with the number of forms. `name` is
    the benchmark's name.
    """
    pack(10)
    peaks = [peak(partial(pack, count)) for count in (20, 120)]
    return Figure(
        name, "memory a form more takes in a pack, in kB", (peaks[1] - peaks[0]) / 1e5, 60
    )


def pack(count: int) -> bytes:
    return form_pages.print_forms((made(number) for number in range(count)), "a4", "Pack")


def made(number: int) -> content.PrintedSheet:
    rows: list[Row] = [{"entries": _entries(number + game)} for game in range(GAMES)]
    data: SheetData = {
        "game": "jokeren",
        "options": {},
        "players": PLAYERS,
        "scribe": "Ans",
        "games": rows,
    }
    head = Head("Kaartclub De Streepjes", "3 december 2026", str(number), "2")
    return content.build_sheet(data, head, address(number))


def address(number: int) -> str:
    return f"https://club.example/s/{number:046d}/"


def _entries(turn: int) -> dict[str, Any]:
    out = turn % len(PLAYERS)
    return {
        name: "-" if seat == out else 1 + (turn + seat) % 13 for seat, name in enumerate(PLAYERS)
    }


def peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# The same drawing by bare calls


class Recorder(page.Paper):
    """A PDF that records each call to its canvas, so that the benchmark can repeat the calls
    without the rest of the program.
    """

    calls: list[Call]

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return Told(value, self.calls) if name == "canvas" else value

    def _print(
        self, text: str, x: float, y: float, size: float, *, bold: bool = False, grey: float = 0
    ) -> None:
        self.canvas.setFillGray(grey)
        self.canvas.setFont(BOLD if bold else PLAIN, size)
        self.canvas.drawString(x * MM, y * MM, text)


class Told:
    """Wraps a canvas: records each method call, then passes it on."""

    def __init__(self, canvas: Canvas, calls: list[Call]) -> None:
        self._canvas, self._calls = canvas, calls

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any, **more: Any) -> Any:
            self._calls.append((name, args, more))
            return getattr(self._canvas, name)(*args, **more)

        return call


def recorded(count: int) -> list[Call]:
    Recorder.calls = []
    with mock.patch.object(form_pages, "Paper", Recorder):
        pack(count)
    return Recorder.calls


def replay(calls: list[Call]) -> None:
    """Draw recorded calls on a new canvas. Each QR code is also computed again, because that is
    part of the cost. The result is not used: the code's black bars are drawn as recorded.
    """
    width, height = page.SIZES["a4"]
    canvas = Canvas(
        BytesIO(), (width * MM, height * MM), invariant=1, pageCompression=1, initialFontName=PLAIN
    )
    codes = 0
    for name, args, more in calls:
        if name == "drawPath":
            segno.make(address(codes), error="m", micro=False)
            codes += 1
        getattr(canvas, name)(*args, **more)
