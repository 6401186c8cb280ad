"""Add a night to the site's database, with games going on at all its tables. Print the addresses of
its pages as JSON.
"""

import json
import sys

from django.conf import settings
from django.test import Client
from django.urls import reverse

from clubsite.bench.overview import a_hall
from scoring.sheets import links
from tournaments.models import Role, User


def print_full_hall(tables: int) -> None:
    night = a_hall(tables)
    users = [User(login=f"lid{n}", name=f"Lid {n}") for n in range(4 * tables)]
    User.objects.bulk_create(users)
    club = night.season.club
    Role.objects.bulk_create(Role(user=user, club=club, kind="member") for user in users)
    sheets = [table.sheet for table in night.rounds.get().tables.select_related("sheet")]
    hall = {
        "path": reverse("tournaments:night-result", args=[club.slug, night.pk]),
        "cookies": [_cookie(user) for user in User.objects.filter(login__startswith="lid")],
        "sheets": [links.make_key(sheet) for sheet in sheets],
        "names": [[seat.name for seat in sheet.seats.all()] for sheet in sheets],
    }
    sys.stdout.write(json.dumps(hall))


def _cookie(user: User) -> str:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"
