"""A whole workbook: every table with what would change, as things stand on the site now."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext, override

from scoring.browser import sync
from scoring.files.cell_map import CellMap
from scoring.games.sheet.rows import ABSENT
from scoring.models import Sheet
from scoring.sheets import entries, links
from scoring.sheets.locked import PREFETCH, LockedSheet, refusal, scored
from scoring.toolkit.numbered_forms import numbered_message, problem_words
from scoring.toolkit.problems import Json, UserError
from tournaments import problems
from tournaments.files.exports import workbook_id
from tournaments.files.imports import corrections, night_workbook
from tournaments.files.imports.corrections import Correction, Form
from tournaments.files.imports.night_workbook import Change, Game, Odd
from tournaments.models import Intake, Table
from tournaments.problems import LETTER

NOTHING = refusal(entries.NOTHING_ENTERED).problems


class Problem(NamedTuple):
    at: str
    code: str
    words: str


@dataclass
class Entry:
    """A game that would be entered."""

    game: Game
    sheet: int
    seen: int  # the revision it was made on
    now: int  # that which is in force now
    problems: list[Problem] = field(default_factory=list)  # why it can't be
    stands: list[str] = field(default_factory=list)  # what was entered on the site meanwhile
    ticked: bool = True

    @property
    def key(self) -> str:
        """With what it was looked at beside."""
        return f"{self.sheet}-{self.game.number}-{self.now}"

    @property
    def moved(self) -> bool:
        return self.now > self.seen

    @property
    def first(self) -> bool:
        """Whether nothing was entered of this game yet."""
        return not self.now

    @property
    def correction(self) -> Correction:
        return Correction(self.sheet, self.game.number, self.game.row, self.seen)


@dataclass
class Sheets:
    """A table of the workbook."""

    leaf: str
    sheet: int
    table: Table | None = None
    key: str = ""
    approved: bool = False
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # cells that are not read
    gone: list[int] = field(default_factory=list)
    there: int = 0  # games that the site has like this already

    @property
    def able(self) -> list[Entry]:
        return [one for one in self.entries if not one.problems]

    @property
    def unable(self) -> list[Entry]:
        return [one for one in self.entries if one.problems]


class Plan:
    def __init__(self, kept: Intake) -> None:
        assert kept.night, "this is a night's workbook"
        self.kept, self.night = kept, kept.night
        found = corrections.forms(kept)
        tables = _tables(kept, [one.mark.sheet for one in found])
        met: set[int] = set()
        self.sheets = [_sheet(one, tables.get(one.mark.sheet), met) for one in found]
        self.changed = [one for one in self.sheets if _says_something(one)]
        self.able = [entry for one in self.sheets for entry in one.able]
        self.shut = corrections.shut(self.night, {one.sheet for one in self.able})

    def counts(self) -> dict[str, int]:
        """Of games, by what would become of them."""
        moved = sum(one.moved for one in self.able)
        first = sum(one.first for one in self.able)
        found = {
            "first": first,
            "mended": len(self.able) - moved - first,
            "moved": moved,
            "unable": sum(len(one.unable) for one in self.sheets),
            "there": sum(one.there for one in self.sheets),
        }
        return {kind: count for kind, count in found.items() if count}

    @property
    def remarks(self) -> list[str]:
        return [
            numbered_message(LETTER, problems.numbered(number))[1] for number in self.kept.remarks
        ]

    def tick(self, keys: Iterable[str]) -> None:
        """Those that were chosen, also where something else stands beside them by now."""
        games = {key.rpartition("-")[0] for key in keys}
        for one in self.able:
            one.ticked = one.key.rpartition("-")[0] in games

    def chosen(self, keys: Iterable[str]) -> list[Correction]:
        """Refuses what is no longer as it was looked at."""
        by_key = {one.key: one for one in self.able}
        found = []
        for key in keys:
            if key not in by_key:
                number = key.rpartition("-")[0].rpartition("-")[2]
                raise problems.user_error(problems.MOVED_ON, number=number[:4])
            found.append(by_key[key].correction)
        return found


def _tables(kept: Intake, sheets: Sequence[int]) -> dict[int, Table]:
    tables = Table.objects.used().filter(round__night=kept.night, sheet__in=sheets)
    every = Sheet.objects.prefetch_related(*PREFETCH, "former_names").in_bulk(sheets)
    found = {}
    for table in tables.select_related("round").order_by("round__number", "number"):
        table.sheet = every[table.sheet_id]
        found[table.sheet_id] = table
    return found


def _says_something(one: Sheets) -> bool:
    return bool(one.entries or one.problems or one.gone)


def _sheet(form: Form, table: Table | None, met: set[int]) -> Sheets:
    found = Sheets(form.leaf, form.mark.sheet, table)
    if form.mark.sheet in met:
        found.problems.append(_problem("", problems.HERE_TWICE, what=form.leaf))
        return found
    met.add(form.mark.sheet)
    now = sync.sheet_state(table.sheet) if table else None
    if table is None or now is None or workbook_id.head(now) != form.mark.head:
        found.problems.append(_problem("", problems.FORM_CHANGED))
        return found
    found.key, found.approved = links.key(table.sheet), now["approved"]
    then = _then(table.sheet, form.mark.sequence)
    with override(form.mark.language):
        taken = CellMap(then)
        said = night_workbook.read(taken, form.cells)
    found.gone = said.gone
    found.problems = [*map(_odd, said.odd), *(_odd(odd) for one in said.games for odd in one.odd)]
    _judge(found, said.games, then, now)
    return found


def _then(sheet: Sheet, sequence: int) -> Json:
    """As it was when the workbook was made."""
    events = [one for one in sheet.events.all() if one.sequence <= sequence]
    return sync.state(LockedSheet(copy(sheet), sheet.seats.all(), events))


def _judge(found: Sheets, games: Iterable[Game], then: Json, now: Json) -> None:
    """What the site itself would refuse, one game after the other as they would be entered."""
    data = dict(now["data"])
    for game in games:
        if not game.changes:
            continue
        stood, stands = (_said(_row(state, game.number)) for state in (then, now))
        if game.whole and _said(game.row) == stands != stood:
            found.there += 1
        else:
            found.entries.append(_entry(found.sheet, game, then, now, data))


def _entry(sheet: int, game: Game, then: Json, now: Json, data: Json) -> Entry:
    number = str(game.number)
    entry = Entry(game, sheet, then["seen"].get(number, 0), now["seen"].get(number, 0))
    if not game.whole:
        entry.problems = [_odd(one) for one in game.odd]
    elif _said(game.row) == _said(_row(then, game.number)):
        # Such as what only a winner has, where nobody won.
        entry.problems = [_of_game(game, one) for one in NOTHING]
    else:
        entry.stands = list(_stands(now, game)) if entry.moved else []
        entry.problems = _refusals(data, game)
    return entry


def _refusals(data: Json, game: Game) -> list[Problem]:
    """Without any the game is in `data` from then on."""
    rows = data["games"]
    try:
        entries.check_number(game.number, len(rows))
        data["games"] = [*rows, *({} for _ in range(game.number - len(rows)))]
        data["games"][game.number - 1] = game.row
        scored(data, game.number)
    except UserError as refused:
        data["games"] = rows
        return [_of_game(game, one) for one in refused.problems]
    return []


def _row(state: Json, number: int) -> Json:
    rows: list[Json] = state["data"]["games"]
    return rows[number - 1] if number <= len(rows) else {}


def _said(row: Json) -> Json:
    """What counts of it: of a game that was not played only who was away."""
    cells = (row.get("entries") or {}).items()
    there = {name: cell for name, cell in cells if "void" not in row or cell == ABSENT}
    return {**row, "entries": there}


def _stands(now: Json, game: Game) -> Iterator[str]:
    """What the site has by now in the cells that were changed."""
    typed = CellMap(now).typed(game.number)
    for change in game.changes:
        if change.column:
            yield f"{change.whose}: {typed[change.column] or gettext('nothing')}"


# In words


def _problem(at: str, check: Any, **params: Any) -> Problem:
    return Problem(at, *numbered_message(LETTER, check, **params))


def _odd(one: Odd) -> Problem:
    params = dict(one.params)
    if game := params.get("game"):
        params["what"] = gettext("Game %(number)s") % {"number": game}
    return _problem(one.at, one.check, **params)


def _of_game(game: Game, problem: Json) -> Problem:
    """Where it stands: at whom it is about, else where the first change is."""
    mine = [one for one in game.changes if one.player == problem["player"] and one.player]
    where: Change = (mine or game.changes)[0]
    return Problem(where.at, *problem_words(problem))
