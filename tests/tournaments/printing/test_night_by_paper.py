"""A night on paper: forms are printed, written on, and typed in by who has only the paper."""

from collections import Counter
from urllib.parse import urlsplit

from django.test import Client

from scoring.browser import sync
from scoring.sheets import lifecycle, links
from tests import printed
from tests.scoring.printing import reading
from tests.scoring.views.table import ENGLISH
from tests.tournaments.evenings import people, playing, points, shut
from tournaments.models import Member, User
from tournaments.standings import calculate

# Written at every table, by seat; 0 is a dash. What it comes to was added up by hand.
PEN = [
    *([0, 5, 3, 7], [4, 0, 6, 2], [13, 1, 0, 9], [2, 8, 5, 0], [0, 3, 10, 4]),
    *([6, 0, 2, 11], [0, 7, 4, 3], [9, 2, 0, 5], [1, 0, 8, 6], [0, 12, 5, 1]),
]
DASHES, SUBTOTALS, TOTALS = [4, 3, 2, 1], [19, 17, 24, 22], [35, 38, 43, 48]


def test_night_that_was_played_on_paper(client, season, settings):
    settings.PUBLIC_URL = "http://192.168.1.7:8000"
    night = playing(season, people(season, 8), rounds=2)
    organiser = Client(HTTP_HOST="localhost:8000", headers=ENGLISH)
    organiser.force_login(User.objects.get())
    pdf = organiser.get(f"/de-hoop/nights/{night.pk}/print/forms.pdf").content
    pages, codes = printed.read(pdf), printed.scanned(pdf)
    assert len(pages) == len(codes) == 4

    by_hand = Counter()
    for page, [code] in zip(pages, codes, strict=True):
        paper = reading.form(page, [])
        assert sorted(paper.games) == list(range(1, len(PEN) + 1))
        sheet = links.find(urlsplit(code).path.split("/")[2])
        for number, row in written(paper.names):
            lifecycle.record(sheet=sheet, number=number, row=row)
        result = sync.build_sheet_state(sheet)["result"]
        assert (result["complete"], result["problems"]) == (True, [])
        assert result["totals"] == dict(zip(paper.names, TOTALS, strict=True))
        by_hand.update(result["totals"])

    shut(night)
    names = {member.pk: str(member) for member in Member.objects.all()}
    came_to = {
        names[pk]: total
        for pk, total in points(calculate.compute_season_standing(season)[0]).items()
    }
    assert came_to == dict(by_hand)


def written(names):
    """The rows of one form; that of game 0 has its own dashes, subtotals and totals."""
    for number, row in enumerate(PEN, 1):
        yield (
            number,
            {"entries": {name: left or "-" for name, left in zip(names, row, strict=True)}},
        )
    dashes, subtotals, totals = (
        dict(zip(names, figures, strict=True)) for figures in (DASHES, SUBTOTALS, TOTALS)
    )
    yield 0, {"dashes": dashes, "subtotals": {"5": subtotals}, "totals": totals}
