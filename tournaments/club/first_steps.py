"""The steps of a new club up to its first standing. Progress is not stored: it follows from the
data.
"""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Club, Night, Season

TO_PLAN = 4  # the steps before the first night
A_TABLE = 3  # the fewest members for a table
State = Night.State


class Step(NamedTuple):
    words: str
    then: str  # the text of the button
    address: str  # empty until the earlier steps are done
    done: bool


def list_first_steps(club: Club) -> list[Step]:
    """Only the first unfinished step has a link."""
    season = club.seasons.filter(open_evening=False).order_by("pk").last()
    night = _night(season) if season else None
    steps = [*_once(club, season), _plan(club, season, night), *_evening(club, night)]
    todo = next(
        number for number, step in enumerate(steps) if not step.done
    )  # the last step is never done
    return [
        step._replace(address=step.address if number == todo else "")
        for number, step in enumerate(steps)
    ]


def go_on(club: Club, done: int) -> str:
    """Return the address of the first unfinished step after number `done`; empty once nights are
    planned.
    """
    steps = list_first_steps(club)[done:TO_PLAN]
    return next((step.address for step in steps if step.address), "")


def _night(season: Season) -> Night | None:
    """Return the latest night that has begun, or else the first."""
    nights = season.nights.order_by("day", "pk")
    ahead = (State.PLANNED, State.SIGN_UP)
    return nights.exclude(state__in=ahead).last() or nights.first()


def _once(club: Club, season: Season | None) -> list[Step]:
    def to(name: str) -> str:
        return reverse(f"tournaments:{name}", args=[club.slug])

    enough = club.members.filter(archived=None).count() >= A_TABLE
    rules = club.reglementen.exists()
    return [
        Step(gettext("Who plays here"), gettext("List the members"), to("member-list"), enough),
        Step(
            gettext("Which game, and how"), gettext("Choose the game"), to("reglement-new"), rules
        ),
        Step(gettext("A season"), gettext("Make a season"), to("season-new"), bool(season)),
    ]


def _plan(club: Club, season: Season | None, night: Night | None) -> Step:
    address = reverse("tournaments:season-nights", args=[club.slug, season.pk]) if season else ""
    return Step(gettext("Its nights"), gettext("Plan the nights"), address, bool(night))


def _evening(club: Club, night: Night | None) -> list[Step]:
    def to(name: str) -> str:
        return reverse(f"tournaments:{name}", args=[club.slug, night.pk]) if night else ""

    state = night.state if night else State.PLANNED
    drawn = night is not None and night.rounds.exists()
    over = state in (State.CLOSING, State.CLOSED)
    inside = over or state == State.PLAYING
    door = "door" if state == State.CHECK_IN else "night"
    return [
        Step(gettext("Everybody in"), gettext("To the door"), to(door), inside),
        Step(gettext("The tables"), gettext("Draw the tables"), to("draw"), drawn),
        Step(gettext("Play, and write"), gettext("To the room"), to("room"), over),
        Step(gettext("The standing"), gettext("Close the night"), to("closing"), False),
    ]
