import pytest

from scoring.games.core.play import Deal
from scoring.games.sheet.scorer import Rotation

FOUR = ["Ans", "Bob", "Cor", "Dik"]


def turns(first: int, side: int, has_dealer: bool, *games: list[str]) -> list[tuple[str, str]]:
    rotation = Rotation(FOUR, first, side, has_dealer)
    order = []
    for number, players in enumerate(games, 1):
        deal = Deal(number, players)
        rotation.turn(deal)
        order.append((deal.dealer or "-", deal.starter or "-"))
    return order


def test_deal_moves_one_seat_to_the_left() -> None:
    assert turns(2, 1, True, *[FOUR] * 5) == [
        ("Cor", "Dik"),
        ("Dik", "Ans"),
        ("Ans", "Bob"),
        ("Bob", "Cor"),
        ("Cor", "Dik"),
    ]


@pytest.mark.parametrize(("side", "second"), [(1, "Bob"), (-1, "Dik")])
def test_start_of_tile_games_moves_to_its_side(side: int, second: str) -> None:
    assert turns(0, side, False, FOUR, FOUR) == [("-", "Ans"), ("-", second)]


def test_deal_moves_to_the_left_whatever_the_side() -> None:
    assert turns(0, -1, True, FOUR, FOUR) == [("Ans", "Bob"), ("Bob", "Cor")]


def test_who_does_not_play_is_passed_over() -> None:
    three = ["Ans", "Cor", "Dik"]
    assert turns(0, 1, True, three, three, FOUR) == [("Ans", "Cor"), ("Cor", "Dik"), ("Dik", "Ans")]


@pytest.mark.parametrize(("side", "starter"), [(1, "Cor"), (-1, "Ans")])
def test_next_starter_who_plays_sits_on_that_side(side: int, starter: str) -> None:
    assert turns(1, side, False, ["Ans", "Cor", "Dik"], FOUR)[0] == ("-", starter)


def test_turn_goes_on_from_who_took_it() -> None:
    assert turns(1, 1, False, ["Ans", "Cor", "Dik"], FOUR) == [("-", "Cor"), ("-", "Dik")]


def test_one_player_deals_and_starts() -> None:
    assert turns(0, 1, True, ["Cor"], FOUR) == [("Cor", "Cor"), ("Dik", "Ans")]


def test_game_that_nobody_plays_keeps_the_turn() -> None:
    assert turns(3, 1, True, [], FOUR) == [("-", "-"), ("Dik", "Ans")]
