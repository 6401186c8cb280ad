"""What was corrected in a season after a night was closed, with the reason that was given."""

import re
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import NamedTuple

from tournaments.models import Deed, Member, Night, Season
from tournaments.names import NOBODY, PARTICLES, NameDetail, fold

WORD = re.compile(r"(\w+)")


class Correction(NamedTuple):
    night: date
    time: datetime | None  # None: it is open, and counts again once it is closed
    reason: str


class Was(NamedTuple):
    """What a night was when it was closed last, and why it was opened since."""

    digest: str
    reason: str = ""


def shown(found: Sequence[Correction], season: Season, seen: NameDetail) -> list[Correction]:
    """Reasons are people's own words: who is not shown in full is not named in them either, and
    they are not for visitors.
    """
    reasons = shown_reasons([one.reason for one in found], season, seen)
    return [one._replace(reason=reason) for one, reason in zip(found, reasons, strict=True)]


def shown_reasons(reasons: Sequence[str], season: Season, seen: NameDetail) -> Sequence[str]:
    """As who looks may read them."""
    if seen == NameDetail.PUBLIC:
        return [""] * len(reasons)
    if seen == NameDetail.FULL or not any(reasons):
        return reasons
    hidden = hidden_words(season)
    return [without(one, hidden) for one in reasons]


def made(seasons: Sequence[Season]) -> dict[int, list[Correction]]:
    """By season, those that made another standing, the first one first. A night that was opened
    again and is not closed yet comes last.
    """
    kinds = (Deed.Kind.CLOSED, Deed.Kind.REOPENED)
    found: dict[int, list[Correction]] = {season.pk: [] for season in seasons}
    again = Deed.objects.filter(night__season__in=seasons, kind=Deed.Kind.REOPENED)
    if not (nights := {*again.values_list("night", flat=True)}):
        return found
    deeds = Deed.objects.filter(night__in=nights, kind__in=kinds).order_by("time", "pk")
    opened: dict[int, tuple[int, Correction]] = {}
    was: dict[int, Was] = {}
    for season, night, day, state, kind, body, reason, time in deeds.values_list(
        *("night__season", "night", "night__day", "night__state"), "kind", "body", "reason", "time"
    ):
        digest = body.get("digest", "")
        if kind == Deed.Kind.REOPENED:
            was[night] = Was(digest, reason)
            if state == Night.State.CLOSING:
                opened[night] = season, Correction(day, None, reason)
        else:
            before = was.get(night, Was(digest))
            if before.digest != digest:
                found[season].append(Correction(day, time, before.reason))
            was[night] = Was(digest)
    for season, one in opened.values():
        found[season].append(one)
    return found


def hidden_words(season: Season) -> set[str]:
    """Names, word by word, of who does not stand in the standing in full."""
    shy = Member.objects.filter(club=season.club_id).exclude(shown=Member.Shown.FULL)
    found = shy.values_list("first", "family", "nickname")
    words = {word for names in found for name in names for word in WORD.findall(fold(name))}
    return {word for word in words - PARTICLES if len(word) > 1}


def without(text: str, hidden: Collection[str]) -> str:
    return "".join(NOBODY if fold(part) in hidden else part for part in WORD.split(text))
