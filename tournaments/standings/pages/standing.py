from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.members import couples, members
from tournaments.models import Season, TieRuling
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings.rules import Division, Row, TieDecision


class Ruling(NamedTuple):
    division: int | None
    what: str
    words: str


class Called(NamedTuple):
    name: str
    address: str = ""
    first: str = ""  # name


def call_players(
    season: Season,
    ids: Collection[int],
    seen: NameDetail,
    known: Mapping[int, members.Known] | None = None,
) -> dict[int, Called]:
    """Of a couple, that is both names and the page of the first member. On a player's own page,
    club members see names as the public does: a name that is shown here may be hidden there, and
    then has no address.
    """
    players = reverse("tournaments:players", args=[season.club.slug])
    openly = NameDetail.PUBLIC if seen == NameDetail.FELLOW else seen
    known = known or members.load_known_in_club(season.club_id, ids)
    labels = couples.load_labels(season, ids, seen, known)
    shown = labels if openly == seen else {pk: known[pk].choose_name(openly) for pk in labels}
    hides = {pk for pk, player in shown.items() if player.name.full == NOBODY}
    return {
        pk: Called(label.full, "" if pk in hides else f"{players}{pk}/", label.name.first)
        for pk, label in labels.items()
    }


def call_all(season: Season, divisions: Sequence[Division], seen: NameDetail) -> dict[int, Called]:
    return call_players(season, _players(divisions), seen)


def list_rulings(divisions: Iterable[Division], names: Mapping[int, str]) -> Iterator[Ruling]:
    for division in divisions:
        for decision in division.settled:
            yield Ruling(division.number, decision.what, settlement_in_words(decision, names))


def sort_equals_by_name(rows: Sequence[Row], names: Mapping[int, str]) -> Sequence[Row]:
    if not any(row.tied for row in rows):
        return rows
    last = len(rows) + 1
    return sorted(
        rows, key=lambda row: (row.rank or last, fold(names[row.player]) if row.tied else "")
    )


def load_names(season: Season, divisions: Sequence[Division], seen: NameDetail) -> dict[int, str]:
    return couples.load_names(season, _players(divisions), seen)


def _players(divisions: Sequence[Division]) -> list[int]:
    return [row.player for division in divisions for row in division.rows]


def list_marks(row: Row, division: Division) -> list[str]:
    """Return what the place brings, such as a prize, or why there is no place."""
    remarks = []
    for move, sure, tied in ((division.up, UP, MAY_GO_UP), (division.down, DOWN, MAY_GO_DOWN)):
        remarks += [str(sure)] if row.player in move.sure else []
        remarks += [str(tied)] if row.player in move.tied else []
    for prize in division.prizes:
        if row.player in prize.players:
            remarks.append(
                gettext("shares a prize") if len(prize.players) > 1 else gettext("prize")
            )
    if remarks:
        hows = [decision.how for decision in division.settled if row.player in decision.players]
        remarks += [str(TieRuling.How(how).label) for how in hows]
    if division.least > 1 and row.rank is None:
        remarks.append(_too_few(row.nights, division.least))
    return list(dict.fromkeys(remarks))


def _too_few(came: int, least: int) -> str:
    words = ngettext("%(came)s of %(count)s night", "%(came)s of %(count)s nights", least)
    return words % {"came": came, "count": least}


def settlement_in_words(tie_ruling: TieRuling | TieDecision, names: Mapping[int, str]) -> str:
    who = ", ".join(names.get(pk, NOBODY) for pk in tie_ruling.order or tie_ruling.players)
    return f"{TieRuling.How(tie_ruling.how).label}: {who}"


UP, MAY_GO_UP = _("goes up"), _("may go up")
DOWN, MAY_GO_DOWN = _("goes down"), _("may go down")
