from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.spreadsheets.csv_lists import Figure, Value
from tournaments.standings.pages.places import Number
from tournaments.standings.pages.standing import (
    DivisionStanding,
    PlayedNight,
    Score,
    SeasonStanding,
    StandingRow,
)

EVERY = slice(None)
FURTHER = ("average", "came", "counted", "dashes", "pit", "roem", "nat")  # right of the nights


def write_points(points: Number | None) -> Value:
    """Those that are not whole have two decimals."""
    return Figure(points, decimals=True) if isinstance(points, Decimal) else points


class NumberColumn(tables.Column):  # type: ignore[misc]  # it has no types
    """`short` is a heading as narrow as the figures; the word is spoken, and in the legend."""

    def __init__(self, *, short: object = "", decimals: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.short, self.decimals = short, decimals

    def value(self, value: Number) -> Value:
        return Figure(value, decimals=True) if self.decimals else write_points(value)


class NightColumn(tables.Column):  # type: ignore[misc]
    def __init__(self, number: int, night: PlayedNight) -> None:
        accessor = f"scores__{number}"
        super().__init__(accessor=accessor, verbose_name=night.heading, orderable=False)
        self.night = night

    def value(self, value: Score) -> Value:
        if value.points is None:
            return "–"
        if value.sign or value.is_dropped:
            return Figure(value.points, mark=value.sign, left_out=value.is_dropped)
        return value.points


class MarkColumn(NumberColumn):
    def __init__(self, kind: str, heading: object) -> None:
        name = f"marks__{kind}"
        super().__init__(accessor=name, verbose_name=heading, order_by=(name, "order"))


class PlacedTable(tables.Table):  # type: ignore[misc]
    """What the standing of a season and the result of a night both have."""

    place = NumberColumn(verbose_name=_("Place"), short=_("Pl."), order_by="order")
    name = tables.Column(verbose_name=_("Name"), order_by=("sort_name", "order"))
    points = NumberColumn(verbose_name=_("Total"), order_by=("points", "order"))
    dashes = NumberColumn(verbose_name=_("Dashes"), short=_("Dsh."), order_by=("dashes", "order"))
    pit = MarkColumn("pit", _("Pits"))
    roem = MarkColumn("roem", _("Roem"))
    nat = MarkColumn("nat", _("Nat"))
    remarks = tables.Column(verbose_name=_("Remarks"), visible=False, empty_values=())

    class Meta:
        default = ""
        order_by = "place"


class StandingTable(PlacedTable):
    division = tables.Column(verbose_name=_("Division"), empty_values=(), visible=False)
    moved = tables.Column(verbose_name="+/−", empty_values=(), visible=False)
    average = NumberColumn(
        verbose_name=_("Average"), short=_("Avg."), decimals=True, order_by=("average", "order")
    )
    gap = NumberColumn(
        verbose_name=_("Points to the place above"), short=_("to go up"), order_by=("gap", "order")
    )
    came = NumberColumn(verbose_name=_("Nights"), short=_("Nts."), order_by=("came", "order"))
    counted = NumberColumn(
        verbose_name=_("Counted"), short=_("Cnt."), order_by=("counted", "order")
    )

    class Meta(PlacedTable.Meta):
        template_name = "tournaments/standings/_standing_table.html"

    def __init__(
        self,
        standing: SeasonStanding,
        division: DivisionStanding,
        rows: Sequence[StandingRow],
        shown: slice = EVERY,
        own: Collection[int] = (),
        *,
        only_nights: bool = False,
        as_file: bool = False,
    ) -> None:
        """The nights in `shown` have a column. A file has the oldest first."""
        columns = list(enumerate(standing.nights))[shown]
        nights = {f"night{n}": NightColumn(n, night) for n, night in columns}
        last, others = list(nights)[:1], list(nights)[1:]
        self.only_nights = only_nights
        left_out = ["gap"] * as_file + [*FURTHER] * only_nights
        order = ["division", "place", "name", "moved", "points"]
        if as_file:
            order += ["average", "came", "counted", "...", *reversed(nights), "remarks"]
        else:
            order += [*last, "gap", *others, "average", "came", "counted", "..."]
        super().__init__(
            rows,
            exclude=(*standing.columns.without, *left_out),
            extra_columns=nights.items(),
            sequence=order,
            prefix=division.prefix,
        )
        points = self.columns["points"].column
        points.decimals = standing.has_decimals
        if not standing.columns.average:  # it is what the places go by
            points.verbose_name = gettext("Average")
        self.standing, self.division, self.own = standing, division, own
        first, end, _step = shown.indices(len(standing.nights))
        self.newest, self.other_nights = f"{first}:{first + 1}", f"{first + 1}:{end}"  # of scores

    @property
    def has_lines(self) -> bool:
        is_whole = len(self.rows) == len(self.division.rows)
        return is_whole and tuple(self.order_by) == ("place",)

    def value_division(self) -> Value:
        number: int | None = self.division.number
        return number

    def value_moved(self, record: StandingRow) -> Value:
        return gettext("new") if record.is_new else record.moved
