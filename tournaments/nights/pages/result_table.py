from collections.abc import Collection

import django_tables2 as tables
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.spreadsheets.csv_lists import Value
from tournaments.nights.pages.result import NightResult, RoundScore
from tournaments.standings.pages.standing_table import MarkColumn, NumberColumn, write_points
from tournaments.standings.rules.points import MARKS


class RoundColumn(tables.Column):  # type: ignore[misc]  # it has no types
    def __init__(self, index: int, number: int) -> None:
        heading = gettext("Round %(number)s") % {"number": number}
        super().__init__(accessor=f"rounds__{index}", verbose_name=heading, orderable=False)
        self.short = gettext("R%(number)s") % {"number": number}

    def value(self, value: RoundScore) -> Value:
        return write_points(value.points)


class ResultTable(tables.Table):  # type: ignore[misc]
    place = NumberColumn(verbose_name=_("Place"), short=_("Pl."), order_by="order")
    name = tables.Column(verbose_name=_("Name"), order_by=("sort_name", "order"))
    pace = NumberColumn(verbose_name=_("Average"), short=_("Avg."), order_by=("pace", "order"))
    points = NumberColumn(verbose_name=_("Total"), order_by=("points", "order"))
    written = NumberColumn(verbose_name=_("On the form"), order_by=("written", "order"))
    games = NumberColumn(verbose_name=_("Games"), order_by=("games", "order"))
    dashes = NumberColumn(verbose_name=_("Dashes"), short=_("Dsh."), order_by=("dashes", "order"))
    pit = MarkColumn("pit", _("Pits"))
    roem = MarkColumn("roem", _("Roem"))
    nat = MarkColumn("nat", _("Nat"))
    remarks = tables.Column(verbose_name=_("Remarks"), visible=False)

    class Meta:
        template_name = "tournaments/nights/_result_table.html"
        default = ""
        order_by = "place"

    def __init__(
        self, result: NightResult, own: Collection[int] = (), *, as_file: bool = False
    ) -> None:
        """A page has no column for a night's only round, as it would repeat the total."""
        there = {
            **dict.fromkeys(("pace", "games"), result.uneven),
            "written": result.by_places,
            "dashes": result.has_dashes,
            **dict.fromkeys(MARKS, result.has_marks),
        }
        self.result, self.own = result, own
        self.has_rounds = as_file or len(result.rounds) > 1
        shown = enumerate(result.rounds if self.has_rounds else ())
        super().__init__(
            result.rows,
            exclude=[name for name, is_there in there.items() if not is_there],
            extra_columns=[(f"round{n}", RoundColumn(n, number)) for n, number in shown],
            sequence=["...", "remarks"],
        )
