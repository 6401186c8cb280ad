"""What a game counts beside its points, such as pits, reaches the standing and settles ties. Most
tests give an outcome its marks, `{"pit": {"Ans": 2}, …}`; the last ones play klaverjassen.
"""

import pytest

from scoring.games.sheet import score
from scoring.sheets import lifecycle, sheet_under_lock
from tests.tournaments.evenings import club_with, people, playing, refused, shut
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import couples
from tournaments.models import Table
from tournaments.nights import changes_at_tables
from tournaments.standings import calculate, sheet_result
from tournaments.standings.rules.breakdown import (
    OUT_FIXED,
    PLAYED,
    Division,
    NightPoints,
    RoundPoints,
    Row,
    TieDecision,
)
from tournaments.standings.rules.points import PlayerRound, SeasonRules
from tournaments.standings.rules.score_night import merge_shares
from tournaments.standings.rules.ties_and_prizes import award_prizes, make_sort_key, settle


def with_marks(data):
    """Every game is a pit of the first side, and gives the other one 20 roem."""
    answer, players = score(data), data["players"]
    games = sum("scores" in row for row in answer["rows"])
    pits = {name: games * (place % 2 == 0) for place, name in enumerate(players)}
    roem = {name: 20 * games * (place % 2) for place, name in enumerate(players)}
    return answer | {"marks": {"pit": pits, "roem": roem}}


@pytest.fixture
def season(monkeypatch):
    for module in (sheet_result, sheet_under_lock):
        monkeypatch.setattr(module, "score", with_marks)
    return club_with("vijfhonderd", {"games": 3}, rounds=1)


def play(night):
    table = Table.objects.get(round__night=night)
    names = [seat.name for seat in table.sheet.seats.all()]
    for number in (1, 2, 3):
        row = {"bid": "7H", "by": names[0], "tricks": 7}
        enter(table, number, row)
    return shut(night)


def enter(table, number, row):
    lifecycle.record(sheet=table.sheet, number=number, row=row)


def shares(night):
    rows = calculate.compute_night_standing(night).rows
    return {row.player: row.tallies[0].slices[0].share for row in rows}


def test_marks_of_a_sheet_reach_the_standing(season):
    night = playing(season, people(season, 4), rounds=1)
    play(night)
    found = sorted(share.marks for share in shares(night).values())
    assert found == [(("pit", 3),)] * 2 + [(("roem", 60),)] * 2


def test_marks_of_who_took_over_are_those_of_their_games(season):
    who = people(season, 5)
    night = playing(season, who[:4], rounds=1)
    table = Table.objects.get()
    names = [seat.name for seat in table.sheet.seats.all()]
    enter(table, 1, {"bid": "7H", "by": names[0], "tricks": 7})
    first = table.seats.order_by("seat__position").first().member
    changes_at_tables.replace(table=table, member=first, other=who[4])
    names = [seat.name for seat in table.sheet.seats.all()]
    for number in (2, 3):
        enter(table, number, {"bid": "7H", "by": names[0], "tricks": 7})
    rows = calculate.compute_night_standing(night).rows
    marks = {row.player: row.tallies[0].slices[0].share.marks for row in rows}
    assert (marks[first.pk], marks[who[4].pk]) == ((("pit", 1),), (("pit", 2),))


def row(player, **given):
    share = PlayerRound(player, 100, **given)
    night = NightPoints(1, PLAYED, 100, slices=(RoundPoints(PLAYED, 100, share),))
    return Row(player, 100, tallies=(night,))


@pytest.mark.parametrize(
    ("tie_break", "better", "worse"),
    [
        ("pit", (("pit", 2),), (("pit", 1), ("roem", 90))),
        ("roem", (("roem", 40),), (("pit", 3), ("roem", 20))),
        ("nat", (), (("nat", 1),)),
    ],
)
def test_who_stands_higher_by_marks(tie_break, better, worse):
    terms = SeasonRules(lowest_wins=False, tie_break=tie_break)
    assert make_sort_key(row(1, marks=better), terms) < make_sort_key(row(2, marks=worse), terms)


def test_round_without_a_table_counts_its_pits():
    terms = SeasonRules(
        lowest_wins=False, tie_break="pit", sitting_out="fixed", sit_out=100, sit_out_pits=1
    )
    night = NightPoints(1, PLAYED, 100, slices=(RoundPoints(OUT_FIXED, 100),))
    sat_out = Row(2, 100, tallies=(night,))
    assert make_sort_key(sat_out, terms) == make_sort_key(row(1, marks=(("pit", 1),)), terms)
    assert make_sort_key(sat_out, terms) < make_sort_key(row(1), terms)
    by_roem = terms._replace(tie_break="roem")
    assert make_sort_key(sat_out, by_roem) == make_sort_key(row(1), by_roem)
    by_round = terms._replace(tie_break="round")
    assert make_sort_key(row(1), by_round) < make_sort_key(Row(2, 100), by_round)


def test_pits_of_a_round_without_a_table_need_its_points_and_their_tie_break():
    rest = {"sitting_out": "fixed", "sit_out": 1600, "sit_out_pits": 1}
    season = club_with("klaverjassen", rounds=1, tie_break="pit", **rest)
    assert season.sit_out_pits == 1
    assert refused(seasons.change, season=season, sit_out_pits=51) == ["C50"]
    assert seasons.change(season=season, tie_break="roem").sit_out_pits == 0
    season = seasons.change(season=season, tie_break="pit", sit_out_pits=2)
    assert seasons.change(season=season, sitting_out="worst").sit_out_pits == 0


def test_marks_of_two_seats_add_up():
    parts = [
        PlayerRound(1, 5, until=4, marks=(("pit", 1), ("roem", 20))),
        PlayerRound(1, 5, since=5, marks=(("roem", 50),)),
    ]
    assert merge_shares(parts)[0].marks == (("pit", 1), ("roem", 70))


def test_season_takes_and_shows_only_what_its_game_counts(season, monkeypatch):
    for said in ({"tie_break": "pit"}, {"marks_shown": True}, {"season_prizes": ["most:pit"]}):
        assert refused(seasons.change, season=season, **said) == ["C297"]
    assert refused(seasons.change, season=season, night_prizes=["most:aces"]) == ["C53"]
    system = reglementen.find_system(season.reglement)
    monkeypatch.setattr(system, "marks", {"pit": "pits"}, raising=False)
    assert seasons.change(season=season, tie_break="pit").tie_break == "pit"
    assert refused(seasons.change, season=season, tie_break="roem") == ["C297"]


# Klaverjassen: the side of seats 1 and 3 plays in the odd games. Both sides come to the same total.
PIT_OR_ROEM = [{"pit": "13"}, {"points_24": 112, "roem_24": 200}]  # 312 to 312
NAT = [{"nat": True}, {"points_24": 91}, {"points_13": 122, "roem_13": 100}]  # 293 to 293


@pytest.mark.parametrize(
    ("tie_break", "rows", "first"),
    [("pit", PIT_OR_ROEM, 0), ("roem", PIT_OR_ROEM, 1), ("nat", NAT, 1), ("shared", NAT, None)],
)
def test_sheets_of_klaverjassen_settle_ties(tie_break, rows, first):
    games = {"games": len(rows)}
    season = club_with("klaverjassen", games, rounds=1, tie_break=tie_break)
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    write(table, rows)
    shut(night)
    seated = list(table.seats.order_by("seat__position").values_list("member", flat=True))
    (division,) = calculate.compute_season_standing(season)
    assert len({row.points for row in division.rows}) == 1
    best = {row.player for row in division.rows if row.rank == 1}
    assert best == ({*seated} if first is None else {*seated[first::2]})


# Who has a pit, the first couple (0) or the second, and with how much roem, in three rounds: 886
# each, as 624 + 0 + 262 and as 0 + 524 + 362.
PITS = ([(0, 100), (0, 0)], [(1, 0), (1, 0)], [(1, 100), (0, 0)])


def test_best_round_of_klaverjassen_settles_a_tie():
    season = club_with("klaverjassen", {"games": 2}, by_couple=True, tie_break="round")
    who = people(season, 4)
    for first, second in (who[:2], who[2:]):
        couples.form_couple(season=season, first=first, second=second)
    night = playing(season, who, rounds=3)
    for table, games in zip(Table.objects.order_by("round__number"), PITS, strict=True):
        names = [seat.name for seat in table.sheet.seats.all()]
        sides = ("13", "24") if str(who[0]) in names[::2] else ("24", "13")
        write(table, [{"pit": sides[n], f"roem_{sides[n]}": roem} for n, roem in games])
    shut(night)
    (division,) = calculate.compute_season_standing(season)
    found = [(row.player, row.rank, row.points) for row in division.rows]
    assert found == [(who[0].pk, 1, 886), (who[2].pk, 2, 886)]


SHOWN = {"marks_shown": True, "night_prizes": [1, "most:pit", "most:roem"]}


def test_pits_roem_and_nat_stand_in_results_and_files_where_the_season_says_so(visitor):
    season = club_with("klaverjassen", {"games": 2}, rounds=1, **SHOWN)
    night = playing(season, people(season, 4), rounds=1)
    write(Table.objects.get(round__night=night), PIT_OR_ROEM)
    shut(night)
    club = season.club
    clubs.set_visibility(club=club, visible_to="open")
    result, standing = (f"/{club.slug}/{path}/" for path in (
        f"nights/{night.pk}/result", f"seasons/{season.pk}/standing"))  # fmt: skip
    for path in (result, standing):
        lines = visitor.get(f"{path}?as=csv").content.decode("utf-8-sig").splitlines()
        first = next(n for n, head in enumerate(lines[0].split(";")) if head == "Pits")
        counts = [line.split(";")[first : first + 3] for line in lines]
        assert counts[0] == ["Pits", "Roem", "Nat"]
        assert sorted(counts[1:]) == [["0", "200", "0"]] * 2 + [["1", "100", "0"]] * 2
        assert "<td>200</td>" in visitor.get(path).content.decode()
    assert visitor.get(f"{result[:-1]}.pdf").content.startswith(b"%PDF")
    page = visitor.get(result).content.decode()
    assert "most pits" in page and "most roem" in page
    records = visitor.get(f"/{club.slug}/records/").content.decode()
    assert "Most roem on a night" in records and "Most pits on a night" in records
    assert "Most roem in a round" not in records  # a night has one
    seasons.change(season=season, marks_shown=False)
    assert ";Pits;" not in visitor.get(f"{standing}?as=csv").content.decode()


def test_prize_for_most_of_it_goes_to_whoever_has_a_place_and_can_be_a_tie():
    roem = {1: 50, 2: 100, 3: 100, 4: 200}
    rows = [row(who, marks=(("roem", count),))._replace(rank=1 + (who > 1)) for who, count in
            roem.items()]  # fmt: skip
    rows[3] = rows[3]._replace(rank=None)
    given = award_prizes(rows, ["most:roem", "most:pit"])
    assert given == (("most:roem", (2, 3), ""),)  # nobody has a pit
    tied = Division(None, tuple(rows), given)
    settled = settle(tied, [TieDecision(None, "prizes", (2, 3), "lot", (3, 2))])
    assert settled.prizes == (("most:roem", (3,), "lot"),)


def write(table, rows):
    for number, row in enumerate(rows, 1):
        enter(table, number, row)


def test_marks_are_read_from_totals_too():
    season = club_with("klaverjassen", {"entry": "totals"}, rounds=1)
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get(round__night=night)
    first, second = [seat.name for seat in table.sheet.seats.all()][:2]
    ours = {"points": 1283, "roem": 320, "pits": 1, "counter_pits": 0, "nat": 2}
    enter(table, 1, {"entries": {first: ours, second: {"points": 1309, "roem": 230}}})
    shut(night)
    found = sorted(shares(night).values(), key=lambda share: share.points)
    assert [share.points for share in found] == [1539, 1539, 1603, 1603]
    assert found[0].marks == (("roem", 230),)
    assert found[3].marks == (("nat", 2), ("pit", 1), ("roem", 320))
    # No game is known, so none can be the best; but sixteen were played.
    assert {(share.games, share.games_played, share.dashes) for share in found} == {((), 16, None)}
