"""The preview of a night workbook that was changed and uploaded again: it shows what the import
would now change at each table.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext, override

from scoring.browser import sync
from scoring.files.cell_map import CellMap
from scoring.games.sheet.data import Row, SheetData
from scoring.games.sheet.rows import ABSENT
from scoring.models import Sheet
from scoring.pages.state import SheetState
from scoring.sheets import entries, links
from scoring.sheets.locked import PREFETCH, LockedSheet, build_refusal, score_valid
from scoring.toolkit.numbered_forms import number_message, problem_in_words
from scoring.toolkit.problems import Json, ProblemCode, UserError
from scoring.toolkit.problems import Problem as Refused
from tournaments import problems
from tournaments.files.exports import workbook_id
from tournaments.files.imports import corrections, night_workbook
from tournaments.files.imports.corrections import Correction, Form
from tournaments.files.imports.night_workbook import Change, Game, Odd
from tournaments.models import ImportDraft, Table
from tournaments.problems import LETTER

NOTHING = build_refusal(entries.NOTHING_ENTERED).problems


class Problem(NamedTuple):
    at: str
    code: str
    words: str


@dataclass
class Entry:
    """A game in an uploaded workbook whose cells were changed, and what would happen if it were
    entered on the site.
    """

    game: Game
    sheet: int
    seen: int  # the row's revision when the workbook was exported
    now: int  # the row's current revision
    problems: list[Problem] = field(default_factory=list)  # why it cannot be entered
    stands: list[str] = field(default_factory=list)  # what was entered on the site since
    ticked: bool = True

    @property
    def key(self) -> str:
        """Return a text that names the game and the present revision of its row on the site. It is
        the value of the game's tick box in the preview.
        """
        return f"{self.sheet}-{self.game.number}-{self.now}"

    @property
    def moved(self) -> bool:
        return self.now > self.seen

    @property
    def first(self) -> bool:
        """Return whether nothing is entered on the site for this game yet."""
        return not self.now

    @property
    def correction(self) -> Correction:
        return Correction(self.sheet, self.game.number, self.game.row, self.seen)


@dataclass
class Sheets:
    """What was changed in one worksheet of an uploaded workbook, which belongs to the sheet of one
    table. It also lists the worksheet's cells that could not be read.
    """

    worksheet: str
    sheet: int
    table: Table | None = None
    key: str = ""
    approved: bool = False
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # cells that were not read
    gone: list[int] = field(default_factory=list)
    there: int = 0  # games that the site already has as in the workbook

    @property
    def able(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.problems]

    @property
    def unable(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.problems]


class Plan:
    def __init__(self, kept: ImportDraft) -> None:
        assert kept.night, "this is a night's workbook"
        self.kept, self.night = kept, kept.night
        forms = corrections.read_forms(kept)
        tables = _tables(kept, [table.mark.sheet for table in forms])
        met: set[int] = set()
        self.sheets = [_sheet(table, tables.get(table.mark.sheet), met) for table in forms]
        self.changed = [table for table in self.sheets if _says_something(table)]
        self.able = [entry for table in self.sheets for entry in table.able]
        self.shut = corrections.needs_reopening(self.night, {table.sheet for table in self.able})

    def counts(self) -> dict[str, int]:
        """Return how many of the games that were changed in the uploaded workbook are of each kind:

        - `first`: not entered on the site yet;
        - `mended`: would be changed;
        - `moved`: changed on the site since the export, too;
        - `unable`: cannot be entered;
        - `there`: the site already has the same.

        Kinds without a game are left out.
        """
        moved = sum(table.moved for table in self.able)
        first = sum(table.first for table in self.able)
        counts = {
            "first": first,
            "mended": len(self.able) - moved - first,
            "moved": moved,
            "unable": sum(len(table.unable) for table in self.sheets),
            "there": sum(table.there for table in self.sheets),
        }
        return {kind: count for kind, count in counts.items() if count}

    @property
    def remarks(self) -> list[str]:
        return [
            number_message(LETTER, problems.numbered(number))[1] for number in self.kept.remarks
        ]

    def tick_games(self, keys: Iterable[str]) -> None:
        """Tick the games with these keys in the preview. A game stays ticked even if its row on the
        site has changed since.
        """
        games = {key.rpartition("-")[0] for key in keys}
        for entry in self.able:
            entry.ticked = entry.key.rpartition("-")[0] in games

    def select_chosen(self, keys: Iterable[str]) -> list[Correction]:
        """Return the corrections of the games with these keys. Refuse a game if its row changed
        since the preview was shown.
        """
        by_key = {entry.key: entry for entry in self.able}
        corrections = []
        for key in keys:
            if key not in by_key:
                number = key.rpartition("-")[0].rpartition("-")[2]
                raise problems.user_error(problems.MOVED_ON, number=number[:4])
            corrections.append(by_key[key].correction)
        return corrections


def _tables(kept: ImportDraft, sheets: Sequence[int]) -> dict[int, Table]:
    tables = Table.objects.used().filter(round__night=kept.night, sheet__in=sheets)
    sheets_by_id = Sheet.objects.prefetch_related(*PREFETCH, "former_names").in_bulk(sheets)
    tables_by_sheet = {}
    for table in tables.select_related("round").order_by("round__number", "number"):
        table.sheet = sheets_by_id[table.sheet_id]
        tables_by_sheet[table.sheet_id] = table
    return tables_by_sheet


def _says_something(sheets: Sheets) -> bool:
    return bool(sheets.entries or sheets.problems or sheets.gone)


def _sheet(form: Form, table: Table | None, met: set[int]) -> Sheets:
    result = Sheets(form.worksheet, form.mark.sheet, table)
    if form.mark.sheet in met:
        result.problems.append(_problem("", problems.HERE_TWICE, what=form.worksheet))
        return result
    met.add(form.mark.sheet)
    now = sync.build_sheet_state(table.sheet) if table else None
    if table is None or now is None or workbook_id.digest_head(now) != form.mark.head:
        result.problems.append(_problem("", problems.FORM_CHANGED))
        return result
    result.key, result.approved = links.make_key(table.sheet), now["approved"]
    then = _then(table.sheet, form.mark.sequence)
    with override(form.mark.language):
        taken = CellMap(then)
        read = night_workbook.read(taken, form.cells)
    result.gone = read.gone
    result.problems = [
        *map(_odd, read.odd),
        *(_odd(odd) for game in read.games for odd in game.odd),
    ]
    _judge(result, read.games, then, now)
    return result


def _then(sheet: Sheet, sequence: int) -> SheetState:
    """Return the sheet's state when the workbook was exported. `sequence` is the number of the last
    event (recorded change) that the sheet had by then.
    """
    events = [event for event in sheet.events.all() if event.sequence <= sequence]
    return sync.build_state(LockedSheet(copy(sheet), sheet.seats.all(), events))


def _judge(sheets: Sheets, games: Iterable[Game], then: SheetState, now: SheetState) -> None:
    """Compare each game that was changed in the worksheet with the sheet at the export (`then`) and
    the sheet now (`now`). Add the game to the entries of `sheets`, or only count it there if the
    site already has the same content. Each game is checked by the site's rules, as if it and the
    changed games before it had just been entered.
    """
    data: SheetData = now["data"].copy()
    for game in games:
        if not game.changes:
            continue
        stood, stands = (_said(_row(state, game.number)) for state in (then, now))
        if game.whole and _said(game.row) == stands != stood:
            sheets.there += 1
        else:
            sheets.entries.append(_entry(sheets.sheet, game, then, now, data))


def _entry(sheet: int, game: Game, then: SheetState, now: SheetState, data: SheetData) -> Entry:
    number = str(game.number)
    entry = Entry(game, sheet, then["seen"].get(number, 0), now["seen"].get(number, 0))
    if not game.whole:
        entry.problems = [_odd(reason) for reason in game.odd]
    elif _said(game.row) == _said(_row(then, game.number)):
        # A value that only a winner can have, in a game that nobody won.
        entry.problems = [_place_problem(game, reason) for reason in NOTHING]
    else:
        entry.stands = list(_stands(now, game)) if entry.moved else []
        entry.problems = _refusals(data, game)
    return entry


def _refusals(data: SheetData, game: Game) -> list[Problem]:
    """Return why the site would refuse this game of the workbook; empty if it would accept it. An
    accepted game is added to `data`, the content of the sheet, so that later games are checked
    together with it.
    """
    rows = data["games"]
    try:
        entries.check_number(game.number, len(rows))
        data["games"] = [*rows, *({} for _ in range(game.number - len(rows)))]
        data["games"][game.number - 1] = game.row
        score_valid(data, game.number)
    except UserError as refused:
        data["games"] = rows
        return [_place_problem(game, problem) for problem in refused.problems]
    return []


def _row(state: SheetState, number: int) -> Json:
    rows: list[Row] = state["data"]["games"]
    return rows[number - 1] if number <= len(rows) else {}


def _said(row: Row) -> Json:
    """Return the content of a row, to compare two versions of a game. For a game that was not
    played, all entries are left out except who was absent.
    """
    cells = (row.get("entries") or {}).items()
    entries = {name: cell for name, cell in cells if "void" not in row or cell == ABSENT}
    return {**row, "entries": entries}


def _stands(now: SheetState, game: Game) -> Iterator[str]:
    """Yield, for each cell of the game that was changed in the workbook, a text with what the site
    has there now.
    """
    typed = CellMap(now).list_typed(game.number)
    for change in game.changes:
        if change.column:
            yield f"{change.whose}: {typed[change.column] or gettext('nothing')}"


# In words


def _problem(at: str, check: ProblemCode, **params: object) -> Problem:
    return Problem(at, *number_message(LETTER, check, **params))


def _odd(odd: Odd) -> Problem:
    params = dict(odd.params)
    if game := params.get("game"):
        params["what"] = gettext("Game %(number)s") % {"number": game}
    return _problem(odd.at, odd.check, **params)


def _place_problem(game: Game, problem: Refused) -> Problem:
    """Return the problem that the page shows for a refused game, with the cell to mark. That is a
    changed cell of the player whom the problem names or, if there is none, the first changed cell.
    """
    mine = [
        change for change in game.changes if change.player == problem["player"] and change.player
    ]
    where: Change = (mine or game.changes)[0]
    return Problem(where.at, *problem_in_words(problem))
