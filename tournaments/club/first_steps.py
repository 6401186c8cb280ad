"""The steps of a new club up to its first standing. Progress is not stored: it follows from the
data.
"""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Club, Night, Season
from tournaments.models.night import AHEAD, OVER

NIGHT_STEPS = 4  # the steps of the first night itself
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
    night = None
    if season:  # the latest night that has begun, or else the first
        nights = season.nights.order_by("day", "pk")
        night = nights.exclude(state__in=AHEAD).last() or nights.first()
    state = night.state if night else State.PLANNED
    over = state in OVER
    inside = over or state == State.PLAYING
    drawn = night is not None and night.rounds.exists()
    door, go_in = "night", gettext("To the night")
    if state == State.CHECK_IN:
        door, go_in = "door", gettext("To the door")
    members = club.members.filter(archived=None, merged_into=None).count() >= A_TABLE
    rules = club.reglementen.exists()
    steps: list[tuple[str, str, str, Season | Night | None, bool]] = [
        (gettext("Who plays here"), gettext("List the members"), "member-list", None, members),
        (gettext("Which game, and how"), gettext("Choose the game"), "reglement-new", None, rules),
        (gettext("A season"), gettext("Make a season"), "season-new", None, bool(season)),
        (gettext("Its nights"), gettext("Plan the nights"), "season-nights", season, bool(night)),
        (gettext("Everybody in"), go_in, door, night, inside),
        (gettext("The tables"), gettext("Draw the tables"), "draw", night, drawn),
        (gettext("Play, and write"), gettext("To the room"), "room", night, over),
        (gettext("The standing"), gettext("Close the night"), "closing", night, False),
    ]
    if season and season.by_couple:
        couples = season.couples.exists()
        pair = gettext("The couples"), gettext("Make the couples"), "couples", season, couples
        steps.insert(3, pair)
    todo = [done for *_others, done in steps].index(False)
    _words, _then, name, of, _done = steps[todo]
    address = reverse(f"tournaments:{name}", args=[club.slug, *([of.pk] if of else [])])
    return [
        Step(words, then, address if number == todo else "", done)
        for number, (words, then, _name, _of, done) in enumerate(steps)
    ]


def go_on(club: Club, done: int) -> str:
    """Return the first unfinished address after step `done`; empty once nights are planned."""
    steps = list_first_steps(club)[done:-NIGHT_STEPS]
    return next((step.address for step in steps if step.address), "")
