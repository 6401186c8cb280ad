import re
from datetime import timedelta

import pytest

from tests.tournaments.evenings import THURSDAY, club_with, people
from tests.tournaments.standings.test_calculate import evening
from tournaments import links
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import Season

pytestmark = pytest.mark.django_db

WEEK = timedelta(weeks=1)


@pytest.fixture
def season(client):
    client.cookies["streepje_language"] = "en"
    return club_with()


def seen(client, member, query=""):
    """The words about results, each line for itself."""
    page = client.get(f"/m/{links.make_key(member)}/{query}").content.decode()
    blocks = re.findall(r'(?s)id="results">.*?class="lead">.*?</p>|lines results">.*?</ul>', page)
    parts = re.split(r"</(?:h2|p|nav|li)>", "".join(blocks))
    shown = (re.sub(r"<[^>]+>", " ", part).split('results">')[-1] for part in parts)
    return [line for line in (" ".join(words.split()) for words in shown) if line]


def test_members_see_every_night_of_theirs_with_the_place(client, season):
    *who, late = people(season, 5)
    evening(season, who, count=2)
    evening(season, [*who[:3], late], THURSDAY + WEEK)
    _title, _season, lead, last, before = seen(client, who[3])
    assert re.fullmatch(r"place \d of 5 · total \d+", lead)
    assert last == "10 September 2026 30 not there, the worst score of that night"
    assert re.fullmatch(r"3 September 2026 \d+ \d+ \+ \d+( · \d+ dashes)?", before)


def test_who_never_played_reads_of_no_results(client, season):
    evening(season, people(season, 4))
    other = members.add(club=season.club, first="Els")
    assert seen(client, other) == []


def test_earlier_seasons_are_a_tap_away(client, season):
    who = people(season, 4)
    evening(season, who)
    more = {field.name: getattr(season, field.name) for field in Season._meta.fields}
    more |= {"name": "2027", "first": season.last + WEEK, "last": season.last + 9 * WEEK}
    del more["id"], more["club"]
    later = seasons.plan(club=season.club, **more)
    evening(later, who, later.first)
    assert seen(client, who[0])[1] == "2027 All seasons"
    assert seen(client, who[0])[-1].startswith("3 June 2027")
    assert seen(client, who[0], f"?season={season.pk}")[-1].startswith("3 September 2026")


def test_who_was_merged_has_the_results_of_both(client, season):
    who = people(season, 5)
    evening(season, who[:4])
    members.merge(double=who[0], keep=who[4])
    assert len(seen(client, who[4])) == 4
