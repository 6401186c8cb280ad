"""docs/deploying/laptop-dies.md tells people what is done here."""

import os
import shutil
import time
from random import Random

import pytest

from tests.faults import evening
from tests.faults.evening import SEED, Report, some_more
from tests.faults.phones import Phone
from tests.faults.site import Site
from tests.servers import wait

DRILLS = max(1, int(os.environ.get("STREEPJE_KILLS", "8")) // 100)
NIGHT = """
import django, json
django.setup()
from scoring.sheets import links
from tests.tournaments.evenings import club_with, drawn, people, playing
season = club_with()
one = playing(season, people(season, 12))
drawn(one, 1)
for table in one.rounds.get().tables.all():
    names = [seat.name for seat in table.sheet.seats.all()]
    print(json.dumps([str(table.sheet.public_id), links.make_key(table.sheet), names]))
"""
SECOND_ROUND = """
import django
django.setup()
from tests.tournaments.evenings import drawn
from tournaments.models import Night
drawn(Night.objects.get(), 1)
"""


@pytest.mark.wide
@pytest.mark.parametrize("number", range(DRILLS))
def test_another_laptop_goes_on_with_the_stick_and_nothing_acknowledged_is_missing(
    tmp_path, own_database, capsys, number
):
    site = Site(new_folder(tmp_path / "old"), own_database, workers=1)
    site.stick, site.log = new_folder(tmp_path / "STICK"), tmp_path / "site.log"
    tables = site.ask(NIGHT)
    site.start()
    phones = sit_down(site, tables, number)
    report = Report()
    with evening.writing(site, phones):
        some_more(phones, 20)
        before = copies(site)
        site.ask(SECOND_ROUND)
        wait(lambda: copies(site) - before, "no copy comes onto the stick", site.log)
        some_more(phones, 20)
        site.end()
        site.database.lose()
        shutil.rmtree(tmp_path / "old")
        time.sleep(Random(f"{SEED} {number}").uniform(0, 1))
        began = time.monotonic()
        site.folder = new_folder(tmp_path / "new")
        site.start(typed="ja")
        took = time.monotonic() - began
        some_more(phones)
    evening.count(report, site, phones)
    assert report.wrong == [], site.log.read_text("utf-8")[-4000:]
    assert report.letters["that told of another history"] > 0
    with capsys.disabled():
        print(f"\n  one command, one word; {took:.1f} s until the other laptop answered")


def sit_down(site, tables, number):
    return [
        Phone(site.port, sheet, key, f"{SEED} {number} {table}", players=names, does="enter")
        for table, (sheet, key, names) in enumerate(tables)
    ]


def new_folder(path):
    path.mkdir()
    return path


def copies(site):
    return {path.name for path in site.stick.glob("Streepje/streepje-*.backup")}
