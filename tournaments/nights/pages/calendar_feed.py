"""A club's nights as an iCalendar feed (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from scoring.toolkit.addresses import reachable
from tournaments import links
from tournaments.models import Attendance, Club, Member, Night
from tournaments.models.night import STAYS_AWAY
from tournaments.nights.signing_up import read_answers

BYTES = 75  # of a line, at most
SAID = Attendance.Said
ROUND = timedelta(hours=1)  # a round for which no minutes are set
BETWEEN = timedelta(minutes=10)  # two rounds
LONGEST = timedelta(hours=8)  # a night


def build_member_calendar(
    member: Member, nights: Iterable[Night], address: str, now: datetime
) -> str:
    """`address` is the page where the member signs on or off."""
    answers = read_answers(nights, [member])
    words = {SAID.ON: gettext("You're coming."), SAID.WAIT: gettext("You are on the reserve list.")}
    words |= dict.fromkeys(STAYS_AWAY, gettext("You're not coming."))
    asked = words | {SAID.NOTHING: gettext("Are you coming?")}
    described = []
    for night in nights:
        told = asked if night.state == Night.State.SIGN_UP else words
        described.append((night, told.get(SAID(answers.get((night.pk, member.pk), "")), "")))
    return _calendar(member.club, described, address, now)


def build_club_calendar(club: Club, nights: Iterable[Night], address: str, now: datetime) -> str:
    """Return a file that does not say who comes. `address` is the club's page."""
    return _calendar(club, [(night, "") for night in nights], address, now)


def _calendar(club: Club, nights: Iterable[tuple[Night, str]], address: str, now: datetime) -> str:
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Streepje//NONSGML Streepje//EN"),
        f"X-WR-CALNAME:{escape_text(club.name)}",
        *("REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H"),
    ]
    for night, words in nights:
        lines += _event(night, club.name, words, address, now)
    return "".join(fold_line(line) for line in (*lines, "END:VCALENDAR"))


def _event(night: Night, club: str, words: str, address: str, now: datetime) -> Iterator[str]:
    """Yield the lines of a night's event; without a known time it lasts all day."""
    yield "BEGIN:VEVENT"
    yield f"UID:{night.public_id}@streepje"
    yield f"DTSTAMP:{_utc(now)}"
    if start := night.begins:
        yield f"DTSTART:{_utc(start)}"
        yield f"DTEND:{_utc(find_end(night, start))}"
    else:
        yield f"DTSTART;VALUE=DATE:{night.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{night.day + timedelta(days=1):%Y%m%d}"
    name = str(night.season) if night.season.open_evening else gettext("Club night")
    yield f"SUMMARY:{escape_text(f'{name} · {club}')}"
    if venue := night.held_at:
        yield f"LOCATION:{escape_text(venue)}"
    if words:
        yield f"DESCRIPTION:{escape_text(words)}"
    if night.state == Night.State.CALLED_OFF:
        yield "STATUS:CANCELLED"
    yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _utc(time: datetime) -> str:
    """In UTC, so that no file needs a definition of our time zone."""
    return f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escape_text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def fold_line(line: str) -> str:
    """Fold a line into pieces of at most BYTES bytes; no character is cut in two."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > BYTES:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n".join(parts) + "\r\n"


def find_end(night: Night, start: datetime) -> datetime:
    minutes = night.round_minutes
    each = timedelta(minutes=minutes) if minutes else ROUND
    return start + min(night.season.rounds * (each + BETWEEN), LONGEST)


def find_feed(request: HttpRequest, club: Club) -> dict[str, str]:
    """A calendar works without logging in: it is there if others than members may see the pages."""
    feeds = {
        Club.Visibility.OPEN: ("tournaments:calendar", club.slug),
        Club.Visibility.LINK: ("tournaments:calendar-by-link", links.make_key(club)),
    }
    if feed := feeds.get(Club.Visibility(club.visible_to)):
        address = reachable(request, reverse(feed[0], args=feed[1:]))
        return {"feed": address, "subscribe": f"webcal:{address.partition(':')[2]}"}
    return {}
