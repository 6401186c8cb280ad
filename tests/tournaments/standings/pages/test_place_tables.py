import re
from datetime import timedelta

import pytest
from django.utils.safestring import SafeString

from scoring.toolkit.cache import LRU
from tests.tournaments.evenings import THURSDAY, drawn, people
from tests.tournaments.standings.test_calculate import evening, play_by_seat
from tournaments.members import members
from tournaments.models import Table
from tournaments.nights import attendances, nights
from tournaments.standings.pages import place_tables
from tournaments.views import night_result

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_the_laptop")]


@pytest.fixture
def short_pages(monkeypatch):
    monkeypatch.setattr(place_tables, "MOST_ROWS", 3)


def fetch(client, address, **query):
    return client.get(address, query).content.decode()


def standing(season):
    return f"/de-hoop/seasons/{season.pk}/standing/"


def result(played_night):
    return f"/de-hoop/nights/{played_night.pk}/result/"


def names(page):
    """The names of the first table, in their order."""
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    cells = re.findall(r'<th scope="row">(.*?)</th>', body)
    return [re.sub(r"<[^>]+>", "", name) for name in cells]


def turns(page):
    """The text and the address of every link to another page of a table."""
    (nav,) = re.findall(r'(?s)<nav class="pages".*?</nav>', page)
    return {text: to.replace("&amp;", "&") for to, text in re.findall(r'href="(.*?)">(.*?)<', nav)}


def sorts(page):
    """How each column that is sorted is said to be."""
    return re.findall(r'aria-sort="(\w+)"><a href="[^"]+">(?:<span[^>]*>)?([^<]+)<', page)


def test_every_heading_sorts_and_says_so(client, season):
    evening(season, people(season, 4))
    night = nights.plan(season=season, days=[THURSDAY + timedelta(7)])[0]
    drawn(playing_on(night, season), 2)
    play_by_seat(Table.objects.filter(round__night=night)[0])
    page = result(night)
    plain = fetch(client, page)
    (first, *rest) = heads = re.findall(
        r'href="\?[^"]*?sort=(-?\w+)">(?:<span[^>]*>)?([^<]+)<', plain
    )
    assert (sorts(plain), first[0]) == ([("ascending", first[1])], "-place")
    for name, text in rest:
        assert sorts(fetch(client, page, sort=name)) == [("ascending", text)]
        assert sorts(fetch(client, page, sort=f"-{name}")) == [("descending", text)]
    assert len(heads) > 3


def playing_on(night, season):
    nights.set_state(night=night, to="check-in")
    for member in season.club.members.all():
        attendances.check_in(night=night, member=member, present=True)
    return nights.set_state(night=night, to="playing")


@pytest.mark.usefixtures("short_pages")
def test_result_of_a_night_is_paged_and_each_page_kept_apart(client, season, monkeypatch):
    monkeypatch.setattr(night_result, "_known", LRU(9))
    night = evening(season, people(season, 4))
    first = fetch(client, result(night))
    last = fetch(client, result(night), page="2")
    assert (len(names(first)), len(names(last))) == (3, 1)
    assert turns(first)["Next"] == "?round=1&page=2"
    fetch(client, result(night), per_page="1")
    assert names(fetch(client, result(night))) == names(first)
    client.get(f"{result(night)}?sort=-place&sort=")
    assert names(fetch(client, result(night), sort="")) == names(first)


def test_name_in_html_is_text(client, season):
    who = people(season, 4)
    members.change(member=who[0], first="<b>Ans</b>", family='& "Co"', nickname="<i>")
    night = evening(season, who)
    nights.plan(season=season, days=[THURSDAY + timedelta(7)])
    for page in (standing(season), result(night)):
        text = fetch(client, page)
        assert "<b>Ans" not in text
        assert "&lt;b&gt;Ans&lt;/b&gt; &amp; &quot;Co&quot;" in text


def test_text_is_not_taken_for_html_that_reads_the_same():
    assert place_tables.build_cell(SafeString("<b>")) == "<td><b></td>"
    assert place_tables.build_cell("<b>") == "<td>&lt;b&gt;</td>"
