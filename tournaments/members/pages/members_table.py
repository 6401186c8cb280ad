from datetime import date
from functools import cached_property
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.members import members
from tournaments.models import Club, Member
from tournaments.names import Label


class MembersTable(tables.Table):  # type: ignore[misc]  # it has no types
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
