"""The front page of a club: the next night, the leaders, the last winners, what to do next."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from tournaments import links
from tournaments.access import HELPER, ORGANISER, Viewer, has
from tournaments.members import members
from tournaments.models import Club, Member, Night
from tournaments.names import NameDetail
from tournaments.nights.pages.agenda import Agenda
from tournaments.standings import calculate
from tournaments.standings.pages.standing_rows import figure
from tournaments.standings.rules import Division

IN_A_SEASON, OF_A_NIGHT = 5, 3
State = Night.State


class Placed(NamedTuple):
    rank: int
    name: str
    points: str


class Leaders(NamedTuple):
    """The players at the top of a division."""

    division: int | None
    lines: list[Placed]


class Then(NamedTuple):
    """The next thing to do. The page shows it as its only button."""

    words: str
    address: str


class Front(NamedTuple):
    night: Night | None  # the one going on, else the next
    last: Night | None  # the last one closed
    winners: list[Placed]
    standing: list[Leaders]


def build_front(nights: Agenda, names: NameDetail) -> Front:
    night = next(iter((*nights.now, *nights.coming)), None)
    if not nights.closed:
        return Front(night, None, [], [])
    last = nights.closed[0]
    winners = _first(calculate.night_standing(last), OF_A_NIGHT, names)
    divisions = calculate.season_standing(last.season)
    leaders = [
        Leaders(division.number, _first(division, IN_A_SEASON, names)) for division in divisions
    ]
    return Front(night, last, winners, [division for division in leaders if division.lines])


def _first(found: Division, most: int, names: NameDetail) -> list[Placed]:
    """Return the rows of the first `most` places. If several players share the last of these
    places, all are included.
    """
    rows = [row for row in found.rows if row.rank and row.rank <= most and row.points is not None]
    names_shown = members.names_by_id([row.player for row in rows], names)
    return [Placed(row.rank or 0, names_shown[row.player], figure(row.points or 0)) for row in rows]


def said_of(member: Member | None, coming: Night | None) -> str | None:
    """Return the member's answer for the coming night; None if sign-up is not open."""
    if member is None or coming is None or coming.state != State.SIGN_UP:
        return None
    return member.attendances.filter(night=coming).values_list("said", flat=True).first() or ""


def next_step(reader: Viewer, front: Front) -> Then | None:
    if has(reader.role, HELPER) and front.night:
        organises = has(reader.role, ORGANISER)
        return _at_work(reader.club, front.night, organises=organises)
    if reader.fellow and front.night and front.night.state == State.PLAYING:
        hall = reverse("tournaments:hall", args=[links.key(front.night)])
        return Then(gettext("Where everybody sits"), hall)
    if front.last is None:
        return None
    plans = has(reader.role, ORGANISER)
    words = gettext("Plan the nights") if plans else gettext("The whole standing")
    name = "season-nights" if plans else "standing"
    season = [reader.club.slug, front.last.season_id]
    return Then(words, reverse(f"tournaments:{name}", args=season))


def _at_work(club: Club, night: Night, *, organises: bool) -> Then:
    where = {State.CHECK_IN: ("door", gettext("Check in"))}
    if night.rounds.exists():
        where[State.PLAYING] = ("room", gettext("The room"))
    elif organises:
        where[State.PLAYING] = ("draw", gettext("Draw the tables"))
    if organises:
        where[State.CLOSING] = ("closing", gettext("Close the night"))
    name, words = where.get(State(night.state), ("night", gettext("To this night")))
    return Then(words, reverse(f"tournaments:{name}", args=[club.slug, night.pk]))
