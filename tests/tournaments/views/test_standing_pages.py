import re
from datetime import timedelta
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format
from openpyxl import load_workbook

from tests.tournaments.evenings import (
    THURSDAY,
    brought_in,
    by_seat,
    evening,
    fill,
    people,
    play_by_seat,
    playing,
    shut,
)
from tests.tournaments.views.forms import as_it_stands
from tournaments.accounts import accounts
from tournaments.club import clubs, reglementen, seasons
from tournaments.files.exports import workbooks
from tournaments.members import erasure, members
from tournaments.models import Club, Member, Season, Table, User
from tournaments.names import NameDetail
from tournaments.nights import closing, signing_up
from tournaments.nights import nights as night
from tournaments.standings import calculate as counted
from tournaments.standings import divisions
from tournaments.standings.pages import standing_texts as board
from tournaments.standings.pages.standing import list_lines
from tournaments.standings.rules.breakdown import Division, Move, Prize, Row

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def path(season):
    return f"/de-hoop/seasons/{season.pk}/standing/"


def read(page):
    """The cells of each line, as they are said aloud."""
    body = page.split("<figure")[0].split("<tbody>")[1]
    lines = re.findall(r"<tr(?! class=\"(?:rule|nights))[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [
        [words(cell) for cell in re.findall(r"<t[dh].*?>(.*?)</t[dh]>", line, re.DOTALL)]
        for line in lines
    ]


def words(html):
    spoken = re.sub(r'<(\w+) aria-hidden="true".*?</\1>', "", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", spoken)).split()).replace(" ,", ",")


def heads(page):
    return [words(head) for head in re.findall(r"<th scope=\"col\".*?>(.*?)</th>", page, re.DOTALL)]


def test_standings_of_periods_and_further_ones_are_a_switch_away(client, season):
    most = {"name": "Most nights", "counting": "sum", "counted": None, "least": 0, "prizes": [1]}
    seasons.change(season=season, periods=[2], by_period=True, further=[most], period_prizes=[1])
    who = people(season, 4)
    for week in range(3):
        evening(season, who, THURSDAY + timedelta(7 * week))
    page = client.get(path(season)).content.decode()
    switch = re.findall(r'<a href="([?]\S*)"( aria-current="page")?[^>]*>([^<]*)</a>', page)[:4]
    assert switch == [
        *(("?", ' aria-current="page"', "Season"), ("?of=p1", "", "Period 1")),
        *(("?of=p2", "", "Period 2"), ("?of=f1", "", "Most nights")),
    ]
    assert heads(page)[3:6] == ["Period 2", "Points to the place above", "Period 1"]
    of_period = client.get(path(season) + "?of=p1").content.decode()
    assert "<h1><span>Period 1</span></h1>" in of_period
    assert "prize" in read(of_period)[0][1]
    further = client.get(path(season) + "?of=f1&as=csv").content.decode()
    assert len(further.splitlines()) == 5
    shown = client.get(path(season) + "?of=f1").content.decode()
    assert "Most nights" in shown
    sums = [line[2] for line in read(shown)]
    assert sums == [line[2] for line in read(page)]  # all three nights, either way
    for what in ("standing", "prizes"):
        address = f"/de-hoop/seasons/{season.pk}/print/{what}.pdf?of=p1"
        assert client.get(address).content.startswith(b"%PDF")
    book = load_workbook(BytesIO(client.get(f"/de-hoop/seasons/{season.pk}/workbook/").content))
    others = ["Period 1", "Period 2", "Most nights"]
    assert [name for name in book.sheetnames if name in others] == others
    for to_come in ("standing/?of=p9", "standing/?of=p9&as=csv", "standing/?of=p9&as=pdf",
                    "print/standing.pdf?of=p9", "prizes/?of=p9", "ties/?of=p9"):  # fmt: skip
        assert client.get(f"/de-hoop/seasons/{season.pk}/{to_come}").status_code == 200
    for wrong in ("p0", "f2", "x1", "p1.5"):
        assert client.get(path(season) + f"?of={wrong}").status_code == 404
    own = client.get(f"/de-hoop/players/{who[0].pk}/").content.decode()
    assert [name for name in others if name in own] == ["Period 2", "Most nights"]


def test_nights_that_count_have_a_column_where_some_do_not(client, season):
    most = {"name": "Most", "counting": "sum", "counted": None, "least": 0, "prizes": []}
    seasons.change(season=season, drop_at=[2], further=[most])
    evening(season, people(season, 4))
    pages = [client.get(path(season) + of).content.decode() for of in ("", "?of=f1")]
    assert [any("Counted" in head for head in heads(page)) for page in pages] == [True, False]


def test_standing_of_a_period_leads_to_the_divisions_of_the_next_one(client, season):
    season = seasons.change(season=season, periods=[1], divisions=2, moving=1)
    who = people(season, 4)
    numbers = {member.pk: 1 + place // 2 for place, member in enumerate(who)}
    divisions.divide(season=season, divisions=numbers)
    evening(season, who)
    page = client.get(path(season) + "?of=p1").content.decode()
    address = re.search(r'href="([^"]*period=2[^"]*)"', page)[1].replace("&amp;", "&")
    proposed = as_it_stands(client.get(address))
    assert not season.division_members.filter(period=2).exists()
    client.post(address, proposed)
    first, second = counted.compute_season_standing(season, key="p1")
    ((down,), (up,)) = first.down.sure, second.up.sure
    assert divisions.read_divisions(season, 2) == numbers | {down: 2, up: 1}


def test_tie_for_a_prize_of_a_period_is_settled_there(client, season):
    seasons.change(season=season, periods=[1], period_prizes=[1])
    night = playing(season, people(season, 4), rounds=1)
    for table in Table.objects.all():
        fill(table, [[0, 5, 5, 5], [5, 0, 5, 5]] * 5)
    shut(night)
    ties = f"/de-hoop/seasons/{season.pk}/ties/"
    assert "tie=" not in client.get(ties).content.decode()
    page = client.get(f"{ties}?of=p1").content.decode()
    key = re.search(r'name="tie" value="([^"]+)"', page)[1]
    answer = client.post(f"{ties}?of=p1", {"tie": key, f"{key}-how": "lot"})
    assert answer.url == f"{ties}?of=p1"
    assert season.tie_rulings.get().standing == "p1"
    settled = counted.compute_season_standing(season, key="p1")[0].prizes
    assert [len(prize.players) for prize in settled] == [1]


def test_everybody_stands_there_with_every_night(client, season):
    Season.objects.update(least_nights=2)
    *who, late = people(season, 5)
    assert "<table" not in client.get(path(season)).content.decode()
    evening(season, who)
    evening(season, [*who[:3], late], THURSDAY + timedelta(7))
    page = client.get(path(season)).content.decode()
    *ranked, absent, other = read(page)
    assert [line[0] for line in ranked] == sorted(line[0] for line in ranked)
    assert (absent[0], other[0]) == ("–", "–")
    missed = {cell.replace("†", "") for line in (absent, other) for cell in line[3:] if "," in cell}
    assert missed == {
        "30, not there, the worst score of that night",
        "30, not a member yet, the worst score of that night",
    }
    assert {absent[1], other[1]} == {f"{name} 1 of 2 nights" for name in ("Speler 03", "Speler 04")}
    assert "Without a place: came to fewer than 2 nights" in page
    assert "<strong>†</strong> the worst score of that night" in page


@pytest.mark.parametrize(("counting", "head"), [("average", "Average"), ("sum", "Total")])
def test_an_average_that_places_go_by_is_called_none_but_that(client, season, counting, head):
    Season.objects.update(counting=counting)
    season.refresh_from_db()
    evening(season, people(season, 4))
    page = client.get(path(season)).content.decode()
    assert heads(page)[2] == head
    assert heads(page).count("Average") == 1
    gaps = re.findall(r'class="gap">([\d.]+)<', page)
    assert {"." in gap for gap in gaps} == {counting == "average"}
    content = workbooks.build_season_workbook(season, NameDetail.FULL).build_content()
    book = load_workbook(BytesIO(content))
    text = client.get(f"{path(season)}?as=csv").content.decode()
    assert text.splitlines()[0].split(";")[2] == head
    assert head in [cell.value for row in book["Standing"].iter_rows() for cell in row]
    assert head == book["Per member"]["C1"].value


def test_who_moved_since_the_last_night_is_told(client, season):
    who = people(season, 5)
    evening(season, who[:4])
    assert "Arrows" not in client.get(path(season)).content.decode()
    evening(season, who, THURSDAY + timedelta(7))
    page = client.get(path(season)).content.decode()
    by_name = {line[1]: line[0] for line in read(page)}
    assert by_name.pop("Speler 04").endswith("new")
    for line in counted.compute_season_standing(season)[0].rows:
        assert (line.was is None) == (line.player == who[4].pk)
    assert all(re.search(r", (same place|up \d|down \d)$", moved) for moved in by_name.values())


def test_what_is_dropped_is_struck_through_and_said(client, season):
    Season.objects.update(counting="best", counted=1)
    who = people(season, 4)
    for week in range(2):
        evening(season, who, THURSDAY + timedelta(weeks=week))
    page = client.get(path(season)).content.decode()
    dropped = re.findall(r"<s>(\d+)</s>", re.sub(r"<li.*?</li>", "", page.split("<figure")[0]))
    said = [cell for line in read(page) for cell in line[3:6] if cell.endswith("does not count")]
    assert len(dropped) == len(said) == 4
    assert sum(int(line[2]) for line in read(page)) == 120 - sum(map(int, dropped))


def test_the_signs_that_can_be_there_are_explained(client, season):
    *who, late = people(season, 5)
    evening(season, who)
    evening(season, [*who[:3], late], THURSDAY + timedelta(7))
    worst, none = ("†", "the worst score of that night"), ("–", "nothing: the night is not counted")
    skipped = {"counting": "average", "counted": None, "no_show": "skip", "before_joining": "skip"}
    for terms, sign, struck in (
        ({}, worst, False),
        ({"counting": "drop", "counted": 1}, worst, True),
        (skipped, none, False),
    ):
        Season.objects.update(**terms)
        clubs.lock_and_invalidate(season.club)
        page = client.get(path(season)).content.decode()
        assert re.findall(r"<li><strong>(.)</strong> ([^<]+)</li>", page) == [sign]
        assert ("<s>12</s> does not count" in page) == struck


def test_lines_are_sorted_as_asked(client, season):
    who = people(season, 4)
    for member, more in zip(
        who, ({"first": "Zora"}, {"first": "Ada", "shown": "first"}, {"shown": "not"}), strict=False
    ):
        Member.objects.filter(pk=member.pk).update(**more)
    evening(season, who)
    names = client.get(path(season), {"sort": "name"}).content.decode()
    assert [line[1] for line in read(names)] == ["Ada 01", "Speler 02", "Speler 03", "Zora 00"]
    totals = client.get(path(season), {"sort": "-points"}).content.decode()
    assert [line[2] for line in read(totals)] == ["30", "20", "10", "0"]


def test_divisions_and_prizes_are_told_and_one_division_or_name_is_sought(client, season):
    ids = by_seat(evening(season, people(season, 4)))
    Season.objects.update(divisions=2, moving=1, season_prizes=[1])
    season.refresh_from_db()
    divisions.divide(season=season, divisions=dict(zip(ids, (1, 1, 2, 2), strict=True)))
    second = client.get(path(season), {"division": "2"}).content.decode()
    assert len(read(second)) == 2
    assert 'href="?division=2&amp;d2-sort=name"' in second
    found = client.get(path(season), {"q": "SPÉLER 03"}).content.decode()
    assert [line[1].split()[:2] for line in read(found)] == [["Speler", "03"]]
    assert found.count("Nobody is found.") == 1
    assert len(client.get(path(season), {"division": "2", "as": "csv"}).content.splitlines()) == 3
    page = client.get(path(season)).content.decode()
    marks = re.findall(r"<small>([a-z].*?)</small>", page)
    assert marks == ["prize", "goes down", "goes up, prize"]
    ruled = re.findall(r"<tr class=\"rule (\w+)\"><td[^>]*><span>(.*?)</span>", page)
    assert ruled == [
        ("down", "Below this line: down to division 2"),
        ("up", "Above this line: up to division 1"),
    ]


def test_what_is_tied_on_a_line_is_not_decided(season):
    row = Row(1, 30, rank=1)
    move, prizes = Move(tied=(1, 2), open=1), (Prize(1, (1, 2)), Prize(2, (1, 2)))
    with translation.override("en"):
        found = board.list_marks(row, Division(2, (row,), prizes, up=move, down=move))
    assert found == ["may go up", "may go down", "shares a prize"]


def test_lines_at_the_same_place_are_both_ruled():
    rows = tuple(Row(player, 9, rank=rank) for player, rank in ((1, 1), (2, 1), (3, 3)))
    up, down = Move(tied=(1, 2), open=1), Move((3,))
    with translation.override("en"):
        (ruled,) = list_lines(Division(2, rows, up=up, down=down)).values()
    assert [line.text for line in ruled] == [
        "Above this line: up to division 1; 1 of the 2 who share the place on the line",
        "Below this line: down to division 3",
    ]


def test_nothing_new_is_answered_in_short_but_for_another_network_of_the_laptop(
    client, season, settings, django_assert_num_queries
):
    night = evening(season, people(season, 4))
    answer = client.get(path(season))
    assert answer["Cache-Control"] == "private, no-cache"
    known = {"If-None-Match": answer["ETag"]}
    with django_assert_num_queries(6):
        again = client.get(path(season), headers=known)
    assert (again.status_code, again.content) == (304, b"")
    closing.reopen(night=night, reason="fout")
    closing.close(night=night, reason="klaar")
    assert client.get(path(season), headers=known).status_code == 200
    known = {"Host": "localhost"}
    for address in ("http://192.168.1.7:8000", "http://10.0.0.7:8000"):
        settings.PUBLIC_URL = address
        answer = client.get(path(season), headers=known)
        assert f'value="{address}{path(season)}"' in answer.content.decode()
        known["If-None-Match"] = answer["ETag"]


def test_what_was_corrected_after_closing_is_told_with_its_reason(client, season):
    """But not by the name of who is not shown in full."""
    who = people(season, 4)
    members.change(member=who[0], first="Zoë", particle="van", family="Dam", shown="nickname")
    night = evening(season, who)
    assert "corrected" not in client.get(path(season)).content.decode()
    closing.reopen(night=night, reason="Fout van zoe: 3 bij Speler 02, niet bij Dam")
    page = client.get(path(season)).content.decode()
    assert "open for a correction; it counts again once it is closed" in page
    closing.close(night=night, reason="klaar")
    page = client.get(path(season)).content.decode()
    address = f"/de-hoop/nights/{night.pk}/result/"
    assert f'<a href="{address}">3 September 2026</a>' in page
    assert f"corrected on {date_format(timezone.localdate())}" in page
    assert "Fout van zoe: 3 bij Speler 02, niet bij Dam" in page
    assert '<abbr title="3 September 2026, corrected">3/9•</abbr>' in page
    season.club.roles.update(kind="member")
    page = client.get(path(season)).content.decode()
    assert "Fout van …: 3 bij Speler 02, niet bij …" in page


def test_only_who_organises_sees_full_names(client, season):
    """Whoever looked first; and who was an organiser is answered anew."""
    evening(season, people(season, 4))
    Member.objects.filter(family="03").update(shown="not")
    Member.objects.filter(family="02").update(shown="nickname", nickname="Kees")
    role = season.club.roles.get(kind="owner")
    known, seen = "", []
    for kind in ("owner", "member", "organiser", "helper"):
        role.kind = kind
        role.save()
        answer = client.get(path(season), {"sort": "name"}, headers={"If-None-Match": known})
        known = answer["ETag"]
        seen.append([line[1] for line in read(answer.content.decode())])
    assert seen[0] == seen[2] == [f"Speler {number:02}" for number in range(4)]
    assert seen[1] == seen[3] == ["Kees", "S. 0.", "Speler 00", "Speler 01"]


def test_what_was_done_is_said_once_and_in_no_page_that_a_browser_keeps(client, season):
    who = people(season, 4)
    evening(season, who)
    known = {"If-None-Match": client.get(path(season))["ETag"]}
    version = Club.objects.get().results_version
    client.post(f"/de-hoop/members/{who[0].pk}/archive/", {"do": "restore"})
    Club.objects.update(results_version=version)  # only the words are new
    answer = client.get(path(season), headers=known)
    assert (b"Saved: Speler 00." in answer.content, answer.has_header("ETag")) == (True, False)
    assert client.get(path(season), headers=known).status_code == 304


def test_visitors_find_the_names_that_were_chosen_for_them_from_the_next_answer_on(client, season):
    who = people(season, 4)
    evening(season, who)
    clubs.set_visibility(club=season.club, visible_to="open")
    client.logout()
    first = client.get(path(season))
    known = {"If-None-Match": first["ETag"]}
    assert (b"Speler 03" in first.content, first["Cache-Control"]) == (True, "private, no-cache")
    assert client.get(path(season), headers=known).status_code == 304
    members.show_as(member=who[3], shown="not")
    answer = client.get(path(season), headers=known)
    assert (answer.status_code, b"Speler 03" in answer.content) == (200, False)
    clubs.set_visibility(club=season.club, visible_to="members")
    assert client.get(path(season), headers=known).status_code == 404


def test_whatever_a_standing_hangs_on_makes_it_another(season):
    played_night = evening(season, people(season, 4))
    first, second, *_others = season.club.members.all()
    rules, double = season.reglement, members.add(club=season.club, first="Zora")
    for verb, said in (
        (members.add, {"club": season.club, "first": "Cor"}),
        (members.add_many, {"club": season.club, "text": "Ada\nBea"}),
        (members.change, {"member": first, "first": "Dik"}),
        (members.merge, {"double": double, "keep": second}),
        (members.unmerge, {"double": double}),
        (members.show_as, {"member": first, "shown": "not"}),
        (erasure.erase, {"member": first}),
        (seasons.change, {"season": season, "divisions": 2, "moving": 0}),
        (divisions.divide, {"season": season, "divisions": {second.pk: 1}}),
        (reglementen.change, {"reglement": rules, "name": "N", "options": {}, "approval": "one"}),
        (night.plan, {"season": season, "days": [THURSDAY + timedelta(7)]}),
        (clubs.introduce, {"club": season.club, "starts": None, "venue": "Zaal 1"}),
        (closing.reopen, {"night": played_night, "reason": "r"}),
        (night.arrange, {"night": played_night, "arrangement": night.Arrangement(venue="Zaal 2")}),
        (closing.close, {"night": played_night, "reason": "r"}),
    ):
        before = Club.objects.get().results_version
        verb(**said)
        assert Club.objects.get().results_version != before, verb


DRAWN = {"drawn": "yes"}


def test_everybody_is_drawn_night_by_night_and_who_looks_in_green(client, season):
    who = people(season, 8)
    evening(season, who)
    assert "<figure" not in client.get(path(season), DRAWN).content.decode()
    evening(season, who, THURSDAY + timedelta(7))
    page = client.get(path(season)).content.decode()
    assert "<figure" not in page and 'href="?drawn=yes#drawn"' in page
    page = client.get(path(season), DRAWN).content.decode()
    lines = [line[:2] for line in read(page)]
    assert sorted(ends(page)) == sorted(f"{place.split(',')[0]} {name}" for place, name in lines)
    assert 'class="line own"' not in page
    first = [name for place, name in lines if place.split(",")[0] == "1"]
    assert page.count('class="line leads"') == 3 * len(first)
    User.objects.update(email="els@club.nl")
    last = Member.objects.get(family=lines[-1][1][-2:])
    members.change(member=last, email="els@club.nl")
    page = client.get(path(season), DRAWN).content.decode()
    assert page.count('class="line own"') == 3  # phone, tablet and wide screen
    assert re.search(rf'class="own"[^>]*>\d {last}<', page)
    assert re.search(r"<figcaption>\s*(You went from |.* (leads|led|share) )", page)
    leader = Member.objects.get(family=lines[0][1][-2:])
    members.change(member=last, email="")
    for last, told in ((THURSDAY, "won"), (timezone.localdate(), "leads")):
        Season.objects.update(last=last)
        page_of_day = client.get(path(season)).content.decode()
        assert (f"<p>{leader} {told} with " in page_of_day) == (len(first) == 1)
    assert '#share">Share</a>' in page_of_day
    members.change(member=leader, email="els@club.nl")
    led = client.get(path(season), DRAWN).content.decode()
    assert re.search(r"\d points? ahead of Speler \d\d\.", led)
    assert "leads with" not in client.get(path(season)).content.decode()
    Season.objects.update(last=THURSDAY)
    over = client.get(path(season)).content.decode()
    assert ("You finished 1st" in over) == (len(first) == 1) and "ahead of Speler" not in over
    figures = page.split("<figure")[1].split("<tbody>")[1].split("</tbody>")[0]
    after = re.findall(r"<td>(\d+)</td></tr>", figures)
    assert [int(place) for place in after] == sorted(map(int, after)) and len(after) == 8
    assert "<figure" not in client.get(path(season), {**DRAWN, "q": "Speler"}).content.decode()


def ends(page):
    """The words at the right ends of the lines of the first drawing."""
    drawing = page.partition("<main")[2].split("</svg>")[0]
    return re.findall(r'text-anchor="start">([^<]+)</text>', drawing)


def test_night_on_which_nothing_was_played_does_not_stand_there(client, season):
    who = people(season, 4)
    evening(season, who)
    for rounds_drawn in (0, 1):
        shut(playing(season, who, THURSDAY + timedelta(1 + rounds_drawn), rounds=rounds_drawn))
    evening(season, who, THURSDAY + timedelta(weeks=2))
    page = client.get(path(season)).content.decode()
    assert (page.count("<abbr title="), len(read(page))) == (2, 4)
    assert client.get(path(season), {"as": "csv"}).status_code == 200


def test_organiser_reads_who_signed_whom_off(client, season):
    who = people(season, 6)
    evening(season, who)
    missed = playing(season, who[:4], THURSDAY + timedelta(weeks=1), rounds=1)
    play_by_seat(Table.objects.get(round__night=missed))
    for member, by in ((who[4], f"user {User.objects.get().pk}"), (who[5], f"member {who[5].pk}")):
        signing_up.sign_for(night=missed, member=member, said="off", by=by)
    shut(missed)
    door = f"/de-hoop/nights/{missed.pk}/door/"
    assert client.get(door).content.decode().count("<small>signed off by Ans, ") == 1
    accounts.rename(user=User.objects.get(), owner_name="Ina")
    assert "<small>signed off by Ina, " in client.get(door).content.decode()


def test_long_standing_is_paged_in_the_order_asked_for(client, season, monkeypatch):
    monkeypatch.setattr("tournaments.views.standing.A_PAGE", 3)
    who = people(season, 8)
    evening(season, who)
    pages = [client.get(path(season), {"page": str(n)}).content.decode() for n in (1, 2, 3, 9)]
    assert [len(read(page)) for page in pages] == [3, 3, 2, 2]
    assert "Page 1 of 3" in pages[0] and 'href="?page=2"' in pages[0]
    by_name = client.get(path(season), {"sort": "-name", "page": "2"}).content.decode()
    assert [line[1] for line in read(by_name)] == ["Speler 04", "Speler 03", "Speler 02"]
    assert len(client.get(path(season), {"as": "csv"}).content.splitlines()) == 1 + 8


def test_row_opens_to_all_its_nights_with_why_one_was_missed_or_dropped(client, season):
    Season.objects.update(counting="best", counted=11)
    *who, late = people(season, 5)
    members.change(member=late, email="els@club.nl")
    User.objects.update(email="els@club.nl")
    for week in range(12):
        came = [*who, late] if week else who
        brought_in(season, came, range(len(came)), THURSDAY + timedelta(weeks=week))
        if week == 10:  # all of these fit
            eleven = client.get(path(season)).content.decode()
            assert heads(eleven).count("3/9") == eleven.count("segments wide few") == 1
            assert "the last 10" not in eleven
    page = client.get(path(season)).content.decode()
    assert "the last 10 of 12 nights" in page and "segments wide few" not in page
    for row in page.split("<tr id=")[1:]:
        chips = re.findall(r"<li[^>]*>([^<]+)<br><(.)>", row.partition('<div id="drawn"')[0])
        assert len(chips) == 12 and (chips[0][0], chips[11][0]) == ("19/11", "3/9")
        assert sum(kind == "s" for _day, kind in chips) == 1
        assert "11 nights count; what is struck through does not." in row
    (own,) = re.findall(r"<tr id=\S+[^>]*aria-current.*?</details>", page, re.DOTALL)
    assert re.search(r"<p>3/9: not a member yet, the worst score of that night[^<]*</p>", own)
    assert "that night." in own and "Came to 11 nights." in own
    latest, every = heads(page), heads(client.get(path(season), {"nights": "all"}).content.decode())
    assert latest[3:14] == every[3:14] and len(every) == 16 and "Nights" in latest[14:]
    assert (every[3], every[15]) == ("19/11", "3/9")


def test_text_for_a_group_has_public_names_own_place_and_next_night(client, season):
    who = people(season, 12)
    evening(season, who)
    members.change(member=who[0], first="Zora", family="Dam", shown="first")
    for hidden in who[3:6]:  # one of them at least is among the first ten
        members.change(member=hidden, shown="not")
    members.change(member=who[11], email="els@club.nl")
    User.objects.update(email="els@club.nl")
    coming = timezone.localdate() + timedelta(7)
    Season.objects.update(last=coming)
    season.refresh_from_db()
    night.plan(season=season, days=[timezone.localdate(), coming])
    season.nights.filter(day=timezone.localdate()).update(state="playing")
    clubs.set_visibility(club=season.club, visible_to="link")
    at = f"/de-hoop/nights/{season.nights.first().pk}/result/"
    for address, told in ((path(season), "Standing after 1 night:"), (at, "3 September")):
        lines = text_to_send(client.get(address))
        assert told in lines[0] + lines[1] and lines[-2] == "somebody = who shows no name"
        assert lines[-3].startswith(f"Next night: {date_format(coming, 'l j')}")
        places = [line for line in lines if re.match(r"\d+\. ", line)]
        assert "Dam" not in " ".join(lines) and len(places) in (10, 11)
        assert any("Speler 11" in place for place in places)
        stranger = Client()
        link = lines[-1].removeprefix("All of it: http://testserver")
        assert stranger.get(link, follow=True).request["PATH_INFO"] == address
        assert "All of it" not in " ".join(text_to_send(client.get(address, HTTP_HOST="localhost")))
    lines = text_to_send(client.get(season.get_absolute_url()))
    places = [line for line in lines if re.match(r"\d+\. ", line)]
    assert len(places) in (3, 4) and "Speler 11" in " ".join(places)
    assert any(re.match(r"Lowest total on a form, 10 games: 0 \(", line) for line in lines)
    assert lines[-1].endswith(f"?to={season.get_absolute_url()}")
    picture = link.split("?")[0] + f"?to={path(season)}%3Fas%3Dpng"
    way = f'href="http://testserver{picture}">Picture</a>'
    assert way in client.get(path(season)).content.decode()
    for address in (path(season), season.get_absolute_url()):  # as messengers show a link
        page = stranger.get(address).content.decode()
        assert f'<meta property="og:image" content="http://testserver{picture}">' in page
        assert re.search(r'og:title" content="[^"]+"', page)
        assert "Dam" not in page.partition("<body")[0]
    assert page.count("</b> iemand die geen naam laat zien") == 1
    elsewhere = link.split("?")[0] + "?to=//example.com/de-hoop/"
    assert stranger.get(elsewhere).url == "/de-hoop/"


def text_to_send(answer):
    return re.search(
        r'<textarea id="message"[^>]*>(.*?)</textarea>', answer.content.decode(), re.S
    )[1].splitlines()
