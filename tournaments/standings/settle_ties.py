"""Only this module writes decisions on ties."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import user_error
from tournaments import locks, problems
from tournaments.club import clubs
from tournaments.models import Night, Season, TieRuling
from tournaments.names import normalize
from tournaments.standings import calculate
from tournaments.standings.rules.ties_and_prizes import Tie, draw_by_lot, find_ties
from tournaments.standings.who_played import load_merges

How, What = TieRuling.How, TieRuling.What


class OpenTie(NamedTuple):
    tie: Tie
    by: TieRuling | None

    @property
    def key(self) -> str:
        players = ".".join(map(str, self.tie.players))
        return f"{self.tie.division or 0}-{self.tie.what}-{players}"


def find_open_ties(season: Season, night: Night | None = None, standing: str = "") -> list[OpenTie]:
    """Those that are already decided are included."""
    kept = dict(load_merges(season))
    by_tie = {
        calculate.read_ruling(settlement, kept)[:3]: settlement
        for settlement in season.tie_rulings.filter(night=night, standing=standing, undone=None)
    }
    return [
        OpenTie(tie, by_tie.get(tie[:3]))
        for division in calculate.compute_unsettled_standing(season, night, standing)
        for tie in find_ties(division)
    ]


def load_rulings(season: Season, night: Night | None = None, standing: str = "") -> list[TieRuling]:
    """Those that were undone are included; the latest comes first."""
    return list(season.tie_rulings.filter(night=night, standing=standing).order_by("-pk"))


@transaction.atomic
def settle(
    *,
    season: Season,
    tie: str,
    how: str,
    order: Sequence[int] = (),
    reason: str = "",
    night: Night | None = None,
    standing: str = "",
    by: str = "",
) -> TieRuling:
    """`order` has the players from first to last, unless lots decide: they are drawn here."""
    if night:
        locks.lock_nights(Night.objects.filter(pk=night.pk))
    clubs.lock_and_invalidate(season.club)
    ties = find_open_ties(season, night, standing)
    chosen = next((each for each in ties if each.key == tie), None)
    if chosen is None:
        raise user_error(problems.NO_TIE)
    if chosen.by:
        raise user_error(problems.SETTLED)
    _check(chosen.tie, how, order, reason)
    seed = secrets.token_hex(16) if how == How.LOT else ""
    if how == How.LOT:
        order = draw_by_lot(chosen.tie.players, seed)
    return TieRuling.objects.create(
        season=season,
        night=night,
        standing=standing,
        division=chosen.tie.division,
        what=chosen.tie.what,
        players=list(chosen.tie.players),
        how=how,
        order=[] if how == How.SHARE else list(order),
        seed=seed,
        reason=normalize(reason)[:200],
        actor=by,
    )


def _check(tie: Tie, how: str, order: Sequence[int], reason: str) -> None:
    if how not in How.values:
        raise user_error(problems.NO_WAY, field="how")
    if how == How.SHARE and tie.what != What.PRIZES:
        raise user_error(problems.NOT_SHARED, field="how")
    if how in (How.PLAY_OFF, How.HAND) and sorted(order) != list(tie.players):
        raise user_error(problems.NO_TURNS, count=len(tie.players))
    if how == How.HAND and not normalize(reason):
        raise user_error(problems.NO_REASON, field="reason")


@transaction.atomic
def undo(*, settlement: TieRuling, by: str = "") -> TieRuling:
    """The decision stays in the history."""
    clubs.lock_and_invalidate(settlement.season.club)
    now = TieRuling.objects.select_for_update().get(pk=settlement.pk)
    if now.undone:
        raise user_error(problems.UNDONE)
    now.undone, now.undone_by = timezone.now(), by
    now.save(update_fields=["undone", "undone_by"])
    return now
