"""Draws contact sheets of everything that can be printed into docs/screens/:

    python3 manage.py test tests/tournaments/printing/papers.py -s

Not one of the tests: pytest takes it only when it is named.
"""

from datetime import timedelta
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random

import pypdfium2 as pdfium
import pytest
from django.core.files.base import ContentFile
from django.utils.translation import override
from PIL import Image, ImageDraw, ImageFont

from clubsite.demo import names
from scoring import games
from scoring.models import Sheet
from scoring.printing import content
from scoring.printing.content import Head
from tests.scoring.printing import forms
from tests.scoring.printing.forms import Kind
from tests.tournaments.evenings import THURSDAY, drawn, playing
from tests.tournaments.standings.test_calculate import evening
from tournaments.club import logos
from tournaments.members import members
from tournaments.models import Member
from tournaments.names import NameDetail
from tournaments.printing import hall_papers as papers
from tournaments.printing import reglement, sheets, standings

FOLDER = Path(__file__).resolve().parents[3] / "docs/screens"
HIGH, ACROSS, DOWN = 640, 4, 2  # px of one page; pages on a sheet
GAP, CAPTION = 14, 26
SHADES = 16
HEAD = Head("Kaartclub De Streepjes", "woensdag 30 september 2026", "3", "2")


def test_forms():
    pages = []
    for place, system in enumerate(games.GAMES):
        seats = system.seats[1]
        for turn, size in enumerate(pages.SIZES):
            language = forms.LANGUAGES[(place + turn) % 3]
            said, filled = ("short", "long", "hostile")[turn], turn != 1
            kind = Kind(system.key, size, language, seats, said, filled)
            with override(language):
                form = forms.made(kind) if turn else content.build_blank(system({}), seats)
                form = form if turn else form._replace(head=HEAD)
                pdf = pages.print_forms(pages.fill_page(form, size), size)
            title = f"{system.key} {size} {language}"
            pages += [(title, page) for page in islice(drawn_pages(pdf), 2 - turn // 2)]
    put_together("forms", pages)


@pytest.mark.django_db
def test_papers(season):
    with override("nl"):
        put_together(
            "papers", [page for document in documents(season) for page in first_two(*document)]
        )


def documents(season):
    chance = Random(7)
    season.night_prizes, season.season_prizes = [1, 2, "last"], [1, 5, "last"]
    season.save()
    who = members.add_many(club=season.club, text="\n".join(names.make_names(22, chance)))
    for week in range(4):
        night = evening(season, chance.sample(who, 19), THURSDAY + timedelta(weeks=week), count=2)
    yield "uitslag", standings.print_night(night, NameDetail.FULL)
    yield "prijzen", standings.print_night_prizes(night, NameDetail.FULL)
    yield "stand", standings.print_season(season, NameDetail.FULL)
    yield "seizoensprijzen", standings.print_prizes(season, NameDetail.FULL)
    yield "lid", standings.print_member(season, Member.objects.get(pk=who[0].pk), str(who[0]))
    yield "reglement", reglement.print_rules(season.reglement)
    logos.set_logo(club=season.club, file=ContentFile(a_logo()))
    yield "stand met logo", standings.print_season(season, NameDetail.FULL)
    tonight = playing(season, who, THURSDAY + timedelta(weeks=5))
    drawn(tonight, 2)
    yield "formulieren", sheets.print_forms(tonight, "a4", address)
    yield "formulieren twee", sheets.print_forms(tonight, "two", address)
    yield "wie waar zit", papers.print_seats(tonight)
    yield "presentie", papers.print_attendance(tonight)
    yield "tafelnummers", papers.print_table_numbers(tonight, 6)
    yield "lootjes", papers.print_lots(tonight, 22)


def a_logo():
    """As a club has one: wide, in colour, with letters."""
    picture, made = Image.new("RGB", (900, 300), "#14532d"), BytesIO()
    draw = ImageDraw.Draw(picture)
    draw.ellipse((30, 40, 250, 260), fill="#f4d35e")
    draw.line((70, 150, 210, 150), fill="#14532d", width=28)
    draw.text((290, 90), "De Hoop", fill="white", font=ImageFont.load_default(110))
    picture.save(made, "PNG")
    return made.getvalue()


def address(sheet: Sheet) -> str:
    return forms.ADDRESS.format(sheet.pk)


def first_two(title, pdf):
    return [(title, page) for page in islice(drawn_pages(pdf), 2)]


def drawn_pages(pdf):
    """Each as a picture of one height."""
    for page in pdfium.PdfDocument(pdf):
        scale = 2 * HIGH / page.get_height()
        picture = page.render(scale=scale, grayscale=True).to_pil()
        size = (picture.width // 2, HIGH)
        yield picture.resize(size, Image.Resampling.LANCZOS)


def put_together(area, pages):
    for old in FOLDER.glob(f"{area}-paper-*.webp"):
        old.unlink()
    rows, row = [], []
    for page in pages:
        if row and sum(text.width + GAP for _told, text in [*row, page]) > ACROSS * (
            HIGH * 0.71 + GAP
        ):
            rows.append(row)
            row = []
        row.append(page)
    rows.append(row)
    for number, start in enumerate(range(0, len(rows), DOWN), 1):
        path = FOLDER / f"{area}-paper-{number}.webp"
        sheet(rows[start : start + DOWN]).save(path, lossless=True)
        print(f"{path}: {path.stat().st_size // 1024} KB")


def sheet(rows):
    wide = max(sum(page.width + GAP for _told, page in row) for row in rows) + GAP
    made = Image.new("L", (wide, (HIGH + CAPTION + GAP) * len(rows)), 138)
    draw, font = ImageDraw.Draw(made), ImageFont.load_default(15)
    for down, row in enumerate(rows):
        x, y = GAP, (HIGH + CAPTION + GAP) * down
        for title, page in row:
            draw.text((x, y + 5), title, 255, font=font)
            made.paste(page.quantize(SHADES).convert("L"), (x, y + CAPTION))
            x += page.width + GAP
    return made.convert("RGB")
