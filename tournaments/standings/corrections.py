import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from tournaments.models import Member, Night, NightLogEntry, Season
from tournaments.names import NOBODY, PARTICLES, NameDetail, fold

WORD = re.compile(r"(\w+)")


class Correction(NamedTuple):
    night_id: int
    night: date
    time: datetime | None  # None: the night is open; it counts again once closed
    reason: str


class Was(NamedTuple):
    """The digest of a night when it was last closed and, if it was reopened since, why."""

    digest: str
    reason: str = ""


def redact_corrections(
    corrections: Sequence[Correction], club: int, detail: NameDetail
) -> list[Correction]:
    reasons = redact_reasons([correction.reason for correction in corrections], club, detail)
    return [
        correction._replace(reason=reason)
        for correction, reason in zip(corrections, reasons, strict=True)
    ]


def redact_reasons(reasons: Sequence[str], club: int, detail: NameDetail) -> Sequence[str]:
    """Members read them without the names of who hide theirs, the public not at all."""
    if detail == NameDetail.PUBLIC:
        return [""] * len(reasons)
    if detail == NameDetail.FULL or not any(reasons):
        return reasons
    shy = Member.objects.filter(club=club).exclude(shown=Member.Shown.FULL)
    name_rows = shy.values_list("first", "family", "nickname")
    words = {word for names in name_rows for name in names for word in WORD.findall(fold(name))}
    hidden = {word for word in words - PARTICLES if len(word) > 1}
    return [
        "".join(NOBODY if fold(part) in hidden else part for part in WORD.split(reason))
        for reason in reasons
    ]


def load_corrections(seasons: Sequence[Season]) -> dict[int, list[Correction]]:
    """Return the corrections of each season, keyed by season id, oldest first. A correction is a
    closed night that was reopened and closed again with changed sheets. A night that was reopened
    and is not closed again counts as one too, and comes last.
    """
    kinds = (NightLogEntry.Kind.CLOSED, NightLogEntry.Kind.REOPENED)
    by_season: dict[int, list[Correction]] = {season.pk: [] for season in seasons}
    reopened = NightLogEntry.objects.filter(
        night__season__in=list(by_season), kind=NightLogEntry.Kind.REOPENED
    ).order_by()
    if not (nights := {*reopened.values_list("night", flat=True)}):
        return by_season
    log_entries = NightLogEntry.objects.filter(night__in=nights, kind__in=kinds).order_by(
        "time", "pk"
    )
    opened: dict[int, tuple[int, Correction]] = {}
    was: dict[int, Was] = {}
    for season, night, day, state, kind, body, reason, time in log_entries.values_list(
        *("night__season", "night", "night__day", "night__state"), "kind", "body", "reason", "time"
    ):
        digest = body.get("digest", "")
        if kind == NightLogEntry.Kind.REOPENED:
            was[night] = Was(digest, reason)
            if state == Night.State.CLOSING:
                opened[night] = season, Correction(night, day, None, reason)
        else:
            before = was.get(night, Was(digest))
            if before.digest != digest:
                by_season[season].append(Correction(night, day, time, before.reason))
            was[night] = Was(digest)
    for season, correction in opened.values():
        by_season[season].append(correction)
    return by_season
