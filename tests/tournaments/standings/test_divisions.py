import re
from datetime import timedelta

import pytest

from tests.tournaments.evenings import THURSDAY, by_seat, club_with, evening, people, refused
from tournaments.club import seasons
from tournaments.members import couples, members
from tournaments.models import DivisionMember, Member, Season, User
from tournaments.standings import calculate, divisions
from tournaments.standings.change_effects import count_divisions
from tournaments.standings.inputs import find_period

FIXED = {
    "signed_off": "fixed",
    "signed_off_points": [25],
    "no_show": "fixed",
    "no_show_points": [25],
}


@pytest.fixture
def season():
    return club_with(divisions=2, moving=1)


def next_one(season, **more):
    days = {"first": season.last + timedelta(1), "last": season.last + timedelta(200), "rounds": 1}
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    said = {"name": "2027", "reglement": season.reglement, "divisions": 2} | days | missed | more
    return seasons.plan(club=season.club, **said)


def test_members_are_put_in_divisions_and_taken_out(season):
    ans, bob, cor = people(season, 3)
    divisions.divide(season=season, divisions={ans.pk: 1, bob.pk: 2, cor.pk: 2})
    divisions.divide(season=season, divisions={bob.pk: 1, cor.pk: None})
    assert divisions.read_divisions(season) == {ans.pk: 1, bob.pk: 1}


def test_only_members_of_the_club_and_divisions_there_are(season):
    (ans,) = people(season, 1)
    assert refused(divisions.divide, season=season, divisions={ans.pk: 3}) == ["C96"]
    assert refused(divisions.divide, season=season, divisions={ans.pk: 0}) == ["C96"]
    assert refused(divisions.divide, season=season, divisions={ans.pk: 1, 0: 1}) == ["C97"]
    plain = next_one(season, divisions=1, moving=3)
    assert plain.moving == 0
    assert refused(divisions.divide, season=plain, divisions={ans.pk: 1}) == ["C95"]
    assert not DivisionMember.objects.exists()


def test_division_with_somebody_in_it_stays(season):
    (ans,) = people(season, 1)
    divisions.divide(season=season, divisions={ans.pk: 2})
    seasons.change(season=season, divisions=3)
    divisions.divide(season=season, divisions={ans.pk: 3})
    assert refused(seasons.change, season=season, divisions=2) == ["C98"]
    for wrong in ({"divisions": 0}, {"divisions": 10}, {"moving": 51}):
        assert refused(seasons.change, season=season, **wrong) == ["C50"]
    assert Season.objects.get().divisions == 3
    seasons.change(season=season, divisions=1)
    assert calculate.compute_season_standing(season)[0].number is None


def test_each_division_has_a_standing_of_its_own_with_who_never_came(season):
    *who, absent = people(season, 5)
    night = evening(season, who)
    ids = by_seat(night)
    numbers = {ids[0]: 1, ids[1]: 2, ids[2]: 1, ids[3]: 2, absent.pk: 1}
    divisions.divide(season=season, divisions=numbers)
    first, second = calculate.compute_season_standing(season)
    ranks = [(row.player, row.rank) for row in first.rows]
    assert ranks == [(ids[0], 1), (ids[2], 2), (absent.pk, None)]
    assert (first.up.sure, first.down.sure) == ((), (ids[2],))
    assert (second.up.sure, second.down.sure) == ((ids[1],), ())


def test_who_was_merged_is_in_one_division(season):
    ans, bob = people(season, 2)
    divisions.divide(season=season, divisions={ans.pk: 1})
    members.merge(double=ans, keep=bob)
    (division,) = calculate.compute_season_standing(season)
    assert [(division.number, row.player) for row in division.rows] == [(1, bob.pk)]
    members.archive(member=bob)
    assert divisions.read_divisions(season) == {bob.pk: 1}
    assert divisions.list_people(season) == [bob]
    evening(season, [bob, *people(season, 6)[2:]])
    ((_season, effect),) = count_divisions(season, 1, {bob.pk: None})
    assert effect
    divisions.divide(season=season, divisions={bob.pk: None})
    assert calculate.compute_season_standing(season)[0].number is None


def test_each_period_has_divisions_of_its_own_by_the_standing_of_the_one_before():
    season = club_with(divisions=2, moving=1, periods=[1], season_prizes=[1], period_prizes=[1])
    who = people(season, 8)
    for at, four in enumerate((who[:4], who[4:])):  # two nights: a period each
        evening(season, four, THURSDAY + timedelta(weeks=at))
    Season.objects.update(**FIXED | {"periods": [2]})
    season.refresh_from_db()
    first, second = (by_seat(night) for night in season.nights.all())
    numbers = dict.fromkeys(first, 1) | dict.fromkeys(second, 2)
    divisions.divide(season=season, divisions=numbers)
    moved = numbers | {first[3]: 2, second[0]: 1}
    assert divisions.propose(season, season, 2).divisions == moved
    divisions.divide(season=season, divisions=moved, period=2)
    assert divisions.read_divisions(season) == numbers
    assert divisions.read_divisions(season, 3) == moved

    def by_division(key):
        found = calculate.compute_season_standing(season, key=key)
        return {row.player: division.number for division in found for row in division.rows}

    assert (by_division("p1"), by_division("")) == (numbers, numbers)
    evening(season, who[:4], THURSDAY + timedelta(weeks=2))
    assert (by_division("p1"), by_division("p2"), by_division("")) == (numbers, moved, moved)
    season = seasons.change(season=season, missed_down=1)
    seasons_own = calculate.compute_season_standing(season)
    assert not any(division.up.sure or division.down.sure for division in seasons_own)
    (winner,) = calculate.compute_season_standing(season, key="p1")[0].prizes
    assert winner.players == (first[0],)


def test_night_belongs_to_the_period_with_its_day(season):
    days = [THURSDAY + timedelta(weeks=week) for week in range(4)]
    season = seasons.change(season=season, periods=[(days[1] + timedelta(1)).isoformat()])
    for day in days[:3]:
        season.nights.create(day=day)
    assert [find_period(season, day) for day in days[:3]] == [1, 1, 2]
    season.nights.create(day=days[1] + timedelta(1))  # one more moves none to another period
    assert [find_period(season, day) for day in days[:3]] == [1, 1, 2]
    seasons.change(season=season, periods=[3])
    assert [find_period(season, day) for day in days] == [1, 1, 2, 2]


def test_proposal_moves_up_and_down_and_leaves_ties_open(season):
    who = people(season, 8)
    for day, four in ((THURSDAY, who[:4]), (THURSDAY + timedelta(weeks=1), who[4:])):
        evening(season, four, day)
    Season.objects.update(**FIXED)
    season.refresh_from_db()
    first, second = (by_seat(night) for night in season.nights.all())
    numbers = dict.fromkeys(first, 1) | dict.fromkeys(second, 2)
    divisions.divide(season=season, divisions=numbers)
    found = divisions.propose(next_one(season), season)
    assert found.tied == frozenset()
    assert found.divisions == numbers | {first[3]: 2, second[0]: 1}
    seasons.change(season=season, moving=3, tie_break="shared")
    assert divisions.propose(next_one(season, name="2028", divisions=3), season).divisions == (
        dict.fromkeys([first[0], *second[:3]], 1) | dict.fromkeys([*first[1:], second[3]], 2)
    )


def test_proposal_cuts_a_standing_in_equal_parts():
    season = club_with()
    who = people(season, 8)
    night = evening(season, who)
    found = divisions.propose(next_one(season), season)
    first = {pk for pk, number in found.divisions.items() if number == 1}
    assert (len(first), len(found.divisions), found.tied) == (4, 8, frozenset())
    seats = night.rounds.get().seats.filter(member__in=first)
    assert {seat.seat.position for seat in seats.select_related("seat")} == {1, 2}
    found = divisions.propose(next_one(season, name="2028", divisions=3), season)
    assert (len(found.divisions), len(found.tied)) == (6, 2)


def test_first_season_is_cut_by_its_own_standing(client, season):
    who = people(season, 8)
    evening(season, who)
    path = f"/de-hoop/seasons/{season.pk}/divisions/"
    client.force_login(season.club.roles.get(kind="owner").user)
    page = client.get(path, {"before": season.pk}).content.decode()
    assert re.findall(r"(\d) <small>4</small>", page) == ["1", "2"]
    divisions.divide(season=season, divisions={who[0].pk: 1})
    assert 'name="before"' not in client.get(path).content.decode()


# The page


@pytest.fixture
def page(client, season, at_the_laptop):
    return f"/de-hoop/seasons/{season.pk}/divisions/"


def chosen(answer):
    form = answer.content.decode().split('id="typed"')[-1]
    return re.findall(r'<input type="hidden" name="division-\d+" value="(\d)"', form)


def test_page_puts_members_in_divisions(client, season, page):
    ans, bob = people(season, 2)
    assert chosen(client.get(page)) == []
    answer = client.post(page, {f"division-{ans.pk}": "2", f"division-{bob.pk}": ""})
    assert answer["Location"] == f"/de-hoop/seasons/{season.pk}/"
    assert divisions.read_divisions(season) == {ans.pk: 2}
    assert chosen(client.get(page)) == ["2"]
    wrong = client.post(page, {f"division-{ans.pk}": "3"})
    assert re.findall(r'<p class="problem" data-number="(\w+)', wrong.content.decode()) == [
        "invalid_choice"
    ]


def test_many_are_moved_at_once_and_saved_after(client, season, page):
    ans, bob, cor, dik = who = people(season, 4)
    sent = {f"division-{ans.pk}": "1", f"division-{bob.pk}": "1", "ticked": [bob.pk, cor.pk]}
    answer = client.post(page, sent | {"to": "2"})
    assert chosen(answer) == ["1", "2", "2"]
    assert "not saved yet" in answer.content.decode()
    assert divisions.read_divisions(season) == {}
    sent = {f"division-{member.pk}": "1" for member in who} | {"ticked": [str(ans.pk)], "to": ""}
    assert chosen(client.post(page, sent)) == ["1", "1", "1"]
    sent = dict.fromkeys((f"division-{member.pk}" for member in who), "2")
    client.post(page, sent)
    assert divisions.read_divisions(season) == dict.fromkeys((member.pk for member in who), 2)
    assert chosen(client.post(page, {"to": "9", "ticked": [dik.pk, "x"]})) == []


def test_names_of_a_list_are_moved(client, season, page):
    ans, bob, cor = people(season, 3)
    names = f"{str(ans).upper()}\n\n{cor.label.listed}\nNiemand"
    answer = client.post(page, {"names": names, "to": "1"})
    assert chosen(answer) == ["1", "1"]
    text = answer.content.decode()
    assert text.count("Nobody, or more than one, is called") == 1
    assert ">Niemand</textarea>" in text
    assert f'name="division-{bob.pk}" id=' in text or f'name="division-{bob.pk}"' in text


def test_page_says_before_what_moving_makes_of_closed_nights(client, season, page):
    *who, absent = people(season, 5)
    ids = by_seat(evening(season, who))
    divisions.divide(season=season, divisions=dict(zip(ids, (1, 1, 2, 2), strict=True)))
    Member.objects.update(joined=season.first)
    names = {member.pk: str(member) for member in who}
    sent = {f"division-{pk}": number for pk, number in zip(ids, "1122", strict=True)}
    assert client.post(page, sent).status_code == 302
    moved = sent | {f"division-{ids[1]}": "2", f"division-{absent.pk}": "1"}
    page_before = client.post(page, moved).content.decode()
    assert re.findall(r'<strong>([^<]*)</strong>: <span translate="no">([^<]*)<', page_before) == [
        ("3 September 2026", "Speler 04 – → 30"),
        (
            "Places in the standing",
            ", ".join(
                f"{names[pk]} {places}"
                for pk, places in sorted(
                    {ids[1]: "2 → 1", ids[2]: "1 → 2", ids[3]: "2 → 3"}.items()
                )
            ),
        ),
        ("Totals in the standing", "Speler 04 – → 30"),
    ]
    assert "<h3" not in page_before.split('role="alert"')[1].split("</section>")[0]
    assert divisions.read_divisions(season) == dict(zip(ids, (1, 1, 2, 2), strict=True))
    assert client.post(page, moved | {"recount": "1"}).status_code == 302
    found = {
        division.number: [row.player for row in division.rows]
        for division in calculate.compute_season_standing(season)
    }
    assert found == {1: [ids[0], absent.pk], 2: ids[1:]}


def test_page_fills_in_what_an_earlier_season_says(client, season, page):
    who = people(season, 8)
    Season.objects.update(divisions=1, moving=0)
    evening(Season.objects.get(), who)
    later = next_one(season, divisions=3)
    path = page.replace(str(season.pk), str(later.pk))
    answer = client.get(path, {"before": season.pk})
    assert chosen(answer).count("1") == 2
    assert "2 members share the place on the line" in answer.content.decode()
    assert chosen(client.get(page, {"before": later.pk})) == []
    assert not DivisionMember.objects.exists()


def test_couples_go_to_divisions_together(client):
    season = club_with("vijfhonderd", {"games": 2}, by_couple=True, divisions=2)
    path = f"/de-hoop/seasons/{season.pk}/divisions/"
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    who = people(season, 5)
    assert "This season has no couples yet." in client.get(path).content.decode()
    for first, second in (who[:2], who[2:4]):
        couples.form_couple(season=season, first=first, second=second)
    page = client.get(path).content.decode()
    names = re.findall(r'<span translate="no">([^<]+)</span></label>', page)
    assert names == [f"{who[0]} &amp; {who[1]}", f"{who[2]} &amp; {who[3]}"]
    client.post(path, {f"division-{who[0].pk}": 2, f"division-{who[2].pk}": 1})
    assert divisions.read_divisions(season) == {who[0].pk: 2, who[2].pk: 1}
    later = next_one(season, by_couple=True)
    couples.form_couple(season=later, first=who[1], second=who[0])
    assert divisions.propose(later, season).divisions == {who[1].pk: 2, who[2].pk: 1}
