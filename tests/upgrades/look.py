"""Brings the site that the environment names up to date, and tells what is there afterwards.

python3 -m tests.upgrades.look upgrade           what lies there, where it lies
python3 -m tests.upgrades.look restore FILE      from a back-up, in this or another database
"""

import json
import sys
from io import StringIO
from typing import Any

import django
from django.core.management import call_command


def standings() -> dict[str, Any]:
    from tournaments.models import Member, Season
    from tournaments.standings import calculate

    names = {member.pk: str(member) for member in Member.objects.all()}
    return {
        str(season.club): [
            [names[row.player], row.rank, str(row.points), row.nights]
            for division in calculate.compute_season_standing(season)
            for row in division.rows
        ]
        for season in Season.objects.order_by("pk")
    }


def pages() -> dict[str, list[int]]:
    """What answers to who owns the clubs, and to whoever has the link of a form."""
    from django.conf import settings
    from django.test import Client

    from scoring.models import Sheet
    from scoring.sheets import links
    from tournaments.models import Club, Night, Role

    settings.ALLOWED_HOSTS += ["testserver"]
    client = Client()
    paths = [links.build_path(sheet) for sheet in Sheet.objects.all()[:3]]
    if owner := Role.objects.filter(kind="owner").first():
        client.force_login(owner.user)
        paths += [club.get_absolute_url() for club in (*Club.objects.all(), *Night.objects.all())]
    statuses = {path: client.get(path).status_code for path in paths}
    return {"asked": [len(statuses)], "statuses": sorted({*statuses.values()})}


def main() -> None:
    django.setup()
    call_command(*sys.argv[1:], stdout=StringIO())
    from scoring.sheets import verify

    result = verify.run()
    report = {"sheets": result.sheets, "events": result.events, "problems": result.problems}
    print(json.dumps({"told": report, "standings": standings(), **pages()}))


if __name__ == "__main__":
    main()
