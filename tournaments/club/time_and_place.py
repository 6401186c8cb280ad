"""The night's own settings apply. Where it has none, those of its club or season do."""

import re
from datetime import datetime, time
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from tournaments.models import Club, Night


def find_start(night: Night) -> datetime | None:
    starts = night.starts or night.season.club.starts
    return timezone.make_aware(datetime.combine(night.day, starts)) if starts else None


def guess_start(night: Night) -> datetime:
    """In the evening if nobody said when."""
    return find_start(night) or timezone.make_aware(datetime.combine(night.day, time(18)))


def find_venue(night: Night) -> str:
    return night.venue or night.season.club.venue


def find_guest_terms(night: Night) -> str:
    club, by_couple = night.season.club, night.season.by_couple
    together = gettext("Come as two, or ask the club whether it has a partner for you.")
    return together if club.guests and by_couple else club.guests


def find_minutes(night: Night) -> int:
    """0 if nothing is set."""
    return night.season.minutes if night.minutes is None else night.minutes


def in_words(night: Night) -> str:
    """Return it such as "at 19:30 · Zaal De Brink"."""
    return _in_words(night.starts or night.season.club.starts, find_venue(night))


def usual_in_words(club: Club) -> str:
    return _in_words(club.starts, club.venue)


def find_on_map(venue: str) -> str:
    where = urlencode({"query": venue})
    return f"https://www.openstreetmap.org/search?{where}" if venue else ""


def _in_words(starts: time | None, venue: str) -> str:
    where = re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", venue)  # no line begins with a house number
    return " · ".join(filter(None, [at_in_words(starts) if starts else "", where]))


def at_in_words(starts: time) -> str:
    return gettext("at %(time)s") % {"time": time_format(starts, "TIME_FORMAT")}
