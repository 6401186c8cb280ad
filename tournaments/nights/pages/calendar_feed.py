"""A club's nights for the calendar on somebody's phone, as RFC 5545 writes them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext

from tournaments.models import Attendance, Club, Member, Night

LONGEST = 75  # bytes of a line
SAID = Attendance.Said


def of_member(member: Member, nights: Iterable[Night], address: str, now: datetime) -> str:
    """`address` is where the member signs on or off."""
    said = dict(member.attendances.values_list("night", "said"))
    told = [(night, _stands(night, said.get(night.pk, ""))) for night in nights]
    return _calendar(member.club, told, address, now)


def of_club(club: Club, nights: Iterable[Night], address: str, now: datetime) -> str:
    """For everybody who may look."""
    return _calendar(club, [(night, "") for night in nights], address, now)


def _calendar(club: Club, nights: Iterable[tuple[Night, str]], address: str, now: datetime) -> str:
    """Each night with what there is to say of it."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Streepje//NONSGML Streepje//EN"),
        f"X-WR-CALNAME:{escaped(club.name)}",
        *("REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H"),
    ]
    for night, words in nights:
        lines += _event(night, club.name, words, address, now)
    return "".join(folded(line) for line in (*lines, "END:VCALENDAR"))


def _stands(night: Night, said: str) -> str:
    stands = {SAID.ON: gettext("You come."), SAID.OFF: gettext("You don't come.")}
    if night.state == Night.State.SIGN_UP:
        stands[SAID.NOTHING] = gettext("Do you come?")
    return stands.get(Attendance.Said(said), "")


def _event(night: Night, club: str, words: str, address: str, now: datetime) -> Iterator[str]:
    """All day long, wherever the calendar is: a night has a date and no hour."""
    yield "BEGIN:VEVENT"
    yield f"UID:{night.public_id}@streepje"
    yield f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{night.day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{night.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(gettext('Club night') + ' · ' + club)}"
    if words:
        yield f"DESCRIPTION:{escaped(words)}"
    yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded(line: str) -> str:
    """No line is longer than so many bytes; the next begins with a space, and no letter is cut."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LONGEST:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n".join(parts) + "\r\n"
