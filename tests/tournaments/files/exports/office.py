"""LibreOffice opens our workbooks and works them out to what the site says. Not among the tests of
every change: .ci/nightly runs it by its name.
"""

import subprocess

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests.scoring.files.worked_out import formulas
from tests.tournaments.files.exports.test_night_workbook import KEYS, played
from tests.tournaments.files.exports.test_season_workbook import two_nights
from tournaments.files.exports import night_workbook, season_workbook
from tournaments.names import NameDetail


def worked_out(book, folder):
    """What LibreOffice makes of a workbook in which no formula says what it comes to."""
    shown = [dict(page.shows) for page in book.pages]
    for page in book.pages:
        page.shows.clear()
    (folder / "given.xlsx").write_bytes(book.build_content())
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run([*command, "--outdir", folder / "out", folder / "given.xlsx"], check=True)
    computed = load_workbook(folder / "out" / "given.xlsx", data_only=True)
    given = load_workbook(folder / "given.xlsx")
    return (
        computed,
        given,
        {page.name: shows for page, shows in zip(book.pages, shown, strict=True)},
    )


def same(book, folder):
    computed, given, expected = worked_out(book, folder)
    assert computed.sheetnames == given.sheetnames
    cells = list(formulas(given))
    assert len(cells) == sum(map(len, expected.values())) > 0
    worked = {
        (name, cell.coordinate): computed[name][cell.coordinate].value for name, cell in cells
    }
    assert {at: value or 0 for at, value in worked.items()} == {
        (name, at): value or 0 for name, shows in expected.items() for at, value in shows.items()
    }


def test_libreoffice_works_a_season_out_to_what_the_site_says(tmp_path):
    with translation.override("en"):
        same(season_workbook.build_season_workbook(two_nights(), NameDetail.FULL), tmp_path)


@pytest.mark.parametrize("key", KEYS)
def test_libreoffice_works_a_night_out_to_what_the_site_says(key, tmp_path):
    with translation.override("en"):
        night = played(key, {"rummy": 4, "vijfhonderd": 8}.get(key, 7))
        same(night_workbook.build_night_workbook(night), tmp_path)
