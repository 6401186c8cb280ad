"""A night's workbook that comes back."""

from io import BytesIO

from openpyxl import load_workbook

from scoring.sheets import lifecycle
from tests.browser.pages import state
from tests.browser.states.nights import playing
from tournaments.files.exports import night_workbook as writing
from tournaments.nights import nights


@state("tournaments:night-book-back")
def a_workbook_was_taken_in(visit):
    club, night = playing(visit)
    nights.set_state(night=night, to="closing")
    visit.go("tournaments:night-book-back", club.slug, night.pk)
    visit.page.goto(f"{visit.page.url}?entered=12&aside=1")


@state("tournaments:night-book-look")
def a_workbook_to_look_at(visit):
    """Of one table a game was mended, one filled in and one is wrong; one moved on meanwhile. Of
    the other a name was changed. All forms are closed.
    """
    club, night = playing(visit)
    first, other = (table.sheet for table in night.rounds.first().tables.all()[:2])
    names = [seat.name for seat in first.seats.all()]
    enter(first, 1, names, 5)
    enter(first, 2, names, 5)
    book = load_workbook(BytesIO(writing.build_night_workbook(night).build_content()))
    page = book["R1 T1"]
    page["E7"], page["E8"], page["F9"], page["D9"] = 7, 8, "drie", "-"
    page["D10"], page["B11"], page["C7"], page["D13"] = "-", "Niet gespeeld: thee", "Wim", "=1+1"
    book["R1 T2"]["D6"] = "Piet Paulusma"
    enter(first, 2, names, 6)
    for sheet in (first, other):
        lifecycle.close(sheet=sheet)
    file = BytesIO()
    book.save(file)
    visit.go("tournaments:night-book-back", club.slug, night.pk)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    sent = {"name": "De-Hoop-2026-09-03.xlsx", "mimeType": kind, "buffer": file.getvalue()}
    visit.page.set_input_files("[name=file]", sent)
    visit.send()


def enter(sheet, number, names, left):
    row = {"entries": {name: "-" if name == names[0] else left for name in names}}
    lifecycle.record(sheet=sheet, number=number, row=row)
