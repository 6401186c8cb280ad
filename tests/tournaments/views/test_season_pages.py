import re
from dataclasses import replace
from datetime import date
from functools import partial
from secrets import token_hex

import pytest

from tests.tournaments.evenings import codes, evening, fill, people, playing, shut
from tests.tournaments.views.forms import as_it_stands
from tournaments import links
from tournaments.club import reglementen, season_presets, seasons
from tournaments.members import members
from tournaments.models import ImportedResult, Night, Season, Table, User
from tournaments.names import NameDetail
from tournaments.nights import changes_at_tables
from tournaments.standings import season_history
from tournaments.standings.pages import yearbook
from tournaments.standings.pages.standing_texts import Called

SENT = {
    "name": "2026–2027",
    "first": "2026-09-03",
    "last": "2027-05-27",
    "rounds": "3",
    "sizes": "4-5",
    "five": "sit-out",
    "seating": "mix",
    "counting": "places",
    "place_points": "4; 2; 1; ½",
    "signed_off": "fixed",
    "signed_off_points": "1",
    "no_show": "worst",
    "sitting_out": "own",
    "before_joining": "absent",
    "tie_break": "dashes",
    "guests_ranked": "on",
    "night_prizes": "1, last",
    "season_prizes": "1; 18 last",
}


@pytest.fixture
def rules(club):
    return reglementen.make(club=club, game="jokeren", name="Zo", options={}, approval="one")


def plan(rules, name):
    days = {"first": date(2026, 9, 3), "last": date(2027, 5, 27), "rounds": 3}
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    return seasons.plan(club=rules.club, reglement=rules, name=name, **days, **missed)


def play(season, *results):
    for week, result in enumerate(results):
        day, digest = date(2026, 9, 3 + 7 * week), token_hex(32)  # by which results are kept
        night = Night.objects.create(season=season, day=day, state="closed", digest=digest)
        for name, points in result.items():
            who = season.club.members.filter(first=name).first()
            who = who or members.add(club=season.club, first=name)
            ImportedResult.objects.create(night=night, member=who, points=points)


def test_seasons_are_a_list_of_winners_and_each_a_yearbook(client, rules):
    season = plan(rules, "2026–2027")
    play(season, {"Ans": 30, "Bob": 40}, {"Ans": 25, "Bob": 5})
    ahead = Night.objects.create(season=season, day=date(2026, 10, 1))
    listed = client.get("/de-hoop/seasons/").content.decode()
    (line,) = re.findall(r'<tr class="lead[^"]*">(.*?)</tr>', listed, re.DOTALL)
    words = " ".join(re.sub(r"<[^>]+>", " ", line).split())
    assert re.fullmatch("2026–\u20602027 Bob leads 45 2 of 3 2", words)
    page = client.get(season.get_absolute_url()).content.decode()
    head = page.partition('class="crown">')[2].partition("</section>")[0]
    said = " ".join(re.sub(r"<[^>]+>", " ", head).split())
    assert "After 2 of 3 nights." in client.get(f"{season.get_absolute_url()}standing/").text
    assert "Bob leads 45 points , 10 ahead of Ans" in said and "2 of 3 nights" in said
    calendar = page.partition('class="calendar">')[2].partition("</section>")[0]
    nights = re.findall(r"<b>(\d+)</b> <i>(.*?)</i>\s*<span[^>]*>(.*?)</span>", calendar)
    assert nights == [("3", "30", "Ans"), ("10", "5", "Bob"), ("1", "", "")]
    assert re.findall(r"<h3>(.*?)</h3>", calendar) == ["Sept.", "Oct."]
    assert ahead.get_absolute_url() in calendar
    assert "What is remembered" in page and "Most nights played" in page
    User.objects.update(email="bob@example.org")
    season.club.members.filter(first="Bob").update(email="bob@example.org")
    page = client.get(season.get_absolute_url()).content.decode()
    assert re.findall(r'<li class="mine">.*?<b>(\d+)</b>', page, re.DOTALL) == ["10"]
    bare = plan(rules, "Bare").get_absolute_url()
    Season.objects.update(last=date(2026, 9, 30))
    for address in (bare, f"{bare}standing/"):
        assert "This season was not played." in client.get(address).text
    season.club.refresh_from_db()
    assert "has won" in client.get(season.get_absolute_url()).content.decode()
    even = plan(rules, "2027–2028")
    play(even, {"Ans": 30, "Bob": 30})
    assert client.get(even.get_absolute_url()).content.decode().count(">Ans and Bob</span>") == 2
    ans = season.club.members.get(first="Ans")
    client.get(f"/m/{links.make_key(ans)}/")
    page = client.get("/de-hoop/seasons/").content.decode()
    assert "and</span> <a" in page and ">lead<" in page and ">1 of 1<" in page
    assert page.index(f"seasons/{season.pk}/") < page.index(f"seasons/{even.pk}/"), "played last"
    assert "You have played since 2026. Your best place: 1." in page
    assert page.count("Records of the club") == 1 and ">Highest total" not in page


def test_winners_of_all_seasons_are_named_in_one_query(rules, django_assert_num_queries):
    for year in range(3):
        play(plan(rules, f"Season {year}"), {"Ans": 30 + year, "Bob": 31})
    season_history.load_histories(season_history.list_seasons_played(rules.club))
    with django_assert_num_queries(2):
        lines = yearbook.list_season_lines(rules.club, NameDetail.FULL)
    winners = [[winner.name for winner in line.winners] for line in lines]
    assert winners == [["Bob"], ["Ans", "Bob"], ["Ans"]]
    over = [replace(line, runs=False) for line in lines]
    most = [(who.name, [str(each) for each in won]) for who, won in yearbook.list_most_wins(over)]
    assert most == [("Bob", ["Season 2", "Season 1"]), ("Ans", ["Season 1", "Season 0"])]
    hidden = [replace(line, winners=[Called("…", first="…")]) for line in over]
    for none in (lines, over[:1], hidden):  # who shows no name may be somebody else each time
        assert yearbook.list_most_wins(none) == []


def test_season_is_made_read_and_changed(client, rules):
    answer = client.post("/de-hoop/seasons/new/", SENT | {"reglement": rules.pk})
    made = Season.objects.get()
    assert answer["Location"] == f"/de-hoop/seasons/{made.pk}/"
    assert (made.place_points, made.season_prizes) == ([4, 2, 1, 0.5], [1, 18, "last"])
    assert (made.five, made.tie_break, made.guests_ranked) == ("sit-out", "dashes", True)
    assert "4 · 2 · 1 · 0.5" in client.get(answer["Location"]).content.decode()
    path = f"{answer['Location']}change/"
    form = client.get(path).content.decode()
    assert 'value="1, 18, last"' in form
    assert 'value="4; 2; 1; 0.5"' in form
    assert 'value="2026-09-03"' in form
    client.post(path, SENT | {"reglement": rules.pk, "name": "Anders"})
    assert Season.objects.get().name == "Anders"


def test_who_had_the_form_open_meanwhile_leaves_what_another_changed(client, rules):
    season = plan(rules, "2026")
    path = f"/de-hoop/seasons/{season.pk}/change/"
    page = as_it_stands(client.get(path))
    other = dict(page)
    client.post(path, page | {"rounds": "2", "season_prizes": "1, 2", "guests_ranked": "on"})
    wrong = client.post(path, other | {"name": "", "least_nights": "4"})
    assert client.post(path, as_it_stands(wrong) | {"name": "Anders"}).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.least_nights) == ("Anders", 4)
    assert (season.rounds, season.season_prizes, season.guests_ranked) == (2, [1, 2], True)


def test_absence_has_to_be_chosen(client, rules):
    sent = SENT | {"reglement": rules.pk, "counting": "sum", "place_points": ""}
    for absence in ("signed_off", "no_show", "before_joining"):
        del sent[absence]
    page = client.post("/de-hoop/seasons/new/", sent)
    assert (codes(page), page.content.count(b'_error">')) == (
        ["required"] * 3,
        6,
    )  # and a link to each


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        *(
            ({"name": ""}, "required"),
            ({"reglement": "0"}, "invalid_choice"),
            ({"first": "soon"}, "invalid"),
        ),
        *(
            ({"last": ""}, "required"),
            ({"last": "2026-09-01"}, "C49"),
            ({"rounds": "two"}, "invalid"),
        ),
        *(({"last": "9999-12-31"}, "invalid"), ({"first": "0001-01-01"}, "invalid")),
        *(({"rounds": "11"}, "C50"), ({"place_points": "four"}, "C54")),
        *(({"place_points": ""}, "C54"), ({"season_prizes": "first"}, "C53")),
        ({"signed_off_points": ""}, "C50"),
        ({"counting": "sum", "no_show": "skip"}, "C52"),
    ],
)
def test_what_is_wrong_is_told_beside_it(client, rules, wrong, code):
    answer = client.post("/de-hoop/seasons/new/", SENT | {"reglement": rules.pk} | wrong)
    assert codes(answer) == [code]
    page = answer.content.decode().split('class="presets"')[1]
    folds = re.findall(r'<details class="more"(.*?)>(.*?)</details>', page, re.S)
    assert folds and all(
        ("open" in state) == (f'data-number="{code}"' in fold) for state, fold in folds
    )


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        ({"no_show": "skip"}, ["no_show"]),
        ({"before_joining": "skip"}, ["before_joining"]),
        ({"signed_off": "skip", "before_joining": "skip"}, ["signed_off", "before_joining"]),
    ],
)
def test_nights_that_may_not_be_skipped_are_marked_at_the_choice_that_skips(
    client, rules, said, marked
):
    sent = SENT | {"reglement": rules.pk, "counting": "sum", "place_points": ""} | said
    page = client.post("/de-hoop/seasons/new/", sent).content.decode()
    wrong = re.findall(r'<fieldset class="question wrong">.*?</fieldset>', page, re.DOTALL)
    assert [re.search(r'id="id_(\w+)_error"', part)[1] for part in wrong] == marked
    assert all('data-number="C52' in part for part in wrong)


def test_new_season_begins_with_what_a_club_would_choose(client, rules):
    answer = client.get("/de-hoop/seasons/new/")
    assert codes(answer) == []
    stands = as_it_stands(answer)
    assert not {"signed_off", "no_show", "before_joining"} & stands.keys()
    chosen = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    assert client.post("/de-hoop/seasons/new/", stands | chosen).status_code == 302
    made = Season.objects.get()
    assert (made.rounds, made.counting, made.night_prizes) == (3, "sum", [1, 2, 3])
    again = as_it_stands(client.get("/de-hoop/seasons/new/"))
    assert chosen.items() <= again.items()
    assert again["name"] not in ("", made.name)


FURTHER = {
    "further_0": "Most points", "further_1": "sum", "further_4": "1",
    "further_5": "Best three", "further_6": "best", "further_7": "3", "further_8": "2",
}  # fmt: skip


def test_periods_and_further_standings_are_options_of_the_season(client, rules):
    sent = SENT | {"reglement": rules.pk, "counting": "best", "counted": "5"} | FURTHER
    sent |= {"periods": "13-10-2026; 24/11/2026", "by_period": "on", "period_best": "4"}
    client.post("/de-hoop/seasons/new/", sent | {"period_prizes": "1-10"})
    season = Season.objects.get()
    assert season.periods == ["2026-10-13", "2026-11-24"]
    assert season.further == [
        {"name": "Most points", "counting": "sum", "counted": None, "least": 0, "prizes": [1]},
        {"name": "Best three", "counting": "best", "counted": 3, "least": 2, "prizes": []},
    ]
    page = client.get(f"/de-hoop/seasons/{season.pk}/").content.decode()
    for words in ("13/10, 24/11", "the totals of the best periods (5)",
                  "the best 4 nights", "Best three: the best 3 nights"):  # fmt: skip
        assert words in page
    change = f"/de-hoop/seasons/{season.pk}/change/"
    as_shown = as_it_stands(client.get(change))
    assert as_shown["periods"] == "13-10-2026, 24-11-2026"
    client.post(change, as_shown | {"periods": "6", "further_5": ""} | dict.fromkeys(
        ("further_7", "further_8"), ""))  # fmt: skip
    season.refresh_from_db()
    assert (season.periods, len(season.further), season.period_best) == ([6], 1, 4)
    client.post(change, as_it_stands(client.get(change)) | {"periods": ""})
    season.refresh_from_db()
    assert (season.periods, season.by_period, season.period_prizes) == ([], False, [])


@pytest.mark.parametrize(
    ("wrong", "number"),
    [
        ({"periods": "elke maand"}, "C360"),
        ({"periods": "1-1-2031"}, "C360"),
        ({"periods": "0"}, "C50"),
        ({"further_2": "3"}, "C361"),
        ({"further_0": "Best", "further_1": "best"}, "C50"),
        ({"further_0": "Best", "further_3": "x"}, "invalid"),
        ({"further_0": "Best", "further_4": "x"}, "C53"),
        ({"further_0": "All", "no_show": "skip", "counting": "average"}, "C52"),
        ({"periods": "6", "no_show": "skip", "counting": "sum"}, "C52"),
    ],
)
def test_what_is_wrong_with_a_period_is_told_and_kept(client, rules, wrong, number):
    answer = client.post("/de-hoop/seasons/new/", SENT | {"reglement": rules.pk} | wrong)
    assert codes(answer) == [number]
    assert as_it_stands(answer).items() >= wrong.items()


def test_form_asks_for_pits_only_where_some_rules_count_them(client, club, rules):
    def shown():
        page = client.get("/de-hoop/seasons/new/").content.decode()
        return [
            name for name in ('value="pit"', 'value="nat"', 'name="marks_shown"') if name in page
        ]

    assert shown() == []
    reglementen.make(club=club, game="klaverjassen", name="Roem", options={}, approval="one")
    assert len(shown()) == 3


def test_without_rules_there_is_no_season_to_make(client, club):
    page = client.get("/de-hoop/seasons/new/").content.decode()
    assert "/de-hoop/rules/new/" in page
    assert "<select" not in page


def test_change_of_a_rule_says_which_closed_nights_it_counts_again(client, rules):
    season = plan(rules, "2026")
    play(season, {"Ans": 30, "Bob": 40}, {"Ans": 20})
    path = f"/de-hoop/seasons/{season.pk}/change/"
    same = SENT | {"reglement": rules.pk, "name": "2026", "counting": "sum", "signed_off": "worst"}
    same |= {"tie_break": "shared", "place_points": "", "night_prizes": "", "season_prizes": ""}
    del same["guests_ranked"]
    assert client.post(path, same | {"name": "Anders"}).status_code == 302
    page_before = client.post(path, same | {"signed_off": "fixed", "signed_off_points": "77"})
    page = page_before.content.decode()
    assert 'name="recount"' in page
    shown = re.findall(r'2026</strong>: <span translate="no">([^<]*)</span>', page)
    assert shown == ["Bob 20 → 77"]
    assert Season.objects.get().signed_off == "worst"
    more = {"signed_off": "fixed", "signed_off_points": "77", "recount": "1"}
    assert client.post(path, same | more).status_code == 302
    assert Season.objects.get().signed_off_points == [77]


def test_change_of_how_periods_count_says_whom_it_moves_there(client, rules):
    season = plan(rules, "2026")
    seasons.change(season=season, periods=[2])
    play(season, {"Ans": 30, "Bob": 40}, {"Ans": 60, "Bob": 45})  # 90 to 85; the best: 30 to 40
    path = f"/de-hoop/seasons/{season.pk}/change/"
    sent = as_it_stands(client.get(path)) | {"period_best": "1"}
    page = client.post(path, sent).content.decode()
    assert re.search(r"Period 1</span></strong>: <span[^>]*>Ans 2 → 1, Bob 1 → 2<", page)
    season.refresh_from_db()
    assert season.period_best == 0
    client.post(path, sent | {"recount": "1"})
    season.refresh_from_db()
    assert season.period_best == 1


def test_change_that_gives_other_prizes_or_points_of_a_night_says_so(client, rules):
    season = plan(rules, "2026")
    evening(season, people(season, 4))
    path = f"/de-hoop/seasons/{season.pk}/change/"
    stands = as_it_stands(client.get(path))
    page = client.post(path, stands | {"night_prizes": "1"}).content.decode()
    assert re.search(r'2026</strong>: <span translate="no"></span> other prizes</p>', page)
    assert Season.objects.get().night_prizes == []
    points = {"counting": "places", "place_points": "2; 2; 1"}
    page = client.post(path, stands | points).content.decode()
    assert re.search(r"Speler \d\d 10 → 2", page)
    assert client.post(path, stands | {"rounds": "4"}).status_code == 302


def test_change_that_parts_who_shared_a_place_on_a_night_says_so(client, rules):
    season = plan(rules, "2026")
    night = playing(season, people(season, 4), rounds=1)
    fill(Table.objects.get(), [[0, 3, 9, 9], [0, 3, 9, 9], [6, 0, 9, 9]])
    changes_at_tables.shorten(round_=night.rounds.get(), games=3)
    shut(night)
    path = f"/de-hoop/seasons/{season.pk}/change/"
    sent = as_it_stands(client.get(path)) | {"tie_break": "dashes"}
    page = client.post(path, sent).content.decode()
    assert re.search(r'2026</strong>: <span translate="no">Speler \d\d place 1 → 2</span>', page)


def test_change_that_moves_nobody_but_changes_totals_says_so(client, rules):
    season = plan(rules, "2026")
    play(season, {"Ans": 30, "Bob": 40}, {"Ans": 20, "Bob": 45})
    path = f"/de-hoop/seasons/{season.pk}/change/"
    sent = as_it_stands(client.get(path)) | {"counting": "average"}
    page = client.post(path, sent).content.decode()
    shown = re.search(r'Totals in the standing</strong>: <span translate="no">([^<]*)<', page)
    assert shown[1] == "Ans 50 → 25, Bob 85 → 42.50"
    assert Season.objects.get().counting == "sum"
    sent["recount"] = "1"
    assert "Saved.</p>" in client.post(path, sent, follow=True).content.decode()
    assert Season.objects.get().counting == "average"


GAMES = {"couples": "klaverjassen", "signed-off-5000": "klaverjassen"}
GAMES |= {"sit-out-1600": "klaverjassen", "five-a-table": "boerenbridge"}


@pytest.mark.parametrize("key", ["all-nights", "best-5", "average-6", "periods", *GAMES])
def test_preset_fills_the_form_with_one_press(client, club, key):
    game = GAMES.get(key, "jokeren")
    rules = reglementen.make(club=club, game=game, name="Zo", options={}, approval="one")
    (preset,) = (each for each in season_presets.list_presets(rules) if each.key == key)
    path = "/de-hoop/seasons/new/"
    typed = as_it_stands(client.get(path)) | {"name": "Winter", "member_fee": "2.50"}
    typed |= {"further_0": "By night", "further_1": "average"}
    filled = as_it_stands(client.post(path, typed | {"preset": key}))
    assert Season.objects.count() == 0
    assert client.post(path, filled | {"guests_ranked": "on"}).status_code == 302
    season = Season.objects.get()
    assert {name: getattr(season, name) for name in preset.values} == preset.values
    assert (season.name, season.member_fee, season.guests_ranked) == ("Winter", 250, True)
    assert [further["name"] for further in season.further] == ["By night"]


def test_points_for_places_say_that_sides_are_ranked_where_partners_play(client, club):
    make = partial(reglementen.make, club=club, options={}, approval="one")
    by_sides = "points for the place of each side at its table"
    for game, said in (("jokeren", False), ("klaverjassen", True)):
        season = plan(make(game=game, name=game), game)
        change = {"counting": "places", "place_points": "2; 0"}
        path = f"/de-hoop/seasons/{season.pk}/"
        form = client.get(f"{path}change/")
        client.post(f"{path}change/", as_it_stands(form) | change)
        pages = form.content.decode(), client.get(path).content.decode()
        assert [by_sides in page for page in pages] == [said, said]
        assert (pages[0].index('name="by_couple"') < pages[0].index("<h2>")) == said  # in view


def test_presets_of_another_game_are_not_offered(client, rules):
    page = client.get("/de-hoop/seasons/new/").content.decode()
    offered = re.findall(r'name="preset" value="([\w-]+)"', page)
    assert offered == ["all-nights", "best-5", "average-6", "periods"]
    assert page.index("<button") < page.index('name="preset"'), "Enter in a line saves"


def test_another_preset_leaves_nothing_of_the_one_pressed_before(client, club):
    reglementen.make(club=club, game="klaverjassen", name="Zo", options={}, approval="one")
    path = "/de-hoop/seasons/new/"

    def press(key, begun):
        return as_it_stands(client.post(path, begun | {"preset": key, "csrfmiddlewaretoken": ""}))

    page = as_it_stands(client.get(path))
    wanted = press("best-5", page) | {"csrfmiddlewaretoken": ""}
    for first in ("periods", "couples", "signed-off-5000", "sit-out-1600"):
        filled = press("best-5", press(first, page)) | {"csrfmiddlewaretoken": ""}
        assert filled == wanted, first


def test_preset_keeps_a_day_from_which_no_weeks_can_be_reckoned(client, rules):
    far = {"reglement": rules.pk, "first": "9999-12-01", "last": "9999-12-31"}
    filled = client.post("/de-hoop/seasons/new/", SENT | far | {"preset": "periods"})
    assert as_it_stands(filled)["last"] == "9999-12-31"


def test_preset_that_counts_nights_ends_the_periods_of_the_season_before(client, rules):
    plan(rules, "2026")
    Season.objects.update(periods=[6], period_best=4, by_period=True, guests_ranked=True)
    page = as_it_stands(client.get("/de-hoop/seasons/new/"))
    assert (page["periods"], page.pop("guests_ranked")) == ("6", "on")
    filled = as_it_stands(client.post("/de-hoop/seasons/new/", page | {"preset": "best-5"}))
    assert (filled["periods"], "by_period" in filled) == ("", False)
    assert "guests_ranked" not in filled  # unticked, it stays so
