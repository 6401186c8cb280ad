from typing import Any

import pytest

from scoring.games import GAMES
from scoring.games.core.cards import CARDS, SUITS, Card, Pack
from scoring.games.core.game import Game
from scoring.games.core.play import Deal, Group, Play
from scoring.games.jokeren import Jokeren, JokerenPotjes
from scoring.games.melds import Contract, Part
from tests.scoring.games.asking import english

THREE = ["Ans", "Bob", "Cor"]


class Bare(Game):
    key, name, letter = "bare", "Bare", "B"
    pack = Pack(CARDS, SUITS, jokers=2)


class Highest(Bare):
    lowest_wins = False


def played(*games: dict[str, int], won: dict[str, int] | None = None) -> Play:
    play = Play.start(THREE)
    for number, scores in enumerate(games, 1):
        play.count(Deal(number, scores=scores))
    play.won.update(won or {})
    return play


def ranked(game: Game, play: Play) -> list[tuple[int | None, list[str]]]:
    return [(group.rank, group.players) for group in game.ranking(play)]


def test_what_a_game_system_has_unless_it_says_otherwise() -> None:
    game = Bare({})
    assert (game.version, game.seats, game.side) == (1, (2, 4), 1)
    assert (game.lowest_wins, game.dash, game.has_dealer, game.has_cells) == (True,) * 4
    assert game.closed_hands is False
    assert (game.short, game.entry, game.row) == (None, (), ())
    assert (game.subtotal_after, game.contracts, game.first_meld) == (0, (), 0)
    assert (game.games, game.tie_break) == (None, "shared")
    assert game.laying() is None
    assert (game.questions, game.trick_rules, game.weigh({}, 0)) == ({}, None, None)
    assert game.lacks(Deal(1), {}) is False
    play = Play.start(THREE)
    assert (game.match_points(play), game.settlement(play)) == ({}, {})


def test_score_must_be_written() -> None:
    with pytest.raises(NotImplementedError):
        Bare({}).score(Deal(1), Play.start(THREE))


def test_options_are_attributes() -> None:
    assert Bare({"games": 3}).games == 3
    assert Bare({"tie_break": "dashes"}).tie_break == "dashes"


def test_only_the_systems_own_letters_are_shared() -> None:
    assert "".join(game.letter for game in GAMES) == "JJJAYRKMIVLBGP"


# Contracts


def test_contract_of_a_game() -> None:
    game = Jokeren({"contracts": ["S3", "", "R3+R4", "R5+all"]})
    contracts = [game.contract(number) for number in range(1, 6)]
    assert contracts == [
        Contract((Part("S", 3),)),
        Contract(),
        Contract((Part("R", 3), Part("R", 4))),
        Contract((Part("R", 5),), everything=True),
        Contract(),
    ]
    words = [english(game.contract_in_words(number)) for number in range(1, 6)]
    assert words == ["set of 3", "", "run of 3 and run of 4", "run of 5 and everything at once", ""]


def test_last_contract_is_in_force_in_the_last_game_of_the_series() -> None:
    game = JokerenPotjes({})
    assert game.contract(6).everything
    assert game.contract(7) == Contract()
    assert english(game.contract_in_words(6)) == "run of 5 and everything at once"
    assert game.contract_in_words(7) == ""
    assert game.contract_number(Deal(4), 2) == 4


# Copies


def refused(*hands: list[Card]) -> list[dict[str, Any]]:
    deal = Deal(1)
    Bare({}).check_copies(deal, hands)
    return [params for _check, _player, params in deal.problems]


FIVE, FIVE_OF_HEARTS = Card(5, ""), Card(5, "h")


def test_copies_of_a_card() -> None:
    assert refused([FIVE_OF_HEARTS], [FIVE_OF_HEARTS]) == []
    words = {"card": "5h", "count": 3, "most": 2}
    assert refused([FIVE_OF_HEARTS] * 2, [FIVE_OF_HEARTS]) == [words]


def test_copies_of_a_rank() -> None:
    assert refused([FIVE] * 8) == []
    assert refused([FIVE] * 9) == [{"card": "5", "count": 9, "most": 8}]
    assert refused([FIVE] * 7 + [FIVE_OF_HEARTS] * 2) == [{"card": "5", "count": 9, "most": 8}]


def test_jokers_are_counted_elsewhere() -> None:
    assert refused([Card(0, "")] * 9) == []
    deal = Deal(1)
    Bare({}).check_jokers(deal, 2)
    assert deal.problems == []
    Bare({}).check_jokers(deal, 3)
    ((check, player, params),) = deal.problems
    assert (check.number, player, params) == (28, None, {"count": 3, "most": 2})


# The ranking


def test_lowest_or_highest_total_stands_first() -> None:
    play = played({"Ans": 5, "Bob": 3, "Cor": 9})
    assert ranked(Bare({}), play) == [(1, ["Bob"]), (2, ["Ans"]), (3, ["Cor"])]
    assert ranked(Highest({}), play) == [(1, ["Cor"]), (2, ["Ans"]), (3, ["Bob"])]


def test_who_missed_a_game_stands_last() -> None:
    play = played({"Ans": 5, "Bob": 3, "Cor": 9})
    play.away = {"Bob", "Cor"}
    assert ranked(Bare({}), play) == [(1, ["Ans"]), (None, ["Bob"]), (None, ["Cor"])]
    assert ranked(Highest({}), play) == [(1, ["Ans"]), (None, ["Cor"]), (None, ["Bob"])]
    assert [group.total for group in Bare({}).ranking(play)] == [5, 3, 9]
    assert Bare({}).unranked(play, ["Cor"]) == [Group(None, ["Bob"], 3)]


def test_equal_totals_share_unless_the_tie_break_splits_them() -> None:
    first, last = {"Ans": 2, "Bob": 7, "Cor": 9}, {"Ans": 8, "Bob": 3, "Cor": 1}
    play = played(first, last, won={"Ans": 0, "Bob": 2, "Cor": 1})
    assert ranked(Bare({}), play) == [(1, THREE)]
    orders = {
        "dashes": ["Bob", "Cor", "Ans"],
        "best_game": ["Bob", "Ans", "Cor"],  # the smaller worst game: 7, 8, 9
        "last_game": ["Cor", "Bob", "Ans"],
    }
    for tie_break, order in orders.items():
        found = ranked(Bare({"tie_break": tie_break}), play)
        assert found == [(place, [name]) for place, name in enumerate(order, 1)]


def test_tie_break_where_the_highest_wins() -> None:
    play = played({"Ans": 2, "Bob": 7, "Cor": 9}, {"Ans": 8, "Bob": 3, "Cor": 1})
    orders = {
        "best_game": ["Cor", "Ans", "Bob"],  # the greater best game: 9, 8, 7
        "last_game": ["Ans", "Bob", "Cor"],
    }
    for tie_break, order in orders.items():
        found = ranked(Highest({"tie_break": tie_break}), play)
        assert found == [(place, [name]) for place, name in enumerate(order, 1)]


def test_last_game_is_the_last_with_scores_of_that_player() -> None:
    play = played({"Ans": 4, "Bob": 5, "Cor": 5}, {"Bob": 0, "Cor": 0})
    game = Bare({"tie_break": "last_game"})
    assert game.tie_order(play, "Ans") == (4,)
    assert game.tie_order(play, "Bob") == (0,)
    assert Bare({"tie_break": "last_game"}).tie_order(Play.start(THREE), "Ans") == ()


@pytest.mark.parametrize("system", [Bare, Highest])
def test_tie_break_before_any_game(system: type[Game]) -> None:
    assert system({"tie_break": "best_game"}).tie_order(Play.start(THREE), "Ans") == (0,)


@pytest.mark.parametrize(
    ("ranking", "winner"),
    [
        ([Group(1, ["Ans"], 3), Group(2, ["Bob"], 5)], "Ans"),
        ([Group(1, ["Ans", "Bob"], 3)], None),
        ([Group(None, ["Ans"], 3)], None),
    ],
)
def test_winner(ranking: list[Group], winner: str | None) -> None:
    assert Bare({}).winner(ranking) == winner
