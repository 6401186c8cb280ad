"""The cost of a player's page and of a club's records, over a long season.

Pages are measured as multiples of the CPU time of the bare view, a page of this site without
content.
"""

from django.urls import reverse

from clubsite.bench.figure import Figure
from clubsite.bench.overview import as_organiser, times_bare
from clubsite.bench.pages import own_database
from clubsite.bench.standing import MEMBERS, NIGHTS, a_season


def player(name: str) -> Figure:
    """Benchmark: measure the page of one player for a new visitor, with the caches filled. `name`
    is the benchmark's name.
    """
    with own_database():
        club = a_season(MEMBERS, NIGHTS).club
        address = reverse("tournaments:player", args=[club.slug, club.members.all()[0].pk])
        ratio = times_bare(as_organiser(address), 5)
    what = f"CPU of a player's page, {NIGHTS} nights, times the bare view"
    return Figure(name, what, ratio, 150)


def records(name: str) -> Figure:
    with own_database():
        club = a_season(MEMBERS, NIGHTS).club
        ratio = times_bare(as_organiser(reverse("tournaments:records", args=[club.slug])), 5)
    return Figure(name, f"CPU of the records of {NIGHTS} nights, times the bare view", ratio, None)
