import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2.utils import OrderBy

from tournaments.club.reglementen import name_game
from tournaments.club.time_and_place import in_words
from tournaments.members import members
from tournaments.models import Club, Member, Night, Reglement, Season
from tournaments.names import Label

A_PAGE = 50
PLAYERS = "tournaments/nights/_players.html"  # such as A, B and C, each with its page


def make_unbroken(text: object) -> str:
    """Hyphens that never break a line keep 2026-2027 together."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2011", str(text))


class Members(tables.Table):  # type: ignore[misc]  # it has no types
    name = tables.Column(verbose_name=_("Name"), order_by=("sort_key", "pk"))
    number = tables.Column(verbose_name=_("No."), default="")
    writes = tables.Column(verbose_name=_("Keeps score"), order_by=("writes", "sort_key", "pk"))
    # Only in downloads; the last four only for organisers.
    nickname = tables.Column(verbose_name=_("Nickname"), visible=False, orderable=False)
    guest = tables.Column(verbose_name=_("Guest"), visible=False, orderable=False)
    table = tables.Column(verbose_name=_("Always at table"), visible=False, orderable=False)
    first = tables.Column(verbose_name=_("First name"), visible=False, orderable=False)
    particle = tables.Column(verbose_name=_("Particle"), visible=False, orderable=False)
    family = tables.Column(verbose_name=_("Family name"), visible=False, orderable=False)
    email = tables.Column(verbose_name=_("E-mail"), visible=False, orderable=False)
    phone = tables.Column(verbose_name=_("Telephone"), visible=False, orderable=False)
    joined = tables.Column(verbose_name=_("Member since"), visible=False, orderable=False)
    household = tables.Column(verbose_name=_("Family or group"), visible=False, orderable=False)

    class Meta:
        order_by = ("name",)

    def __init__(self, club: Club, data: QuerySet[Member], organises: bool = False) -> None:
        super().__init__(data)
        self.club, self.organises = club, organises

    @cached_property
    def labels(self) -> dict[int, Label]:
        return members.load_club_labels(self.club)

    def render_name(self, record: Member) -> SafeString:
        address = reverse("tournaments:member", args=[self.club.slug, record.pk])
        label = self.labels.get(record.pk, record.label)
        link = format_html('<a href="{}">{}</a>', address, label.full)
        marks = " · ".join(_marks(record, self.organises))
        return format_html("{} <small>{}</small>", link, marks) if marks else link

    def render_writes(self, record: Member) -> str:
        return "" if record.writes == Member.Writes.ANY else record.get_writes_display()

    def value_name(self, record: Member) -> str:
        return str(record)

    def value_guest(self, record: Member) -> str:
        return gettext("yes") if record.guest else ""

    def value_joined(self, record: Member) -> date | None:
        return record.joined

    def order_number(self, rows: Any, is_descending: bool) -> tuple[Any, bool]:
        """Member numbers are texts: by length first, so that 9 comes before 10."""
        sign = "-" if is_descending else ""
        rows = rows.annotate(digits=Length("number"))
        return rows.order_by(f"{sign}digits", f"{sign}number", "sort_key", "pk"), True


def _marks(member: Member, organises: bool) -> list[str]:
    marks = [gettext("“%(name)s”") % {"name": member.nickname}] if member.nickname else []
    if organises and member.household:
        marks.append(member.household)
    if member.erasure_asked:
        marks.append(gettext("asks to be erased"))
    if member.guest:
        marks.append(gettext("guest"))
    if member.table:
        marks.append(gettext("always table %(number)s") % {"number": member.table})
    return marks


class Reglementen(tables.Table):  # type: ignore[misc]
    name = tables.Column(verbose_name=_("Name"), linkify=True)
    game = tables.Column(verbose_name=_("Game"), orderable=False)

    class Meta:
        order_by = ("name",)

    def render_game(self, record: Reglement) -> str:
        return name_game(record)


class Nights(tables.Table):  # type: ignore[misc]
    day = tables.Column(verbose_name=_("Day"), linkify=True, order_by=("day", "pk"))
    when = tables.Column(
        verbose_name=_("Time and place"), accessor="pk", orderable=False, visible=False
    )
    season = tables.Column(verbose_name=_("Season"), order_by=("season__first", "day", "pk"))
    state = tables.Column(verbose_name=_("Now"), orderable=False)
    winners: Mapping[int, Sequence[Sequence[str]]] = MappingProxyType({})  # by night

    class Meta:
        order_by = ("-day",)

    def render_day(self, record: Night) -> str:
        return date_format(record.day, "SHORT_WEEKDAY_FORMAT")

    def render_season(self, value: Season) -> str:
        return make_unbroken(value)

    def render_state(self, record: Night) -> str:
        is_own = (record.starts or record.venue) and not record.season.open_evening
        own = in_words(record) if is_own else ""
        if winners := self.winners.get(record.pk):
            return render_to_string(PLAYERS, {"players": winners})
        return " · ".join(filter(None, [record.get_state_display(), own]))

    def value_state(self, record: Night) -> str:
        if winners := self.winners.get(record.pk):
            names = get_text_list([name for name, *_ in winners], gettext("and"))
            return gettext("won by %(names)s") % {"names": names}
        return record.get_state_display()

    def value_when(self, record: Night) -> str:
        return in_words(record)

    def value_season(self, value: Season) -> str:
        return str(value)

    def value_day(self, record: Night) -> date:
        day: date = record.day
        return day


class OpenEvenings(Nights):
    season = tables.Column(verbose_name=_("Name"), order_by=("season__name", "day", "pk"))

    class Meta(Nights.Meta):
        pass


def sort_table(table: tables.Table, request: HttpRequest) -> tables.Table:
    """If the request names no column, the table keeps its own order."""
    table.request = request
    sort = request.GET.get(table.prefixed_order_by_field, "")
    if (name := OrderBy(sort).bare) in table.columns and table.columns[name].orderable:
        table.order_by = sort
    return table


def turn_table(
    table: tables.Table, request: HttpRequest, rows_a_page: int = A_PAGE
) -> tables.Table:
    sort_table(table, request).paginate(per_page=rows_a_page)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
    return table
