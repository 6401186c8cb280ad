"""Settling ties that a prize hangs on, or who leaves a division. Everything that is written is
written here. Nothing of it changes points or places.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments import locks, problems
from tournaments.club import clubs
from tournaments.models import Night, Season, Settlement
from tournaments.names import normalize
from tournaments.problems import user_error
from tournaments.standings import calculate, rules, tie_rulings
from tournaments.standings.inputs import merged_ids
from tournaments.standings.rules import Tie

How, What = Settlement.How, Settlement.What


class OpenTie(NamedTuple):
    """A tie that is there now, settled or not."""

    tie: Tie
    by: Settlement | None

    @property
    def key(self) -> str:
        """Of its form."""
        players = ".".join(map(str, self.tie.players))
        return f"{self.tie.division or 0}-{self.tie.what}-{players}"


def find_open_ties(season: Season, night: Night | None = None) -> list[OpenTie]:
    """Of a season, or the prizes of one of its nights."""
    kept = merged_ids(season)
    by = {
        tie_rulings.read(one, kept)[:3]: one
        for one in season.settlements.filter(night=night, undone=None)
    }
    return [
        OpenTie(tie, by.get(tie[:3]))
        for division in calculate.before_settling(season, night)
        for tie in rules.ties(division)
    ]


def history(season: Season, night: Night | None = None) -> list[Settlement]:
    """All there ever was, the last one first."""
    return list(season.settlements.filter(night=night).order_by("-pk"))


@transaction.atomic
def settle(
    *,
    season: Season,
    tie: str,
    how: str,
    order: Sequence[int] = (),
    reason: str = "",
    night: Night | None = None,
    by: str = "",
) -> Settlement:
    """`order`: who comes first, where a game or the organiser says so; a lot is drawn here."""
    if night:
        locks.lock_nights(Night.objects.filter(pk=night.pk))
    clubs.lock_and_invalidate(season.club)
    found = {one.key: one for one in find_open_ties(season, night)}.get(tie)
    if found is None:
        raise user_error(problems.NO_TIE)
    if found.by:
        raise user_error(problems.SETTLED)
    _check(found.tie, how, order, reason)
    seed = secrets.token_hex(16) if how == How.LOT else ""
    if how == How.LOT:
        order = rules.by_lot(found.tie.players, seed)
    return Settlement.objects.create(
        season=season,
        night=night,
        division=found.tie.division,
        what=found.tie.what,
        players=list(found.tie.players),
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
def undo(*, settlement: Settlement, by: str = "") -> Settlement:
    """It stays on record."""
    clubs.lock_and_invalidate(settlement.season.club)
    now = Settlement.objects.select_for_update().get(pk=settlement.pk)
    if now.undone:
        raise user_error(problems.UNDONE)
    now.undone, now.undone_by = timezone.now(), by
    now.save(update_fields=["undone", "undone_by"])
    return now
