from collections.abc import Iterable, Sequence

import django_tables2 as tables
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData

from scoring.toolkit.spreadsheets.csv_lists import Value
from tournaments.standings.pages.places import as_number
from tournaments.standings.pages.player import Contract, Met
from tournaments.standings.pages.players import Listed


class NamelessLast(TableListData):  # type: ignore[misc]  # it has no types
    def order_by(self, aliases: Sequence[str]) -> None:
        super().order_by(aliases)
        self.data.sort(key=lambda met: not met.player)


class MetTable(tables.Table):  # type: ignore[misc]
    name = tables.Column(verbose_name=_("Name"), order_by="sorted_by")
    together = tables.Column(verbose_name=_("Met"), accessor="tried__together")
    ahead = tables.Column(verbose_name=_("Ahead"), accessor="tried__ahead")
    behind = tables.Column(verbose_name=_("Behind"), accessor="tried__behind")
    equal = tables.Column(verbose_name=_("Equal"), accessor="tried__equal", visible=False)

    class Meta:
        order_by = ("-together",)

    def __init__(self, met: Iterable[Met]) -> None:
        super().__init__(NamelessLast(list(met)))

    def value_name(self, record: Met) -> str:
        return record.name if record.player else gettext("Members who show no name")


class ContractTable(tables.Table):  # type: ignore[misc]
    words = tables.Column(verbose_name=_("Contract"))
    games = tables.Column(verbose_name=_("Games"))
    average = tables.Column(verbose_name=_("Average"))
    said = tables.Column(verbose_name=_("Remarks"), visible=False, default="")

    def __init__(self, contracts: Iterable[Contract], *, low: bool) -> None:
        super().__init__(list(contracts), order_by="average" if low else "-average")

    def value_average(self, record: Contract) -> Value:
        return as_number(record.average)


class PlacelessLast(TableListData):  # type: ignore[misc]
    def order_by(self, aliases: Sequence[str]) -> None:
        super().order_by(aliases)
        if "place" in aliases[0]:
            self.data.sort(key=lambda player: player.place is None)


class PlayersTable(tables.Table):  # type: ignore[misc]
    name = tables.Column(verbose_name=_("Name"), order_by=("sought", "id"))
    place = tables.Column(verbose_name=_("Place"), order_by=("division", "place", "sought"))
    division = tables.Column(verbose_name=_("Division"), orderable=False)

    class Meta:
        default = ""
        order_by = ("name",)

    def __init__(self, players: Iterable[Listed]) -> None:
        super().__init__(PlacelessLast(list(players)))
