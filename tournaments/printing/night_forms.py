from collections.abc import Callable, Iterable

from django.db.models import Prefetch
from django.utils.translation import gettext

from scoring.browser import sync
from scoring.models import Sheet
from scoring.printing import form_pages
from scoring.printing.printed_sheet import (
    Head,
    PrintedSheet,
    build_blank,
    build_played,
    build_sheet,
)
from scoring.sheets import links
from scoring.sheets.sheet_under_lock import PREFETCH
from tournaments.club import logos
from tournaments.club.reglementen import build_game, find_own_name
from tournaments.draw.engine import table_sizes
from tournaments.models import Night, Table
from tournaments.nights.nights import find_night_table_kind
from tournaments.nights.pages.result_cards import Written

Address = Callable[[Sheet], str | None]


def print_forms(night: Night, size: str, address: Address, **which: int) -> bytes:
    """`which` can name one round or table; `address` gives the address of a sheet's QR code."""
    sheets = Prefetch("sheet", Sheet.objects.prefetch_related(*PREFETCH))
    tables = Table.objects.used().filter(round__night=night, **which).select_related("round")
    ordered = tables.order_by("number", "round__number")
    forms = []
    for table in ordered.prefetch_related(sheets):
        state = sync.build_sheet_state(table.sheet)
        head = _head(night, table=str(table.number), round=str(table.round.number))
        link, id = address(table.sheet), links.write_id(table.sheet)
        forms.append(build_sheet(state["data"], head, link, sheet=id, writes=state["scribe"]))
    return _pdf(night, forms, size, gettext("Forms"))


def print_played(night: Night, written: Iterable[Written]) -> bytes:
    forms = []
    for form in written:
        head = _head(night, table=str(form.table), round=str(form.round))
        forms.append(build_played(form.form.outcome.data, head, form.names))
    return _pdf(night, forms, "two", gettext("Games"))


def print_empty(night: Night, count: int, size: str) -> bytes:
    people = 2 if night.season.by_couple else 1
    seats = people * table_sizes.find_full_size(find_night_table_kind(night))
    rules = night.season.reglement
    game = build_game(rules, games=night.games) if night.games else build_game(rules)
    form = build_blank(game, seats, _head(night), find_own_name(rules))
    return _pdf(night, [form] * count, size, form.title)


def _pdf(night: Night, forms: Iterable[PrintedSheet], size: str, title: str) -> bytes:
    logo = logos.read_logo(night.season.club)
    return form_pages.print_forms(forms, size, f"{title} · {night.in_full}", logo=logo)


def _head(night: Night, table: str = "", round: str = "") -> Head:
    return Head(str(night.season.club), str(night), table, round)
