"""A night's workbook that comes back changed at random: it is refused by numbers, or goes in whole.

STREEPJE_FILES is how many files are broken, a tenth of them here; STREEPJE_SEED breaks others.
"""

import os
import re
import tracemalloc
from collections import Counter
from io import BytesIO
from random import Random
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import translation
from openpyxl import load_workbook

from scoring.browser import sync
from scoring.files.cell_map import SCORE, TYPED, CellMap
from scoring.models import Event
from scoring.sheets import verify
from scoring.toolkit.problems import UserError
from tests.tournaments.files.imports import test_corrections as night
from tests.tournaments.files.readers.hostile import packed
from tests.tournaments.files.readers.test_hostile import mutated
from tournaments.files.exports import night_workbook as writing
from tournaments.files.imports import corrections
from tournaments.files.imports.correction_page import Plan
from tournaments.models import ImportDraft, Night

pytestmark = pytest.mark.django_db

LIMIT = 256 * 1024 * 1024
FILES = int(os.environ.get("STREEPJE_FILES", "400")) // 10
SEED = os.environ.get("STREEPJE_SEED", "winter")
GAMES = ("jokeren", "jolly", "rummikub-international", "vijfhonderd")
LEAF, FORM = "R1 T1", "xl/worksheets/sheet2.xml"
FIRST, PLAYED, LAST = 7, 3, 12  # lines of games
CELLS = (
    *("-", "x", "0", 0, 1, 7, 13, 29.0, 4.5, -3, 10**14, 1e300, True, None, "", " "),
    *("=1+1", "=D7", "'-", "#REF!", "1/2", "29+2x20", "10NT", "M", "P", "ja", "nee", "uit"),
    *("²", "٣", "１２", "\u202e3", "_x0000_", "<b>1</b>", "%(number)s", "a" * 2000, "9" * 900),
    *("Niet gespeeld: thee", "Niet gespeeld:", "Speler 01", "Speler 99", "Spel", "streepje:x"),
)


class Sent(NamedTuple):
    night: Night
    content: bytes
    columns: list[int]  # that are typed in


@pytest.fixture(params=GAMES)
def sent(request, client):
    evening = night.evening(request.param, played=PLAYED)
    client.force_login(evening.season.club.roles.get(kind="owner").user)
    with translation.override("nl"):
        slots = CellMap(sync.build_sheet_state(night.form_of(evening))).slots
        kind = TYPED if any(slot.kind == TYPED for slot in slots) else SCORE
        columns = [slot.at for slot in slots if slot.kind == kind]
        yield Sent(evening, writing.build_night_workbook(evening).build_content(), columns)


def test_whatever_is_changed_it_is_refused_by_numbers_or_goes_in_whole(sent, client):
    chance = Random(f"{SEED} {sent.night.season.reglement.game}")
    count = FILES // len(GAMES)
    said = Counter(outcome(sent.night, client, changed(sent, chance)) for _ in range(count))
    assert not ImportDraft.objects.exists()
    assert said["taken"] > count / 10, said
    assert {"C115", "C164", "C166"} <= {*said}, said


def changed(sent, chance):
    """Cells, as people and programs leave them behind; or bytes, inside of a part or of all."""
    kind = chance.random()
    if kind < 0.1:
        return mutated(sent.content, chance)
    if kind < 0.3:
        parts = parts_of(sent)
        return packed(parts | {FORM: mutated(parts[FORM], chance)})
    book = load_workbook(BytesIO(sent.content))
    for _ in range(chance.randint(1, 4)):
        chance.choice(DEEDS)(book[LEAF], sent.columns, chance)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def parts_of(sent):
    with ZipFile(BytesIO(sent.content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def _type(page, columns, chance):
    line, column = chance.randint(1, page.max_row), chance.randint(1, page.max_column)
    page.cell(line, column).value = chance.choice(CELLS)


def _play(page, columns, chance):
    """A game as another one went, but for a cell perhaps."""
    old, new = FIRST + chance.randrange(PLAYED), chance.randint(FIRST, LAST)
    for column in columns:
        page.cell(new, column).value = page.cell(old, column).value
    if chance.random() < 0.5:
        page.cell(new, chance.choice(columns)).value = chance.choice(CELLS)


def _move(page, columns, chance):
    way = (page.insert_rows, page.insert_cols, page.delete_rows, page.delete_cols)
    chance.choice(way)(chance.randint(1, LAST), chance.randint(1, 3))


def _double(page, columns, chance):
    _play(page.parent.copy_worksheet(page), columns, chance)


DEEDS = (_type, _play, _play, _play, _move, _double)


def outcome(night, client, data):
    """Of choosing it, looking at its page, and taking in what can be; nothing of it stays."""
    file = SimpleUploadedFile("night.xlsx", data)
    with transaction.atomic():
        try:
            return _taken(night, client, corrections.save_draft(night=night, file=file))
        except UserError as refused:
            return refused.problems[0]["code"]
        finally:
            transaction.set_rollback(True)


def _taken(evening, client, kept):
    address = f"/de-hoop/nights/{evening.pk}/workbook/back/{kept.pk}/"
    assert client.get(address).status_code == 200
    plan, before = Plan(ImportDraft.objects.get(pk=kept.pk)), Event.objects.count()
    try:
        corrections.apply(kept=kept, corrections=[entry.correction for entry in plan.able])
    except UserError as refused:
        assert Event.objects.count() == before
        problems = [problem for sheet in plan.changed for problem in sheet.problems]
        return problems[0].code if problems else refused.problems[0]["code"]
    assert Event.objects.count() == before + len(plan.able)
    assert verify.run().problems == []
    return "taken"


# As much as goes in; by night alone, for it takes half a minute

EACH = 10 if FILES >= 1000 else 1


def below(parts, cells, lines=380):
    """Below the form, with as many of these on each line."""
    rows = "".join(f'<row r="{number}">{cells}</row>' for number in range(30, 30 + lines))
    whole = parts[FORM].replace(b"</sheetData>", f"{rows}</sheetData>".encode())
    return parts | {FORM: whole}


def every_game(parts):
    """Of the numbers that can be read."""
    cells = "".join(f"<c><v>{number}</v></c>" for number in (0, 7, 8, 9, 10, 11))
    changed = below(parts, cells)
    for number in range(1, 380):
        changed[FORM] = changed[FORM].replace(b"<c><v>0</v>", f"<c><v>{number}</v>".encode(), 1)
    return changed


def many(parts):
    """The same form, under as many names as there may be."""
    changed = below(parts, "<c><v>7</v></c>" * 20, 12)
    book = changed["xl/workbook.xml"].decode()
    (form,) = re.findall(rf'<sheet [^>]*name="{LEAF}"[^>]*/>', book)
    more = "".join(form.replace(LEAF, f"C{number}") for number in range(39 * EACH))
    return changed | {"xl/workbook.xml": book.replace(form, form + more).encode()}


LARGE = {
    "figures": lambda parts: below(parts, "<c><v>7</v></c>" * 50 * EACH),
    "formulas": lambda parts: below(parts, "<c><f>1</f><v>7</v></c>" * 18 * EACH),
    "texts": lambda parts: below(parts, f'<c t="str"><v>🃏{"x" * 990}</v></c>' * EACH),
    "games": every_game,
    "forms": many,
}


@pytest.mark.wide
@pytest.mark.parametrize("sent", ["jolly"], indirect=True)
def test_none_takes_more_than_256_megabytes(sent, client):
    """Its pages too; what reading alone takes is measured in incoming/test_hostile.py."""
    found = {}
    for name, make in LARGE.items():
        data = packed(make(parts_of(sent)), ZIP_STORED)
        tracemalloc.start()
        said = outcome(sent.night, client, data)
        found[name] = said, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert [said for said, _most in found.values()] == ["C166", "C164", "C164", "C166", "C166"]
    assert max(most for _said, most in found.values()) < LIMIT, found
