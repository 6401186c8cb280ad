import re
from datetime import timedelta

import pytest
from django.utils.safestring import SafeString

from scoring.toolkit.cache import LRU
from tests.tournaments.evenings import THURSDAY, drawn, people
from tests.tournaments.standings.test_calculate import by_seat, evening, play_by_seat
from tournaments.members import members, privacy
from tournaments.models import Role, Season, Table
from tournaments.nights import attendances, nights
from tournaments.standings import divisions
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
    for page, view in (
        (standing(season), ""),
        (result(night), ""),
    ):
        plain = fetch(client, page, view=view)
        (first, *rest) = heads = re.findall(
            r'href="\?[^"]*?sort=(-?\w+)">(?:<span[^>]*>)?([^<]+)<', plain
        )
        assert (sorts(plain), first[0]) == ([("ascending", first[1])], "-place")
        for name, text in rest:
            assert sorts(fetch(client, page, view=view, sort=name)) == [("ascending", text)]
            assert sorts(fetch(client, page, view=view, sort=f"-{name}")) == [("descending", text)]
        assert len(heads) > 3


def playing_on(night, season):
    nights.set_state(night=night, to="check-in")
    for member in season.club.members.all():
        attendances.check_in(night=night, member=member, present=True)
    return nights.set_state(night=night, to="playing")


@pytest.mark.usefixtures("short_pages")
def test_long_table_is_paged_in_the_order_asked_for(client, season):
    evening(season, people(season, 8))
    page = standing(season)
    by_place = fetch(client, page)
    assert "Page 1 of 3" in by_place
    assert turns(by_place) == {"Next": "?page=2", "All": "?page=all"}
    last = fetch(client, page, page="3")
    assert turns(last) == {"Previous": "?page=2", "All": "?page=all"}
    everybody = fetch(client, page, page="all")
    assert ('class="pages"' in everybody, len(names(everybody))) == (False, 8)
    middle = fetch(client, page, page="2")
    assert [*names(by_place), *names(middle), *names(last)] == names(everybody)
    by_name = fetch(client, page, sort="-name", page="2")
    assert names(by_name) == ["Speler 04", "Speler 03", "Speler 02"]
    assert turns(by_name)["Next"] == "?sort=-name&page=3"
    assert 'href="?sort=name"' in by_name  # another order begins on the first page
    assert len(client.get(page, {"as": "csv", "page": "2"}).content.splitlines()) == 1 + 8


@pytest.mark.usefixtures("short_pages")
@pytest.mark.parametrize(("asked", "shown"), [("9", 2), ("-1", 2), ("0", 2), ("x", 1), ("", 1)])
def test_page_that_is_not_there_is_one_that_is(client, season, asked, shown):
    evening(season, people(season, 4))
    assert f"Page {shown} of 2" in fetch(client, standing(season), page=asked)


@pytest.mark.usefixtures("short_pages")
def test_each_division_turns_its_own_pages(client, season):
    ids = by_seat(evening(season, people(season, 5)[:5]))
    Season.objects.update(divisions=2, moving=1)
    season.refresh_from_db()
    rest = [member.pk for member in season.club.members.all() if member.pk not in ids]
    placed = dict.fromkeys(ids[:1], 1) | dict.fromkeys([*ids[1:], *rest], 2)
    divisions.divide(season=season, divisions=placed)
    page = fetch(client, standing(season), q="speler")
    assert turns(page) == {
        "Next": "?q=speler&page2=2#division-2",
        "All": "?q=speler&page2=all#division-2",
    }
    assert len(names(fetch(client, standing(season), page2="2"))) == 1  # of the first division
    second = fetch(client, standing(season), division="2", page2="2")
    assert len(names(second)) == 1
    assert turns(second)["Previous"] == "?division=2&page2=1#division-2"
    assert 'class="rule up"' in fetch(client, standing(season), division="2")


def test_page_as_long_as_is_allowed_has_no_others(client, season, monkeypatch):
    monkeypatch.setattr(place_tables, "MOST_ROWS", 4)
    evening(season, people(season, 4))
    assert 'class="pages"' not in fetch(client, standing(season))


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
    for page, view in (
        (standing(season), ""),
        (result(night), ""),
    ):
        text = fetch(client, page, view=view)
        assert "<b>Ans" not in text
        assert "&lt;b&gt;Ans&lt;/b&gt; &amp; &quot;Co&quot;" in text


def test_text_is_not_taken_for_html_that_reads_the_same():
    assert place_tables.build_cell(SafeString("<b>")) == "<td><b></td>"
    assert place_tables.build_cell("<b>") == "<td>&lt;b&gt;</td>"


def test_order_betrays_no_name_that_is_hidden(client, season):
    who = people(season, 4)
    evening(season, who)
    privacy.show_as(member=who[3], shown="not")
    Role.objects.update(kind="member")
    found = fetch(client, standing(season), sort="-name")
    assert (names(found)[:2], "Speler 03" in found) == (["Speler 02", "Speler 01"], False)
    assert "Nobody is found." in fetch(client, standing(season), q="03")


def test_row_is_drawn_once_for_all_orders(client, season, monkeypatch):
    evening(season, people(season, 4))
    drawn_rows, draw = [], place_tables.PlaceRow._draw
    monkeypatch.setattr(
        place_tables.PlaceRow, "_draw", lambda row: drawn_rows.append(row) or draw(row)
    )
    for sort in ("", "name", "-points"):
        fetch(client, standing(season), sort=sort)
    assert len(drawn_rows) == 4
    fetch(client, standing(season), sort="dashes")  # has its columns in another order
    assert len(drawn_rows) == 8


def test_column_that_is_sorted_by_stands_right_behind_the_points(client, season):
    evening(season, people(season, 4))
    evening(season, season.club.members.all(), THURSDAY + timedelta(7))
    head = r'(?:<abbr title="|<span class="spoken">|sort=-?\w+">)([^<"]+)'
    days = ["10 September 2026", "3 September 2026"]
    for sort, behind in (
        ("-name", [*days, "Average", "Nights", "Dashes"]),
        ("-dashes", ["Dashes", *days, "Average", "Nights"]),
    ):
        page = fetch(client, standing(season), sort=sort)
        heads = re.findall(head, page.split("<thead>")[1].split("</thead>")[0])
        assert heads == ["Place", "Name", "Total", *behind]
        rows = re.findall(r'<tr id="r1-.*?</tr>', page)
        assert {row.count("<td") for row in rows} == {7}
    (first, *_others) = re.findall(r"<td>(\d+)</td><td", page)
    assert int(first) <= 40


def test_date_above_a_night_leads_to_its_result(client, season):
    night = evening(season, people(season, 4))
    page = fetch(client, standing(season))
    assert f'<th scope="col"><a href="/de-hoop/nights/{night.pk}/result/"><abbr' in page


def test_figures_are_the_same_width_behind_the_decimal_sign(client, season):
    season.no_show = "own"
    season.save()
    *others, late = who = people(season, 5)
    evening(season, who[:4])
    evening(season, who, THURSDAY + timedelta(7))
    evening(season, [*others[1:], late], THURSDAY + timedelta(14))
    page = fetch(client, standing(season))
    totals = re.findall(r"</th><td>([^<]*)</td>", page)
    assert len({"." in total for total in totals}) == 1
    averages = re.findall(r"<td>(\d+\.\d\d)</td><td>\d+</td><td>\d+</td></tr>", page)
    assert len(averages) == 5
