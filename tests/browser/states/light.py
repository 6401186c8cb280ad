"""Codes of phones, read on the laptop."""

import base64

from tests.browser.pages import state
from tests.browser.states.nights import playing
from tests.handing_over import entry, make_letter, make_parts


def send_text(visit, night, text):
    visit.go("tournaments:night-light", night.season.club.slug, night.pk)
    visit.page.locator("details.more summary").click()
    visit.page.locator("[name=text]").fill(text)
    visit.page.locator("#typed .button").click()


@state("tournaments:night-light")
def a_code_was_taken_in(visit):
    """One game is new, and of the other nothing can be made."""
    _club, night = playing(visit)
    sheet = night.rounds.first().tables.first().sheet
    names = [seat.name for seat in sheet.seats.all()]
    row = {"entries": {name: "-" if name == names[0] else 4 for name in names}}
    (part,) = make_parts(
        sheet, make_letter(sheet, entry(1, row), entry(2, {"entries": {"Wie": 1}}))
    )
    send_text(visit, night, base64.b64encode(part).decode())


@state("tournaments:night-light")
def no_code_of_ours(visit):
    _club, night = playing(visit)
    send_text(visit, night, "Streepje")
