import pytest

from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.points import Missed, Person, SeasonRules
from tournaments.standings.rules.rank_season import rank_season

ANS, BOB, COR, DIK, ELS = range(1, 6)
PEOPLE = [Person(player) for player in (ANS, BOB, COR, DIK, ELS)]
LEFT = [
    {ANS: 200, BOB: 100, COR: 150, DIK: 239},
    {BOB: 350, COR: 120, DIK: 239},
    {BOB: 90, COR: 332, DIK: 239},
]


def counted(rounds, terms):
    (division,) = rank_season(terms, PEOPLE, [night(1, *rounds)])
    return {row.player: row.tallies[0].points for row in division.rows}


def test_leaving_early_costs_no_more_than_staying_away():
    """Ans leaves after the first of three rounds. It cost her 882, the worst of each round that she
    missed (200 + 350 + 332), where Els, who stayed away, counted 717. The worst night is 717, so a
    round counts 239.
    """
    found = counted(LEFT, SeasonRules())
    assert found == {ANS: 200 + 239 + 239, BOB: 540, COR: 602, DIK: 717, ELS: 717}


def test_part_of_a_round_is_rounded_up():
    rounds = [*LEFT[:2], LEFT[2] | {DIK: 240}]
    assert counted(rounds, SeasonRules())[ANS] == 200 + 240 + 240  # 718 ÷ 3 is 239⅓


@pytest.mark.parametrize("points", [717, 715])
def test_fixed_number_and_a_cap_have_the_same_part(points):
    assert counted(LEFT, SeasonRules(signed_off=Missed("fixed", (points,))))[ANS] == 678
    # Her own average of a round is 200, which is less than its part of the cap.
    assert counted(LEFT, SeasonRules(signed_off=Missed("own", (points,))))[ANS] == 600
    assert counted(LEFT, SeasonRules(signed_off=Missed("own", (300,))))[ANS] == 400
