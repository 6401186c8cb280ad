import re
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone, translation

from tests import printed
from tests.tournaments.evenings import (
    THURSDAY,
    brought_in,
    by_seat,
    evening,
    fill,
    let_in,
    one_more_season,
    people,
    play,
    playing,
    shut,
    tonight,
)
from tests.tournaments.views.forms import squeeze
from tournaments import links
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import Member, Reglement, Role, Season, Table, User
from tournaments.nights import changes_at_tables
from tournaments.standings import calculate, season_history
from tournaments.standings.pages import player_season
from tournaments.standings.rules.points import PlayedNight, PlayedRound, PlayerRound

pytestmark = pytest.mark.usefixtures("at_the_laptop")

WEEK = timedelta(weeks=1)


def role(kind):
    Role.objects.update(kind=kind)


def see(client, member, query="", status=200):
    answer = client.get(f"/de-hoop/players/{member.pk}/{query}")
    assert answer.status_code == status
    return squeeze(answer)


def table(page, heading):
    body = page.split(heading)[-1].split("<tbody>")[1].split("</tbody>")[0]
    lines = re.findall(r"<tr>(.*?)</tr>", body)
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", line)
        ]
        for line in lines
    ]


def test_where_somebody_stood_after_each_night_is_the_standing_of_then(season):
    *who, late = people(season, 5)
    evening(season, who)
    then = calculate.compute_season_standing(season)
    evening(season, [*who[:3], late], THURSDAY + WEEK)
    season.club.refresh_from_db()
    found = season_history.load_history(season)
    rows = [row for division in then for row in division.rows]
    assert found.steps[1] == {row.player: (row.rank, row.points) for row in rows}
    rows = [row for division in calculate.compute_season_standing(season) for row in division.rows]
    assert found.steps[2] == {row.player: (row.rank, row.points) for row in rows}
    first, second = (
        {row.player: row.rank for row in found.nights[number].rows if row.rank} for number in (1, 2)
    )
    assert second[late.pk] in (1, 2, 3, 4)
    assert late.pk not in first


def test_page_leads_with_place_and_why_and_shows_form_curve_nights_and_against_whom(client, season):
    who = people(season, 4)
    nights_played = [evening(season, who, THURSDAY + week * WEEK) for week in range(2)]
    night, (first, second) = nights_played[1], map(by_seat, nights_played)
    me = who[0]
    page = see(client, me)
    assert '<h1><span translate="no">Speler 00</span></h1>' in page
    form = re.findall(r"<strong>(\S+)</strong><small>(\S+)</small></a></li>", page)
    places = [str(chart.index(me.pk) + 1) for chart in (first, second)]
    assert form == list(zip(places, ["3/9", "10/9"], strict=True))
    curve = table(page, "Place after each night")
    assert curve[0] == ["3 September 2026", places[0], str(first.index(me.pk) * 10)]
    nights = table(page, "Points of each night")
    assert [line[1] for line in nights] == [
        str(chart.index(me.pk) * 10) for chart in (first, second)
    ]
    met = table(page, "Against whom")
    assert [line[:2] for line in met] == [[f"Speler 0{n}", "2"] for n in (1, 2, 3)]
    ahead = [
        sum(chart.index(me.pk) < chart.index(other.pk) for chart in (first, second))
        for other in who[1:]
    ]
    assert [(int(line[2]), int(line[3])) for line in met] == [(n, 2 - n) for n in ahead]
    assert page.count('role="img"') == 6  # each for a phone, a tablet and a wide screen
    leader = Member.objects.get(pk=second[0])
    page = see(client, leader)
    figures = page.partition('class="figs">')[2].partition("</section>")[0]
    assert re.findall(r"<span>([^<]+)</span><b>(\w+)", figures)[1:] == [
        *(("Last time", "1st"), ("Played", "2"))
    ]
    assert f'href="/de-hoop/nights/{night.pk}/result/"' in figures
    assert f'href="/de-hoop/seasons/{season.pk}/standing/"' in figures
    news = page.partition('class="news">')[2].partition("</p>")[0]
    assert "won the night with 0." in news and "you" not in news.casefold()
    assert page.index('class="figs"') < page.index('class="form"') < page.index("Best night")
    assert f'href="/de-hoop/players/{leader.pk}/compare/' in page


def test_who_never_had_a_place_has_no_empty_chart(client, season):
    Season.objects.update(least_nights=2)
    season.refresh_from_db()
    who = people(season, 4)
    evening(season, who)
    page = see(client, who[0])
    assert "No place yet:</strong>1 of the 2 nights that it takes." in page
    assert list_charts(page) == ["Points of each night"]
    evening(season, who, THURSDAY + WEEK)
    assert "Place after each night" not in see(client, who[0])  # one dot is no line
    evening(season, who, THURSDAY + 2 * WEEK)
    assert list_charts(see(client, who[0])) == ["Points of each night", "Place after each night"]


def list_charts(page):
    return re.findall(r"<summary>([\w ]+) ?<span>[^<]*</span></summary>\s*<figure", page)


def test_nights_missed_are_hollow_and_the_chart_says_how_often_one_was_better(client, season):
    who = people(season, 5)
    evening(season, who[:4])
    evening(season, who[1:], THURSDAY + WEEK)
    page = see(client, who[0])
    assert page.count('class="missed"') == page.count('class="dot"') == 3
    assert "An open ring: not there, or not for all of it." in page
    assert re.search(r"[01] of 1 night was better than the middle of the club", page)
    client.cookies["streepje_language"] = "de"  # a verb that fits a game in which few points win
    assert "Abend war besser als das mittlere Ergebnis" in see(client, who[0])
    client.cookies["streepje_language"] = "en"
    assert table(page, "Points of each night")[1][2] == "not there, the worst score of that night"
    assert re.findall(r"<strong>(\S+)</strong><small>10/9</small></a></li>", page) == ["–"]


def test_who_shows_no_name_has_no_page_but_for_themselves_and_who_organises(client, season):
    who = people(season, 4)
    evening(season, who)
    hidden, nick = who[0], who[1]
    members.show_as(member=hidden, shown="not")
    Member.objects.filter(pk=nick.pk).update(shown="nickname", nickname="Kees")
    assert "Speler 00" in see(client, hidden)
    role("member")
    see(client, hidden, status=404)
    assert "Kees" in see(client, nick)
    page = see(client, who[2])
    assert table(page, "Against whom")[-1][:2] == ["…", "1"]
    assert "Speler 00" not in page and "Speler 01" not in page
    everybody = client.get("/de-hoop/players/").content.decode()
    found = re.findall(r'/" translate="no">([^<]+)</a>', everybody)
    assert found == ["Kees", "Speler 02", "Speler 03"]
    User.objects.update(email="els@club.nl")
    Member.objects.filter(pk=hidden.pk).update(email="Els@club.nl")
    assert "S. 0." in see(client, hidden)  # as the standing names them
    listed = client.get("/de-hoop/players/").content.decode()
    assert re.search(rf'/{hidden.pk}/"[^<]*>([^<]+)</a>\s*<span class="you">', listed)[1] == "S. 0."


def test_own_page_says_why_the_place_changed_and_has_the_same_folds(
    client, season, monkeypatch, visitor
):
    *who, late = people(season, 5)
    evening(season, who, count=2)
    evening(season, [*who[:3], late], THURSDAY + WEEK)
    page = squeeze(visitor.get(f"/m/{links.make_key(who[3])}/"))
    assert len(table(page, "Against whom")) == 3
    nights = page.partition('class="lines results">')[2].partition("</ul>")[0]
    last, before = [re.sub("<.*?>", " ", line) for line in nights.split("</li>")[:2]]
    assert " ".join(last.split()) == "10 September 2026 30 not there, the worst score of that night"
    shown = r"3 September 2026 \d+ \d+ \+ \d+( · \d+ dashes)? with .+ · with .+"
    assert re.fullmatch(shown, " ".join(before.split()))
    news = re.sub("<.*?>| +", " ", page.partition('class="news">')[2].partition("</p>")[0])
    assert re.search(
        r"(Still (\d\w\w|on top):|\d places? (up|down):) last night \(not there, the worst score of"
        r" that night\) counts 30\. (Place .* \d+ points? away|\d+ points? ahead of .+)\.",
        " ".join(news.split()),
    )
    rank = visitor.get(f"/m/{links.make_key(late)}/").content.decode()
    assert "New in the standing, " in rank and re.search(r"your \d+ was \d\w\w that night", rank)
    rows = calculate.compute_season_standing(season)[0].rows
    firsts = [Member.objects.get(pk=row.player) for row in rows if row.rank == 1]
    monkeypatch.setattr(timezone, "localdate", lambda *_now: season.last + WEEK)
    page = squeeze(visitor.get(f"/m/{links.make_key(who[3])}/"))
    assert '<h2 class="huge">2026 is over</h2>' in page
    assert f'<a href="/de-hoop/seasons/{season.pk}/">Look back at the season</a>' in page
    won = f'<p class="lead"><b translate="no">{", ".join(map(str, firsts))}</b>won.</p>'
    assert ("Won the season</p>" if who[3] in firsts else won) in page


def test_own_page_of_who_left_leads_nowhere_in_the_club(client, season):
    most = {"name": "Most nights", "counting": "sum", "counted": None, "least": 0, "prizes": []}
    seasons.change(season=season, further=[most])
    who = people(season, 4)
    evening(season, who)
    for week in range(4):
        tonight(season, "planned", timezone.localdate() + (1 + week) * WEEK)
    home = f"/de-hoop/seasons/{season.pk}/standing/"
    own = f"/m/{links.make_key(who[0])}/"
    page = client.get(own).content.decode()
    assert f'<a href="{home}?of=f1"' in page and page.count('href="/de-hoop/nights/') > 4
    members.archive(member=who[0])
    page = client.get(own).content.decode().partition("<main")[2]
    assert "Most nights" in page and 'href="/de-hoop/' not in page


def test_who_was_merged_is_found_under_who_stands_for_them(client, season):
    who = people(season, 5)
    evening(season, who[:4])
    members.merge(double=who[0], keep=who[4])
    double, keep = (f"/de-hoop/players/{who[n].pk}/" for n in (0, 4))
    assert client.get(double)["Location"] == keep
    assert len(table(see(client, who[4]), "Against whom")) == 3
    compared = f"{keep}compare/{who[1].pk}/"
    assert client.get(f"{double}compare/{who[1].pk}/")["Location"] == compared
    assert client.get(f"{keep}compare/{who[0].pk}/")["Location"] == keep
    Member.objects.filter(pk=who[1].pk).update(erased=timezone.now())
    assert client.get(compared).status_code == 404


def test_who_did_not_play_yet_has_an_empty_page_and_no_file(client, season):
    member = members.add(club=season.club, first="Els")
    assert "as soon as a night" in see(client, member)
    see(client, member, "?as=csv", 404)
    assert "as soon as the first night" in client.get("/de-hoop/players/").content.decode()


def test_against_whom_is_by_how_often_with_who_show_no_name_last(client, season):
    who = people(season, 5)
    evening(season, who[:4])
    evening(season, [*who[:3], who[4]], THURSDAY + WEEK)
    members.show_as(member=who[1], shown="not")
    role("member")
    met = table(see(client, who[0]), "Against whom")
    often = [("Speler 02", "2"), ("Speler 03", "1"), ("Speler 04", "1"), ("…", "2")]
    assert [tuple(line[:2]) for line in met] == often
    assert {int(line[1]) - sum(map(int, line[2:])) for line in met} == {0}


def test_results_on_paper_have_the_name_that_their_reader_may_see(client, season):
    who = people(season, 4)
    evening(season, who)
    Member.objects.filter(pk=who[0].pk).update(shown="nickname", nickname="Kees")
    role("member")
    path = f"/de-hoop/players/{who[0].pk}/?as=pdf"
    (found,) = printed.read(client.get(path).content)
    assert ("Kees" in found.words, "Speler 00" in found.words) == (True, False)
    members.show_as(member=who[0], shown="not")
    assert client.get(path).status_code == 404
    role("owner")
    assert "Speler 00" in printed.read(client.get(path).content)[0].words


def test_nothing_new_is_answered_in_short(client, season, django_assert_num_queries):
    who = people(season, 4)
    evening(season, who)
    path = f"/de-hoop/players/{who[0].pk}/"
    known = {"If-None-Match": client.get(path)["ETag"]}
    with django_assert_num_queries(6):
        assert client.get(path, headers=known).status_code == 304
    members.show_as(member=who[1], shown="not")
    assert client.get(path, headers=known).status_code == 200
    members.show_as(member=who[0], shown="not")
    role("member")
    assert client.get(path, headers=known).status_code == 404


def test_average_of_each_contract_with_the_best_and_the_worst_named():
    games = PlayerRound(1, 60, games=(0, 20, 40), contracts=("S3", "R3", "R4"))
    again = PlayerRound(1, 10, games=(10, 0), contracts=("S3", ""), until=2)
    other = PlayerRound(2, 9, games=(9,), contracts=("S3",))
    night = PlayedNight(
        1, (PlayedRound((games, other)), PlayedRound((again, PlayerRound(1, 5, games=(5,)))))
    )
    with translation.override("en"):
        low = player_season.list_contracts([night], 1, low=True)
        high = player_season.list_contracts([night], 1, low=False)
    assert [tuple(line) for line in low] == [
        ("set of 3", 2, Fraction(5), "best"),
        ("run of 3", 1, Fraction(20), ""),
        ("run of 4", 1, Fraction(40), "worst"),
    ]
    assert [line.words for line in high] == ["run of 4", "run of 3", "set of 3"]
    assert [contract.said for contract in player_season.list_contracts([night], 2, low=True)] == [
        ""
    ]


def test_contracts_of_a_night_are_those_of_its_games(client, season):
    Reglement.objects.update(game="jokeren-vijf")
    season.refresh_from_db()
    night = playing(season, people(season, 4), rounds=1)
    fill(night.rounds.get().tables.get(), [[n, 0, 5, 5] for n in (1, 2, 3, 4, 5)])
    shut(night)
    first = Member.objects.get(pk=by_seat(night)[0])
    found = table(see(client, first), "By contract")
    assert [line[1:] for line in found] == [["1", f"{n}.00"] for n in (1, 2, 3, 4, 5)]


def test_one_round_a_night_is_told_as_the_night(client, season):
    who = people(season, 4)
    evening(season, who)
    brought_in(season, who, range(4), THURSDAY + WEEK)
    page = see(client, who[0])
    assert "Best night" in page
    assert "Best round" not in page


def test_career_has_a_line_for_each_season_that_leads_on(client, season):
    who = people(season, 4)
    nights = [evening(season, who, THURSDAY + week * WEEK) for week in range(2)]
    later = one_more_season(season)
    assert "and still going on" in see(client, who[0])
    evening(later, who[1:], date(2027, 9, 2))
    page = see(client, who[0])
    assert 'id="career"' in page and "2 September 2027" not in page
    assert "until 10 September 2026" in page and "and still going on" not in page
    assert "3 September 2026" in see(client, who[0], f"?season={season.pk}")
    assert f'href="/de-hoop/seasons/{season.pk}/standing/"' in page
    for night in nights:
        assert page.count(f'href="/de-hoop/nights/{night.pk}/result/"') >= 2
    nights.append(evening(later, who, date(2027, 9, 9)))
    page = see(client, who[0])
    seasons_found = re.findall(r'<a href="\?season=(\d+)#results">([^<]+)</a>', page)
    assert seasons_found == [(str(later.pk), "2027"), (str(season.pk), "2026")]
    places = [by_seat(night).index(who[0].pk) for night in nights]
    best, worst = min(places) * 10, max(places) * 10
    facts = dict(re.findall(r"<dt>([^<]+)</dt><dd><strong>([^<]+)</strong>", page))
    assert facts["Best night ever, on forms"] == str(best)
    assert facts.get("Worst night ever, on forms", str(best)) == str(worst)
    assert facts["There one after the other"] == "2 nights"


@pytest.mark.parametrize("rounds", [0, 1])
def test_night_without_a_round_played_to_its_end_changes_nothing(client, season, rounds):
    def stop_early(season, day):
        night = playing(season, who, day, rounds)
        for each in Table.objects.filter(round__night=night):
            play(each)
        shut(night)

    def read_pages():
        records = squeeze(client.get(f"/de-hoop/records/?season={season.pk}"))
        page = see(client, who[0])
        assert "and still going on" in page
        return (
            re.findall("in a row.*?</dd>|jump in the standing.*?</dd>", records),
            *(re.findall(part, page) for part in ('class="line own".*?>', '"career".*?</article>')),
        )

    who = people(season, 4)
    season.club.members.filter(pk=who[0].pk).update(email="ans@example.org")
    User.objects.update(email="ans@example.org")
    for week in range(2):
        evening(season, who, THURSDAY + week * WEEK)
    before = read_pages()
    stop_early(season, THURSDAY + 2 * WEEK)
    assert read_pages() == before
    standing = squeeze(client.get(f"/de-hoop/seasons/{season.pk}/standing/"))
    assert re.search("was \\w+ that night|won the night", standing)
    later = one_more_season(season)
    stop_early(later, later.first)
    assert see(client, who[0], f"?season={later.pk}").count("10 September 2026")
    book = squeeze(client.get(f"/de-hoop/seasons/{later.pk}/"))
    assert "Nothing is played yet" in book and "Busiest night" not in book


def test_round_that_only_a_substitute_made_whole_counts(client, season):
    seasons.change(season=season, for_member=True)
    who = people(season, 4)
    for week in range(2):
        evening(season, who, THURSDAY + week * WEEK)
    night = playing(season, who, THURSDAY + 2 * WEEK, 1)
    sat = Table.objects.get(round__night=night)
    play(sat, 1, 2, 3)
    for member in who:
        other = members.add(club=season.club, first=f"Invaller {member.pk}")
        let_in(night, [other])
        changes_at_tables.replace(table=sat, member=member, other=other)
    play(sat, *range(4, 11))
    shut(night)
    assert see(client, who[0]).count("17 September 2026") > 1


def test_two_players_are_compared_by_who_may_see_both(client, season, visitor):
    who = people(season, 5)
    nights = [evening(season, who[:4], THURSDAY + week * WEEK) for week in range(2)]
    later = evening(one_more_season(season), who[1:], date(2027, 9, 2))
    pair = first, second = who[1:3]
    third, absent = who[0], who[4]
    address = f"/de-hoop/players/{first.pk}/compare/{second.pk}/"
    assert f'href="{address}" translate="no">Speler 02</a>' in see(client, first)
    page = squeeze(client.get(f"{address}?season={later.season_id}"))
    seats = [by_seat(night) for night in (*nights, later)]
    ahead = [seat.index(first.pk) < seat.index(second.pk) for seat in seats]
    tables = page.partition("3 rounds at one table, all seasons together")[2]
    rows = re.findall(r'scope="row">(.*?)</tr>', tables)
    cells = [re.findall(r"<td>(?:<strong>)?([^<]*)", line) for line in rows]
    assert all(line[2] == line[1] for line in cells[:2])  # of one night
    assert [line[3] for line in cells[:2]] == [str(int(seats[2][0] == who.pk)) for who in pair]
    assert [line[1:] for line in cells[-6:-3]] == [
        ["1", f"{int(ahead[2])} – {int(not ahead[2])}"],
        ["2", f"{sum(ahead[:2])} – {2 - sum(ahead[:2])}"],
        ["3", f"{sum(ahead)} – {3 - sum(ahead)}"],
    ]
    assert [(int(a) < int(b)) for a, b in cells[-3:]] == [ahead[2], ahead[1], ahead[0]]
    els = members.add(club=season.club, first="Els")
    compared = client.get(f"/de-hoop/players/{third.pk}/compare/{els.pk}/")
    assert "no season yet" in compared.content.decode()
    apart = client.get(f"/de-hoop/players/{third.pk}/compare/{absent.pk}/").content.decode()
    assert "no season yet" in apart
    role("member")
    assert client.get(address).status_code == 200
    visitor.get(f"/m/{links.make_key(first)}/")
    with_me = f'href="{address}">Compare with me</a>'
    assert (with_me in see(visitor, second), with_me in see(visitor, first)) == (True, False)
    page = squeeze(visitor.get(address))
    assert re.search("You are|You and|ahead of you", page) and "First you, then Speler" in page
    assert re.search(r"you ahead in \d, Speler 0\d in \d", page)
    names = page.partition("You with somebody else")[2].partition("</ul>")[0]
    others = [third.pk, who[3].pk, absent.pk, members.list_members(season.club).get(first="Els").pk]
    assert sorted(map(int, re.findall(r'/compare/(\d+)/"', names))) == sorted(others)
    own = squeeze(visitor.get(f"/m/{links.make_key(first)}/?open=compare")).partition(
        'id="compare"'
    )[2]
    assert {second.pk, *others} == set(map(int, re.findall(r'/compare/(\d+)/"', own)))
    members.archive(member=third)
    own = squeeze(visitor.get(f"/m/{links.make_key(first)}/?open=compare")).partition('"pick"')[2]
    here, _fold, aside = own.partition("Guests and former members")
    assert [f"/compare/{third.pk}/" in part for part in (here, aside)] == [False, True]
    visitor.force_login(Role.objects.get().user)
    assert "Compare with me" not in see(visitor, second)
    members.show_as(member=second, shown="not")
    assert visitor.get(address).status_code == 404
    assert visitor.get(f"/de-hoop/players/{second.pk}/compare/{first.pk}/").status_code == 404
    assert "Speler 02" not in see(visitor, first)


def test_links_between_player_and_comparison_keep_the_season(client, season, visitor):
    who = first, second, third = people(season, 3)
    later = evening(one_more_season(season), who, date(2027, 9, 2)).season_id
    for week in range(2):
        evening(season, who, THURSDAY + week * WEEK)
    address = f"/de-hoop/players/{first.pk}/compare/{second.pk}/"
    asked = f"?season={season.pk}"
    assert f'/compare/{second.pk}/{asked}" translate' in see(client, first, asked)
    assert f'/compare/{second.pk}/" translate' in see(client, first)
    assert "<figure" not in squeeze(client.get(f"{address}?season={later}"))  # of one night
    page = squeeze(client.get(address))  # the latest season of which there is a chart
    chart = page.partition("</figure>")[0]
    ahead_of = r"Speler 0. is \d places? ahead of Speler 0., \d+ points?"
    news = f"({ahead_of}|Speler 00 and Speler 01 are equal)"
    assert re.search(f"<h2>2026</h2>.*<figcaption>{news}<", chart.replace(" <", "<"))
    assert len(re.findall(r">\d tables?</text>", page)) == 6  # two lines, three widths
    assert page.count('class="line other"') == page.count('class="line own"') == 3
    page = squeeze(client.get(f"{address}{asked}"))
    assert f'<th scope="col">{season}</th>' in page and f'href="?season={later}"' in page
    assert f"/compare/{third.pk}/{asked}" in page
    assert page.count(f'href="/de-hoop/players/{first.pk}/{asked}"') == 2
    visitor.get(f"/m/{links.make_key(first)}/")
    assert f'/compare/{second.pk}/{asked}">Compare' in see(visitor, second, asked)


def test_players_have_places_and_a_search_and_two_pages_lead_to_ones_own(client, season):
    who = people(season, 4)
    night = evening(season, who)
    page = client.get("/de-hoop/players/").content.decode()
    found = re.findall(r'translate="no">([^<]+)</a> <strong>(\d)\w\w</strong>', page)
    assert found == [(str(member), str(by_seat(night).index(member.pk) + 1)) for member in who]
    page = client.get("/de-hoop/players/?q=spéler+03").content.decode()
    assert re.findall(r'translate="no">(Speler [^<]+)</a>', page) == ["Speler 03"]
    assert '<p id="nobody" role="status">' in client.get("/de-hoop/players/?q=x").content.decode()
    User.objects.update(email="els@club.nl")
    Member.objects.filter(pk=who[0].pk).update(email="els@club.nl")
    link = f'<a href="/de-hoop/players/{who[0].pk}/">'
    assert f"{link}Your results at De Hoop</a>" in client.get("/account/").content.decode()
    standing = f"/de-hoop/seasons/{season.pk}/standing/"
    named = f'{link[:-1]} translate="no">Speler 00</a>'
    assert named in client.get(standing).content.decode()
    role("member")
    members.show_as(member=who[0], shown="not")
    assert link[:-1] not in client.get(standing).content.decode()
    members.show_as(member=who[1], shown="first")
    for page in (standing, "/de-hoop/players/", f"/de-hoop/players/{who[1].pk}/"):
        assert ">Speler 0.<" in client.get(page).content.decode(), page  # one name on all pages
    own = client.get("/de-hoop/players/?q=speler+00").content.decode()
    assert re.findall(r'translate="no">([^<]+)</', own.partition('id="players"')[2])[0] == "S. 0."
    assert "S. 0." not in client.get("/de-hoop/players/?q=speler+03").content.decode()


def test_another_season_is_chosen_and_everybody_is_listed_in_any(client, season):
    who = people(season, 5)
    never = members.add(club=season.club, first="Nooit")
    first = evening(season, who[:4])
    later = one_more_season(season)
    evening(later, who[1:], date(2027, 9, 2))
    players = client.get("/de-hoop/players/").content.decode()
    switch = squeeze(client.get("/de-hoop/players/")).partition('aria-label="Seasons">')[2]
    assert re.findall(r'href="([^"]+)"( aria-current="page")?>([^<]+)', switch)[:2] == [
        (f"?season={later.pk}", ' aria-current="page"', "2027"),
        (f"?season={season.pk}", "", "2026"),
    ]
    placeless = r'translate="no">([^<]+)</a> <span class="quiet">–</span>'
    assert re.findall(placeless, players) == ["Nooit", "Speler 00"]
    earlier = client.get(f"/de-hoop/players/?season={season.pk}").content.decode()
    found = re.findall(r'translate="no">([^<]+)</a> <strong>(\d)\w\w</strong>', earlier)
    assert found == [(str(member), str(by_seat(first).index(member.pk) + 1)) for member in who[:4]]
    assert re.findall(placeless, earlier) == ["Nooit", "Speler 04"]
    members.archive(member=never)
    members.archive(member=who[0])
    here, _fold, aside = (
        client.get("/de-hoop/players/").content.decode().partition('<details class="more')
    )
    seen = ("Nooit" in here + aside, "Speler 00" in here, "Speler 00" in aside)
    assert seen == (False, False, True)
    assert f'href="?season={season.pk}"' in see(client, who[1])
    standing = client.get(f"/de-hoop/seasons/{later.pk}/standing/").content.decode()
    assert f'<a href="/de-hoop/seasons/{season.pk}/standing/">2026</a>' in standing
