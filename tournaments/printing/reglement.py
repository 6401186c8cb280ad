from collections.abc import Iterable

from django.utils.translation import gettext

from scoring.pages import rulebook
from scoring.printing.closed_hands import draw_hands, heading_in_words
from scoring.toolkit.pdf.page import Box, Paper
from scoring.toolkit.pdf.table import begin_page
from scoring.toolkit.pdf.text import MM, ROOM, wrap
from tournaments.club.reglementen import build_game
from tournaments.models import Reglement
from tournaments.printing.hall_papers import make_paper

SIZE = 10.5


class Flow:
    def __init__(self, paper: Paper, room: Box) -> None:
        self.paper, self.room = paper, room

    def write_line(self, text: str, *, bold: bool = False, size: float = SIZE) -> None:
        step = ROOM * size / MM
        if self.room.height < step:
            self.room = self.paper.begin_page()
        self.paper.write(text, self.room.top(step + 0.01), size, bold=bold)
        self.room = self.room.below(step)

    def write_text(self, text: str, *, bold: bool = False) -> None:
        for line in wrap(text, self.room.width, SIZE, bold):
            self.write_line(line, bold=bold)
        self.leave_gap(2)

    def write_heading(self, text: str) -> None:
        if self.room.height < 22:  # not alone at the foot of a page
            self.room = self.paper.begin_page()
        self.leave_gap(3)
        self.paper.add_bookmark(text, 1)
        self.write_line(text, bold=True, size=13)
        self.leave_gap(1.5)

    def leave_gap(self, high: float) -> None:
        self.room = self.room.below(min(high, self.room.height))


def print_rules(reglement: Reglement) -> bytes:
    book = rulebook.build_rulebook(build_game(reglement))
    paper = make_paper(reglement.club, f"{reglement} · {reglement.club}")
    under = str(reglement.club)
    if book.game != reglement.name:
        under = f"{book.game} · {under}"
    flow = Flow(paper, begin_page(paper, str(reglement), under, bookmark=str(reglement)))
    _paragraphs(flow, book.paragraphs)
    if book.contracts:
        flow.write_heading(gettext("What it takes to come out"))
        if book.rounds:
            flow.write_text(book.rounds)
        numbered = enumerate(book.contracts, 1)
        _paragraphs(flow, (f"{place}. {contract}" for place, contract in numbered))
    flow.write_heading(gettext("Whose turn it is"))
    _paragraphs(flow, book.turns)
    flow.write_heading(gettext("What this club settled"))
    for setting in book.settled:
        flow.write_text(f"{setting.label}: {setting.value}", bold=setting.own)
    if any(setting.own for setting in book.settled):
        flow.write_text(gettext("In bold: otherwise than usual."))
    if book.hands:
        draw_hands(paper, paper.begin_page(heading_in_words(), level=1), book.hands)
    return paper.close()


def _paragraphs(flow: Flow, paragraphs: Iterable[str]) -> None:
    for paragraph in paragraphs:
        flow.write_text(paragraph)
