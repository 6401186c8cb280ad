import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.demo.dealing import play
from scoring.browser import sync
from scoring.games import GAMES
from scoring.sheets import lifecycle
from tests.by_day import by_day
from tests.tournaments.evenings import (
    THURSDAY,
    by_seat,
    drawn,
    evening,
    fill,
    gathered,
    people,
    play_by_seat,
    playing,
    shut,
)
from tests.tournaments.files.exports.test_lists import as_text
from tests.tournaments.nights.test_seating_history import rise, sit
from tests.tournaments.views.forms import squeeze
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Member, Role, Season, Table, User
from tournaments.nights import changes_at_tables, closing, nights
from tournaments.views import night_result

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def path(evening):
    return f"/de-hoop/nights/{evening.pk}/result/"


def read(page):
    """The cells of each line, as they are said aloud."""
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[dh].*?>(.*?)</t[dh]>", line)]
        for line in lines
    ]


def open_page(client, evening, query=""):
    return squeeze(client.get(path(evening) + query))


def approve(table):
    state = sync.build_sheet_state(table.sheet)
    lifecycle.approve(sheet=table.sheet, player=state["missing"][0], read=state["digest"])


@pytest.fixture
def as_member(season):
    Role.objects.update(kind="member")


FIRST_TABLE = [("1", "0"), ("2", "10"), ("3", "20"), ("4", "30")]


def test_result_grows_while_the_night_is_played(client, season):
    night = playing(season, people(season, 8))
    assert "Here it will stand who is where" in open_page(client, night)
    drawn(night, 2)
    first, second = Table.objects.filter(round__number=1)
    play_by_seat(first)
    page = open_page(client, night)
    assert "Round 1: 0 of 2 tables are in." in page
    assert [(line[0], line[2]) for line in read(page)] == FIRST_TABLE
    assert "4 players are still playing" in page
    assert 'class="open">0<' in page
    approve(first)
    fill(second, [range(4)])
    User.objects.update(email="ans@example.org")
    Member.objects.filter(seats=second.seats.first()).update(email="ans@example.org")
    page = open_page(client, night)
    assert page.partition(">Table 2<")[2].count('class="me"') == 1  # not yet in the standing
    assert "Your table in round 1:<strong>2</strong>" in page
    assert "Round 1: 1 of 2 tables are in." in page
    assert [(line[0], line[2]) for line in read(page)] == FIRST_TABLE
    assert "4 players are still playing" in page
    assert 'class="open">' not in page.replace('<li class="open"></li>', "")
    assert (
        page.count('<ol class="tally" aria-hidden="true"><li></li><li class="open"></li></ol>') == 1
    )
    found = re.findall(r"<h3>(.*?)(<svg|</h3)", page.rpartition("beside-head")[2])
    assert found == [("Table 1", "<svg"), ("Table 2", "</h3")]
    assert "10 ahead of the next, in round 1 at table 1" in page
    assert "prize" not in page.lower()


def test_round_that_nobody_finished_is_not_in_it_yet_and_others_are_not_final(client, season):
    night = playing(season, people(season, 8), rounds=2)
    for table in Table.objects.filter(round__number=1):
        play_by_seat(table)
        approve(table)
    first, second = Table.objects.filter(round__number=2)
    fill(second, [range(4)] * 9)
    page = open_page(client, night)
    points = [line[2] for line in read(page)]
    assert points == ["0", "0", "10", "10", "20", "20", "30", "30"]
    play_by_seat(first)
    rows = read(open_page(client, night))
    last = sorted(row[5] for row in rows)
    assert last == [f"{points}, not final yet" for points in (0, 10, 20, 30)]
    for row in rows:
        assert row[2] == str(sum(int(cell.split(",")[0]) for cell in row[4:]))
    assert "4 players are still playing" in open_page(client, night)
    earlier = [str(table.pk) for table in Table.objects.filter(round__number=1)]
    page = open_page(client, night, "?round=1")
    assert re.findall(r"open=(\d+)#", page) == earlier
    printed = page.partition('<div class="on-paper">')[2].partition('<div class="beside-head">')[0]
    assert "The tables of round 2" in printed and printed.count("<table") == 2
    assert 'class="me"' not in printed


def test_once_all_tables_are_equally_far_places_are_those_of_a_night_that_is_closed(client, season):
    night = playing(season, people(season, 12), rounds=1)
    first, second, third = Table.objects.all()
    play_by_seat(first)
    fill(second, [range(4)] * 9)
    lifecycle.set_games(sheet=second.sheet, games=9)
    User.objects.update(email="ans@example.org")
    Member.objects.filter(seats=first.seats.last()).update(email="ans@example.org")
    page = open_page(client, night)
    assert "places go by the average" in page
    assert "You share place" in page and "behind place" not in page  # points say nothing yet
    average = as_text(client, f"{path(night)}?as=csv")[0][2:5]
    assert average == ["Average", "Total", "Games"]
    lifecycle.set_games(sheet=second.sheet, games=10)
    fill(second, [range(4)] * 10)
    play_by_seat(third)
    page = open_page(client, night)
    assert "places go by the average" not in page
    so_far = [(line[0], line[2]) for line in read(page)]
    assert so_far[2:4] == [("1, shared", "0"), ("4, shared", "10")]
    shut(night)
    assert [(line[0], line[2]) for line in read(open_page(client, night))] == so_far


def test_signs_are_explained_only_where_they_stand(client, season):
    page = open_page(client, evening(season, people(season, 8), count=2))
    assert "Slanted" not in page and "With dots below" not in page and "not begun" not in page


def test_who_stayed_away_and_what_it_counts_is_folded_below(client, season):
    who = people(season, 8)
    evening(season, who, count=1)
    page = open_page(client, evening(season, who[:4], count=1, day=THURSDAY + timedelta(7)))
    fold = page.partition("Not there, and what it counts (4)</summary>")[2].partition("</ul>")[0]
    assert fold.count("<strong>") == 4 and str(who[7]) in fold and str(who[0]) not in fold


def test_closed_night_is_final_with_prizes_and_the_seal(client, season):
    Season.objects.update(night_prizes=[1, 2, "last"])
    season.refresh_from_db()
    night = evening(season, people(season, 8))
    page = open_page(client, night)
    assert [(line[0], line[2]) for line in read(page)] == [
        (f"{place}, shared", f"{points}")
        for place, points in ((1, 0), (3, 10), (5, 20), (7, 30))
        for _two in range(2)
    ]
    head = page.partition('<section class="winner">')[2].partition("</section>")[0]
    assert head.count("A shared prize is settled together.") == 1
    assert re.findall(r"(prize \d|last):", head) == ["last"]  # who win stand above their prizes
    assert page.count("10 ahead of the next") == 2
    assert night.digest in page.partition("<summary>Check</summary>")[2].partition("</details>")[0]
    assert "follow.js" not in page
    assert 'class="open"' not in page


def test_head_has_the_winner_and_each_prize_once(client, season):
    Season.objects.update(night_prizes=[1, "last"])
    season.refresh_from_db()
    night = evening(season, people(season, 4))
    page = open_page(client, night)
    ids = by_seat(night)
    who = {place: str(Member.objects.get(pk=pk)) for place, pk in enumerate(ids, 1)}
    head = page.partition('<section class="winner">')[2].partition("<details")[0]
    assert f'<a href="/de-hoop/players/{ids[0]}/" translate="no">{who[1]}</a></span>wins' in head
    assert f"10 points ahead of {who[2]}" in head
    assert f'last:<strong translate="no">{who[4]}</strong>' in head
    assert head.count(who[1]) == 1
    wins = page.partition("Biggest win</h2>")[2].partition("</ul>")[0]
    assert '<span translate="no"><a href="/de-hoop/players/' in wins
    assert "Prizes</h2>" not in page
    assert page.count('<tr class="first">') == 1


def test_own_line_is_the_viewers_alone_and_full_names_are_for_who_organises(
    client, season, monkeypatch
):
    monkeypatch.setattr(timezone, "localdate", lambda *_: THURSDAY)
    night = evening(season, people(season, 4))
    ids = by_seat(night)
    User.objects.update(email="ans@example.org")
    Member.objects.filter(pk=ids[1]).update(email="ans@example.org")
    page = open_page(client, night)
    gold = page.partition('<section class="winner">')[2].partition("</section>")[0]
    assert "You finished 2nd with 10</strong>· 10 points behind place 1</p>" in gold
    (following,) = nights.plan(season=season, days=[THURSDAY + timedelta(7)])
    assert f'Next night:<a href="{following.get_absolute_url()}">' in open_page(client, night)
    assert page.count('class="me"') == 1  # at the table
    assert page.count('aria-current="true"') == 3  # the row, the language, and the tab
    clubs.set_visibility(club=season.club, visible_to="open")
    assert "You finished " not in open_page(Client(), night)
    hidden = Member.objects.get(pk=ids[0])
    members.show_as(member=hidden, shown="not")
    seen = []
    for kind in ("owner", "member", "organiser"):
        Role.objects.update(kind=kind)
        seen.append(str(hidden) in open_page(client, night))
    assert seen == [True, False, True]


def test_page_of_a_night_is_its_result_for_who_only_looks(season):
    night = playing(season, people(season, 4))
    clubs.set_visibility(club=season.club, visible_to="open")
    address = f"/de-hoop/nights/{night.pk}/"
    assert 'id="result"' not in Client().get(address).content.decode()
    drawn(night, 1)
    play_by_seat(Table.objects.get())
    assert len(read(Client().get(address).content.decode())) == 4
    assert "<html" not in Client().get(f"{address}?part=").content.decode()
    shut(night)
    assert 'class="winner"' in Client().get(address).content.decode()


def test_correction_is_told_with_its_day_and_reason(client, season):
    night = evening(season, people(season, 4))
    table = Table.objects.get()
    assert "Corrected" not in open_page(client, night)
    closing.reopen(night=night, reason="Tafel 1 telde <fout>", table=table)
    page = open_page(client, night)
    assert "Result so far" in page
    closing.close(night=night, reason="klaar")
    page = open_page(client, night)
    words = r"Corrected on .* 20\d\d, round 1, table 1.</a>Tafel 1 telde &lt;fout&gt;"
    assert re.search(r'<a href="\?round=1&amp;all#tables">' + words, page)


def test_names_are_as_each_chose_also_on_the_forms(client, as_member):
    season = club_with_game("vijfhonderd")
    who, night = gathered(season, 4, rounds=1)
    table = Table.objects.get()
    names = [seat.name for seat in table.sheet.seats.all()]
    lifecycle.record(sheet=table.sheet, number=1, row={"bid": "6S", "by": names[0], "tricks": 7})
    for member in who[:3]:
        members.show_as(member=member, shown="not")
    page = open_page(client, night) + open_page(client, night, "?all")
    assert {n for n in range(4) if re.search(rf"[ >]{n:02}<", page)} == {3}  # no time, no seal
    assert "7 tricks" in page


def club_with_game(game):
    season = Season.objects.get()
    rules = season.reglement
    rules.game = game
    rules.save()
    return season


def test_table_opens_with_its_games_and_folds_up(client, season):
    night = playing(season, people(season, 8), rounds=1)
    first, second = Table.objects.all()
    play_by_seat(first)
    fill(second, [range(4)])
    page = open_page(client, night)
    assert re.findall(r"open=(\d+)#", page) == [str(first.pk), str(second.pk)]
    page = open_page(client, night, f"?round=1&open={first.pk}")
    assert page.count("<tbody data-game=") == 10
    assert open_page(client, night, "?all").count("<tbody data-game=") == 11
    assert open_page(client, night, "?open=999999&round=7").count("<tbody data-game=") == 0


def test_substitute_stands_beside_who_sat_there_first(client, season):
    *who, other = people(season, 5)
    night = playing(season, who, rounds=1)
    play_by_seat(Table.objects.get())
    ids = by_seat(night)
    sit(rise(ids[3], until=6), other.pk, since=7)
    who = Member.objects.get(pk=ids[3]), other
    page = open_page(client, shut(night))
    assert "/".join(f"<span>{player}</span>" for player in who) in page


BY_DAY = "jokeren-vijf", "rummy", "vijfhonderd", "klaverjassen", "boerenbridge", "hartenjagen"


@pytest.mark.parametrize("key", by_day([system.key for system in GAMES], *BY_DAY))
def test_every_game_system_has_its_result(client, as_member, key):
    season = club_with_game(key)
    night = playing(season, people(season, 4), rounds=1)
    for table in Table.objects.all():
        play(table.sheet, 3, Random(table.number))
    changes_at_tables.shorten(round_=night.rounds.get(), games=3)
    page = open_page(client, shut(night), "?all")
    places = [line[0] for line in read(page)]
    assert places == sorted(places)
    assert page.count("<tbody data-game=") == 3 * Table.objects.count()


def test_lines_are_sorted_as_asked_in_files_and_page_by_page(client, season, monkeypatch):
    night = evening(season, people(season, 4))
    page = open_page(client, night, "?sort=name")
    assert [line[1] for line in read(page)] == [f"Speler {n:02}" for n in range(4)]
    text = client.get(path(night), {"as": "csv", "sort": "-points"}).content.decode()
    heads, *rows = (line.split(";") for line in text.lstrip("\ufeff").split("\r\n") if line)
    assert heads == ["Place", "Name", "Total", "Dashes", "Round 1"]
    assert [row[2] for row in rows] == ["30", "20", "10", "0"]
    assert page.count("result.pdf") == 1
    pdf = client.get(path(night).replace("result/", "result.pdf"))
    assert pdf.content.startswith(b"%PDF")
    monkeypatch.setattr(night_result, "A_PAGE", 3)
    first, last = open_page(client, night, "?part="), open_page(client, night, "?page=2")
    assert (len(read(first)), len(read(last))) == (3, 1)
    assert '<a href="?page=2">Next</a>' in first


def test_night_from_a_file_has_figures_and_no_tables(client, season):
    ans = members.add(club=season.club, first="Ans")
    night = earlier_night(season, ans)
    page = open_page(client, night)
    assert read(page) == [["1", "Ans", "41", "2"]]
    assert 'id="tables"' not in page


def earlier_night(season, member):
    (night,) = nights.plan(season=season, days=[THURSDAY])
    night.imported_results.create(member=member, points=41, dashes=2)
    night.state, night.digest = "closed", "x" * 64
    night.save()
    return night


# Following it


@pytest.fixture
def followed(client, season):
    """A result somebody follows: `followed()` asks again, as its script does."""
    night = playing(season, people(season, 8), rounds=1)
    answer = client.get(f"{path(night)}?part=")
    assert answer["Cache-Control"] == "private, no-cache"
    assert b"<html" not in answer.content
    return lambda: client.get(f"{path(night)}?part=", headers={"If-None-Match": answer["ETag"]})


def test_nothing_new_is_answered_in_short_and_nothing_to_who_may_not_look(
    followed, season, django_assert_num_queries
):
    with django_assert_num_queries(6):
        again = followed()
    assert (again.status_code, again.content) == (304, b"")
    fill(Table.objects.first(), [range(4)])
    assert followed().status_code == 200
    members.show_as(member=season.club.members.first(), shown="not")
    assert followed().status_code == 200
    Role.objects.all().delete()
    assert followed().status_code == 404
    Role.objects.create(club=season.club, user=User.objects.get(), kind="member")
    assert followed().status_code == 200  # who organised saw other names


def test_points_for_places_stand_beside_those_of_the_game(client, season):
    season.counting, season.place_points = "places", ["4", "2", "1", "0"]
    season.save()
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    names = list(table.sheet.seats.values_list("name", flat=True))
    fill(table, [[0, 3, 5, 9]] * 10)
    page = open_page(client, night)
    assert 'class="standing night by-places"' in page and 'title="On the form">Form<' in page
    cells = r">{}</a></th><td[^>]*>(\d+)</td><td>(\d+)</td>"
    found = [re.search(cells.format(name), page).groups() for name in names]
    assert found == [("4", "0"), ("2", "30"), ("1", "50"), ("0", "90")]
    assert "90" in client.get(f"{path(night)}?as=csv").content.decode()
