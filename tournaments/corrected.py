"""What was corrected in a season after a night was closed, with the reason that was given."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Count

from tournaments.models import Deed, Member, Night, Season
from tournaments.names import NOBODY, PARTICLES, Names, fold

WORD = re.compile(r"(\w+)")


class Correction(NamedTuple):
    night: date
    time: datetime | None  # None: it is open, and counts again once it is closed
    reason: str


class Was(NamedTuple):
    """What a night was when it was closed last, and why it was opened since."""

    digest: str
    reason: str = ""


def of(season: Season, seen: Names) -> list[Correction]:
    """Those that made another standing, the first one first. Reasons are people's own words: who is
    not shown in full is not named in them either, and they are not for visitors.
    """
    kinds = (Deed.Kind.CLOSED, Deed.Kind.REOPENED)
    deeds = Deed.objects.filter(night__season=season, kind__in=kinds)
    again = deeds.values("night").annotate(times=Count("pk")).filter(times__gt=1).values("night")
    shut = deeds.filter(night__in=again).select_related("night")
    found = list(_corrections(shut.order_by("time", "pk")))
    reasons = told([one.reason for one in found], season, seen)
    return [one._replace(reason=reason) for one, reason in zip(found, reasons, strict=True)]


def told(reasons: Sequence[str], season: Season, seen: Names) -> Sequence[str]:
    """As who looks may read them."""
    if seen == Names.PUBLIC:
        return [""] * len(reasons)
    if seen == Names.FULL or not any(reasons):
        return reasons
    hidden = hidden_words(season)
    return [without(one, hidden) for one in reasons]


def _corrections(deeds: Iterable[Deed]) -> Iterator[Correction]:
    was: dict[int, Was] = {}
    opened: dict[int, Correction] = {}
    for one in deeds:
        night, digest = one.night, one.body.get("digest", "")
        if one.kind == Deed.Kind.REOPENED:
            was[night.pk] = Was(digest, one.reason)
            if night.state == Night.State.CLOSING:
                opened[night.pk] = Correction(night.day, None, one.reason)
        else:
            before = was.get(night.pk, Was(digest))
            if before.digest != digest:
                yield Correction(night.day, one.time, before.reason)
            was[night.pk] = Was(digest)
    yield from opened.values()


def hidden_words(season: Season) -> set[str]:
    """Names, word by word, of who does not stand in the standing in full."""
    shy = Member.objects.filter(club=season.club_id).exclude(shown=Member.Shown.FULL)
    found = shy.values_list("first", "family", "nickname")
    words = {word for names in found for name in names for word in WORD.findall(fold(name))}
    return {word for word in words - PARTICLES if len(word) > 1}


def without(text: str, hidden: Collection[str]) -> str:
    return "".join(NOBODY if fold(part) in hidden else part for part in WORD.split(text))
