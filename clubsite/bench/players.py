"""The cost of a player's page and of a club's records, over a long season."""

from django.urls import reverse

from clubsite.bench.figure import Figure
from clubsite.bench.overview import as_organiser, times_bare
from clubsite.bench.pages import own_database
from clubsite.bench.standing import MEMBERS, NIGHTS, a_season


def player(name: str) -> Figure:
    """Measure a player's page for a new visitor, with the caches filled."""
    with own_database():
        club = a_season(MEMBERS, NIGHTS).club
        address = reverse("tournaments:player", args=[club.slug, club.members.all()[0].pk])
        ratio = times_bare(as_organiser(address), 5)
    return Figure(
        name, f"CPU of a player's page, {NIGHTS} nights, times the bare view", ratio, None
    )


def records(name: str) -> Figure:
    with own_database():
        club = a_season(MEMBERS, NIGHTS).club
        ratio = times_bare(as_organiser(reverse("tournaments:records", args=[club.slug])), 5)
    return Figure(name, f"CPU of the records of {NIGHTS} nights, times the bare view", ratio, None)
