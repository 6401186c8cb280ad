"""Forms on A4, on A5, or two side by side; behind them what had no room."""

from collections.abc import Iterable, Iterator

from scoring.pages.rulebook import Hand
from scoring.printing.closed_hands import draw_hands
from scoring.printing.closed_hands import heading_in_words as hands_heading
from scoring.printing.draw_form import draw_form
from scoring.printing.draw_small_print import draw_rules
from scoring.printing.draw_small_print import heading_in_words as rules_heading
from scoring.printing.form_layout import MARGIN
from scoring.printing.printed_sheet import PrintedSheet
from scoring.toolkit.pdf.page import GREY, Box, Paper

SIZES = ("a4", "a5", "two")
CUT = 0.3


def print_forms(
    forms: Iterable[PrintedSheet], size: str = "a4", title: str = "", *, logo: bytes | None = None
) -> bytes:
    """`size` "two" prints two forms side by side on A4."""
    paper: Paper | None = None
    rules: dict[tuple[str, ...], PrintedSheet] = {}  # of forms without room for all their rules
    hands: list[Hand] = []
    for form in forms:
        if paper is None:
            sheet = "a4-landscape" if size == "two" else size
            paper = Paper(title or form.title, sheet, margin=MARGIN, logo=logo)
            slots = _slots(paper, size)
        if not draw_form(paper, slots, form):
            rules.setdefault(tuple(form.rules), form)
        hands = hands or form.hands
    if paper:
        for form in rules.values():
            for box in _boxes_behind(paper, size, rules_heading(form)):
                draw_rules(paper, form, box)
        if hands:
            for box in _boxes_behind(paper, size, hands_heading()):
                draw_hands(paper, box, hands)
    return (paper or Paper(title)).close()


def _boxes_behind(paper: Paper, size: str, bookmark: str) -> Iterator[Box]:
    """Begin a page behind all forms; yield its box or, for "two", its halves."""
    slots = _slots(paper, size)
    yield next(slots)
    paper.add_bookmark(bookmark)
    if size == "two":
        yield next(slots)


def _slots(paper: Paper, size: str) -> Iterator[Box]:
    """Yield the boxes for forms, beginning pages as needed."""
    while True:
        if size != "two":
            yield paper.begin_page()
            continue
        paper.begin_page()
        half = paper.wide / 2
        paper.draw_rules(
            [(half, 5, half, 9), (half, paper.high - 9, half, paper.high - 5)], CUT, GREY
        )
        for left in (0.0, half):
            yield Box(left, 0, half, paper.high).inset(paper.margin)
