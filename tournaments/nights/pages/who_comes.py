"""The people who come to a night that has not begun, with names as the viewer may see them."""

from typing import NamedTuple

from django.db.models.functions import Coalesce

from tournaments.members import members
from tournaments.models import Attendance, Night
from tournaments.names import NOBODY, NameDetail
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing import Called


class WhoComes(NamedTuple):
    coming: list[Called]  # whose names are not hidden
    unnamed: int


def read_who_comes(night: Night, names: NameDetail) -> WhoComes:
    said = night.attendances.filter(said=Attendance.Said.ON)
    ids = set(said.values_list(Coalesce("member__merged_into", "member"), flat=True))
    labels = members.load_labels(ids, names)
    called = standing.call_players(night.season, ids, names)
    ordered = sorted(labels, key=lambda pk: labels[pk].order)
    shown = [called[pk] for pk in ordered if labels[pk].name.full != NOBODY]
    return WhoComes(shown, len(ids) - len(shown))
