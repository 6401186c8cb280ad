"""The front page of a club: tonight or the next night, the leaders, the last nights, and what to do
next.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from tournaments import links
from tournaments.access import HELPER, ORGANISER, Viewer, has_rights
from tournaments.members import couples
from tournaments.models import Club, Member, Night
from tournaments.names import NameDetail
from tournaments.nights.pages import tonight
from tournaments.nights.pages.agenda import Agenda
from tournaments.nights.pages.first_places import Placed, add_names, select_first_rows
from tournaments.nights.pages.tonight import Tonight
from tournaments.standings import calculate, season_history
from tournaments.standings.rules import Division

MOST = 5  # places
State = Night.State


class Leaders(NamedTuple):
    """The first places of a standing on the front page. It is the standing of the viewer's own
    division or, if there is none, of the first division.
    """

    division: int | None
    several: bool  # divisions
    nights: int  # that were closed
    lines: list[Placed]


class Played(NamedTuple):
    """A closed night, and who won it."""

    night: Night
    winners: list[Placed]


class Then(NamedTuple):
    """What this viewer can do next in the club. The front page shows it as its only button."""

    words: str
    address: str


class Front(NamedTuple):
    night: Night | None  # the one going on, else the next
    tonight: Tonight | None  # how far it is, if it is going on
    also: list[Night]  # others that go on, and those that come after
    standing: Leaders | None
    last: Night | None  # the last one closed
    winners: list[Placed]
    played: list[Played]


def build_front(nights: Agenda, names: NameDetail, stamp: str, own: Collection[int]) -> Front:
    """Build the front page of a club. `nights` has the club's current, coming and closed nights.
    `stamp` is a text that changes with the progress of the night that is going on; it is empty if
    there is none. `names` tells how much of people's names the viewer may see, and `own` has the
    ids of the viewer's own member records.
    """
    ahead = [*nights.now, *nights.coming]
    night, also = next(iter(ahead), None), ahead[1:]
    now = tonight.read_tonight(nights.now[0], stamp, names) if nights.now else None
    if not nights.closed:
        return Front(night, now, also, None, None, [], [])
    last, standings = nights.closed[0], calculate.compute_night_standings(nights.closed)
    mine = couples.find_entrants(last.season, own)
    division, several = _own_division(calculate.compute_season_standing(last.season), mine)
    lists = [
        (last.season, select_first_rows(division.rows, MOST, mine) if division else []),
        (last.season, select_first_rows(standings[last.pk].rows, MOST)),
        *(
            (closed.season, select_first_rows(standings[closed.pk].rows, 1))
            for closed in nights.closed
        ),
    ]
    standing, winners, *won = add_names(lists, names, own)
    days = len(season_history.load_history(last.season).days)
    leaders = Leaders(division.number if division else None, several, days, standing)
    played = [Played(*pair) for pair in zip(nights.closed, won, strict=True)]
    return Front(night, now, also, leaders, last, winners, played)


def _own_division(
    divisions: Sequence[Division], own: Collection[int]
) -> tuple[Division | None, bool]:
    """Return the first division in which one of the viewer's `own` players has a place or, if there
    is none, the first in which anybody has one. Also return whether anybody has a place in a second
    division.
    """
    filled = [item for item in divisions if select_first_rows(item.rows, MOST)]
    mine = [item for item in filled if any(row.player in own for row in item.rows)]
    return next(iter((*mine, *filled)), None), len(filled) > 1


def find_answers(member: Member | None, nights: Iterable[Night]) -> dict[int, str]:
    """Return what the member answered for those of these nights that are open for sign-up, keyed by
    night. The answer is "on" if the member signed on, "off" if the member signed off, and "" if
    neither.
    """
    if member is None:
        return {}
    answers = {night.pk: "" for night in nights if night.state == State.SIGN_UP}
    said = member.attendances.filter(night__in=answers).values_list("night", "said")
    return answers | dict(said)


def find_next_step(reader: Viewer, front: Front) -> Then | None:
    if has_rights(reader.role, HELPER) and front.night:
        organises = has_rights(reader.role, ORGANISER)
        return _at_work(reader.club, front.night, organises=organises)
    if front.tonight and front.tonight.mark.round and front.night:
        follow = reverse("tournaments:night-result", args=[reader.club.slug, front.night.pk])
        return Then(gettext("Follow the night"), follow)
    if hall := find_hall_address(reader, front):
        return Then(gettext("Where everybody sits"), hall)
    if front.last is None or not has_rights(reader.role, ORGANISER):
        return None
    plan = reverse("tournaments:season-nights", args=[reader.club.slug, front.last.season_id])
    return Then(gettext("Plan the nights"), plan)


def find_hall_address(reader: Viewer, front: Front) -> str:
    """Return the address of the hall page (seats and scores for everybody in the hall) of the night
    that is being played. Return "" if no night is being played, or if the viewer does not belong to
    the club: only its members may know the address. `front` is the front page of the club.
    """
    if not (reader.fellow and front.night and front.night.state == State.PLAYING):
        return ""
    return reverse("tournaments:hall", args=[links.make_key(front.night)])


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
